import { revealField, type role } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { Queryable, Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';

/** A role with all it grants, as the database has it. */
export interface RoleRecord {
  readonly roleNo: string;
  readonly roleName: string;
  readonly remark: string | null;
  readonly dataScope: 'ALL' | 'MERCHANTS';
  readonly isAdministrator: boolean;
  readonly pages: readonly string[];
  readonly codes: readonly string[];
  readonly sensitive: role.SensitiveGroup;
  readonly users: number;
  readonly pendingChangeNo: string | null;
  readonly updatedByName: string | null;
  readonly updatedAt: Date;
  readonly version: number;
}

const revealFields = z.array(revealField);

/** Everything hidden: what a role starts with. */
export const HIDDEN: role.SensitiveGroup = {
  isDesensitization: 1,
  revealFields: [],
  dailyRevealBudget: 0,
  addressBookHide: true,
  orderDetailsHide: false,
  unmaskedExport: false,
  deductionCapCents: null,
  mfaRequired: false,
  validateCodeRequired: false,
};

/**
 * The roles of these numbers, in their order; all of them where none are named. Counting who holds them
 * takes long where many do: `countsUsers` false leaves `users` at 0, for whoever asks for the rights alone.
 */
export async function readRoles(db: Queryable, roleNos?: readonly string[], countsUsers = true): Promise<RoleRecord[]> {
  const rows = await db
    .selectFrom('role')
    .leftJoin('appUser', 'appUser.userNo', 'role.updatedBy')
    .selectAll('role')
    .select('appUser.realName as updatedByName')
    .select([
      countsUsers
        ? sql<number>`(select count(*) from user_role ur where ur.role_no = role.role_no)`.as('users')
        : sql<number>`0`.as('users'),
      sql<string[]>`array(select page_path from role_page rp where rp.role_no = role.role_no
        order by 1)`.as('pages'),
      sql<string[]>`array(select code from role_code rc where rc.role_no = role.role_no
        order by 1)`.as('codes'),
      sql<string | null>`(select change_no from change_request cr where cr.subject_no = role.role_no
        and cr.family = 'role' and cr.change_state = 'PENDING' order by 1 limit 1)`.as('pendingChangeNo'),
    ])
    .$if(roleNos !== undefined, (query) =>
      query.where('role.roleNo', 'in', roleNos === undefined || roleNos.length === 0 ? [''] : [...roleNos]),
    )
    .orderBy('role.roleNo')
    .execute();
  const found = new Map(rows.map((row) => [row.roleNo, recordOf(row)]));
  return roleNos === undefined ? [...found.values()] : roleNos.flatMap((roleNo) => found.get(roleNo) ?? []);
}

type Row = Omit<RoleRecord, 'sensitive' | 'remark'> & {
  readonly remark: string;
  readonly isDesensitization: boolean;
  readonly revealFields: string[];
} & Omit<role.SensitiveGroup, 'isDesensitization' | 'revealFields'>;

function recordOf(row: Row): RoleRecord {
  const { roleNo, roleName, dataScope, isAdministrator, pages, codes, users } = row;
  const { pendingChangeNo, updatedByName, updatedAt, version } = row;
  const { dailyRevealBudget, addressBookHide, orderDetailsHide, unmaskedExport } = row;
  const { deductionCapCents, mfaRequired, validateCodeRequired } = row;
  return {
    roleNo,
    roleName,
    dataScope,
    isAdministrator,
    pages,
    codes,
    pendingChangeNo,
    updatedByName,
    updatedAt,
    version,
    users: Number(users),
    remark: row.remark === '' ? null : row.remark,
    sensitive: {
      isDesensitization: row.isDesensitization ? 1 : 0,
      revealFields: revealFields.safeParse(row.revealFields).data ?? [],
      dailyRevealBudget,
      addressBookHide,
      orderDetailsHide,
      unmaskedExport,
      deductionCapCents,
      mfaRequired,
      validateCodeRequired,
    },
  };
}

/** Throws ROLE_NOT_FOUND. */
export async function readRole(db: Queryable, roleNo: string): Promise<RoleRecord> {
  const [found] = await readRoles(db, [roleNo]);
  if (!found) throw new AppError('ROLE_NOT_FOUND');
  return found;
}

/** Locks a role until the transaction ends and reads it. Throws ROLE_NOT_FOUND, STALE. */
export async function lockRole(tx: Tx, roleNo: string, version?: number): Promise<RoleRecord> {
  await tx.selectFrom('role').select('roleNo').where('roleNo', '=', roleNo).forUpdate().execute();
  const found = await readRole(tx, roleNo);
  if (version !== undefined && found.version !== version) throw new AppError('STALE');
  return found;
}

/** Holders of a role, by name. */
export async function holdersOf(db: Queryable, roleNo: string) {
  return await db
    .selectFrom('userRole')
    .innerJoin('appUser', 'appUser.userNo', 'userRole.userNo')
    .select(['appUser.userNo', 'appUser.realName'])
    .where('userRole.roleNo', '=', roleNo)
    .orderBy('appUser.realName')
    .orderBy('appUser.userNo')
    .execute();
}
