import type { intake, ParsedRequestOf, ReplyOf } from '@kituo/sdk/contracts';
import { AppError } from '../../../http/app-error.ts';
import type { Call } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { offerOf } from '../../lending/orders/index.ts';

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
  const { merchantNo, offer } = await offerOf(db, request, new Date());
  // A merchant lends to its own customers.
  if (merchantNo !== customer.merchantNo) throw new AppError('PRODUCT_NOT_FOUND');
  const { terms, pricingVersionNo } = offer;
  const { minPrincipalCents, maxPrincipalCents, stepCents = null, termDays, installments, feeTiming } = terms;
  const { dailyInterestBps, serviceFeeBps, managementFeeBps, exciseBps } = terms;
  return {
    minPrincipalCents,
    maxPrincipalCents,
    stepCents,
    termDays,
    installments,
    feeTiming,
    dailyInterestBps,
    serviceFeeBps,
    managementFeeBps,
    exciseBps,
    pricingVersionNo,
  };
}
