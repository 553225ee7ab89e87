import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';

/**
 * Credit of a flow that refunds hold: those that wait, and those whose payout has not left yet. Cents. What was
 * sent is off the flow's credit already.
 */
export async function heldCredit(db: Queryable, flowNo: string): Promise<number> {
  return (await heldCredits(db, [flowNo])).get(flowNo) ?? 0;
}

/** As `heldCredit`, by flow; a flow of which nothing is held is missing. */
export async function heldCredits(db: Queryable, flowNos: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ flowNo: string; held: number }>`
    select flow_no, sum(amount_cents)::bigint as held from refund r
    where flow_no = any(${[...flowNos]}::text[]) and (refund_status in ('PENDING', 'APPROVED', 'FAILURE')
      or refund_status = 'IN_PROGRESS' and exists (select from payout_attempt a
        where a.subject_type = 'REFUND' and a.subject_no = r.refund_no
          and a.attempt_status = 'CREATED'))
    group by flow_no`.execute(db);
  return new Map(rows.map(({ flowNo, held }) => [flowNo, held]));
}
