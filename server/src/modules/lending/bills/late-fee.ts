import { amounts, type Amounts, type Cents, minus, plus, shareOf } from '../../platform/ledger/index.ts';
import { addDays, type BusinessDate, daysPastDue } from '../../platform/policy/index.ts';
import { type Charge, chargeWithin, freezeInDuplum, type InDuplum } from './in-duplum.ts';

export interface LateFeePolicy {
  readonly lateFeeBps: number;
  /** Of the overdue principal, once: on the first day after grace. */
  readonly liquidatedDamagesBps?: number | undefined;
  /** Days past due that cost nothing. */
  readonly graceDays: number;
  /** The days past due at which a bill is non-performing; 1 unless configured otherwise. */
  readonly nonPerformingDpd: number;
}

/** `⌊overdue principal × bps ÷ 10,000⌋`, the fee of one day after grace; 0 on any other day. */
export function lateFeeOf(
  overduePrincipalCents: Cents,
  dpd: number,
  policy: Pick<LateFeePolicy, 'lateFeeBps' | 'graceDays'>,
): Cents {
  return dpd > Math.max(0, policy.graceDays) ? shareOf(overduePrincipalCents, policy.lateFeeBps) : 0;
}

/** `⌊overdue principal × bps ÷ 10,000⌋` on the first day after grace; 0 on any other day. */
export function liquidatedDamagesOf(
  overduePrincipalCents: Cents,
  dpd: number,
  { liquidatedDamagesBps = 0, graceDays }: Pick<LateFeePolicy, 'liquidatedDamagesBps' | 'graceDays'>,
): Cents {
  return dpd === Math.max(0, graceDays) + 1 ? shareOf(overduePrincipalCents, liquidatedDamagesBps) : 0;
}

export interface OverdueBill {
  readonly dueDate: BusinessDate;
  readonly outstanding: Amounts;
  readonly inDuplum: InDuplum | null;
}

/** What one business date does to one bill. */
export interface OverdueDay {
  readonly date: BusinessDate;
  /** Comes off because the base was frozen that day below what was charged; mostly nothing. */
  readonly excess: Amounts;
  readonly charge: Charge;
  /** What would have been charged without the bound of in duplum. */
  readonly wanted: Amounts;
  readonly after: OverdueBill;
}

/** One end of day of one bill: freeze the base where it is due, then charge the day's late fee and, once, the damages. */
export function overdueDay(bill: OverdueBill, date: BusinessDate, policy: LateFeePolicy): OverdueDay {
  const dpd = daysPastDue(bill.dueDate, date);
  const freezes = bill.inDuplum === null && dpd >= policy.nonPerformingDpd;
  const frozen = freezes ? freezeInDuplum(bill.outstanding) : null;
  const excess = frozen?.excess ?? amounts({});
  const outstanding = minus(bill.outstanding, excess);
  const wanted = amounts({
    LATE_FEE: lateFeeOf(outstanding.PRINCIPAL, dpd, policy),
    LIQUIDATED_DAMAGES: liquidatedDamagesOf(outstanding.PRINCIPAL, dpd, policy),
  });
  const charge = chargeWithin(frozen?.state ?? bill.inDuplum, outstanding, wanted);
  const after = {
    dueDate: bill.dueDate,
    outstanding: plus(outstanding, charge.accrued),
    inDuplum: charge.state,
  };
  return { date, excess, charge, wanted, after };
}

/** Every day after `lastDone` up to `through`, one by one: a missed day is caught up, none is done twice. */
export function catchUp(
  bill: OverdueBill,
  lastDone: BusinessDate,
  through: BusinessDate,
  policy: LateFeePolicy,
): OverdueDay[] {
  const days: OverdueDay[] = [];
  let state = bill;
  for (let date = addDays(lastDone, 1); date <= through; date = addDays(date, 1)) {
    const day = overdueDay(state, date, policy);
    days.push(day);
    state = day.after;
  }
  return days;
}
