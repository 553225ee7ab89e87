import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import { businessDateOf } from '../../platform/policy/index.ts';
import type { TrafficLimit } from './admit.ts';

type Admission = TrafficLimit & { readonly admittedToday: number };

/** The traffic limits of each merchant, with how many applications each admitted on the day. */
export async function admissionsToday(db: Queryable, at: Date): Promise<Map<string, readonly Admission[]>> {
  const rows = await db
    .selectFrom('merchantTrafficLimit as l')
    .leftJoin('trafficAdmission as a', (join) =>
      join
        .onRef('a.merchantNo', '=', 'l.merchantNo')
        .onRef('a.settledOrderCount', '=', 'l.settledOrderCount')
        .on('a.admissionKind', '=', 'APPLICATION')
        .on('a.bizDate', '=', businessDateOf(at)),
    )
    .select(['l.merchantNo', 'l.settledOrderCount', 'l.dailyLimit'])
    .select(sql<number>`coalesce(a.admitted, 0)`.as('admittedToday'))
    .orderBy('l.settledOrderCount')
    .execute();
  const byMerchant = Map.groupBy(rows, ({ merchantNo }) => merchantNo);
  return new Map(
    [...byMerchant].map(([merchantNo, limits]) => [merchantNo, limits.map(({ merchantNo: _, ...limit }) => limit)]),
  );
}
