import { marketProduct } from '@kituo/sdk/contracts';
import {
  containing,
  count,
  defineColumns,
  defineFilters,
  flag,
  money,
  number,
  oneOf,
  picture,
  remoteOptions,
  several,
  status,
  text,
  time,
} from '@kituo/sdk/page';
import { BILLING_MODE, LINK_HEALTH, MARKET_PRODUCT_STATUS } from '../parts/codes.ts';

export type ProductRow = marketProduct.MarketProductRow;

export const platformOptions = remoteOptions(marketProduct.platforms, (all) =>
  all.map(({ platformCode, platformName }) => ({ value: platformCode, label: platformName })),
);
const percent = (bps: number) => `${bps / 100}%`;

export const productFilters = defineFilters({
  productName: containing(),
  platformCode: oneOf(platformOptions),
  productStatus: oneOf(MARKET_PRODUCT_STATUS),
  marketProductNo: { ...containing({ example: 'MP000001' }), title: 'productNumber' },
  billingMode: oneOf(BILLING_MODE),
  linkHealth: oneOf(LINK_HEALTH),
  vipLevelNo: containing({ example: '2' }),
});
/** A cap reads as a number, or as none. */
export const productColumns = (unlimited: string) =>
  defineColumns<ProductRow>([
    number('marketProductNo', { width: 120, title: 'productNumber' }),
    picture('logoUrl', ({ logo, logoUrl }) => ({ address: logoUrl, text: logo?.fileName ?? '-' })),
    text('productName', { sortable: true, width: 180 }),
    text('platformName', { width: 150 }),
    money('minAmountCents', { width: 120 }),
    money('maxAmountCents', { width: 130 }),
    several('minTermDays', (row) => [`${row.minTermDays}–${row.maxTermDays}`], { width: 110 }),
    several('annualRateBps', (row) => [percent(row.annualRateBps)], { width: 110 }),
    status('billingMode', BILLING_MODE, { width: 140 }),
    money('unitPriceCents', { width: 110 }),
    several('shareBps', (row) => (row.shareBps === null ? [] : [percent(row.shareBps)]), { width: 90 }),
    several('dailyApplyCap', (row) => [row.dailyApplyCap < 0 ? unlimited : String(row.dailyApplyCap)], { width: 110 }),
    count('appliedToday', { sortable: true, width: 120 }),
    count('sort', { sortable: true, width: 80 }),
    count('vipLevelNo', { width: 90 }),
    status('linkHealth', LINK_HEALTH, { width: 120 }),
    status('productStatus', MARKET_PRODUCT_STATUS, { width: 110 }),
    flag('hasWaitingChange', { width: 130 }),
  ]);
/** What the drawer says beside that. */
export const productFacts = defineColumns<ProductRow>([
  several('otherNames', ({ otherNames }) => Object.values(otherNames)),
  text('feesText'),
  text('applyUrl'),
  time('linkCheckedAt'),
]);
