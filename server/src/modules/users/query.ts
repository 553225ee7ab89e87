import { sql } from 'kysely';
import type { user } from '@kituo/sdk/contracts';
import type { Queryable } from '../../db/database.ts';
import type { DataScope } from '../../http/implement.ts';
import { departmentAndBelow } from '../departments/index.ts';
import { pageOfFew, pageOfMany, type Range, type UserSort } from './order.ts';
import { withinScope } from './scope.ts';

/** Past this many matches a list says "at least" instead of counting on. */
const COUNTED_EXACTLY = 10_000;
const TEXTS_COUNTED_EXACTLY = 1_000;
/** So few matches are found once and sorted; of more, a page is read in its order. */
const FEW = 500;

/** A `LIKE` pattern that finds the text anywhere, its own wildcards taken literally. */
export function anywhere(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}

/** The accounts that match, within the scope: nothing selected and in no order yet. */
export async function matchingUsers(db: Queryable, scope: DataScope, filters: user.UserFilters) {
  let query = db.selectFrom('appUser').where(withinScope(scope));
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

export type MatchingUsers = Awaited<ReturnType<typeof matchingUsers>>;

export interface Counted {
  readonly total: number;
  readonly totalIsExact: boolean;
}

/** The numbers of the accounts that match, in no order, and no more than so many. */
async function someOf(found: MatchingUsers, most: number): Promise<string[]> {
  const rows = await found.select('appUser.userNo').limit(most).execute();
  return rows.map(({ userNo }) => userNo);
}

async function countUpTo(db: Queryable, found: MatchingUsers, most: number): Promise<Counted> {
  const some = found.select('appUser.userNo').limit(most + 1);
  const { total } = await db
    .selectFrom(some.as('found'))
    .select(sql<number>`count(*)`.as('total'))
    .executeTakeFirstOrThrow();
  return { total: Math.min(total, most), totalIsExact: total <= most };
}

/** A text is looked for in row after row where it is short or frequent; the other filters have their indexes. */
function countedExactly(filters: user.UserFilters): number {
  const { userName, loginId, realName, jobNumber } = filters;
  return userName || loginId || realName || jobNumber ? TEXTS_COUNTED_EXACTLY : COUNTED_EXACTLY;
}

/** A page of the numbers of the accounts that match, in the order asked for, and how many match. */
export async function findUsers(
  db: Queryable,
  scope: DataScope,
  filters: user.UserFilters,
  sort: UserSort | null,
  range: Range,
): Promise<Counted & { readonly userNos: readonly string[] }> {
  const found = await matchingUsers(db, scope, filters);
  const few = await someOf(found, FEW + 1);
  if (few.length <= FEW) {
    const userNos = await pageOfFew(db, few, sort, range);
    return { userNos, total: few.length, totalIsExact: true };
  }
  const counted = await countUpTo(db, found, countedExactly(filters));
  return { userNos: await pageOfMany(db, found, sort, range), ...counted };
}
