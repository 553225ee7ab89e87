import type { ReplyOf, repayment } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Call } from '../../../http/implement.ts';
import { quotePayoffs } from '../payments/index.ts';
import { loans } from './order-list.ts';

type Loan = ReplyOf<typeof repayment.order>;

/** A loan with what settles it and what lowered it. @throws AppError ORDER_NOT_FOUND */
export async function readOrder(orderNo: string, call: Call): Promise<Loan> {
  const { db } = call;
  const row = await loans.one(orderNo, call);
  const payoffs = row.orderStatus === 'DISBURSED' ? await quotePayoffs(db, orderNo) : [];
  const { rows: coupons } = await sql<Reliefs>`
    select u.coupon_no as no, u.bill_no, u.used_cents as amount_cents, u.used_at as at,
      case when u.is_live then 'USED' else 'GIVEN_BACK' end as status
    from coupon_use u where u.order_no = ${orderNo} order by u.used_at desc limit 50`.execute(db);
  const deductions = await db
    .selectFrom('deduction')
    .select(['deductionNo as no', 'billNo', 'totalCents as amountCents', 'deductionStatus as status'])
    .select('createdAt as at')
    .where('orderNo', '=', orderNo)
    .orderBy('deductionNo', 'desc')
    .limit(50)
    .execute();
  const { rows: rollovers } = await sql<Rollover>`
    select b.predecessor_bill_no as bill_no, b.bill_no as successor_bill_no, b.due_date, a.applied_at as at,
      coalesce((select sum(p.amount_cents) from posting p join journal j on j.journal_id = p.journal_id
        and j.business_date = p.business_date where p.bill_no = b.predecessor_bill_no
        and j.journal_kind = 'EXTENSION_FEE' and p.component is not null), 0)::bigint as extension_fee_cents
    from bill b join payment_application a on a.successor_bill_no = b.bill_no
    where b.order_no = ${orderNo} and a.application_status = 'LIVE'
    order by b.bill_no desc limit 50`.execute(db);
  const atTime = <One extends { readonly at: Date }>(one: One) => ({ ...one, at: one.at.toISOString() });
  return {
    row,
    payoffs,
    coupons: coupons.map(atTime),
    deductions: deductions.map(atTime),
    rollovers: rollovers.map(atTime),
  };
}

type Reliefs = Omit<Loan['coupons'][number], 'at'> & { readonly at: Date };
type Rollover = Omit<Loan['rollovers'][number], 'at'> & { readonly at: Date };
