import { needed } from '../../../needed.ts';
import { amounts, type Amounts, type Cents, plus, shareOf, totalOf } from '../../platform/ledger/index.ts';
import { addDays, type BusinessDate } from '../../platform/policy/index.ts';

/** The terms of a product version that make a repayment plan. */
export interface LoanTerms {
  /** The whole loan's days. At least one a term. */
  readonly termDays: number;
  /** 1 for a single repayment. */
  readonly installments: number;
  readonly dailyInterestBps: number;
  readonly serviceFeeBps: number;
  readonly managementFeeBps: number;
  /** Of the two fees, never of interest. */
  readonly exciseBps: number;
  /** UPFRONT keeps fees and their excise back from the payout; ON_DUE spreads them over the bills. */
  readonly feeTiming: 'UPFRONT' | 'ON_DUE';
}

export interface PlannedBill {
  readonly termNo: number;
  readonly dueDate: BusinessDate;
  readonly amounts: Amounts;
}

export interface RepaymentPlan {
  readonly bills: readonly PlannedBill[];
  readonly upfront: Amounts;
  /** Principal less what is kept back. */
  readonly paidOutCents: Cents;
}

/**
 * The plan of a loan. Principal and fees are split into equal whole cents, the last bill takes the
 * remainder; interest is charged on the principal still out, for the days of each term.
 *
 * @throws RangeError for terms that make no loan: no principal, no days, fees that eat the payout.
 */
export function planRepayment(principalCents: Cents, terms: LoanTerms, lentOn: BusinessDate): RepaymentPlan {
  const { installments, termDays } = terms;
  if (principalCents < installments || installments < 1 || termDays < installments) {
    throw new RangeError(`${principalCents} cents in ${installments} terms of ${termDays} days`);
  }
  const fees = feesOf(principalCents, terms);
  const upfront = upfrontOf(principalCents, terms);
  if (totalOf(upfront) >= principalCents) throw new RangeError('the fees eat the payout');
  const principals = splitEvenly(principalCents, installments);
  const feeShares = splitAmounts(terms.feeTiming === 'ON_DUE' ? fees : amounts({}), installments);
  let stillOut = principalCents;
  const bills = principals.map((principal, index) => {
    const days = dueAfter(index + 1) - dueAfter(index);
    const interest = shareOf(stillOut, terms.dailyInterestBps, days);
    stillOut -= principal;
    return {
      termNo: index + 1,
      dueDate: addDays(lentOn, dueAfter(index + 1)),
      amounts: plus(
        needed(feeShares[index], 'a share of the fees'),
        amounts({ PRINCIPAL: principal, INTEREST: interest }),
      ),
    };
  });
  return { bills, upfront, paidOutCents: principalCents - totalOf(upfront) };

  function dueAfter(term: number): number {
    return Math.floor((termDays * term) / installments);
  }
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

function feesOf(principalCents: Cents, terms: LoanTerms): Amounts {
  const service = shareOf(principalCents, terms.serviceFeeBps);
  const management = shareOf(principalCents, terms.managementFeeBps);
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
