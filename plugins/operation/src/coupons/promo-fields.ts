import type { promoCode } from '@kituo/sdk/contracts';
import {
  containing,
  count,
  day,
  defineColumns,
  defineDictionary,
  defineFilters,
  merchantOptions,
  money,
  number,
  oneOf,
  status,
  text,
  time,
  type CodesOf,
} from '@kituo/sdk/page';
import { COUPON_TYPE } from './coupon-fields.ts';

const PROMO_BATCH_STATUS = defineDictionary<CodesOf<typeof promoCode.promoBatchStatus>>('PROMO_BATCH_STATUS', {
  PENDING: 'attention',
  ENABLED: 'good',
  REJECTED: 'failed',
  DISABLED: 'waiting',
});
const PROMO_CODE_STATUS = defineDictionary<CodesOf<typeof promoCode.promoCodeStatus>>('PROMO_CODE_STATUS', {
  ENABLED: 'good',
  EXHAUSTED: 'active',
  EXPIRED: 'waiting',
  DISABLED: 'failed',
});

export const batchFilters = defineFilters({
  batchStatus: oneOf(PROMO_BATCH_STATUS),
  batchNo: containing({ example: 'PB000000001' }),
  couponTemplateNo: containing({ example: 'CT000000001' }),
  merchantNo: oneOf(merchantOptions),
});
export const batchColumns = defineColumns<promoCode.PromoBatchRow>([
  number('batchNo', { width: 130 }),
  text('couponContent', { width: 190 }),
  status('couponType', COUPON_TYPE, { width: 140 }),
  money('amountCents', { width: 120 }),
  text('ownCode', { width: 140 }),
  count('codeCount', { width: 100 }),
  count('maxRedemptions', { width: 120 }),
  count('redeemed', { width: 110 }),
  money('budgetCents', { width: 130 }),
  money('spentCents', { width: 130 }),
  money('mostCents', { width: 140 }),
  money('forecastCents', { width: 140 }),
  day('endsOn'),
  text('merchantName', { width: 140 }),
  status('batchStatus', PROMO_BATCH_STATUS, { width: 140 }),
  text('reason', { width: 200 }),
  text('makerName', { width: 140 }),
  text('checkerName', { width: 140 }),
  text('decisionReason', { width: 180 }),
  time('createdAt', { sortable: true }),
]);

export const codeFilters = defineFilters({
  promoCode: containing({ example: 'KARIBU200' }),
  batchNo: containing({ example: 'PB000000001' }),
  promoCodeStatus: oneOf(PROMO_CODE_STATUS),
  merchantNo: oneOf(merchantOptions),
});
export const codeColumns = defineColumns<promoCode.PromoCodeRow>([
  number('promoCode', { width: 150 }),
  number('batchNo', { width: 130 }),
  text('couponContent', { width: 200 }),
  count('redeemed', { width: 110, sortable: true }),
  count('maxRedemptions', { width: 120 }),
  day('endsOn'),
  status('promoCodeStatus', PROMO_CODE_STATUS, { width: 150 }),
  text('merchantName', { width: 140 }),
  number('couponTemplateNo', { width: 130 }),
]);
