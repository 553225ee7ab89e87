import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';

/** The pages a person visited in the last 30 days, newest first, at most 10. Home itself is left out. */
export async function recentPages(db: Queryable, userNo: string) {
  const rows = await db
    .selectFrom('trackingEvent')
    .select((eb) => [
      'path',
      eb.fn.max('pageName').as('pageName'),
      eb.fn.max('receivedAt').as('lastVisitedAt'),
      eb.fn.countAll<number>().as('visits'),
    ])
    .where('userNo', '=', userNo)
    .where('eventType', '=', 'VIEW')
    .where('path', 'is not', null)
    .where('path', '!=', '/AdminContent/Home')
    .where('receivedAt', '>', sql<Date>`now() - interval '30 days'`)
    .groupBy('path')
    .orderBy('lastVisitedAt', 'desc')
    .limit(10)
    .execute();
  return rows.map(({ path, pageName, lastVisitedAt, visits }) => ({
    path: path ?? '',
    pageName: pageName ?? '',
    lastVisitedAt: lastVisitedAt.toISOString(),
    visits,
  }));
}
