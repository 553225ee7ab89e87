import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';

/** One bill as records show it: its state and the components that are not 0. */
interface BillFacts {
  readonly billNo: string;
  readonly billStatus: string;
  readonly outstandingCents: number;
  readonly [component: string]: string | number;
}

export interface LoanFacts {
  readonly orderStatus: string;
  readonly bills: Readonly<Record<string, BillFacts>>;
  readonly flows: Readonly<Record<string, unknown>>;
}

/** A loan with its flows, as the records of a command show it before and after. */
export async function readLoanFacts(db: Queryable, orderNo: string, flowNos: readonly string[]): Promise<LoanFacts> {
  const { rows } = await sql<LoanFacts>`
    select o.order_status,
      coalesce((select jsonb_object_agg(b.bill_no, jsonb_strip_nulls(jsonb_build_object(
          'billNo', b.bill_no, 'billStatus', b.bill_status, 'outstandingCents', x.outstanding_cents,
          'lateFeeCents', nullif(x.late_fee_cents, 0),
          'liquidatedDamagesCents', nullif(x.liquidated_damages_cents, 0),
          'extensionServiceFeeCents', nullif(x.extension_service_fee_cents, 0),
          'managementFeeCents', nullif(x.management_fee_cents, 0),
          'serviceFeeCents', nullif(x.service_fee_cents, 0),
          'exciseCents', nullif(x.excise_cents, 0), 'interestCents', nullif(x.interest_cents, 0),
          'principalCents', nullif(x.principal_cents, 0), 'claimCents', nullif(x.claim_cents, 0))))
        from bill b join bill_balance x using (bill_no) where b.order_no = o.order_no), '{}') as bills,
      coalesce((select jsonb_object_agg(f.flow_no, jsonb_build_object('flowStatus', f.flow_status,
          'writableCents', f.writable_cents, 'creditCents', f.credited_cents))
        from payment_flow f where f.flow_no = any(${[...flowNos]}::text[])), '{}') as flows
    from loan_order o where o.order_no = ${orderNo}`.execute(db);
  const [facts] = rows;
  if (!facts) throw new Error(`no order ${orderNo}`);
  return facts;
}

/** Both sides without what did not change. */
export function changed(
  before: LoanFacts,
  after: LoanFacts,
): { readonly before: Partial<LoanFacts>; readonly after: Partial<LoanFacts> } {
  const isSame = (left: unknown, right: unknown) => JSON.stringify(left) === JSON.stringify(right);
  const part = (side: LoanFacts, other: LoanFacts): Partial<LoanFacts> => ({
    ...(side.orderStatus !== other.orderStatus && { orderStatus: side.orderStatus }),
    bills: differing(side.bills, other.bills, isSame),
    flows: differing(side.flows, other.flows, isSame),
  });
  return { before: part(before, after), after: part(after, before) };
}

function differing<T>(
  side: Readonly<Record<string, T>>,
  other: Readonly<Record<string, T>>,
  isSame: (left: unknown, right: unknown) => boolean,
): Record<string, T> {
  return Object.fromEntries(Object.entries(side).filter(([key, value]) => !isSame(value, other[key])));
}
