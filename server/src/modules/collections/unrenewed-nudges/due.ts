import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import { addDays, businessDateOf, startOfBusinessDate } from '../../platform/policy/index.ts';
import { dropReason } from '../user-groups/index.ts';
import type { Config, Step } from './store.ts';

export interface Due {
  readonly orderNo: string;
  readonly customerNo: string;
  readonly customerName: string;
  readonly phone: string;
  readonly settledOn: string;
  readonly isHeldOut: boolean;
  readonly drop: 'CLOSED_ACCOUNT' | 'BLOCKED' | 'BLACKLISTED' | 'NO_CONSENT' | 'CAP' | null;
}

/**
 * What ends a series for the loan `o` that was settled: anything the customer applied for since, or a loan that is on
 * its way or still to be paid.
 */
const endedBy = sql`exists (select from loan_order n where n.customer_no = o.customer_no and n.order_no <> o.order_no
  and (n.apply_time > o.closed_at or n.order_status not in ('CLOSED', 'VOIDED', 'REFUSED', 'MACHINE_REFUSED')))`;
const hasOpenBill = sql`exists (select from bill b where b.customer_no = o.customer_no
  and b.bill_status in ('ACTIVE', 'CHARGED_OFF'))`;

/** Whom a step of a strategy is due for today: each customer's last settled loan of its products, so many days ago. */
export async function dueQuery(
  db: Queryable,
  {
    config,
    step,
    productNos,
  }: { readonly config: Config; readonly step: Step; readonly productNos: readonly string[] },
  now: Date,
): Promise<RawBuilder<Due>> {
  const { merchantNo, configNo, holdOutPercent, minOnTimeCount, excludeMaxDpdOver, excludeReappliedDays } = config;
  const settledOn = addDays(businessDateOf(now), -step.daysSinceSettled);
  const conditions: RawBuilder<unknown>[] = [sql`true`];
  if (minOnTimeCount > 0) {
    conditions.push(sql`(select count(*) from bill b where b.customer_no = o.customer_no and b.bill_status = 'SETTLED'
      and b.actual_date <= b.due_date) >= ${minOnTimeCount}::int`);
  }
  if (excludeMaxDpdOver !== null) {
    conditions.push(sql`not exists (select from bill b where b.customer_no = o.customer_no and b.bill_status <> 'VOID'
      and b.actual_date - b.due_date > ${excludeMaxDpdOver}::int)`);
  }
  if (excludeReappliedDays !== null) {
    const since = new Date(now.getTime() - excludeReappliedDays * 86_400_000);
    conditions.push(sql`not exists (select from loan_order n where n.customer_no = o.customer_no
      and n.order_no <> o.order_no and n.apply_time > ${since})`);
  }
  return sql<Due>`select o.order_no, o.customer_no, c.customer_name, c.phone, ${settledOn}::date as settled_on,
      abs(hashtextextended(${configNo} || o.customer_no, 1) % 100) < ${holdOutPercent}::int as is_held_out,
      ${await dropReason(db, now)} as drop
    from loan_order o join customer c on c.customer_no = o.customer_no
    where o.merchant_no = ${merchantNo} and o.product_no = any(${[...productNos]}::text[])
      and o.order_status = 'CLOSED' and o.lending_time is not null
      and o.closed_at >= ${startOfBusinessDate(settledOn)} and o.closed_at < ${startOfBusinessDate(addDays(settledOn, 1))}
      and not ${endedBy} and not ${hasOpenBill}
      and not exists (select from loan_order l where l.customer_no = o.customer_no and l.order_status = 'CLOSED'
        and (l.closed_at, l.order_no) > (o.closed_at, o.order_no))
      and not exists (select from unrenewed_send s where s.order_no = o.order_no
        and s.days_since_settled = ${step.daysSinceSettled}::int)
      and ${sql.join(conditions, sql` and `)}`;
}

/** What ended the series of a settled loan since it was written down; null: nothing. */
export async function endOfSeries(db: Queryable, orderNo: string): Promise<'APPLIED_AGAIN' | 'OPEN_BILL' | null> {
  const { rows } = await sql<{ hasApplied: boolean; hasOpen: boolean }>`
    select ${endedBy} as has_applied, ${hasOpenBill} as has_open from loan_order o
    where o.order_no = ${orderNo}`.execute(db);
  if (rows[0]?.hasApplied === true) return 'APPLIED_AGAIN';
  return rows[0]?.hasOpen === true ? 'OPEN_BILL' : null;
}
