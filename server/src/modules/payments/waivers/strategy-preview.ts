import type { ParsedRequestOf, ReplyOf, waiverStrategy } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { AppError } from '../../../http/app-error.ts';
import type { Call } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { totalOf } from '../../platform/ledger/index.ts';
import { businessDateOf } from '../../platform/policy/index.ts';
import { mostOn, type StrategyBill } from './most-on.ts';
import { lastMonthOf } from './strategy-last-month.ts';

interface OpenBill extends StrategyBill {
  readonly customerNo: string;
}

/** In duplum, once its base is frozen: what may still be charged. A waiver changes neither. */
interface Room {
  readonly roomCents: number | null;
}

/** What keeps a bill from being asked about now. */
interface Asked {
  /** A waiver of it awaits a decision or a payment. */
  readonly isAsked: boolean;
  /** Waivers of the customer in 12 months. */
  readonly times: number;
}

/**
 * What a strategy that is being written could waive on the bills that are in collection now, and on those that were settled
 * last month beside what was waived and taken off by coupons then.
 * @throws AppError REFERENCE_UNKNOWN
 */
export async function simulateStrategy(
  { merchantNo, value }: ParsedRequestOf<typeof waiverStrategy.simulate>,
  { db, caller }: Call,
  now = new Date(),
): Promise<ReplyOf<typeof waiverStrategy.simulate>> {
  if (!seesMerchant(caller.scope, merchantNo)) throw new AppError('REFERENCE_UNKNOWN', { fields: ['merchantNo'] });
  const { rows } = await sql<
    OpenBill & Room & Asked
  >`select c.customer_no, c.case_level, b.due_date::text, o.product_no,
      case when b.in_duplum_base_cents is not null
        then greatest(b.in_duplum_base_cents - b.in_duplum_charged_cents, 0) end as room_cents,
      exists (select from deduction d where d.bill_no = b.bill_no
        and d.deduction_status in ('PENDING', 'APPROVED')) as is_asked,
      (select count(*) from deduction d join loan_order own on own.order_no = d.order_no
        where own.customer_no = c.customer_no and d.deduction_status in ('APPROVED', 'APPLIED')
          and d.created_at > ${now}::timestamptz - interval '12 months') as times,
      json_build_object('PRINCIPAL', bb.principal_cents, 'INTEREST', bb.interest_cents, 'EXCISE', bb.excise_cents,
        'SERVICE_FEE', bb.service_fee_cents, 'MANAGEMENT_FEE', bb.management_fee_cents,
        'EXTENSION_SERVICE_FEE', bb.extension_service_fee_cents, 'LIQUIDATED_DAMAGES', bb.liquidated_damages_cents,
        'LATE_FEE', bb.late_fee_cents) as outstanding
    from collection_case c join case_bill cb on cb.case_no = c.case_no
    join bill b on b.bill_no = cb.bill_no and b.bill_status = 'ACTIVE' join bill_balance bb on bb.bill_no = b.bill_no
    join loan_order o on o.order_no = c.order_no
    where c.merchant_no = ${merchantNo} and c.case_scope = 'BILL' and c.case_status in ('POOL', 'COLLECTING', 'RETAINED')
      and c.case_level = any(${[...value.caseLevels]}::text[])`.execute(db);
  const today = businessDateOf(now);
  const about = rows
    .map((bill) => ({ ...bill, waived: mostOn(value, bill, today) }))
    .filter(({ waived }) => waived > 0);
  const isUsedUp = ({ times }: Asked): boolean => times >= value.timesPerYear;
  const found = about.filter((bill) => !bill.isAsked && !isUsedUp(bill));
  const rooms = found.flatMap(({ roomCents }) => (roomCents === null ? [] : [roomCents]));
  const waivedCents = found.reduce((sum, { waived }) => sum + waived, 0);
  return {
    bills: found.length,
    borrowers: new Set(found.map(({ customerNo }) => customerNo)).size,
    owedCents: found.reduce((sum, { outstanding }) => sum + totalOf(outstanding), 0),
    waivedCents,
    atCap: found.filter(({ waived }) => waived === value.capPerBillCents).length,
    budgetDays: Math.ceil(waivedCents / value.dailyBudgetCents),
    frozenBills: rooms.length,
    roomCents: rooms.reduce((sum, cents) => sum + cents, 0),
    fullBills: rooms.filter((cents) => cents === 0).length,
    askedBills: about.filter(({ isAsked }) => isAsked).length,
    usedUpBills: about.filter((bill) => !bill.isAsked && isUsedUp(bill)).length,
    lastMonth: await lastMonthOf(db, merchantNo, value, now),
  };
}
