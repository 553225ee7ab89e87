import { reReviewFamilies } from './modules/re-reviews/index.ts';
import { reviewFamilies } from './modules/review-config/index.ts';
import { autoWriteOffFamily } from './modules/payments/index.ts';
import { autoSettleFamily } from './modules/write-offs/index.ts';
import { lendingLimitFamily } from './modules/lending-limits/index.ts';
import { autoCancelFamily } from './modules/disbursements/index.ts';
import { divisionFamily } from './modules/collections/index.ts';
import { productTermsFamily } from './modules/products/index.ts';
import {
  createConfigFamilies,
  houseFamilies,
  regulatoryFamilies,
} from './modules/configuration/index.ts';

/** Everything that is configured by versions, each from a day on. */
export const configFamilies = createConfigFamilies([
  ...houseFamilies,
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
