import { sql } from 'kysely';
import type { user } from '@kituo/sdk/contracts';
import type { Queryable } from '../../../db/database.ts';
import { anywhere } from '../../../db/like.ts';
import type { DataScope } from '../../../http/implement.ts';
import { departmentAndBelow } from '../departments/index.ts';
import { includesMerchant, withinScope } from './scope.ts';

/** The accounts that match, within the scope: nothing selected and in no order yet. */
export async function matchingUsers(db: Queryable, scope: DataScope, filters: user.UserFilters) {
  let query = db.selectFrom('appUser').where(withinScope(scope));
  for (const field of ['userName', 'loginId', 'realName', 'jobNumber'] as const) {
    const text = filters[field];
    if (text) query = query.where(`appUser.${field}`, 'ilike', anywhere(text));
  }
  for (const field of ['userStatus', 'employeeStatus', 'employeeCategory', 'internalExternal'] as const) {
    const value = filters[field];
    if (value) query = query.where(`appUser.${field}`, '=', value);
  }
  if (filters.mfaBound !== undefined) query = query.where('appUser.mfaBound', '=', filters.mfaBound);
  if (filters.orgNo) query = query.where('appUser.orgNo', '=', filters.orgNo);
  if (filters.deptNo) {
    query = query.where('appUser.deptNo', 'in', await departmentAndBelow(db, filters.deptNo));
  }
  const { roleNo, merchantNo } = filters;
  if (roleNo) query = query.where(sql<boolean>`app_user.role_nos @> ARRAY[${roleNo}]`);
  if (merchantNo) {
    // A merchant outside the scope finds nobody: being someone's second merchant is a fact, too.
    query = query
      .where((eb) => eb.lit(includesMerchant(scope, merchantNo)))
      .where(sql<boolean>`app_user.merchant_nos @> ARRAY[${merchantNo}]`);
  }
  return query;
}

export type MatchingUsers = Awaited<ReturnType<typeof matchingUsers>>;
