import type { followApproval } from '@kituo/sdk/contracts';
import {
  type CodesOf,
  containing,
  count,
  dateRange,
  defineColumns,
  defineDictionary,
  defineFilters,
  number,
  oneOf,
  status,
  text,
  time,
  yesNo,
} from '@kituo/sdk/page';
import { CUSTOMER_STATUS_GROUP, telemarketers } from '../lists/list-fields.ts';

export type ApplyRow = followApproval.ApplyRow;

export const FOLLOW_APPLY_TYPE = defineDictionary<CodesOf<typeof followApproval.applyType>>('FOLLOW_APPLY_TYPE', {
  KEEP: 'waiting',
  CLAIM_CUSTOMER: 'waiting',
  CLAIM_ORDER: 'waiting',
  RELEASE: 'waiting',
});
const FOLLOW_APPROVAL_STATUS = defineDictionary<CodesOf<typeof followApproval.followApprovalStatus>>(
  'FOLLOW_APPROVAL_STATUS',
  { PENDING: 'attention', APPROVED: 'good', REJECTED: 'failed', WITHDRAWN: 'waiting' },
);

export const approvalColumns = defineColumns<ApplyRow>([
  number('applyNo', { width: 120 }),
  status('approvalStatus', FOLLOW_APPROVAL_STATUS, { width: 165 }),
  status('applyType', FOLLOW_APPLY_TYPE, { width: 140 }),
  text('phone', { reveal: { kind: 'followApplication.phone', by: 'applyNo' }, mask: 'phone', width: 130 }),
  number('orderNo', { width: 140 }),
  status('customerStatus', CUSTOMER_STATUS_GROUP, { width: 140 }),
  text('currentOwnerName', { width: 150 }),
  text('applicantName', { width: 150 }),
  text('reason', { width: 220 }),
  count('callCount', { width: 80 }),
  count('talkSeconds', { width: 110 }),
  text('awaitsName', { width: 150 }),
  text('approverName', { width: 150 }),
  text('decisionRemark', { width: 200 }),
  time('appliedAt', { sortable: true, width: 165 }),
  time('decidedAt', { width: 165, hidden: true }),
]);
export const approvalFilters = defineFilters({
  phone: containing({ isPersonal: true, example: '254712345678' }),
  approvalStatus: oneOf(FOLLOW_APPROVAL_STATUS),
  applyType: oneOf(FOLLOW_APPLY_TYPE),
  applyNo: containing({ example: 'FA00000123' }),
  applicantUserNo: oneOf(telemarketers),
  orderNo: containing({ example: 'LO0000012345' }),
  awaitsMe: yesNo(),
  isUnread: yesNo(),
  appliedAt: dateRange(),
});
