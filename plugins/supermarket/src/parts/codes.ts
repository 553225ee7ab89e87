import type { marketProduct, marketRecommend, partner, vipLevel } from '@kituo/sdk/contracts';
import { type CodesOf, defineDictionary } from '@kituo/sdk/page';

export const REVIEW_DATA_STATUS = defineDictionary<CodesOf<typeof partner.partnerDayStatus>>('REVIEW_DATA_STATUS', {
  OPEN: 'waiting',
  CONFIRMED: 'active',
  PAID: 'good',
});
export const REVIEW_SOURCE = defineDictionary<CodesOf<typeof partner.reviewSource>>('REVIEW_SOURCE', {
  API: 'waiting',
  IMPORT: 'waiting',
  MANUAL: 'waiting',
});
export const MARKET_PRODUCT_STATUS = defineDictionary<CodesOf<typeof marketProduct.marketProductStatus>>(
  'MARKET_PRODUCT_STATUS',
  { DRAFT: 'waiting', ON_SHELF: 'good', OFF_SHELF: 'attention' },
);
export const BILLING_MODE = defineDictionary<CodesOf<typeof marketProduct.billingMode>>('BILLING_MODE', {
  CPA: 'waiting',
  CPS: 'waiting',
});
export const LINK_HEALTH = defineDictionary<CodesOf<typeof marketProduct.linkHealth>>('LINK_HEALTH', {
  UNCHECKED: 'waiting',
  HEALTHY: 'good',
  BROKEN: 'failed',
});
export const RECOMMEND_SCENE = defineDictionary<CodesOf<typeof marketRecommend.recommendScene>>('RECOMMEND_SCENE', {
  MACHINE_REFUSED: 'waiting',
  REFUSED: 'waiting',
  CREDIT_USED_UP: 'waiting',
  SETTLED: 'waiting',
  HOME: 'waiting',
});
export const RECOMMEND_ROTATION = defineDictionary<CodesOf<typeof marketRecommend.recommendRotation>>(
  'RECOMMEND_ROTATION',
  { FIXED: 'waiting', BY_APPROVAL: 'waiting' },
);
export const RECOMMEND_HIDDEN = defineDictionary<CodesOf<typeof marketRecommend.recommendHidden>>('RECOMMEND_HIDDEN', {
  OFF_SHELF: 'waiting',
  PARTNER_OFF: 'attention',
  LICENCE: 'attention',
  LINK_BROKEN: 'failed',
  CAP: 'attention',
  VIP_LEVEL: 'waiting',
  OVER_MAX: 'waiting',
});
export const VIP_SOURCE = defineDictionary<CodesOf<typeof vipLevel.vipSource>>('VIP_SOURCE', {
  RULE: 'waiting',
  MANUAL: 'active',
});
