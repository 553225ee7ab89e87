import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import { type BillFigures, readFigures } from './bill-figures.ts';

/** A bill as far as its loan's row needs it. */
export interface LoanBill {
  readonly billNo: string;
  readonly orderNo: string;
  readonly billStatus: string;
  readonly dueDate: string;
  readonly actualDate: string | null;
  readonly rolloverCount: number;
}

export interface LoanMoney {
  readonly orderNo: string;
  /** What its payments left as the customer's credit. */
  readonly overpaymentCents: number;
  readonly isApplied: boolean;
  readonly paymentCode: string | null;
  readonly paymentChannel: string | null;
}

/** The bills of loans, the oldest first, without those of payouts that failed. */
export async function readBills(db: Queryable, orderNos: readonly string[]): Promise<LoanBill[]> {
  return await db
    .selectFrom('bill')
    .select(['billNo', 'orderNo', 'billStatus', 'dueDate', 'actualDate', 'rolloverCount'])
    .where(sql<boolean>`order_no = any(${[...orderNos]}::text[])`)
    .where('billStatus', '<>', 'VOID')
    .orderBy('dueDate')
    .orderBy('billNo')
    .execute();
}

export async function readMoney(db: Queryable, orderNos: readonly string[]): Promise<LoanMoney[]> {
  const { rows } = await sql<LoanMoney>`
    select o.order_no, f.payment_code, f.payment_channel, f.order_no is not null as is_applied,
      coalesce((select sum(w.credited_cents) from payment_flow w where w.order_no = o.order_no), 0)::bigint
        as overpayment_cents
    from unnest(${[...orderNos]}::text[]) as o(order_no)
    left join lateral (select a.order_no, f.payment_code, f.payment_channel from payment_application a
      join payment_flow f on f.flow_no = a.flow_no
      where a.order_no = o.order_no and a.application_status = 'LIVE'
      order by a.application_no desc limit 1) f on true`.execute(db);
  return rows;
}

const SUMMED = [
  'amountDueCents',
  'unpaidPrincipalCents',
  'interestCents',
  'lateFeeCents',
  'managementFeeCents',
  'serviceFeeCents',
  'exciseCents',
  'liquidatedDamagesCents',
  'extensionServiceFeeCents',
  'actualPaidCents',
  'deductionCents',
  'couponWrittenOffCents',
] as const;
type Sums = Record<(typeof SUMMED)[number], number>;

/** The figures of some bills, one over the other. */
export function summed(figures: readonly BillFigures[]): Sums {
  const sums: Sums = {
    amountDueCents: 0,
    unpaidPrincipalCents: 0,
    interestCents: 0,
    lateFeeCents: 0,
    managementFeeCents: 0,
    serviceFeeCents: 0,
    exciseCents: 0,
    liquidatedDamagesCents: 0,
    extensionServiceFeeCents: 0,
    actualPaidCents: 0,
    deductionCents: 0,
    couponWrittenOffCents: 0,
  };
  for (const one of figures) for (const field of SUMMED) sums[field] += one[field];
  return sums;
}

/** Per loan: its bills, and their figures summed. */
export async function readLoans(db: Queryable, orderNos: readonly string[]) {
  const bills = await readBills(db, orderNos);
  const figures = new Map(
    (
      await readFigures(
        db,
        bills.map(({ billNo }) => billNo),
      )
    ).map((one) => [one.billNo, one]),
  );
  const money = new Map((await readMoney(db, orderNos)).map((one) => [one.orderNo, one]));
  const billsOf = Map.groupBy(bills, (bill) => bill.orderNo);
  return (orderNo: string) => {
    const own = billsOf.get(orderNo) ?? [];
    return {
      bills: own,
      money: money.get(orderNo),
      dueOf: (billNo: string) => figures.get(billNo)?.amountDueCents ?? 0,
      sums: summed(own.flatMap(({ billNo }) => figures.get(billNo) ?? [])),
    };
  };
}
