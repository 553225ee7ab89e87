import type { flow, ReplyOf } from '@kituo/sdk/contracts';
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import type { Schema } from '../../../db/schema.ts';
import type { Caller } from '../../../http/implement.ts';
import { ordersWithin } from '../../lending/orders/index.ts';
import { maskName, maskPhone } from '../../platform/masking/index.ts';

type Candidate = ReplyOf<typeof flow.unmatched>['rows'][number]['candidates'][number];

/** What is known of a payment that nobody claimed. */
interface Unmatched {
  readonly flowNo: string;
  readonly orderNo: string | null;
  readonly payerPhone: string | null;
  readonly accountReference: string | null;
  readonly writableCents: number;
}

/** Which loans are proposed at all. */
type Among = (eb: ExpressionBuilder<Schema, 'loanOrder'>) => Expression<SqlBool>;

/** Loans shown a payment. */
const SHOWN = 10;

const referenceOf = ({ accountReference }: Unmatched) => (accountReference ?? '').toUpperCase().replaceAll(' ', '');

/**
 * Open loans that payments may be for, by payment: the payer's phone, the reference or one digit off it, the exact payoff. All
 * payments of a page are looked up together and by one index each: a condition with OR reads every open loan, payment by payment.
 */
export async function candidatesOf(
  db: Queryable,
  flows: readonly Unmatched[],
  caller: Caller,
  isAmong: Among = (eb) => eb.lit(true),
): Promise<Map<string, Candidate[]>> {
  const asked = flows.map((row) => {
    const reference = referenceOf(row);
    return { row, reference, near: nearOf(reference) };
  });
  const pairs = await pairsOf(db, asked);
  const orders = await openOrders(db, [...new Set(pairs.map(({ orderNo }) => orderNo))], caller, isAmong);
  const hides = caller.isMasked || caller.maskedFields.has('customerName');
  const found = Map.groupBy(pairs, ({ flowNo }) => flowNo);
  return new Map(
    asked.map(({ row, reference, near }) => [
      row.flowNo,
      (found.get(row.flowNo) ?? [])
        .flatMap(({ orderNo }) => orders.get(orderNo) ?? [])
        .map(({ orderNo, repaymentCode, virtualNo, customerName, phone, payoffCents }) => {
          const because: Candidate['because'] = [];
          const codes = [repaymentCode, virtualNo ?? ''];
          if (codes.includes(reference)) because.push('REFERENCE');
          else if (codes.some((code) => near.includes(code))) because.push('REFERENCE_NEAR');
          if (phone === row.payerPhone) because.push('SAME_PHONE');
          if (payoffCents === row.writableCents) because.push('EQUALS_PAYOFF');
          const name = hides ? maskName(customerName) : customerName;
          return { orderNo, customerName: name, phone: maskPhone(phone), payoffCents, because };
        })
        .toSorted((a, b) => b.because.length - a.because.length || (a.orderNo < b.orderNo ? -1 : 1))
        .slice(0, SHOWN),
    ]),
  );
}

interface Asked {
  readonly row: Unmatched;
  readonly reference: string;
  readonly near: readonly string[];
}

/** Which loans each payment leads to, open or not. */
async function pairsOf(db: Queryable, asked: readonly Asked[]) {
  if (asked.length === 0) return [];
  const codes = asked.flatMap(({ row: { flowNo }, reference, near }) =>
    [reference, ...near].filter((code) => code !== '').map((code) => ({ flowNo, code })),
  );
  const phones = asked.flatMap(({ row: { flowNo, payerPhone } }) =>
    payerPhone === null ? [] : [{ flowNo, phone: payerPhone }],
  );
  const named = asked.flatMap(({ row: { flowNo, orderNo } }) => (orderNo === null ? [] : [{ flowNo, orderNo }]));
  const { rows } = await sql<{ flowNo: string; orderNo: string }>`
    with by_code as materialized (select * from unnest(${codes.map(({ flowNo }) => flowNo)}::text[],
        ${codes.map(({ code }) => code)}::text[]) as t (flow_no, code)),
      by_phone as materialized (select * from unnest(${phones.map(({ flowNo }) => flowNo)}::text[],
        ${phones.map(({ phone }) => phone)}::text[]) as t (flow_no, phone))
    select c.flow_no, o.order_no from by_code c join loan_order o on o.repayment_code = c.code
    union select c.flow_no, v.order_no from by_code c join virtual_account v on v.virtual_no = c.code
    union select p.flow_no, o.order_no from by_phone p join customer k on k.phone = p.phone
      join loan_order o on o.customer_no = k.customer_no
    union select * from unnest(${named.map(({ flowNo }) => flowNo)}::text[],
      ${named.map(({ orderNo }) => orderNo)}::text[]) as t (flow_no, order_no)
    order by 1, 2`.execute(db);
  return rows;
}

/** Of these loans those that run and that the caller sees, with what settles each. */
async function openOrders(db: Queryable, orderNos: readonly string[], caller: Caller, isAmong: Among) {
  if (orderNos.length === 0) return new Map<string, never>();
  const owed = sql<number>`coalesce((select sum(x.outstanding_cents) from bill b
    join bill_balance x using (bill_no) where b.order_no = loan_order.order_no), 0)::bigint`;
  const rows = await db
    .selectFrom('loanOrder')
    .innerJoin('customer', 'customer.customerNo', 'loanOrder.customerNo')
    .leftJoin('virtualAccount as v', 'v.orderNo', 'loanOrder.orderNo')
    .select(['loanOrder.orderNo', 'repaymentCode', 'v.virtualNo', 'customerName', 'phone'])
    .select(owed.as('payoffCents'))
    .where('orderStatus', '=', 'DISBURSED')
    .where(sql<boolean>`loan_order.order_no = any(${[...orderNos]}::text[])`)
    .where(ordersWithin(caller.scope))
    .where(isAmong)
    .execute();
  return new Map(rows.map((row) => [row.orderNo, row]));
}

/** What somebody may have meant who typed one digit wrong. */
function nearOf(reference: string): string[] {
  if (!/^[0-9A-Z]{6,13}$/.test(reference)) return [];
  return [...reference].flatMap((typed, at) =>
    /\d/.test(typed)
      ? [...'0123456789']
          .filter((digit) => digit !== typed)
          .map((digit) => reference.slice(0, at) + digit + reference.slice(at + 1))
      : [],
  );
}
