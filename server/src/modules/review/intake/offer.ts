import type { intake, ParsedRequestOf, ReplyOf } from '@kituo/sdk/contracts';
import { AppError } from '../../../http/app-error.ts';
import type { Call } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import {
  isStep,
  loanExample,
  offerOf,
  type ProductTerms,
  rateOf,
  refuseAboveCaps,
} from '../../lending/orders/index.ts';
import { businessDateOf } from '../../platform/policy/index.ts';

const isOffered = (cents: number, terms: ProductTerms): boolean =>
  cents >= terms.minPrincipalCents && cents <= terms.maxPrincipalCents && isStep(cents, terms);

/** What the app shows before a customer applies: the terms that an application would have now. */
export async function readOffer(
  request: ParsedRequestOf<typeof intake.offer>,
  { db, caller }: Call,
): Promise<ReplyOf<typeof intake.offer>> {
  const customer = await db
    .selectFrom('customer')
    .select('merchantNo')
    .where('customerNo', '=', request.customerNo)
    .executeTakeFirst();
  if (!customer || !seesMerchant(caller.scope, customer.merchantNo)) throw new AppError('CUSTOMER_NOT_FOUND');
  const at = new Date();
  const { merchantNo, offer } = await offerOf(db, request, at);
  // A merchant lends to its own customers.
  if (merchantNo !== customer.merchantNo) throw new AppError('PRODUCT_NOT_FOUND');
  const { terms, pricingVersionNo } = offer;
  const { minPrincipalCents, maxPrincipalCents, stepCents = null, termDays, installments, feeTiming } = terms;
  const { dailyInterestBps, serviceFeeBps, managementFeeBps, exciseBps } = terms;
  const { principalCents = maxPrincipalCents } = request;
  // Between two steps of a price nothing may be left to lend.
  const isLent = minPrincipalCents <= maxPrincipalCents;
  const isAsked = request.principalCents !== undefined;
  if ((isLent || isAsked) && !isOffered(principalCents, terms)) {
    throw new AppError('AMOUNT_INVALID', { fields: ['principalCents'] });
  }
  await refuseAboveCaps(db, terms, businessDateOf(at));
  return {
    minPrincipalCents,
    maxPrincipalCents,
    stepCents,
    termDays,
    termMonths: terms.termMonths ?? null,
    installments,
    feeTiming,
    interestMethod: terms.interestMethod ?? 'EQUAL_PRINCIPAL',
    rateUnit: terms.rateUnit ?? 'DAILY',
    interestBps: rateOf(terms),
    dayCount: terms.dayCount ?? 'ACTUAL_365',
    dailyInterestBps,
    startGraceDays: terms.startGraceDays ?? 0,
    isStartGraceFree: terms.isStartGraceFree ?? false,
    serviceFeeBps,
    managementFeeBps,
    serviceFeeCents: terms.serviceFeeCents ?? 0,
    managementFeeCents: terms.managementFeeCents ?? 0,
    exciseBps,
    pricingVersionNo,
    example: isLent ? loanExample(principalCents, terms, businessDateOf(at)) : null,
  };
}
