import type { ReplyOf, waiverStrategy } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import { addDays, businessDateOf, startOfBusinessDate } from '../../platform/policy/index.ts';
import { mostOn, type StrategyBill } from './most-on.ts';

type LastMonth = ReplyOf<typeof waiverStrategy.simulate>['lastMonth'];

/** What it owed is what payments, waivers and coupons took off while it was in collection. */
interface SettledBill extends StrategyBill {
  readonly settledOn: string;
  readonly paidCents: number;
  readonly waivedCents: number;
  readonly couponCents: number;
}

/** The newest so many of the month are looked at. */
const MOST = 5_000;

const took = (component: string) =>
  sql`coalesce(-sum(p.amount_cents) filter (where p.component = ${sql.lit(component)}), 0)::bigint`;

/**
 * Beside what a strategy would have allowed: what was paid, waived and taken off by coupons on the bills it speaks of that
 * were settled from collection in the calendar month before a day.
 */
export async function lastMonthOf(
  db: Queryable,
  merchantNo: string,
  strategy: waiverStrategy.WaiverStrategy,
  now: Date,
): Promise<LastMonth> {
  const end = `${businessDateOf(now).slice(0, 7)}-01`;
  const start = `${addDays(end, -1).slice(0, 7)}-01`;
  const { rows } = await sql<SettledBill>`
    select k.case_level, k.due_date::text, k.product_no, k.settled_on::text, owed.outstanding, paid.cents as paid_cents,
      waived.cents as waived_cents, lowered.cents as coupon_cents
    from (select c.case_level, c.opened_at, c.order_no, b.bill_no, b.due_date, o.product_no,
        coalesce(b.actual_date, (c.closed_at at time zone 'Africa/Nairobi')::date) as settled_on
      from collection_case c join case_bill cb on cb.case_no = c.case_no
      join bill b on b.bill_no = cb.bill_no and b.bill_status = 'SETTLED' join loan_order o on o.order_no = c.order_no
      where c.case_scope = 'BILL' and c.case_status = 'CLOSED' and c.merchant_no = ${merchantNo}
        and c.closed_at >= ${startOfBusinessDate(start)} and c.closed_at < ${startOfBusinessDate(end)}
        and c.case_level = any(${[...strategy.caseLevels]}::text[])
      order by c.closed_at desc limit ${MOST}) k
    cross join lateral (select json_build_object('PRINCIPAL', ${took('PRINCIPAL')}, 'INTEREST', ${took('INTEREST')},
        'EXCISE', ${took('EXCISE')}, 'SERVICE_FEE', ${took('SERVICE_FEE')}, 'MANAGEMENT_FEE', ${took('MANAGEMENT_FEE')},
        'EXTENSION_SERVICE_FEE', ${took('EXTENSION_SERVICE_FEE')},
        'LIQUIDATED_DAMAGES', ${took('LIQUIDATED_DAMAGES')}, 'LATE_FEE', ${took('LATE_FEE')}) as outstanding
      from payment_application a join journal_key j on j.journal_id = any(a.journal_ids)
      join posting p on p.journal_id = j.journal_id and p.business_date = j.business_date
      where a.order_no = k.order_no and a.application_status = 'LIVE' and a.applied_at >= k.opened_at
        and p.bill_no = k.bill_no and p.component is not null) owed
    cross join lateral (select coalesce(sum(l.applied_cents), 0)::bigint as cents from repayment_line l
      join payment_application a on a.application_no = l.application_no and a.application_status = 'LIVE'
      where l.order_no = k.order_no and l.bill_no = k.bill_no and l.applied_at >= k.opened_at) paid
    cross join lateral (select coalesce(sum(d.total_cents), 0)::bigint as cents from deduction d
      where d.bill_no = k.bill_no and d.deduction_status = 'APPLIED') waived
    cross join lateral (select coalesce(sum(u.used_cents), 0)::bigint as cents from coupon_use u
      where u.order_no = k.order_no and u.bill_no = k.bill_no and u.is_live) lowered`.execute(db);
  const about = rows.flatMap((bill) => {
    const allowed = mostOn(strategy, bill, bill.settledOn);
    return allowed > 0 ? [{ ...bill, allowed }] : [];
  });
  const sum = (of: (bill: (typeof about)[number]) => number): number => about.reduce((all, bill) => all + of(bill), 0);
  return {
    from: start,
    to: addDays(end, -1),
    bills: about.length,
    paidCents: sum(({ paidCents }) => paidCents),
    waivedCents: sum(({ waivedCents }) => waivedCents),
    couponCents: sum(({ couponCents }) => couponCents),
    allowedCents: sum(({ allowed }) => allowed),
  };
}
