import { createHash, randomBytes } from 'node:crypto';
import type { ParsedRequestOf, ReplyOf, view } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Database, Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Call } from '../../../http/implement.ts';
import { placeOf } from './place.ts';

/** A filter that nobody opened for so long, and no view names, is forgotten. */
const KEPT_DAYS = 30;
/** Filters one person may have at a time: the oldest make room. */
const MAX_FILTERS = 200;

export const newId = () => randomBytes(18).toString('base64url');

/** Drops the person's oldest filters beyond the limit, and what has expired for everybody. */
async function makeRoom(db: Queryable, userNo: string): Promise<void> {
  await sql`DELETE FROM saved_filter f
    WHERE NOT EXISTS (SELECT 1 FROM saved_view v WHERE v.filter_id = f.filter_id)
      AND (f.used_at < now() - make_interval(days => ${KEPT_DAYS})
        OR (f.user_no = ${userNo} AND f.filter_id IN (
          SELECT filter_id FROM saved_filter WHERE user_no = ${userNo}
          ORDER BY used_at DESC OFFSET ${MAX_FILTERS})))`.execute(db);
}

/** Keeps filters under an opaque id: the same ones of the same person get the same id. */
export async function keepFilter(
  { page, list, filters }: ParsedRequestOf<typeof view.saveFilter>,
  { db, caller }: Call,
): Promise<{ filterId: string }> {
  const place = placeOf({ page, list }, caller);
  const content = JSON.stringify([place, Object.entries(filters).sort(([a], [b]) => (a < b ? -1 : 1))]);
  const { filterId } = await db
    .insertInto('savedFilter')
    .values({
      filterId: newId(),
      userNo: caller.userNo,
      ...place,
      filters: JSON.stringify(filters),
      contentHash: createHash('sha256').update(content).digest(),
    })
    .onConflict((conflict) => conflict.columns(['userNo', 'contentHash']).doUpdateSet({ usedAt: sql`now()` }))
    .returning('filterId')
    .executeTakeFirstOrThrow();
  await makeRoom(db, caller.userNo);
  return { filterId };
}

/** The place of a filter of one's own. Throws FILTER_NOT_FOUND. */
export async function needOwnFilter(db: Queryable, filterId: string, userNo: string) {
  const found = await db
    .selectFrom('savedFilter')
    .select(['pagePath', 'listName'])
    .where('filterId', '=', filterId)
    .where('userNo', '=', userNo)
    .executeTakeFirst();
  if (!found) throw new AppError('FILTER_NOT_FOUND', { fields: ['filterId'] });
  return found;
}

/** Whether a view that names the filter is shared with one of the roles. */
async function isShared(db: Queryable, filterId: string, roleNos: readonly string[]) {
  if (roleNos.length === 0) return false;
  const found = await db
    .selectFrom('savedView')
    .innerJoin('savedViewRole', 'savedViewRole.viewId', 'savedView.viewId')
    .select('savedView.viewId')
    .where('savedView.filterId', '=', filterId)
    .where('savedViewRole.roleNo', 'in', [...roleNos])
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * Filters by their id: one's own, and those of a view shared with a role one holds, for who sees values
 * in full. To everybody else they are not there. Throws FILTER_NOT_FOUND.
 */
export async function readFilter(
  { filterId }: ParsedRequestOf<typeof view.filter>,
  { db, caller }: { readonly db: Database; readonly caller: Call['caller'] },
): Promise<ReplyOf<typeof view.filter>> {
  const found = await db.selectFrom('savedFilter').selectAll().where('filterId', '=', filterId).executeTakeFirst();
  const mayRead =
    found !== undefined &&
    caller.pages.has(found.pagePath) &&
    (found.userNo === caller.userNo || (!caller.isMasked && (await isShared(db, filterId, caller.roleNos))));
  if (!mayRead) throw new AppError('FILTER_NOT_FOUND');
  if (found.userNo === caller.userNo) {
    await db
      .updateTable('savedFilter')
      .set({ usedAt: sql`now()` })
      .where('filterId', '=', filterId)
      // Once an hour is enough to know that it is in use.
      .where('usedAt', '<', sql<Date>`now() - interval '1 hour'`)
      .execute();
  }
  return { page: found.pagePath, list: found.listName, filters: found.filters };
}
