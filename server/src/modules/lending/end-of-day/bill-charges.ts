import { type Bill, inDuplumOf, overdueDay } from '../bills/index.ts';
import {
  type Amounts,
  amounts,
  billPostings,
  mirrored,
  type NewJournal,
  partsOf,
  plus,
} from '../../platform/ledger/index.ts';
import { interestOfDay, type ProductTerms, rateOf, spreadInterestOfDay } from '../orders/index.ts';
import { addDays, type BusinessDate, daysBetween, type PolicyHistory } from '../../platform/policy/index.ts';

/** A bill with all that its charges are made of, under lock. */
export interface ChargedBill {
  readonly bill: Bill;
  readonly outstanding: Amounts;
  readonly terms: ProductTerms;
  /** Of the product, or of the due-date rule at disbursement where it gives more. */
  readonly graceDays: number;
  /** `PR0001@2`: the product's version, which its journals name as their rule. */
  readonly rule: string;
}

/** What the days after the last done one, up to a day, make of a bill. */
export interface BillCharges {
  readonly billNo: string;
  readonly days: readonly BusinessDate[];
  readonly journals: readonly NewJournal[];
  readonly inDuplum: ReturnType<typeof inDuplumOf>;
}

/**
 * The interest of each day while the term runs, then after grace late fees and, once, liquidated damages, within in duplum. A day's journals
 * carry the bill and the day as their key, so that no day is ever charged twice; taken back for a payment that was told
 * late, it is charged in another round.
 */
export function chargesOf(
  { bill, outstanding, terms, graceDays, rule }: ChargedBill,
  policies: PolicyHistory,
  through: BusinessDate,
  bookedOn?: BusinessDate,
): BillCharges {
  const { billNo } = bill;
  const journals: NewJournal[] = [];
  const days: BusinessDate[] = [];
  let state: State = { dueDate: bill.dueDate, outstanding, inDuplum: inDuplumOf(bill) };
  for (let date = addDays(bill.accruedThrough, 1); date <= through; date = addDays(date, 1)) {
    const write = journalWriter(bill, date, journals, bookedOn);
    const interest = interestOf(bill, terms, date);
    if (interest > 0) {
      const accrued = amounts({ INTEREST: interest });
      write('INTEREST', billPostings.accrual({ billNo, accrued }), rule, formulaOf(bill, terms, date));
      state = { ...state, outstanding: plus(state.outstanding, accrued) };
    }
    if (date > bill.dueDate) state = lateDay(bill, date, { terms, graceDays, rule, state, policies, write });
    days.push(date);
  }
  return { billNo, days, journals, inDuplum: state.inDuplum };
}

interface State {
  readonly dueDate: BusinessDate;
  readonly outstanding: Amounts;
  readonly inDuplum: ReturnType<typeof inDuplumOf>;
}

type Write = (
  kind: string,
  lines: NewJournal['lines'],
  version: string,
  formula: Readonly<Record<string, unknown>>,
) => void;

function journalWriter(bill: Bill, date: BusinessDate, into: NewJournal[], bookedOn = date): Write {
  const again = bill.chargeRound > 0 ? `/${bill.chargeRound}` : '';
  return (kind, lines, version, formula) =>
    into.push({
      kind,
      lines,
      businessDate: bookedOn,
      merchantNo: bill.merchantNo,
      cause: { type: 'END_OF_DAY', no: bill.billNo },
      idempotencyKey: `eod/${bill.billNo}/${date}/${kind}${again}`,
      rule: { version, formula },
    });
}

function lateDay(
  { billNo, dueDate }: Bill,
  date: BusinessDate,
  at: {
    readonly terms: ProductTerms;
    readonly graceDays: number;
    readonly rule: string;
    readonly state: State;
    readonly policies: PolicyHistory;
    readonly write: Write;
  },
): State {
  const { terms, graceDays, rule, state, write } = at;
  const { policy, versions } = at.policies.on(date);
  const { nonPerformingDpd } = policy.inDuplum;
  const { lateFeeBps, liquidatedDamagesBps } = terms;
  const { excess, charge, wanted, after } = overdueDay(state, date, {
    lateFeeBps,
    liquidatedDamagesBps,
    graceDays,
    nonPerformingDpd,
  });
  if (partsOf(excess).length > 0) {
    const lines = mirrored(billPostings.accrual({ billNo, accrued: excess }));
    write('IN_DUPLUM', lines, versions.inDuplum, { baseCents: charge.state?.baseCents ?? null });
  }
  // A journal each, so that each says what it was made of.
  const told = { LATE_FEE: { lateFeeBps }, LIQUIDATED_DAMAGES: { liquidatedDamagesBps } } as const;
  for (const component of ['LATE_FEE', 'LIQUIDATED_DAMAGES'] as const) {
    const accruedCents = charge.accrued[component];
    if (accruedCents === 0) continue;
    write(component, billPostings.accrual({ billNo, accrued: amounts({ [component]: accruedCents }) }), rule, {
      overduePrincipalCents: state.outstanding.PRINCIPAL,
      ...told[component],
      dpd: daysBetween(dueDate, date),
      cutCents: wanted[component] - accruedCents,
    });
  }
  return after;
}

/** The day's share of the term's interest; none outside the term. */
function interestOf(bill: Bill, terms: ProductTerms, date: BusinessDate): number {
  const through = bill.interestThrough ?? bill.dueDate;
  if (bill.interestBaseCents === 0 || date <= bill.interestFrom || date > through || date > bill.dueDate) return 0;
  const day = daysBetween(bill.interestFrom, date);
  return bill.interestTotalCents === null
    ? interestOfDay(bill.interestBaseCents, terms.dailyInterestBps, day)
    : spreadInterestOfDay(bill.interestTotalCents, daysBetween(bill.interestFrom, through), day);
}

/** What the day's interest was made of, as its journal keeps it. */
function formulaOf(bill: Bill, terms: ProductTerms, date: BusinessDate): Readonly<Record<string, unknown>> {
  const day = daysBetween(bill.interestFrom, date);
  const principalCents = bill.interestBaseCents;
  if (bill.interestTotalCents === null) return { principalCents, dailyInterestBps: terms.dailyInterestBps, day };
  const { interestMethod = 'EQUAL_PRINCIPAL', rateUnit = 'DAILY' } = terms;
  const days = daysBetween(bill.interestFrom, bill.interestThrough ?? bill.dueDate);
  const interestBps = rateOf(terms);
  return {
    principalCents,
    interestMethod,
    rateUnit,
    interestBps,
    termInterestCents: bill.interestTotalCents,
    days,
    day,
  };
}
