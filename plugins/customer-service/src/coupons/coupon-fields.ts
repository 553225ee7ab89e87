import { formatMoney, type useText } from '@kituo/sdk';
import { type coupon, serviceCoupon } from '@kituo/sdk/contracts';
import {
  type CodesOf,
  containing,
  count,
  dateRange,
  defineColumns,
  defineDictionary,
  defineFilters,
  merchantOptions,
  money,
  number,
  oneOf,
  remoteOptions,
  several,
  status,
  text,
  time,
  yesNo,
} from '@kituo/sdk/page';

export type ConfigRow = serviceCoupon.ConfigRow;
export type ApplicationRow = serviceCoupon.ApplicationRow;

export const COUPON_TYPE = defineDictionary<CodesOf<typeof coupon.couponType>>('COUPON_TYPE', {
  INCREASE_LOAN_LIMIT: 'waiting',
  DISCOUNT: 'waiting',
  INTEREST_DISCOUNT: 'waiting',
});
export const COUPON_STATUS = defineDictionary<CodesOf<typeof coupon.couponStatus>>('COUPON_STATUS', {
  PENDING_EFFECT: 'waiting',
  AVAILABLE: 'good',
  FROZEN: 'attention',
  USED: 'active',
  EXPIRED: 'waiting',
});
export const COUPON_APPLICATION_STATUS = defineDictionary<CodesOf<typeof coupon.couponApplicationStatus>>(
  'COUPON_APPLICATION_STATUS',
  { PENDING: 'attention', APPROVED: 'good', REJECTED: 'failed' },
);
export const SERVICE_COUPON_STATUS = defineDictionary<CodesOf<typeof serviceCoupon.configStatus>>(
  'SERVICE_COUPON_STATUS',
  { PENDING_APPROVAL: 'attention', ENABLED: 'good', DISABLED: 'waiting', REJECTED: 'failed' },
);

type Translate = ReturnType<typeof useText>;

/** When a coupon may be used, in words. */
export function conditionsOf({ useRule }: Pick<ConfigRow, 'useRule'>, t: Translate): string[] {
  const { minAmountCents, loanType, productNos } = useRule;
  const said = [
    minAmountCents === undefined ? null : t('coupons.minRule', { money: formatMoney(minAmountCents) }),
    loanType === undefined ? null : t('coupons.typeRule', { type: t(`LOAN_TYPE.${loanType}`) }),
    productNos === undefined ? null : t('coupons.productRule', { count: productNos.length }),
  ].filter((one) => one !== null);
  return said.length === 0 ? [t('coupons.anyBill')] : said;
}

export const configColumnsIn = (t: Translate) =>
  defineColumns<ConfigRow>([
    text('couponContent', { width: 200 }),
    number('configNo', { width: 110 }),
    status('configStatus', SERVICE_COUPON_STATUS, { width: 150 }),
    status('couponType', COUPON_TYPE, { width: 150 }),
    money('amountCents'),
    count('validityDays', { width: 100 }),
    several('useRule', (row) => conditionsOf(row, t), { width: 180 }),
    text('merchantName', { width: 160 }),
    count('perSendLimit', { width: 120 }),
    count('perDayLimit', { width: 120 }),
    count('perApplicationLimit', { width: 130 }),
    count('appliedToday', { width: 120 }),
    count('versionNo', { width: 80 }),
    time('effectiveFrom', { width: 165 }),
    text('makerName', { width: 150 }),
    text('checkerName', { width: 150, hidden: true }),
    number('couponTemplateNo', { width: 130, hidden: true }),
    text('decisionReason', { width: 200, hidden: true }),
    time('updatedAt', { sortable: true, width: 165 }),
  ]);
export const configFilters = defineFilters({
  couponContent: containing(),
  configStatus: oneOf(SERVICE_COUPON_STATUS),
  couponType: oneOf(COUPON_TYPE),
  merchantNo: oneOf(merchantOptions),
  updatedAt: dateRange(),
});

export const COUPON_ISSUE_STATUS = defineDictionary<CodesOf<typeof serviceCoupon.issueStatus>>('COUPON_ISSUE_STATUS', {
  ISSUED: 'good',
  PARTIAL: 'attention',
  NOT_ISSUED: 'failed',
});

export const applicationColumns = defineColumns<ApplicationRow>([
  number('couponApplicationNo', { width: 140 }),
  status('applicationStatus', COUPON_APPLICATION_STATUS, { width: 150 }),
  text('couponContent', { width: 180 }),
  status('couponType', COUPON_TYPE, { width: 150 }),
  text('customerName', { width: 150 }),
  text('phone', { mask: 'phone', width: 130 }),
  count('customerCount', { width: 100 }),
  count('quantity', { width: 110 }),
  money('amountCents'),
  money('totalCents'),
  text('reason', { width: 220 }),
  text('applicantName', { width: 150 }),
  text('decidedByName', { width: 150 }),
  text('decisionReason', { width: 200, hidden: true }),
  number('feedbackNo', { width: 130, hidden: true }),
  number('recordNo', { width: 130, hidden: true }),
  count('voucherCount', { width: 100, hidden: true }),
  number('couponNo', { width: 140 }),
  status('couponStatus', COUPON_STATUS, { width: 120 }),
  count('issuedCount', { width: 100, hidden: true }),
  count('failedCount', { width: 100, hidden: true }),
  time('createdAt', { sortable: true, width: 165 }),
  time('decidedAt', { width: 165, hidden: true }),
]);
const applicationFiltersOf = {
  phone: containing({ isPersonal: true, example: '254712345678' }),
  couponContent: containing(),
  applicationStatus: oneOf(COUPON_APPLICATION_STATUS),
  couponApplicationNo: containing({ example: 'CA000000123' }),
  couponType: oneOf(COUPON_TYPE),
  merchantNo: oneOf(merchantOptions),
  createdAt: dateRange(),
};
export const ownFilters = defineFilters({ ...applicationFiltersOf, isUnread: yesNo() });
/** Of everybody’s, by who applied, too. */
export const auditFilters = defineFilters({
  ...applicationFiltersOf,
  applicantUserNo: oneOf(remoteOptions(serviceCoupon.applicants, (all) => all)),
});
