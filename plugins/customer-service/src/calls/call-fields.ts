import { inCallRecord } from '@kituo/sdk/contracts';
import {
  type CodesOf,
  containing,
  count,
  dateRange,
  defineColumns,
  defineDictionary,
  defineFilters,
  flag,
  number,
  oneOf,
  remoteOptions,
  status,
  text,
  time,
  yesNo,
} from '@kituo/sdk/page';

export type CallRow = inCallRecord.InCallRow;

export const IN_CALL_REASON = defineDictionary<CodesOf<typeof inCallRecord.inCallReason>>('IN_CALL_REASON', {
  APPLICATION: 'waiting',
  DISBURSEMENT: 'waiting',
  REPAYMENT: 'waiting',
  CHARGES: 'waiting',
  COMPLAINT: 'failed',
  ACCOUNT: 'waiting',
  OTHER: 'waiting',
});
export const IN_CALL_STATUS = defineDictionary<CodesOf<typeof inCallRecord.resolveStatus>>('IN_CALL_STATUS', {
  UNRESOLVED: 'attention',
  FOLLOWING: 'active',
  RESOLVED: 'good',
});
/** The numbers that customers call. */
export const hotlines = remoteOptions(inCallRecord.choices, (all) => all.hotlines, 'hotlines');
/** Who records calls. */
export const agents = remoteOptions(inCallRecord.choices, (all) => all.agents, 'agents');

export const callColumns = defineColumns<CallRow>([
  number('recordNo', { width: 130 }),
  time('callAt', { sortable: true, width: 165 }),
  text('phone', { mask: 'phone', width: 130 }),
  text('customerName', { mask: 'text', width: 150 }),
  flag('isMissed', { width: 90 }),
  flag('hasHotlinePriority', { width: 110 }),
  status('reasonType', IN_CALL_REASON, { width: 120 }),
  text('content', { width: 260 }),
  status('resolveStatus', IN_CALL_STATUS, { width: 130 }),
  text('agentName', { width: 150 }),
  text('hotline', { width: 130 }),
  flag('isCustomer', { width: 100 }),
  number('orderNo', { width: 140 }),
  text('email', { width: 150, hidden: true }),
  count('waitSeconds', { width: 90 }),
  count('talkSeconds', { width: 90 }),
  time('nextFollowAt', { sortable: true, width: 165 }),
  time('calledBackAt', { width: 165, hidden: true }),
]);
export const callFilters = defineFilters({
  phone: containing({ isPersonal: true, example: '254712345678' }),
  resolveStatus: oneOf(IN_CALL_STATUS),
  isMissed: yesNo(),
  hasHotlinePriority: yesNo(),
  customerName: containing({ isPersonal: true }),
  hotline: containing({ example: '254709000001' }),
  reasonType: oneOf(IN_CALL_REASON),
  agentUserNo: oneOf(agents),
  callAt: dateRange(),
});
