import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';

const WEEK_MS = 7 * 86_400_000;
/** Longer than that, an order lay open on a screen that nobody looked at. */
const MAX_MS = 4 * 3_600_000;

/**
 * Median seconds from opening an order to deciding on it, by person, over the week before `at`: of the tracking
 * events that the page sends with each decision. Who decided nothing is not in it.
 */
export async function paceOf(
  db: Queryable,
  userNos: readonly string[],
  at: Date,
): Promise<ReadonlyMap<string, number>> {
  if (userNos.length === 0) return new Map();
  const { rows } = await sql<{ userNo: string; seconds: number }>`
    SELECT user_no, round(percentile_cont(0.5) WITHIN GROUP (ORDER BY duration_ms) / 1000)::int AS seconds
    FROM tracking_event
    WHERE event_type = 'COMMAND' AND page_name = 'OrderAudit' AND user_no = ANY(${userNos})
      AND received_at > ${new Date(at.getTime() - WEEK_MS)} AND received_at <= ${at}
      AND type IN ('orderAudit.pass', 'orderAudit.refuse', 'orderAudit.reject')
      AND duration_ms BETWEEN 1 AND ${MAX_MS}
    GROUP BY user_no`.execute(db);
  return new Map(rows.map(({ userNo, seconds }) => [userNo, seconds]));
}
