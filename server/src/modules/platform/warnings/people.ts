import { sql } from 'kysely';
import { noteState } from '../../../db/tx-notes.ts';
import type { Queryable, Tx } from '../../../db/database.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import type { EventHub } from '../events/index.ts';
import { type Viewer, warningsOf } from './scope.ts';

/** The roles that are notified of what concerns the company as a whole. */
export async function administratorRoles(db: Queryable): Promise<string[]> {
  const roles = await db
    .selectFrom('role')
    .select('roleNo')
    .where('isAdministrator', '=', true)
    .orderBy('roleNo')
    .execute();
  return roles.map(({ roleNo }) => roleNo);
}

/** The roles that hold an operation: whoever can do something about it. */
export async function rolesWith(db: Queryable, code: string): Promise<string[]> {
  const { roleNos } = await db
    .selectFrom('roleCode')
    .select(sql<string[]>`coalesce(array_agg(DISTINCT role_no ORDER BY role_no), '{}')`.as('roleNos'))
    .where('code', '=', code)
    .executeTakeFirstOrThrow();
  return roleNos;
}

/** The unresolved warnings in a person's hands. */
export async function countAssigned(db: Queryable, userNo: string): Promise<number> {
  const { count } = await db
    .selectFrom('warning')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('assigneeUserNo', '=', userNo)
    .where('warningStatus', '!=', 'RESOLVED')
    .executeTakeFirstOrThrow();
  return count;
}

/** Takes a frozen person's unresolved warnings out of their hands; the roles see them all the same. */
export async function returnWarnings(tx: Tx, userNo: string): Promise<number> {
  const result = await tx
    .updateTable('warning')
    .set((eb) => ({ assigneeUserNo: null, version: eb('version', '+', 1) }))
    .where('assigneeUserNo', '=', userNo)
    .where('warningStatus', '!=', 'RESOLVED')
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}

async function viewers(db: Queryable): Promise<(Viewer & { realName: string })[]> {
  const people = await db
    .selectFrom('appUser')
    .select(['userNo', 'realName'])
    .where('userStatus', '=', 'NORMAL')
    .orderBy('realName')
    .execute();
  const roles = await db
    .selectFrom('userRole')
    .innerJoin('role', 'role.roleNo', 'userRole.roleNo')
    .select(['userRole.userNo', 'role.roleNo', 'role.dataScope'])
    .execute();
  const merchants = await db.selectFrom('userMerchant').selectAll().execute();
  const rolesOf = Map.groupBy(roles, (role) => role.userNo);
  const merchantsOf = Map.groupBy(merchants, (row) => row.userNo);
  return people.map(({ userNo, realName }) => {
    const held = rolesOf.get(userNo) ?? [];
    const seesAll = held.some((role) => role.dataScope === 'ALL');
    const merchantNos = (merchantsOf.get(userNo) ?? []).map(({ merchantNo }) => merchantNo);
    return {
      userNo,
      realName,
      roleNos: held.map(({ roleNo }) => roleNo),
      scope: seesAll ? 'all' : { merchantNos },
    };
  });
}

function isAddressed({ roleNos }: Viewer, addressed: readonly string[]): boolean {
  return addressed.length === 0 || roleNos.some((roleNo) => addressed.includes(roleNo));
}

function isWithin({ scope }: Viewer, merchantNo: string | null): boolean {
  return merchantNo === null || seesMerchant(scope, merchantNo);
}

/** The colleagues a warning may be handed to: they see it by their own roles, and can sign in. */
export async function assigneesFor(
  db: Queryable,
  found: { readonly roleNos: readonly string[]; readonly merchantNo: string | null },
): Promise<{ userNo: string; realName: string }[]> {
  return (await viewers(db))
    .filter((person) => isAddressed(person, found.roleNos) && isWithin(person, found.merchantNo))
    .map(({ userNo, realName }) => ({ userNo, realName }));
}

/** Everyone who sees at least one of these warnings. */
async function viewersOf(db: Queryable, warningNos: readonly string[]): Promise<string[]> {
  if (warningNos.length === 0) return [];
  const found = await db
    .selectFrom('warning')
    .select(['roleNos', 'merchantNo', 'assigneeUserNo'])
    .where('warningNo', 'in', warningNos)
    .execute();
  const people = await viewers(db);
  return people
    .filter((person) =>
      found.some(
        (warning) =>
          isWithin(person, warning.merchantNo) &&
          (isAddressed(person, warning.roleNos) || warning.assigneeUserNo === person.userNo),
      ),
    )
    .map(({ userNo }) => userNo);
}

/** Tells the open browsers of everyone who sees these warnings that they changed. */
export async function publishWarnings(db: Queryable, events: EventHub, warningNos: readonly string[]): Promise<void> {
  const userNos = await viewersOf(db, warningNos);
  if (userNos.length > 0) await events.publish({ userNos }, { type: 'warnings' });
}

/** The addressees of one warning, and its lock. Undefined where the viewer does not see it. */
export async function lockWarning(tx: Tx, viewer: Viewer, warningNo: string) {
  const found = await tx
    .selectFrom('warning')
    .select(['warningNo', 'warningStatus', 'assigneeUserNo', 'merchantNo', 'roleNos', 'resolvedBy'])
    .select('version')
    .where('warningNo', '=', warningNo)
    .where(warningsOf(viewer))
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (found) noteState(tx, `warning ${warningNo}`, found.version);
  return found;
}
