import { formatMoney, type useText } from '@kituo/sdk';
import type { coupon } from '@kituo/sdk/contracts';
import {
  CONFIG_VERSION_STATUS,
  containing,
  count,
  dateRange,
  day,
  defineColumns,
  defineDictionary,
  defineFilters,
  merchantOptions,
  money,
  number,
  oneOf,
  several,
  status,
  text,
  time,
  type CodesOf,
} from '@kituo/sdk/page';
import { percentOf } from '../products/product-fields.ts';

export type TemplateRow = coupon.TemplateRow;
export type CouponRow = coupon.CouponRow;
export type ApplicationRow = coupon.ApplicationRow;

export const COUPON_TYPE = defineDictionary<CodesOf<typeof coupon.couponType>>('COUPON_TYPE', {
  INCREASE_LOAN_LIMIT: 'active',
  DISCOUNT: 'waiting',
  INTEREST_DISCOUNT: 'waiting',
});
const COUPON_STATUS = defineDictionary<CodesOf<typeof coupon.couponStatus>>('COUPON_STATUS', {
  PENDING_EFFECT: 'waiting',
  AVAILABLE: 'good',
  FROZEN: 'attention',
  USED: 'active',
  EXPIRED: 'failed',
});
const COUPON_VIA = defineDictionary<CodesOf<typeof coupon.couponVia>>('COUPON_VIA', {
  GRANT: 'waiting',
  SERVICE: 'waiting',
  PROMO_CODE: 'active',
  ACTIVITY: 'active',
  AUTOMATIC: 'waiting',
});
const COUPON_TEMPLATE_STATUS = defineDictionary<CodesOf<typeof coupon.templateStatus>>('COUPON_TEMPLATE_STATUS', {
  PENDING: 'attention',
  ENABLED: 'good',
  REJECTED: 'failed',
  DISABLED: 'waiting',
});
const COUPON_APPLICATION_STATUS = defineDictionary<CodesOf<typeof coupon.couponApplicationStatus>>(
  'COUPON_APPLICATION_STATUS',
  { PENDING: 'attention', APPROVED: 'good', REJECTED: 'failed' },
);

export const templateFilters = defineFilters({
  couponContent: containing(),
  couponType: oneOf(COUPON_TYPE),
  templateStatus: oneOf(COUPON_TEMPLATE_STATUS),
  couponTemplateNo: containing({ example: 'CT000000001' }),
  merchantNo: oneOf(merchantOptions),
});

type Translate = ReturnType<typeof useText>;

/** When a coupon may be used, in words. */
function conditionsOf({ useRule }: Pick<TemplateRow, 'useRule'>, t: Translate): string[] {
  const { minAmountCents, loanType, productNos } = useRule;
  const said = [
    minAmountCents === undefined ? null : t('coupon.minRule', { money: formatMoney(minAmountCents) }),
    loanType === undefined ? null : t('coupon.typeRule', { type: t(`LOAN_TYPE.${loanType}`) }),
    productNos === undefined ? null : t('coupon.productRule', { count: productNos.length }),
  ].filter((one) => one !== null);
  return said.length === 0 ? [t('coupon.anyBill')] : said;
}

export const templateColumnsIn = (t: Translate) =>
  defineColumns<TemplateRow>([
    number('couponTemplateNo', { width: 130 }),
    text('couponContent', { width: 200 }),
    status('couponType', COUPON_TYPE, { width: 140 }),
    money('amountCents', { width: 120 }),
    count('discountBps', { width: 90, as: percentOf }),
    count('validityDays', { width: 100 }),
    several('useRule', (row) => conditionsOf(row, t), { width: 200 }),
    text('merchantName', { width: 140 }),
    status('templateStatus', COUPON_TEMPLATE_STATUS, { width: 140 }),
    count('versionNo', { width: 80 }),
    {
      ...status<{ openVersion: string }>('openVersion', CONFIG_VERSION_STATUS, { width: 130 }),
      valueOf: ({ openVersion }: TemplateRow) => ({
        kind: 'status',
        code: openVersion?.versionStatus ?? null,
        dictionary: CONFIG_VERSION_STATUS,
      }),
    },
    text('makerName', { width: 140 }),
    text('checkerName', { width: 140 }),
    time('createdAt', { sortable: true }),
  ]);

export const couponFilters = defineFilters({
  couponNo: containing({ example: 'CP000000001' }),
  phone: containing({ isPersonal: true, example: '254712345678' }),
  couponStatus: oneOf(COUPON_STATUS),
  couponType: oneOf(COUPON_TYPE),
  couponTemplateNo: containing({ example: 'CT000000001' }),
  issuedVia: oneOf(COUPON_VIA),
  promoCode: containing({ example: 'KARIBU200' }),
  batchNo: containing({ example: 'PB000000001' }),
  expiresAt: dateRange(),
  merchantNo: oneOf(merchantOptions),
});
export const couponColumnsIn = (t: Translate) =>
  defineColumns<CouponRow>([
    number('couponNo', { width: 130 }),
    number('couponTemplateNo', { width: 130 }),
    text('couponContent', { width: 190 }),
    status('couponType', COUPON_TYPE, { width: 140 }),
    money('amountCents', { width: 120 }),
    count('discountBps', { width: 90, as: percentOf }),
    count('validityDays', { width: 100 }),
    several('useRule', (row) => conditionsOf(row, t), { width: 200 }),
    text('phone', { reveal: { kind: 'coupon.phone', by: 'couponNo' }, width: 140, mask: 'phone' }),
    status('couponStatus', COUPON_STATUS, { width: 150 }),
    status('issuedVia', COUPON_VIA, { width: 140 }),
    text('promoCode', { width: 130 }),
    number('billNo', { width: 130 }),
    money('usedCents', { width: 120 }),
    number('heldOrderNo', { width: 130 }),
    text('freezeReason', { width: 160 }),
    day('effectiveOn'),
    time('expiresAt', { sortable: true }),
    time('issuedAt', { sortable: true }),
  ]);

export const applicationFilters = defineFilters({
  applicationStatus: oneOf(COUPON_APPLICATION_STATUS),
  merchantNo: oneOf(merchantOptions),
});
export const applicationColumns = defineColumns<ApplicationRow>([
  number('couponApplicationNo', { width: 130 }),
  number('couponTemplateNo', { width: 130 }),
  text('couponContent', { width: 190 }),
  count('customers', { width: 100 }),
  money('totalCents', { width: 140 }),
  day('effectiveOn'),
  status('applicationStatus', COUPON_APPLICATION_STATUS, { width: 140 }),
  text('applicantName', { width: 150 }),
  text('reason', { width: 200 }),
  text('decidedByName', { width: 150 }),
  time('decidedAt'),
  text('decisionReason', { width: 180 }),
  time('createdAt', { sortable: true }),
]);
