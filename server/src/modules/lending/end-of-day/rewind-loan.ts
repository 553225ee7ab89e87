import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { type Bill, inDuplumOf } from '../bills/index.ts';
import { reverseEach } from '../../platform/ledger/index.ts';
import {
  addDays,
  type BusinessDate,
  daysPastDue,
  policyHistory,
  type PolicyHistory,
} from '../../platform/policy/index.ts';

interface Rewinding {
  /** The last day whose charges stay. */
  readonly through: BusinessDate;
  /** The day on which the reversals are booked: the days between are closed. */
  readonly bookedOn: BusinessDate;
  /** The payment for which it is done. */
  readonly flowNo: string;
}

interface ChargedDay {
  readonly journalId: number;
  readonly billNo: string;
  readonly lateChargesCents: number;
}

/**
 * Takes back what the end of day charged on the open bills of a loan after a day, by postings of its own, and sets the
 * bills to where they stood then: the days are charged again once the payment is placed. The bills are locked.
 * @returns whether anything had been charged.
 */
export async function rewindLoan(tx: Tx, orderNo: string, rewinding: Rewinding): Promise<boolean> {
  const { through, bookedOn, flowNo } = rewinding;
  const { rows: bills } = await sql<Bill & { isBaseInherited: boolean; firstDay: BusinessDate }>`
    select b.*, coalesce(p.in_duplum_base_cents is not null, false) as is_base_inherited,
      coalesce((o.lending_time at time zone 'Africa/Nairobi')::date, b.interest_from) as first_day
    from bill b join loan_order o using (order_no) left join bill p on p.bill_no = b.predecessor_bill_no
    where b.order_no = ${orderNo} and b.bill_status = 'ACTIVE' and b.accrued_through > ${through}
    order by b.bill_no for no key update of b`.execute(tx);
  if (bills.length === 0) return false;
  const charged = await chargedAfter(tx, bills, through);
  await reverseEach(
    tx,
    charged.map(({ journalId }) => ({
      journalId,
      businessDate: bookedOn,
      cause: { type: 'VALUE_DATE', no: flowNo },
      idempotencyKey: `value/${flowNo}`,
    })),
  );
  const policies = await policyHistory(tx);
  for (const bill of bills) {
    const lateChargesCents = charged
      .filter(({ billNo }) => billNo === bill.billNo)
      .reduce((sum, day) => sum + day.lateChargesCents, 0);
    const before = inDuplumBefore(bill, through, lateChargesCents, policies);
    await tx
      .updateTable('bill')
      .set((eb) => ({
        accruedThrough: through < bill.firstDay ? bill.firstDay : through,
        inDuplumBaseCents: before?.baseCents ?? null,
        inDuplumChargedCents: before?.chargedCents ?? null,
        chargeRound: eb('chargeRound', '+', 1),
        version: eb('version', '+', 1),
      }))
      .where('billNo', '=', bill.billNo)
      .execute();
  }
  return true;
}

/** By the day that is charged, which stands in the key: what was charged again is booked on another. */
async function chargedAfter(tx: Tx, bills: readonly Bill[], through: BusinessDate): Promise<readonly ChargedDay[]> {
  const { rows } = await sql<ChargedDay>`
    select j.journal_id, j.cause_no as bill_no, coalesce((select sum(p.amount_cents) from posting p
        where p.journal_id = j.journal_id and p.bill_no = j.cause_no
          and p.component in ('LATE_FEE', 'LIQUIDATED_DAMAGES') and j.journal_kind = p.component
          and p.account_code = 'RECEIVABLE_' || p.component), 0)::bigint as late_charges_cents
    from journal j
    where j.cause_type = 'END_OF_DAY' and j.cause_no = any(${bills.map(({ billNo }) => billNo)}::text[])
      and split_part(j.idempotency_key, '/', 3)::date > ${through}::date
      and not exists (select from journal_reversal r where r.reverses_id = j.journal_id)
    order by j.journal_id`.execute(tx);
  return rows;
}

/** The count as it stood: none before the day on which the base was frozen, else less what was charged since. */
function inDuplumBefore(
  bill: Bill & { readonly isBaseInherited: boolean },
  through: BusinessDate,
  lateChargesCents: number,
  policies: PolicyHistory,
) {
  const now = inDuplumOf(bill);
  if (now === null) return null;
  if (!bill.isBaseInherited && through < frozenOn(bill.dueDate, bill.accruedThrough, policies)) return null;
  return { ...now, chargedCents: now.chargedCents - lateChargesCents };
}

function frozenOn(dueDate: BusinessDate, last: BusinessDate, policies: PolicyHistory): BusinessDate {
  for (let date = addDays(dueDate, 1); date <= last; date = addDays(date, 1)) {
    if (daysPastDue(dueDate, date) >= policies.on(date).policy.inDuplum.nonPerformingDpd) return date;
  }
  return last;
}
