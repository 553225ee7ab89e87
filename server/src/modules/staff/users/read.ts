import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import type { DataScope } from '../../../http/implement.ts';
import { includesMerchant, withinScope } from './scope.ts';

const columns = [
  'appUser.userNo',
  'appUser.userName',
  'appUser.loginId',
  'appUser.realName',
  'appUser.deptNo',
  'department.deptName',
  'appUser.orgNo',
  'organization.orgName',
  'appUser.phone',
  'appUser.email',
  'appUser.extension',
  'appUser.userStatus',
  'appUser.jobNumber',
  'appUser.employeeStatus',
  'appUser.employeeCategory',
  'appUser.basicSalaryCents',
  'appUser.internalExternal',
  'appUser.mfaBound',
  'appUser.mustUpdatePassword',
  'appUser.lastSignInAt',
  'appUser.createdAt',
  'appUser.companyCode',
  'appUser.version',
  'appUser.roleNos',
  'appUser.merchantNos',
] as const;

/** An account as the database has it, unmasked: never sent as it is. */
export type UserRecord = Awaited<ReturnType<typeof readUsers>>[number];

function accounts(db: Queryable, scope: DataScope) {
  return db
    .selectFrom('appUser')
    .leftJoin('department', 'department.deptNo', 'appUser.deptNo')
    .leftJoin('organization', 'organization.orgNo', 'appUser.orgNo')
    .select(columns)
    .where(withinScope(scope));
}

/** Names by number, of those that stand in these rows. */
async function namesOf(db: Queryable, numbers: ReadonlySet<string>, kind: 'role' | 'merchant') {
  if (numbers.size === 0) return new Map<string, string>();
  const rows =
    kind === 'role'
      ? await db
          .selectFrom('role')
          .select(['roleNo as no', 'roleName as name'])
          .where('roleNo', 'in', [...numbers])
          .execute()
      : await db
          .selectFrom('merchant')
          .select(['merchantNo as no', 'merchantName as name'])
          .where('merchantNo', 'in', [...numbers])
          .execute();
  return new Map(rows.map(({ no, name }) => [no, name]));
}

/**
 * The accounts of these numbers that the scope takes in, in the order of the numbers. Of their
 * merchants just those within the scope are named.
 */
export async function readUsers(db: Queryable, scope: DataScope, userNos: readonly string[]) {
  if (userNos.length === 0) return [];
  const isWanted = sql<boolean>`app_user.user_no = ANY(${[...userNos]})`;
  const found = await accounts(db, scope).where(isWanted).execute();
  const roleNames = await namesOf(db, new Set(found.flatMap(({ roleNos }) => roleNos)), 'role');
  const within = (merchantNo: string) => includesMerchant(scope, merchantNo);
  const merchantNames = await namesOf(
    db,
    new Set(found.flatMap(({ merchantNos }) => merchantNos.filter(within))),
    'merchant',
  );
  const place = new Map(userNos.map((userNo, index) => [userNo, index]));
  return found
    .map(({ roleNos, merchantNos, ...account }) => ({
      ...account,
      roles: roleNos.map((roleNo) => ({ roleNo, roleName: roleNames.get(roleNo) ?? '' })),
      merchants: merchantNos
        .filter(within)
        .map((merchantNo) => ({ merchantNo, merchantName: merchantNames.get(merchantNo) ?? '' })),
    }))
    .sort((one, other) => (place.get(one.userNo) ?? 0) - (place.get(other.userNo) ?? 0));
}
