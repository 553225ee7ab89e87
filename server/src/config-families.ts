import { reReviewFamilies } from './modules/review/re-reviews/index.ts';
import { reviewFamilies } from './modules/review/review-config/index.ts';
import { autoWriteOffFamily } from './modules/payments/payments/index.ts';
import { autoSettleFamily } from './modules/payments/auto-write-off/index.ts';
import { lendingLimitFamily } from './modules/lending/lending-limits/index.ts';
import { autoCancelFamily } from './modules/payments/disbursements/index.ts';
import { divisionFamily } from './modules/collections/collections/index.ts';
import { productTermsFamily } from './modules/lending/products/index.ts';
import { createConfigFamilies, policyFamilies, regulatoryFamilies } from './modules/platform/configuration/index.ts';

/** Everything that is configured by versions, each from a day on. */
export const configFamilies = createConfigFamilies([
  ...policyFamilies,
  ...reviewFamilies,
  ...reReviewFamilies,
  autoCancelFamily,
  lendingLimitFamily,
  autoWriteOffFamily,
  autoSettleFamily,
  divisionFamily,
  productTermsFamily,
  ...regulatoryFamilies,
]);
