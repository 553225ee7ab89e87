import type { ParsedRequestOf, ReplyOf, riskPricing } from '@kituo/sdk/contracts';
import { AppError } from '../../../http/app-error.ts';
import type { Call } from '../../../http/implement.ts';
import { merchantsSeen, seesMerchant } from '../../../http/merchant-scope.ts';
import { totalOf } from '../../platform/ledger/index.ts';
import { configAt } from '../../platform/configuration/index.ts';
import { businessDateOf } from '../../platform/policy/index.ts';
import { planRepayment } from '../orders/index.ts';
import { cellFor, priced, priceFamily, productTermsOf } from '../price-rules/index.ts';
import { readMatrix } from './compare.ts';

/** A merchant's matrix in force, or as a version says it. @throws AppError NOT_FOUND */
export async function readPrices(
  { pricingCode, versionId }: ParsedRequestOf<typeof riskPricing.detail>,
  call: Call,
): Promise<ReplyOf<typeof riskPricing.detail>> {
  const { db, caller } = call;
  const merchant = await db
    .selectFrom('merchant')
    .select('merchantName')
    .where('merchantNo', '=', pricingCode)
    .executeTakeFirst();
  if (!merchant || !seesMerchant(caller.scope, pricingCode)) throw new AppError('NOT_FOUND');
  const shared = { pricingCode, merchantName: merchant.merchantName };
  if (versionId !== undefined) {
    const version = await readMatrix(db, versionId, call);
    if (version.subjectNo !== pricingCode) throw new AppError('NOT_FOUND');
    const { versionNo, effectiveFrom, value } = version;
    return { ...shared, versionNo, effectiveFrom, cells: [...priceFamily.value.parse(value).cells] };
  }
  const { value, versionNo, effectiveFrom } = await configAt(db, priceFamily, new Date(), pricingCode);
  return { ...shared, versionNo, effectiveFrom, cells: [...(value?.cells ?? [])] };
}

/** The products with terms, of the merchants that the caller sees. */
export async function pricedProducts(_request: object, { db, caller }: Call) {
  const merchantNos = merchantsSeen(caller.scope);
  const all = await db
    .selectFrom('loanProduct as p')
    .innerJoin('merchant as m', 'm.merchantNo', 'p.merchantNo')
    .select(['p.productNo', 'm.merchantName'])
    .$if(merchantNos !== null, (query) => query.where('p.merchantNo', 'in', [...(merchantNos ?? []), '']))
    .orderBy('m.merchantName')
    .orderBy('p.productName')
    .execute();
  const numbers = all.map(({ productNo }) => productNo);
  const known = await productTermsOf(db, numbers, new Date());
  return all.flatMap(({ productNo, merchantName }) => {
    const found = known.get(productNo);
    if (!found?.terms) return [];
    const { productName, merchantNo, terms } = found;
    const { minPrincipalCents, maxPrincipalCents, dailyInterestBps, serviceFeeBps } = terms;
    const caps = { minPrincipalCents, maxPrincipalCents, dailyInterestBps, serviceFeeBps };
    return [{ productNo, productName, merchantNo, merchantName, ...caps }];
  });
}

/** What a customer without a VIP level is offered now. @throws AppError PRODUCT_NOT_FOUND, PRODUCT_WITHOUT_TERMS */
export async function quotePrice(
  { productNo, ...customer }: ParsedRequestOf<typeof riskPricing.quote>,
  { db, caller }: Call,
): Promise<ReplyOf<typeof riskPricing.quote>> {
  const now = new Date();
  const found = (await productTermsOf(db, [productNo], now)).get(productNo);
  if (!found || !seesMerchant(caller.scope, found.merchantNo)) throw new AppError('PRODUCT_NOT_FOUND');
  if (found.terms === null) throw new AppError('PRODUCT_WITHOUT_TERMS');
  const { value, versionNo } = await configAt(db, priceFamily, now, found.merchantNo);
  const cell = cellFor(value?.cells ?? [], productNo, customer);
  const terms = cell === null ? found.terms : priced(found.terms, cell, 0);
  const { minPrincipalCents, maxPrincipalCents, dailyInterestBps, serviceFeeBps } = terms;
  const isLent = minPrincipalCents <= maxPrincipalCents;
  const plan = isLent ? planRepayment(maxPrincipalCents, terms, businessDateOf(now)) : null;
  return {
    cell,
    versionNo: cell === null ? null : versionNo,
    minPrincipalCents,
    maxPrincipalCents,
    dailyInterestBps,
    serviceFeeBps,
    paidOutCents: plan?.paidOutCents ?? null,
    repaidCents: plan?.bills.reduce((sum, { amounts }) => sum + totalOf(amounts), 0) ?? null,
  };
}
