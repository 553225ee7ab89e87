import { type ParsedRequestOf, product } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Caller } from '../../../http/implement.ts';
import { defineList } from '../../../lists/index.ts';
import { totalOf } from '../../platform/ledger/index.ts';
import { planRepayment } from '../orders/index.ts';
import { readProduct, versionsInForce } from './store.ts';
import { refuseFaultyTerms } from './terms-family.ts';

/** Loan products, with the terms in force. */
export const products = defineList(
  product.page,
  (db) => db.selectFrom('loanProduct as p').innerJoin('merchant as m', 'm.merchantNo', 'p.merchantNo'),
  (by) => ({
    scope: by.ofMerchants('p.merchantNo'),
    key: 'p.productNo',
    missing: 'PRODUCT_NOT_FOUND',
    filters: {
      productNo: by.is('p.productNo'),
      productName: by.contains('p.productName'),
      merchantNo: by.is('p.merchantNo'),
      status: (status) => (eb) => eb('p.isEnabled', '=', status === 'ENABLED'),
    },
    sorts: { productNo: 'p.productNo', productName: 'p.productName' },
    first: [['p.productNo', 'asc']],
    select: (query) =>
      query
        .selectAll('p')
        .select('m.merchantName')
        .select(
          sql<number>`(select count(*)::int from loan_order o where o.product_no = p.product_no
            and o.order_status in ('DISBURSING', 'DISBURSED'))`.as('openOrders'),
        ),
    async rows(stored, { db, caller: { codes } }) {
      const numbers = stored.map(({ productNo }) => productNo);
      const inForce = await versionsInForce(db, numbers, new Date());
      return stored.map(({ isEnabled, ...row }) => {
        const holding = inForce.get(row.productNo);
        const actions: product.ProductRow['allowedActions'] = [];
        if (codes.has('operation:product:save')) actions.push('save');
        if (codes.has('operation:product:enable') && (isEnabled || holding)) {
          actions.push(isEnabled ? 'disable' : 'enable');
        }
        return {
          ...row,
          status: isEnabled ? 'ENABLED' : 'DISABLED',
          versionNo: holding?.versionNo ?? null,
          effectiveFrom: holding?.effectiveFrom ?? null,
          terms: holding?.terms ?? null,
          allowedActions: actions,
        };
      });
    },
  }),
);

/** @throws AppError PRODUCT_NOT_FOUND, PRODUCT_WITHOUT_TERMS, AMOUNT_INVALID; BAD_REQUEST for terms no version may have */
export async function quotePlan(db: Queryable, { scope }: Caller, request: ParsedRequestOf<typeof product.quote>) {
  const { productNo, principalCents, lentOn } = request;
  await readProduct(db, productNo, scope);
  if (request.terms) refuseFaultyTerms(request.terms, 'terms');
  const inForce = await versionsInForce(db, [productNo], new Date());
  const terms = request.terms ?? inForce.get(productNo)?.terms;
  if (!terms) throw new AppError('PRODUCT_WITHOUT_TERMS');
  const { minPrincipalCents, maxPrincipalCents } = terms;
  if (principalCents < minPrincipalCents || principalCents > maxPrincipalCents) {
    throw new AppError('AMOUNT_INVALID', { fields: ['principalCents'] });
  }
  const plan = planRepayment(principalCents, terms, lentOn);
  return {
    paidOutCents: plan.paidOutCents,
    bills: plan.bills.map(({ termNo, dueDate, amounts }) => ({
      termNo,
      dueDate,
      totalCents: totalOf(amounts),
    })),
  };
}
