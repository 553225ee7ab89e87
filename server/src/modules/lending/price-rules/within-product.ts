import type { product, riskPricing } from '@kituo/sdk/contracts';
import { AppError } from '../../../http/app-error.ts';
import { priced } from './match.ts';

type Cell = riskPricing.PriceCell;

const kes = (cents: number): string => `KES ${cents / 100}`;

/** A price that the product does not allow, at its field. @throws AppError PRICE_OUTSIDE_PRODUCT */
export function refuseOutside(cell: Cell, terms: product.ProductTerms, under = ''): void {
  const { productNo } = cell;
  const refuse = (field: keyof Cell, least: string, most: string) =>
    new AppError('PRICE_OUTSIDE_PRODUCT', { facts: { productNo, least, most }, fields: [`${under}${field}`] });
  for (const field of ['dailyInterestBps', 'serviceFeeBps'] as const) {
    if (cell[field] > terms[field]) throw refuse(field, '0', String(terms[field]));
  }
  const { minPrincipalCents, maxPrincipalCents } = terms;
  const bounds = [kes(minPrincipalCents), kes(maxPrincipalCents)] as const;
  if (cell.minLimitCents < minPrincipalCents) throw refuse('minLimitCents', ...bounds);
  if (cell.maxLimitCents > maxPrincipalCents) throw refuse('maxLimitCents', ...bounds);
  // Between two steps of the product nothing could be lent.
  const offered = priced(terms, cell, 0);
  if (offered.minPrincipalCents > offered.maxPrincipalCents) throw refuse('maxLimitCents', ...bounds);
}
