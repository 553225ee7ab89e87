import { type product, riskPricing } from '@kituo/sdk/contracts';
import * as z from 'zod/mini';
import { nonPrincipalOf, plus } from '../../platform/ledger/index.ts';
import { planRepayment } from '../orders/index.ts';
import { cellFor, priced } from '../price-rules/index.ts';

type Cell = riskPricing.PriceCell;
type Terms = product.ProductTerms;

/** A loan that was made, and its customer as they were when they applied. */
export interface PastLoan {
  readonly customerNo: string;
  readonly productNo: string;
  /** The product’s own, of the version that the loan was made by. */
  readonly terms: Terms;
  readonly lentCents: number;
  readonly lentOn: string;
  readonly modelLevel: string | null;
  readonly settledOrders: number;
  /** Late by more than 30 days since. */
  readonly isBad: boolean;
}

/** What loans of one cell add up to; rates are sums too, so that days can be added. */
export const cellSums = z.object({
  productNo: z.string(),
  modelLevel: z.nullable(z.string()),
  settledOrderCount: z.nullable(z.number()),
  orders: z.number(),
  oldInterestBps: z.number(),
  newInterestBps: z.number(),
  oldFeeBps: z.number(),
  newFeeBps: z.number(),
  oldIncomeCents: z.number(),
  newIncomeCents: z.number(),
  oldLossCents: z.number(),
  newLossCents: z.number(),
  payMoreCents: z.number(),
  aboveMaximum: z.number(),
  belowMinimum: z.number(),
  cappedByProduct: z.number(),
});
export type CellSums = z.output<typeof cellSums>;

type Of = Pick<CellSums, 'productNo' | 'modelLevel' | 'settledOrderCount'>;
/** Whom sums are for: a cell of the version, or who has none in it. */
export const keyOf = ({ settledOrderCount, ...of }: Of): string =>
  settledOrderCount === null ? `${of.productNo} own` : riskPricing.cellKey({ ...of, settledOrderCount });

/** The terms of a customer by a matrix; VIP step-ups are left out, since no membership of that day is kept. */
function termsBy(cells: readonly Cell[], { productNo, terms, ...customer }: PastLoan) {
  const cell = cellFor(cells, productNo, customer);
  return { cell, terms: cell === null ? terms : priced(terms, cell, 0) };
}

/** What a loan of this amount brings the lender, and costs the customer, if repaid as planned. */
function planOf(lentCents: number, terms: Terms, lentOn: string): { incomeCents: number; costCents: number } {
  if (lentCents === 0) return { incomeCents: 0, costCents: 0 };
  const { bills, upfront } = planRepayment(lentCents, terms, lentOn);
  const all = bills.reduce((sum, { amounts }) => plus(sum, amounts), upfront);
  return { incomeCents: all.INTEREST + all.SERVICE_FEE + all.MANAGEMENT_FEE, costCents: nonPrincipalOf(all) };
}

/** What would be lent of what was: nothing below the minimum, no more than the maximum. */
function lentUnder({ minPrincipalCents, maxPrincipalCents }: Terms, lentCents: number): number {
  if (lentCents < minPrincipalCents || maxPrincipalCents < minPrincipalCents) return 0;
  return Math.min(lentCents, maxPrincipalCents);
}

function loanSums(loan: PastLoan, before: readonly Cell[], after: readonly Cell[]): CellSums {
  const { productNo, terms: own, lentCents, lentOn, isBad } = loan;
  const [old, next] = [termsBy(before, loan), termsBy(after, loan)];
  const [oldLent, newLent] = [lentUnder(old.terms, lentCents), lentUnder(next.terms, lentCents)];
  const isCapped =
    next.cell !== null &&
    (next.cell.dailyInterestBps > own.dailyInterestBps || next.cell.serviceFeeBps > own.serviceFeeBps);
  // Of the same amount: a smaller loan is no cheaper one.
  const dearerCents = planOf(lentCents, next.terms, lentOn).costCents - planOf(lentCents, old.terms, lentOn).costCents;
  return {
    productNo,
    modelLevel: next.cell?.modelLevel ?? null,
    settledOrderCount: next.cell?.settledOrderCount ?? null,
    orders: 1,
    oldInterestBps: old.terms.dailyInterestBps,
    newInterestBps: next.terms.dailyInterestBps,
    oldFeeBps: old.terms.serviceFeeBps,
    newFeeBps: next.terms.serviceFeeBps,
    oldIncomeCents: planOf(oldLent, old.terms, lentOn).incomeCents,
    newIncomeCents: planOf(newLent, next.terms, lentOn).incomeCents,
    oldLossCents: isBad ? oldLent : 0,
    newLossCents: isBad ? newLent : 0,
    payMoreCents: Math.max(0, dearerCents),
    aboveMaximum: Number(newLent > 0 && newLent < lentCents),
    belowMinimum: Number(newLent === 0),
    cappedByProduct: Number(isCapped),
  };
}

/** Adds sums of the same cell. */
export function added(one: CellSums, other: CellSums): CellSums {
  const { productNo, modelLevel, settledOrderCount } = one;
  return {
    productNo,
    modelLevel,
    settledOrderCount,
    orders: one.orders + other.orders,
    oldInterestBps: one.oldInterestBps + other.oldInterestBps,
    newInterestBps: one.newInterestBps + other.newInterestBps,
    oldFeeBps: one.oldFeeBps + other.oldFeeBps,
    newFeeBps: one.newFeeBps + other.newFeeBps,
    oldIncomeCents: one.oldIncomeCents + other.oldIncomeCents,
    newIncomeCents: one.newIncomeCents + other.newIncomeCents,
    oldLossCents: one.oldLossCents + other.oldLossCents,
    newLossCents: one.newLossCents + other.newLossCents,
    payMoreCents: one.payMoreCents + other.payMoreCents,
    aboveMaximum: one.aboveMaximum + other.aboveMaximum,
    belowMinimum: one.belowMinimum + other.belowMinimum,
    cappedByProduct: one.cappedByProduct + other.cappedByProduct,
  };
}

/** Sums by cell. */
export function byCell(all: readonly CellSums[]): Map<string, CellSums> {
  const sums = new Map<string, CellSums>();
  for (const one of all) {
    const before = sums.get(keyOf(one));
    sums.set(keyOf(one), before ? added(before, one) : one);
  }
  return sums;
}

/** Pure: past loans of products that either matrix prices, by what applied and by what would. */
export function backtestLoans(loans: readonly PastLoan[], before: readonly Cell[], after: readonly Cell[]) {
  const products = new Set([...before, ...after].map(({ productNo }) => productNo));
  const touched = loans.filter(({ productNo }) => products.has(productNo));
  const each = touched.map((loan) => ({ loan, sums: loanSums(loan, before, after) }));
  const payers = each
    .filter(({ sums }) => sums.payMoreCents > 0)
    .map(({ loan, sums }) => ({ cellKey: keyOf(sums), customerNo: loan.customerNo }));
  return { considered: touched.length, cells: [...byCell(each.map(({ sums }) => sums)).values()], payers };
}
