import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Caller } from '../../../http/implement.ts';
import { grantsOf } from '../roles/index.ts';
import { includesMerchant } from './scope.ts';

/** Uniqueness is the database's: two forms sent at once cannot both pass a check made beforehand. Last, its index. */
const taken = {
  app_user_login_id_unique: ['LOGIN_ID_TAKEN', 'loginId', 'lower'],
  app_user_user_name_unique: ['USER_NAME_TAKEN', 'userName', 'lower'],
  app_user_job_number_unique: ['JOB_NUMBER_TAKEN', 'jobNumber', 'upper'],
} as const;

/** Fields that no two accounts hold alike, whatever the case. */
export const UNIQUE_FIELDS = Object.values(taken).map(([, field]) => field);

function constraintOf(error: unknown): string | null {
  if (!(error instanceof Error) || !('constraint' in error)) return null;
  return typeof error.constraint === 'string' ? error.constraint : null;
}

/** The refusal for a broken uniqueness, beside its field; any other error as it is. */
export function asRefusal(error: unknown): unknown {
  const constraint = constraintOf(error);
  for (const [name, [refusal, field]] of Object.entries(taken)) {
    if (constraint === name) return new AppError(refusal, { fields: [field], cause: error });
  }
  return error;
}

/**
 * Throws LOGIN_ID_TAKEN, USER_NAME_TAKEN, JOB_NUMBER_TAKEN beside the field, for a look beforehand: what
 * decides is the database, when it is written.
 */
export async function checkFree(
  db: Queryable,
  form: { readonly loginId: string; readonly userName: string; readonly jobNumber: string },
): Promise<void> {
  for (const [refusal, field, fold] of Object.values(taken)) {
    const folded = sql.raw(fold);
    const column = sql.ref(`appUser.${field}`);
    const found = await db
      .selectFrom('appUser')
      .select('userNo')
      .where(sql<boolean>`${folded}(${column}) = ${folded}(${form[field]}::text)`)
      .executeTakeFirst();
    if (found) throw new AppError(refusal, { fields: [field] });
  }
}

/** What the form points at. Each is checked to exist and to be the caller's to give. */
export interface References {
  readonly deptNo?: string | null | undefined;
  readonly orgNo?: string | null | undefined;
  readonly merchantNos?: readonly string[] | undefined;
  /** Roles the person does not hold yet; roles kept are not checked again. */
  readonly newRoleNos?: readonly string[] | undefined;
}

function unknown(field: string): AppError {
  return new AppError('REFERENCE_UNKNOWN', { fields: [field] });
}

/**
 * Throws REFERENCE_UNKNOWN beside the field (a merchant outside the caller's scope is unknown to them),
 * GRANT_BEYOND_OWN for a role that gives more than the caller holds.
 */
export async function checkReferences(tx: Queryable, caller: Caller, references: References): Promise<void> {
  const { deptNo, orgNo, merchantNos = [], newRoleNos = [] } = references;
  if (deptNo != null) {
    const found = await tx
      .selectFrom('department')
      .select('deptNo')
      .where('deptNo', '=', deptNo)
      .where('isEnabled', '=', true)
      .executeTakeFirst();
    if (!found) throw unknown('deptNo');
  }
  if (orgNo != null) {
    const found = await tx.selectFrom('organization').select('orgNo').where('orgNo', '=', orgNo).executeTakeFirst();
    if (!found) throw unknown('orgNo');
  }
  await checkMerchants(tx, caller, merchantNos);
  if (newRoleNos.length > 0) await checkGrants(tx, caller, newRoleNos);
}

/** Throws REFERENCE_UNKNOWN unless every merchant exists within the caller's scope. */
export async function checkMerchants(db: Queryable, caller: Caller, merchantNos: readonly string[]): Promise<void> {
  if (merchantNos.length === 0) return;
  if (merchantNos.some((merchantNo) => !includesMerchant(caller.scope, merchantNo))) {
    throw unknown('merchantNos');
  }
  const found = await db.selectFrom('merchant').select('merchantNo').where('merchantNo', 'in', merchantNos).execute();
  if (found.length !== new Set(merchantNos).size) throw unknown('merchantNos');
}

async function checkGrants(tx: Queryable, caller: Caller, roleNos: readonly string[]): Promise<void> {
  const grants = await grantsOf(tx, caller);
  for (const roleNo of roleNos) {
    const role = grants.roles.get(roleNo);
    if (!role) throw unknown('roleNos');
    if (role.beyond.length > 0) {
      throw new AppError('GRANT_BEYOND_OWN', {
        facts: { what: role.roleName },
        fields: ['roleNos'],
      });
    }
  }
}
