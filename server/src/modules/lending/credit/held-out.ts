import { createHash } from 'node:crypto';
import type { ReplyOf, temporaryCredit } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';

/** One of so many is left out. */
const OF = 10;

/**
 * The tenth of a task's customers that it leaves out: chosen by a digest of task and customer, so that nobody can choose
 * them and the same ones come out again. Pure.
 */
export function heldOut(taskNo: string, customerNos: readonly string[]): ReadonlySet<string> {
  const digestOf = (customerNo: string) => createHash('sha256').update(`${taskNo} ${customerNo}`).digest('hex');
  const drawn = customerNos
    .map((customerNo) => ({ customerNo, digest: digestOf(customerNo) }))
    .toSorted((one, other) => (one.digest < other.digest ? -1 : 1));
  return new Set(drawn.slice(0, Math.floor(customerNos.length / OF)).map(({ customerNo }) => customerNo));
}

/**
 * What raised customers did beside those left out, from the first of the task's days on: who borrowed in its days, how
 * much, and who of them was overdue with it. Null without anybody left out.
 */
export async function comparisonOf(
  db: Queryable,
  taskNo: string,
): Promise<ReplyOf<typeof temporaryCredit.task>['comparison']> {
  const { rows } = await sql<{
    isHeldOut: boolean;
    customers: number;
    borrowed: number;
    lentCents: number;
    overdue: number;
  }>`
    SELECT i.is_held_out, count(*)::int AS customers, count(*) FILTER (WHERE lent.loans > 0)::int AS borrowed,
      coalesce(sum(lent.cents), 0)::bigint AS lent_cents, count(*) FILTER (WHERE lent.is_overdue)::int AS overdue
    FROM temporary_credit_task t JOIN temporary_credit_item i USING (task_no)
    CROSS JOIN LATERAL (
      SELECT count(*) AS loans, sum(o.approved_cents) AS cents,
        coalesce(bool_or(EXISTS (SELECT FROM bill b WHERE b.order_no = o.order_no
          AND coalesce(b.actual_date, (now() AT TIME ZONE 'Africa/Nairobi')::date) > b.due_date)), false) AS is_overdue
      FROM loan_order o WHERE o.customer_no = i.customer_no
        AND o.lending_time >= greatest(t.audited_at, t.effective_on::timestamp AT TIME ZONE 'Africa/Nairobi')
        AND o.lending_time < (greatest((t.audited_at AT TIME ZONE 'Africa/Nairobi')::date, t.effective_on)
          + t.valid_days)::timestamp AT TIME ZONE 'Africa/Nairobi'
    ) lent
    WHERE t.task_no = ${taskNo} AND t.task_status = 'APPROVED' AND (i.is_held_out OR i.fault IS NULL)
    GROUP BY i.is_held_out`.execute(db);
  const of = (isHeldOut: boolean) => {
    const found = rows.find((row) => row.isHeldOut === isHeldOut);
    const { customers = 0, borrowed = 0, lentCents = 0, overdue = 0 } = found ?? {};
    return { customers, borrowed, lentCents, overdue };
  };
  return of(true).customers === 0 ? null : { raised: of(false), heldOut: of(true) };
}
