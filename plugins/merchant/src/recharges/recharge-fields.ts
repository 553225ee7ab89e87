import { prepaid } from '@kituo/sdk/contracts';
import {
  containing,
  dateRange,
  defineColumns,
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
} from '@kituo/sdk/page';
import { RECHARGE_CHANNEL, RECHARGE_STATUS } from '../parts/codes.ts';

export type RechargeRow = prepaid.RechargeRow;

const people = remoteOptions(prepaid.rechargePeople, (all) =>
  all.map(({ userNo, realName }) => ({ value: userNo, label: realName })),
);

export const rechargeFilters = defineFilters({
  merchantNo: oneOf(merchantOptions),
  rechargeStatus: oneOf(RECHARGE_STATUS),
  paidAt: dateRange(),
  rechargeNo: containing({ example: 'RC000000001' }),
  paymentCode: containing({ example: 'SGR7XK21QP' }),
  paymentChannel: oneOf(RECHARGE_CHANNEL),
  applicantUserNo: oneOf(people),
});
export const rechargeColumns = defineColumns<RechargeRow>([
  number('rechargeNo', { width: 130 }),
  text('merchantName', { width: 170 }),
  money('amountCents', { sortable: true, width: 140 }),
  status('rechargeStatus', RECHARGE_STATUS, { width: 150 }),
  money('balanceAfterCents', { width: 150 }),
  status('paymentChannel', RECHARGE_CHANNEL, { width: 110 }),
  number('paymentCode', { width: 150 }),
  text('payerAccount', { reveal: { kind: 'recharge.payerAccount', by: 'rechargeNo' }, width: 140 }),
  time('paidAt', { sortable: true, width: 165 }),
  several('voucherIds', ({ voucherIds }) => [String(voucherIds.length)], { width: 110 }),
  text('applicantName', { width: 150 }),
  text('auditorName', { width: 150 }),
  text('auditRemark', { width: 220 }),
  time('createdAt', { sortable: true, width: 165 }),
]);
