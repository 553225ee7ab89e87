import type { Queryable } from '../../db/database.ts';
import type { DataScope } from '../../http/implement.ts';
import { includesMerchant, withinScope } from './scope.ts';

const columns = [
  'appUser.userNo', 'appUser.userName', 'appUser.loginId', 'appUser.realName', 'appUser.deptNo', 'department.deptName',
  'appUser.orgNo', 'organization.orgName', 'appUser.phone', 'appUser.email', 'appUser.extension', 'appUser.userStatus',
  'appUser.jobNumber', 'appUser.employeeStatus', 'appUser.employeeCategory', 'appUser.basicSalaryCents',
  'appUser.internalExternal', 'appUser.mfaBound', 'appUser.mustUpdatePassword', 'appUser.lastSignInAt',
  'appUser.createdAt', 'appUser.companyCode', 'appUser.version',
] as const; // prettier-ignore

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

async function rolesOf(db: Queryable, userNos: readonly string[]) {
  return await db
    .selectFrom('userRole')
    .innerJoin('role', 'role.roleNo', 'userRole.roleNo')
    .select(['userRole.userNo', 'role.roleNo', 'role.roleName'])
    .where('userRole.userNo', 'in', userNos)
    .orderBy('role.roleNo')
    .execute();
}

async function merchantsOf(db: Queryable, userNos: readonly string[]) {
  return await db
    .selectFrom('userMerchant')
    .innerJoin('merchant', 'merchant.merchantNo', 'userMerchant.merchantNo')
    .select(['userMerchant.userNo', 'merchant.merchantNo', 'merchant.merchantName'])
    .where('userMerchant.userNo', 'in', userNos)
    .orderBy('merchant.merchantNo')
    .execute();
}

/**
 * The accounts of these numbers that the scope takes in, in the order of the numbers. Of their
 * merchants just those within the scope are named.
 */
export async function readUsers(db: Queryable, scope: DataScope, userNos: readonly string[]) {
  if (userNos.length === 0) return [];
  const found = await accounts(db, scope).where('appUser.userNo', 'in', userNos).execute();
  const [roles, merchants] = [await rolesOf(db, userNos), await merchantsOf(db, userNos)];
  const place = new Map(userNos.map((userNo, index) => [userNo, index]));
  return found
    .map((account) => ({
      ...account,
      roles: roles
        .filter((role) => role.userNo === account.userNo)
        .map(({ roleNo, roleName }) => ({ roleNo, roleName })),
      merchants: merchants
        .filter((row) => row.userNo === account.userNo && includesMerchant(scope, row.merchantNo))
        .map(({ merchantNo, merchantName }) => ({ merchantNo, merchantName })),
    }))
    .sort((one, other) => (place.get(one.userNo) ?? 0) - (place.get(other.userNo) ?? 0));
}
