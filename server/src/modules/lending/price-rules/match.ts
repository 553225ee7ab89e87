import type { product, riskPricing } from '@kituo/sdk/contracts';

type Cell = riskPricing.PriceCell;

/** What of a customer decides their price. */
export interface Customer {
  /** As they were last scored; null for who never was. */
  readonly modelLevel: string | null;
  /** Loans they repaid. */
  readonly settledOrders: number;
}

/** Of the cells of one level: the highest number of loans that the customer reached, else the one for anybody. */
function byHistory(cells: readonly Cell[], settledOrders: number): Cell | null {
  const own = cells
    .filter(({ settledOrderCount: from }) => (settledOrders === 0 ? from === 0 : from > 0 && from <= settledOrders))
    .toSorted((one, other) => other.settledOrderCount - one.settledOrderCount)[0];
  return own ?? cells.find(({ settledOrderCount }) => settledOrderCount === -1) ?? null;
}

/** The cell of a product for a customer: of their own level before any level. Null where there is none. */
export function cellFor(
  cells: readonly Cell[],
  productNo: string,
  { modelLevel, settledOrders }: Customer,
): Cell | null {
  const ofLevel = (level: string | null) =>
    byHistory(
      cells.filter((cell) => cell.productNo === productNo && cell.modelLevel === level),
      settledOrders,
    );
  return (modelLevel === null ? null : ofLevel(modelLevel)) ?? ofLevel(null);
}

/** The first customer whom a priced product has no cell for, by the loans they repaid; null where there is none. */
export function missingIn(cells: readonly Cell[]): { readonly productNo: string; readonly loans: number } | null {
  for (const productNo of new Set(cells.map((cell) => cell.productNo))) {
    for (const settledOrders of [0, 1]) {
      const found = cellFor(cells, productNo, { modelLevel: null, settledOrders });
      if (found === null) return { productNo, loans: settledOrders };
    }
  }
  return null;
}

type Terms = product.ProductTerms;

/**
 * A product's terms at a cell's price: never dearer than the product, never beyond its limits. Limits move inwards to
 * the product's own steps.
 * @param vipStepUpBps what the customer's VIP level adds to limits
 */
export function priced(terms: Terms, cell: Cell, vipStepUpBps: number): Terms {
  const { minPrincipalCents: base, maxPrincipalCents } = terms;
  const step = terms.stepCents ?? 100;
  const stepUpBps = Math.min(vipStepUpBps, cell.stepUpBps);
  const raised = Math.floor((cell.maxLimitCents * (10_000 + stepUpBps)) / 10_000);
  const most = Math.min(maxPrincipalCents, raised);
  return {
    ...terms,
    minPrincipalCents: base + Math.max(0, Math.ceil((cell.minLimitCents - base) / step)) * step,
    maxPrincipalCents: most === maxPrincipalCents ? most : base + Math.floor((most - base) / step) * step,
    dailyInterestBps: Math.min(terms.dailyInterestBps, cell.dailyInterestBps),
    serviceFeeBps: Math.min(terms.serviceFeeBps, cell.serviceFeeBps),
  };
}
