import { refund } from '@kituo/sdk/contracts';
import {
  clock,
  type CodesOf,
  containing,
  dateRange,
  defineColumns,
  defineDictionary,
  defineFilters,
  flag,
  merchantOptions,
  money,
  number,
  oneOf,
  remoteOptions,
  status,
  text,
  time,
  yesNo,
} from '@kituo/sdk/page';
import { waitingOf } from '../parts/waiting.ts';

export type RefundRow = refund.RefundRow;

export const REFUND_STATUS = defineDictionary<CodesOf<typeof refund.refundStatus>>('REFUND_STATUS', {
  CREATED: 'waiting',
  IN_PROGRESS: 'active',
  SUCCESS: 'good',
  FAILURE: 'failed',
});
export const REFUND_AUDIT_STATUS = defineDictionary<CodesOf<typeof refund.auditStatus>>('REFUND_AUDIT_STATUS', {
  PENDING: 'attention',
  APPROVED: 'good',
  REJECTED: 'failed',
});
export const REFUND_VERIFY_STATUS = defineDictionary<CodesOf<typeof refund.verifyStatus>>('REFUND_VERIFY_STATUS', {
  NOT_VERIFIED: 'waiting',
  PASSED: 'good',
  FAILED: 'failed',
});
export const REFUND_CHANNEL = defineDictionary<CodesOf<typeof refund.refundChannel>>('REFUND_CHANNEL', {
  MPESA: 'waiting',
  BANK: 'waiting',
});

const applicants = remoteOptions(refund.people, (people) =>
  people.map(({ userNo, realName }) => ({ value: userNo, label: realName })),
);

const states = [
  status<RefundRow>('auditStatus', REFUND_AUDIT_STATUS, { width: 150 }),
  status<RefundRow>('verifyStatus', REFUND_VERIFY_STATUS, { width: 130 }),
  status<RefundRow>('refundStatus', REFUND_STATUS, { width: 130 }),
] as const;

export const refundColumns = defineColumns<RefundRow>([
  number('refundNo', { width: 140 }),
  number('orderNo', { width: 140 }),
  text('customerName', { width: 160 }),
  text('phone', { mask: 'phone', width: 130 }),
  text('payeeAccount', { width: 140 }),
  money('amountCents', { sortable: true }),
  money('creditCents'),
  status('refundChannel', REFUND_CHANNEL, { width: 110 }),
  text('applicantName', { width: 150 }),
  ...states,
  text('remark', { width: 200 }),
  time('applyTime', { sortable: true, width: 165 }),
  time('successTime', { sortable: true, width: 165 }),
  text('failReason', { width: 200 }),
]);
export const refundAuditColumns = defineColumns<RefundRow>([
  number('refundNo', { width: 140 }),
  text('customerName', { width: 160 }),
  text('payerName', { width: 160 }),
  text('payeeName', { width: 160 }),
  text('payeeAccount', { width: 140 }),
  flag('nameMatch', { width: 110 }),
  money('amountCents', { sortable: true }),
  ...states,
  flag('isOtherPayee', { width: 110 }),
  text('applicantName', { width: 150 }),
  clock('waitingSince', ({ waitingSince }) => waitingOf(waitingSince), { width: 110 }),
  time('applyTime', { sortable: true, width: 165, hidden: true }),
]);
/** What the drawer says of a refund, beside payer and payee. */
export const refundFacts = defineColumns<RefundRow>([
  number('orderNo'),
  text('customerName'),
  text('phone', { mask: 'phone' }),
  number('paymentCode'),
  money('amountCents'),
  money('creditCents'),
  status('refundChannel', REFUND_CHANNEL),
  ...states,
  text('applicantName'),
  text('checkerName'),
  text('secondCheckerName'),
  text('remark'),
  text('auditRemark'),
  text('failReason'),
  time('applyTime'),
  time('successTime'),
]);

export const refundFilters = defineFilters({
  refundNo: containing({ example: 'RF000000123' }),
  orderNo: containing({ example: 'LO0000012345' }),
  phone: containing({ isPersonal: true, example: '254712345678' }),
  paymentCode: containing(),
  refundStatus: oneOf(REFUND_STATUS),
  auditStatus: oneOf(REFUND_AUDIT_STATUS),
  verifyStatus: oneOf(REFUND_VERIFY_STATUS),
  refundChannel: oneOf(REFUND_CHANNEL),
  merchantNo: oneOf(merchantOptions),
  applyTime: dateRange(),
  successTime: dateRange(),
});
export const refundAuditFilters = defineFilters({
  ...refundFilters,
  waitingOver: containing({ example: '24' }),
  otherPayee: yesNo(),
  verifyIgnored: yesNo(),
  applicantUserNo: oneOf(applicants),
});
