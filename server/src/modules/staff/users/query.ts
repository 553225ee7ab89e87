import { sql } from 'kysely';
import type { user } from '@kituo/sdk/contracts';
import type { Queryable } from '../../../db/database.ts';
import type { DataScope } from '../../../http/implement.ts';
import { matchingUsers, type MatchingUsers } from './matching-users.ts';
import { namedInOrder } from './name-order.ts';
import { pageOfFew, pageOfMany, type Range } from './order.ts';
import type { UserSort } from './user-sort.ts';

/** Past this many matches a list says "at least" instead of counting on. */
const COUNTED_EXACTLY = 2_000;
const TEXTS_COUNTED_EXACTLY = 1_000;
/** So few matches are found once and sorted; of more, a page is read in its order. */
const FEW = 500;

export interface Counted {
  readonly total: number;
  readonly totalIsExact: boolean;
}

function hasText({ userName, loginId, realName, jobNumber }: user.UserFilters): boolean {
  return Boolean(userName || loginId || realName || jobNumber);
}

/**
 * What matches, for looking at some of it in whatever order is quick. A text is looked for by the newest
 * first: the indexes by name would be quicker to read, but have what matches stand together, maybe at the
 * far end.
 */
function inAnyOrder(found: MatchingUsers, filters: user.UserFilters) {
  const numbers = found.select('appUser.userNo');
  return hasText(filters) ? numbers.orderBy('appUser.userNo', 'desc') : numbers;
}

/**
 * Counts exactly up to 2,000; a text, which is read row after row where it is short or frequent, up to
 * 1,000. Of few matches the numbers come along.
 */
async function count(
  db: Queryable,
  found: MatchingUsers,
  filters: user.UserFilters,
): Promise<Counted & { readonly few: readonly string[] | null }> {
  const most = hasText(filters) ? TEXTS_COUNTED_EXACTLY : COUNTED_EXACTLY;
  const some = inAnyOrder(found, filters).limit(most + 1);
  const { total, few } = await db
    .selectFrom(some.as('found'))
    .select(sql<number>`count(*)`.as('total'))
    .select(sql<string[] | null>`CASE WHEN count(*) <= ${FEW} THEN array_agg(found.user_no) END`.as('few'))
    .executeTakeFirstOrThrow();
  if (total > FEW) return { total: Math.min(total, most), totalIsExact: total <= most, few: null };
  return { total, totalIsExact: true, few: few ?? [] };
}

/** A page of the numbers of the accounts that match, in the order requested, and how many match. */
export async function findUsers(
  db: Queryable,
  scope: DataScope,
  filters: user.UserFilters,
  sort: UserSort | null,
  range: Range,
): Promise<Counted & { readonly userNos: readonly string[] }> {
  const found = await matchingUsers(db, scope, filters);
  const { few, ...counted } = await count(db, found, filters);
  if (few !== null) return { userNos: await pageOfFew(db, few, sort, range), ...counted };
  const named = await namedInOrder(db, filters, sort);
  return { userNos: await pageOfMany(db, found, sort, range, named), ...counted };
}
