import { formatCount } from '@kituo/sdk';
import { auditOrder, payoutOrder } from '@kituo/sdk/contracts';
import {
  containing,
  count,
  dateRange,
  defineColumns,
  defineFilters,
  dictionaryOptions,
  merchantOptions,
  money,
  number,
  oneOf,
  remoteOptions,
  several,
  status,
  text,
  time,
  tree,
} from '@kituo/sdk/page';
import { HOLD_REASON, LENDING_CHANNEL, PAYOUT_ORDER_STATUS, PAYOUT_STATUS, PAYOUT_TYPE } from '../parts/codes.ts';

export type LoanRow = payoutOrder.PayoutOrderRow;

/** The groups that a passed order can be in, each with its states. */
const statuses = remoteOptions(
  auditOrder.statusTypeGroups,
  (groups) =>
    groups
      .filter(({ orderStatusType: { value } }) => value in payoutOrder.PAYOUT_STATUS_TYPES)
      .map(({ orderStatusType, orderStatus }) => ({ ...orderStatusType, children: orderStatus })),
  'payout',
);

export const loanFilters = defineFilters({
  orderNo: containing({ example: 'LO0000012345' }),
  payoutStatus: oneOf(PAYOUT_STATUS),
  holdReason: oneOf(HOLD_REASON),
  orderStatus: tree(statuses),
  lendingTime: dateRange(),
  phone: containing({ isPersonal: true, example: '254712345678' }),
  idCardNo: containing({ isPersonal: true, example: '12345678' }),
  merchantNo: oneOf(merchantOptions),
  disbursementCode: containing({ example: 'SGR7XK21QP' }),
  thirdPartyOrderNo: containing(),
  payoutType: oneOf(PAYOUT_TYPE),
  lendingChannel: oneOf(dictionaryOptions('LENDING_CHANNEL', { withRetired: true })),
  failCode: containing(),
});

/** `1+: 40 / 600`: settled loans of the row, admitted today of its limit; `*` is anybody. */
export function limitText({ settledOrderCount: settled, dailyLimit, admittedToday }: payoutOrder.Admission): string {
  const row = settled === 0 ? '0' : settled < 0 ? '*' : `${settled}+`;
  return `${row}: ${admittedText({ dailyLimit, admittedToday })}`;
}

/** Applications of today, of so many that may come. */
export function admittedText({
  dailyLimit,
  admittedToday,
}: Pick<payoutOrder.Admission, 'dailyLimit' | 'admittedToday'>): string {
  return formatCount(admittedToday) + (dailyLimit < 0 ? '' : ` / ${formatCount(dailyLimit)}`);
}

export const loanColumns = defineColumns<LoanRow>([
  number('orderNo', { width: 150 }),
  text('customerName', { width: 160, mask: 'text' }),
  text('phone', { width: 130, mask: 'phone' }),
  text('payoutAccount', { width: 150 }),
  money('approvedAmountCents', { sortable: true, width: 150 }),
  money('actualLoanAmountCents', { width: 150 }),
  status('lendingChannel', LENDING_CHANNEL, { width: 120 }),
  status('payoutStatus', PAYOUT_STATUS, { width: 150 }),
  text('failReason', { width: 210 }),
  status('holdReason', HOLD_REASON, { width: 130 }),
  several('trafficLimit', ({ trafficLimit }) => (trafficLimit ? [limitText(trafficLimit)] : []), { width: 150 }),
  count('attemptCount', { width: 90 }),
  time('auditTime', { sortable: true, width: 165 }),
  time('lendingTime', { sortable: true, width: 165 }),
  status('orderStatus', PAYOUT_ORDER_STATUS, { width: 190 }),
  text('merchantName', { width: 150, hidden: true }),
  number('thirdPartyOrderNo', { width: 150, hidden: true }),
  status('payoutType', PAYOUT_TYPE, { width: 130, hidden: true }),
]);
