import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { user } from '@kituo/sdk/contracts';
import type { Queryable } from '../../../db/database.ts';
import { anywhere } from '../../../db/like.ts';
import type { UserSort } from './user-sort.ts';

/** A text that is in more words is one of so many people that they are met anywhere in the order. */
const MAX_WORDS = 8;

/** The first so many rows of `app_user` in the order requested, whose names hold the text. */
export type NamedInOrder = (most: number) => RawBuilder<unknown>;

/**
 * People of a name in the order of their user names, read off an index. User names are made of names as a rule, so that
 * whoever bears one stands together, maybe at the far end of the order.
 * @returns null for another order, for no text, and for one that spans two words or is in many
 */
export async function namedInOrder(
  db: Queryable,
  { realName }: user.UserFilters,
  sort: UserSort | null,
): Promise<NamedInOrder | null> {
  if (sort?.field !== 'userName' || !realName || realName.includes(' ')) return null;
  const found = await db
    .selectFrom('nameWord')
    .select('word')
    .distinct()
    .where('word', 'ilike', anywhere(realName))
    .limit(MAX_WORDS + 1)
    .execute();
  if (found.length > MAX_WORDS) return null;
  const words = found.map(({ word }) => word);
  const order = sql.raw(`user_name ${sort.direction}, user_no ${sort.direction}`);
  return (most) => sql`
    SELECT app_user.* FROM (
      SELECT DISTINCT named.user_name, named.user_no FROM unnest(${words}::text[]) AS searched
        CROSS JOIN LATERAL (
          SELECT user_name, user_no FROM user_name_word WHERE word = searched
          ORDER BY ${order} LIMIT ${most}) AS named
      ORDER BY ${order} LIMIT ${most}) AS named
    JOIN app_user USING (user_name, user_no)`;
}
