import { sql } from 'kysely';
import type { Queryable } from '../../db/database.ts';

/**
 * Credit of a flow that refunds hold: those that wait, and those whose payout has not left yet. Cents. What was
 * sent is off the flow's credit already.
 */
export async function heldCredit(db: Queryable, flowNo: string): Promise<number> {
  const { rows } = await sql<{ held: number }>`
    select coalesce(sum(amount_cents), 0)::bigint as held from refund r
    where flow_no = ${flowNo} and (refund_status in ('PENDING', 'APPROVED', 'FAILURE')
      or refund_status = 'IN_PROGRESS' and exists (select from payout_attempt a
        where a.subject_type = 'REFUND' and a.subject_no = r.refund_no
          and a.attempt_status = 'CREATED'))`.execute(db);
  return rows[0]?.held ?? 0;
}
