import { needed } from '../../../needed.ts';
import {
  amounts,
  type Amounts,
  type Cents,
  multiplyDivideFloor,
  plus,
  shareOf,
  totalOf,
} from '../../platform/ledger/index.ts';
import { addDays, type BusinessDate } from '../../platform/policy/index.ts';
import { addMonths, annuityOf, interestFor, type InterestTerms, isByTheDay, rateOf, type Time } from './interest.ts';

/** The terms of a product version that make a repayment plan. */
export interface LoanTerms extends InterestTerms {
  /** The whole loan's days. At least one a term. */
  readonly termDays: number;
  /** Calendar months instead of days, a whole number of them a term. */
  readonly termMonths?: number | undefined;
  /** 1 for a single repayment. */
  readonly installments: number;
  /** Days before the first term begins, on top of the term. */
  readonly startGraceDays?: number | undefined;
  readonly isStartGraceFree?: boolean | undefined;
  readonly serviceFeeBps: number;
  readonly managementFeeBps: number;
  readonly serviceFeeCents?: number | undefined;
  readonly managementFeeCents?: number | undefined;
  /** Of the two fees, never of interest. */
  readonly exciseBps: number;
  /** UPFRONT keeps fees and their excise back from the payout; ON_DUE spreads them over the bills. */
  readonly feeTiming: 'UPFRONT' | 'ON_DUE';
}

export interface PlannedBill {
  readonly termNo: number;
  readonly dueDate: BusinessDate;
  /** The day before the first that bears interest. */
  readonly interestFrom: BusinessDate;
  /** What the interest is charged on; 0 where none is. */
  readonly interestBaseCents: Cents;
  /** Whether the bill's interest is its planned sum in equal days, rather than the daily rate of its base. */
  readonly isSpread: boolean;
  readonly amounts: Amounts;
}

export interface RepaymentPlan {
  readonly bills: readonly PlannedBill[];
  readonly upfront: Amounts;
  /** Principal less what is kept back. */
  readonly paidOutCents: Cents;
}

/**
 * The plan of a loan. Fees are split into equal whole cents, the last bill takes the remainder, and so it does of the
 * principal. Equal principal and annuity charge interest on the principal still out, for the time of each term; flat
 * interest is on the whole principal for all terms, in equal shares. Days before the first term add theirs to the first
 * bill, unless they are free.
 *
 * @param kept The principals of a plan that was made for another day: dates and interest alone are made anew.
 * @throws RangeError for terms that make no loan: no principal, no days, a term without principal, fees that eat the
 *   payout.
 */
export function planRepayment(
  principalCents: Cents,
  terms: LoanTerms,
  lentOn: BusinessDate,
  kept?: readonly Cents[],
): RepaymentPlan {
  const { installments, termDays } = terms;
  if (principalCents < installments || installments < 1 || termDays < installments) {
    throw new RangeError(`${principalCents} cents in ${installments} terms of ${termDays} days`);
  }
  const fees = feesOf(principalCents, terms);
  const upfront = upfrontOf(principalCents, terms);
  if (totalOf(upfront) >= principalCents) throw new RangeError('the fees eat the payout');
  const feeShares = splitAmounts(terms.feeTiming === 'ON_DUE' ? fees : amounts({}), installments);
  const { grace, times } = timesOf(terms, lentOn);
  const principals = kept ?? principalsOf(principalCents, terms, times);
  if (principals.some((principal) => principal < 1)) throw new RangeError('a term repays no principal');
  const isFlat = terms.interestMethod === 'FLAT';
  const flat = isFlat ? splitEvenly(interestFor(principalCents, terms, times), installments) : null;
  let stillOut = principalCents;
  const bills = times.map((time, index) => {
    const principal = needed(principals[index], 'a share of the principal');
    const before = index === 0 && grace !== null && terms.isStartGraceFree !== true ? [grace] : [];
    const interest =
      flat === null
        ? interestFor(stillOut, terms, [...before, time])
        : needed(flat[index], 'a share of the interest') + interestFor(principalCents, terms, before);
    const base = isFlat ? principalCents : stillOut;
    stillOut -= principal;
    return {
      termNo: index + 1,
      dueDate: time.to,
      interestFrom: before[0]?.from ?? time.from,
      interestBaseCents: rateOf(terms) === 0 ? 0 : base,
      isSpread: !isByTheDay(terms),
      amounts: plus(
        needed(feeShares[index], 'a share of the fees'),
        amounts({ PRINCIPAL: principal, INTEREST: interest }),
      ),
    };
  });
  return { bills, upfront, paidOutCents: principalCents - totalOf(upfront) };
}

/** The days before the first term, and each term's. */
function timesOf(terms: LoanTerms, lentOn: BusinessDate): { grace: Time | null; times: Time[] } {
  const { installments, termDays, termMonths, startGraceDays = 0 } = terms;
  const begin = addDays(lentOn, startGraceDays);
  const dueAfter = (term: number) =>
    termMonths === undefined
      ? addDays(begin, Math.floor((termDays * term) / installments))
      : addMonths(begin, Math.floor((termMonths * term) / installments));
  const months = termMonths === undefined ? undefined : termMonths / installments;
  const times = Array.from({ length: installments }, (_, index) => ({
    from: dueAfter(index),
    to: dueAfter(index + 1),
    months,
  }));
  return { grace: startGraceDays === 0 ? null : { from: lentOn, to: begin }, times };
}

/** What each term repays; the last takes what is left. */
function principalsOf(principalCents: Cents, terms: LoanTerms, times: readonly Time[]): Cents[] {
  if (terms.interestMethod !== 'ANNUITY') return splitEvenly(principalCents, times.length);
  const instalment = annuityOf(principalCents, terms, times);
  let stillOut = principalCents;
  return times.map((time, index) => {
    const principal =
      index === times.length - 1 ? stillOut : Math.min(stillOut, instalment - interestFor(stillOut, terms, [time]));
    stillOut -= principal;
    return principal;
  });
}

/** What is kept back of the payout. */
export function upfrontOf(principalCents: Cents, terms: LoanTerms): Amounts {
  return terms.feeTiming === 'UPFRONT' ? feesOf(principalCents, terms) : amounts({});
}

/** `parts` whole numbers of cents with this sum, all equal but the last, which takes the remainder. */
export function splitEvenly(amountCents: Cents, parts: number): Cents[] {
  const each = Math.floor(amountCents / parts);
  const last = amountCents - each * (parts - 1);
  return Array.from({ length: parts }, (_, index) => (index === parts - 1 ? last : each));
}

/**
 * The interest of one day of a term: the difference of two floors, so that the days of a term sum to its
 * interest to the cent. `day` counts from 1.
 */
export function interestOfDay(principalCents: Cents, dailyInterestBps: number, day: number): Cents {
  return shareOf(principalCents, dailyInterestBps, day) - shareOf(principalCents, dailyInterestBps, day - 1);
}

/**
 * As `interestOfDay`, of a bill whose interest is a sum: the same for each of its days, to the cent together.
 * @param days of the term.
 */
export function spreadInterestOfDay(interestCents: Cents, days: number, day: number): Cents {
  return multiplyDivideFloor(interestCents, day, days) - multiplyDivideFloor(interestCents, day - 1, days);
}

function feesOf(principalCents: Cents, terms: LoanTerms): Amounts {
  const service = shareOf(principalCents, terms.serviceFeeBps) + (terms.serviceFeeCents ?? 0);
  const management = shareOf(principalCents, terms.managementFeeBps) + (terms.managementFeeCents ?? 0);
  return amounts({
    SERVICE_FEE: service,
    MANAGEMENT_FEE: management,
    EXCISE: shareOf(service + management, terms.exciseBps),
  });
}

function splitAmounts(of: Amounts, parts: number): Amounts[] {
  const service = splitEvenly(of.SERVICE_FEE, parts);
  const management = splitEvenly(of.MANAGEMENT_FEE, parts);
  const excise = splitEvenly(of.EXCISE, parts);
  return service.map((serviceFee, index) =>
    amounts({
      SERVICE_FEE: serviceFee,
      MANAGEMENT_FEE: needed(management[index], 'a management fee'),
      EXCISE: needed(excise[index], 'an excise'),
    }),
  );
}
