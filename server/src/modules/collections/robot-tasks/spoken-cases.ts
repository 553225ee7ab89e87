import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';

/** A case that a call speaks for. */
export interface SpokenCase {
  readonly caseNo: string;
  readonly caseStatus: string;
  readonly hasPromise: boolean;
  readonly oldestDueOn: string;
  readonly dueCents: number;
}

/**
 * The cases of a task that one call to a borrower speaks for, as they are now: the one it is made for, and those that were
 * left out of the task because the borrower is called once.
 */
export async function spokenCases(
  tx: Tx,
  { taskNo, phone, caseNo }: { readonly taskNo: string; readonly phone: string; readonly caseNo: string },
): Promise<readonly SpokenCase[]> {
  const { rows } = await sql<SpokenCase>`
    select c.case_no, c.case_status, c.oldest_due_on::text, exists (select from promise_to_pay p
        where p.case_no = c.case_no and p.promise_status = 'OPEN') as has_promise,
      (select coalesce(sum(bb.outstanding_cents + bb.claim_cents), 0)::bigint from case_bill cb
        join bill_balance bb on bb.bill_no = cb.bill_no where cb.case_no = c.case_no) as due_cents
    from collection_case c where c.case_no = ${caseNo} or c.case_no in (select i.case_no from robot_task_item i
      where i.task_no = ${taskNo} and i.phone = ${phone} and i.outcome = 'TWICE')
    order by c.oldest_due_on, c.case_no`.execute(tx);
  return rows;
}

const isOver = ({ caseStatus }: SpokenCase): boolean => caseStatus === 'CLOSED' || caseStatus === 'BAD_DEBT_POOL';

/** Those still to be spoken of; why nobody is called where there are none. Pure. */
export function stillSpoken(
  cases: readonly SpokenCase[],
): { readonly cases: readonly SpokenCase[] } | { readonly left: 'CASE_CLOSED' | 'PROMISED' } {
  const open = cases.filter((one) => !isOver(one) && !one.hasPromise);
  if (open.length > 0) return { cases: open };
  return { left: cases.every(isOver) ? 'CASE_CLOSED' : 'PROMISED' };
}

/** What the robot says of them: a bill that was paid meanwhile is no part of it. */
export function scriptValues(cases: readonly SpokenCase[]): Record<string, string> {
  const cents = cases.reduce((sum, { dueCents }) => sum + dueCents, 0);
  return {
    billCount: String(cases.length),
    totalDue: new Intl.NumberFormat('en-US', { minimumFractionDigits: 2 }).format(cents / 100),
    oldestDueDate: cases[0]?.oldestDueOn ?? '',
  };
}
