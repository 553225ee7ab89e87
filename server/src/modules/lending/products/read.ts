import { type ParsedRequestOf, product } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Caller } from '../../../http/implement.ts';
import { defineList } from '../../../lists/index.ts';
import { openVersions } from '../../platform/configuration/index.ts';
import { businessDateOf } from '../../platform/policy/index.ts';
import { loanExample } from '../orders/index.ts';
import { readProduct, versionsInForce } from './store.ts';
import { productTermsFamily, refuseFaultyTerms, subjectOf } from './terms-family.ts';

/** A column of the version in force today. */
const inForceNow = (column: 'terms' | 'effective_from') =>
  sql`(select v.${sql.raw(column)} from loan_product_version v where v.product_no = p.product_no
    and v.effective_from <= ${businessDateOf(new Date())}::date order by v.effective_from desc limit 1)`;

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
      repaymentMode: (mode) =>
        sql<boolean>`coalesce((${inForceNow('terms')} ->> 'installments')::int, 0) ${mode === 'SINGLE' ? sql`= 1` : sql`> 1`}`,
      status: (status) => (eb) => eb('p.isEnabled', '=', status === 'ENABLED'),
      versionStatus: (versionStatus) =>
        sql<boolean>`${versionStatus} = (select v.version_status from config_version_now v
          where v.config_key = ${productTermsFamily.key} and v.subject_no = p.merchant_no || '_' || p.product_no
          order by v.version_no desc limit 1)`,
      effectiveFrom: ({ from, to }) =>
        sql<boolean>`${inForceNow('effective_from')} between ${from ?? '-infinity'}::date and ${to ?? 'infinity'}::date`,
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
      const open = await openVersions(db, productTermsFamily.key, stored.map(subjectOf));
      return stored.map(({ isEnabled, ...row }) => {
        const holding = inForce.get(row.productNo);
        const actions: product.ProductRow['allowedActions'] = [];
        if (codes.has('operation:product:save')) actions.push('save', ...(holding ? (['copy'] as const) : []));
        if (codes.has('operation:product:enable') && (isEnabled || holding)) {
          actions.push(isEnabled ? 'disable' : 'enable');
        }
        return {
          ...row,
          status: isEnabled ? 'ENABLED' : 'DISABLED',
          versionNo: holding?.versionNo ?? null,
          effectiveFrom: holding?.effectiveFrom ?? null,
          terms: holding?.terms ?? null,
          repaymentMode: holding === undefined ? null : holding.terms.installments === 1 ? 'SINGLE' : 'INSTALMENT',
          openVersion: open.get(subjectOf(row)) ?? null,
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
  if (request.terms) await refuseFaultyTerms(db, request.terms, 'terms', lentOn);
  const inForce = await versionsInForce(db, [productNo], new Date());
  const terms = request.terms ?? inForce.get(productNo)?.terms;
  if (!terms) throw new AppError('PRODUCT_WITHOUT_TERMS');
  const { minPrincipalCents, maxPrincipalCents } = terms;
  if (principalCents < minPrincipalCents || principalCents > maxPrincipalCents) {
    throw new AppError('AMOUNT_INVALID', { fields: ['principalCents'] });
  }
  return loanExample(principalCents, terms, lentOn);
}
