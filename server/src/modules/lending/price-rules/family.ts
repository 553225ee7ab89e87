import { riskPricing } from '@kituo/sdk/contracts';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import { type ConfigFamily, refuseStrangeMerchant } from '../../platform/configuration/index.ts';
import { missingIn } from './match.ts';
import { productTermsOf } from './product-terms.ts';
import { refuseOutside } from './within-product.ts';

/** What merchants offer by risk, a matrix each; without one, products are offered at their own terms. */
export const priceFamily: ConfigFamily<riskPricing.PriceMatrix> = {
  key: riskPricing.RISK_PRICING_KEY,
  title: { en: 'Risk prices', zh: '风险定价' },
  value: riskPricing.priceMatrix,
  isPerSubject: true,
  isSeveralADay: true,
  isSavedApart: true,
  access: {
    see: { page: [riskPricing.RISK_PRICING_PAGE] },
    save: 'risk:pricing:save',
    decide: 'risk:pricing:audit',
  },
  initial: async () => await Promise.resolve(null),
  async check(db, merchantNo, { cells }) {
    await refuseStrangeMerchant(db, merchantNo);
    await refuseCells(db, merchantNo, cells);
    const missing = missingIn(cells);
    if (missing !== null) throw new AppError('PRICE_MISSING', { facts: missing, fields: ['value.cells'] });
  },
};

/** @throws AppError REFERENCE_UNKNOWN, PRODUCT_WITHOUT_TERMS, PRICE_OUTSIDE_PRODUCT beside the cell */
async function refuseCells(db: Queryable, merchantNo: string, cells: readonly riskPricing.PriceCell[]): Promise<void> {
  const numbers = cells.map(({ productNo }) => productNo);
  const known = await productTermsOf(db, numbers, new Date());
  for (const [index, cell] of cells.entries()) {
    const under = `value.cells.${index}.`;
    const found = known.get(cell.productNo);
    if (found?.merchantNo !== merchantNo) {
      throw new AppError('REFERENCE_UNKNOWN', { fields: [`${under}productNo`] });
    }
    if (found.terms === null) throw new AppError('PRODUCT_WITHOUT_TERMS', { fields: [`${under}productNo`] });
    refuseOutside(cell, found.terms, under);
  }
}
