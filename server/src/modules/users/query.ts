import { sql } from 'kysely';
import type { user } from '@kituo/sdk/contracts';
import type { Queryable } from '../../db/database.ts';
import type { DataScope } from '../../http/implement.ts';
import { departmentAndBelow } from '../departments/index.ts';
import { withinScope } from './scope.ts';

/** Past this many matches a list says "at least" instead of counting on. */
const COUNTED_EXACTLY = 10_000;

export interface UserSort {
  readonly field: (typeof user.USER_SORT_FIELDS)[number];
  readonly direction: 'asc' | 'desc';
}

const sortColumns = {
  userName: 'appUser.userName',
  loginId: 'appUser.loginId',
  realName: 'appUser.realName',
  jobNumber: 'appUser.jobNumber',
  deptName: 'department.deptName',
  userStatus: 'appUser.userStatus',
  employeeStatus: 'appUser.employeeStatus',
  createdAt: 'appUser.createdAt',
  lastSignInAt: 'appUser.lastSignInAt',
} as const;

/** A `LIKE` pattern that finds the text anywhere, its own wildcards taken literally. */
export function anywhere(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}

/** The accounts that match, within the scope. */
async function matching(db: Queryable, scope: DataScope, filters: user.UserFilters) {
  let query = db
    .selectFrom('appUser')
    .leftJoin('department', 'department.deptNo', 'appUser.deptNo')
    .where(withinScope(scope));
  for (const field of ['userName', 'loginId', 'realName', 'jobNumber'] as const) {
    const text = filters[field];
    if (text) query = query.where(`appUser.${field}`, 'ilike', anywhere(text));
  }
  for (const field of [
    'userStatus',
    'employeeStatus',
    'employeeCategory',
    'internalExternal',
  ] as const) {
    const value = filters[field];
    if (value) query = query.where(`appUser.${field}`, '=', value);
  }
  if (filters.mfaBound !== undefined)
    query = query.where('appUser.mfaBound', '=', filters.mfaBound);
  if (filters.orgNo) query = query.where('appUser.orgNo', '=', filters.orgNo);
  if (filters.deptNo) {
    query = query.where('appUser.deptNo', 'in', await departmentAndBelow(db, filters.deptNo));
  }
  const { roleNo, merchantNo } = filters;
  if (roleNo) {
    query = query.where('appUser.userNo', 'in', (eb) =>
      eb.selectFrom('userRole').select('userRole.userNo').where('userRole.roleNo', '=', roleNo),
    );
  }
  if (merchantNo) {
    // A merchant outside the scope finds nobody: being someone's second merchant is a fact, too.
    const isVisible = scope === 'all' || scope.merchantNos.includes(merchantNo);
    query = query
      .where((eb) => eb.lit(isVisible))
      .where('appUser.userNo', 'in', (eb) =>
        eb
          .selectFrom('userMerchant')
          .select('userMerchant.userNo')
          .where('userMerchant.merchantNo', '=', merchantNo),
      );
  }
  return query;
}

/** The numbers of the accounts that match, in the order asked for. `limit` 0 is all of them. */
export async function findUserNos(
  db: Queryable,
  scope: DataScope,
  filters: user.UserFilters,
  sort: UserSort | null,
  range: { readonly offset: number; readonly limit: number },
): Promise<string[]> {
  let query = (await matching(db, scope, filters)).select('appUser.userNo');
  if (sort) {
    query = query.orderBy(sortColumns[sort.field], (order) =>
      sort.direction === 'asc' ? order.asc().nullsLast() : order.desc().nullsLast(),
    );
  }
  // The number last, so that equal rows keep one order from page to page.
  query = query.orderBy('appUser.userNo', 'desc');
  if (range.limit > 0) query = query.limit(range.limit).offset(range.offset);
  return (await query.execute()).map((row) => row.userNo);
}

/** How many accounts match, counted exactly up to 10,000. */
export async function countUsers(
  db: Queryable,
  scope: DataScope,
  filters: user.UserFilters,
): Promise<{ total: number; totalIsExact: boolean }> {
  const found = (await matching(db, scope, filters))
    .select('appUser.userNo')
    .limit(COUNTED_EXACTLY + 1);
  const { total } = await db
    .selectFrom(found.as('found'))
    .select(sql<number>`count(*)`.as('total'))
    .executeTakeFirstOrThrow();
  return { total: Math.min(total, COUNTED_EXACTLY), totalIsExact: total <= COUNTED_EXACTLY };
}
