import type { aiPushTask, callList } from '@kituo/sdk/contracts';
import {
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
  status,
  text,
  time,
  type CodesOf,
} from '@kituo/sdk/page';

export type TaskRow = aiPushTask.TaskRow;
export type RecordRow = aiPushTask.RecordRow;

const AI_PUSH_TASK_STATUS = defineDictionary<CodesOf<typeof aiPushTask.pushTaskStatus>>('AI_PUSH_TASK_STATUS', {
  PENDING: 'attention',
  APPROVED: 'waiting',
  REJECTED: 'failed',
  RUNNING: 'active',
  DONE: 'good',
  STOPPED: 'failed',
});
export const AI_PUSH_CHANNEL = defineDictionary<CodesOf<typeof aiPushTask.pushChannel>>('AI_PUSH_CHANNEL', {
  AI_CALL: 'active',
  SMS: 'waiting',
  PUSH: 'waiting',
});
export const AI_PUSH_OUTCOME = defineDictionary<CodesOf<typeof aiPushTask.pushOutcome>>('AI_PUSH_OUTCOME', {
  PENDING: 'waiting',
  SENT: 'active',
  CONNECTED: 'good',
  NOT_CONNECTED: 'attention',
  FAILED: 'failed',
  UNKNOWN: 'attention',
  SKIPPED: 'waiting',
  LEFT_OUT: 'waiting',
});
const AI_PUSH_FAULT = defineDictionary<CodesOf<typeof aiPushTask.pushFault>>('AI_PUSH_FAULT', {
  GROUP_CHANGED: 'failed',
  BUDGET_USED: 'failed',
  TEMPLATE_DISABLED: 'attention',
  GATEWAY_REFUSES: 'failed',
  PLAN_DISABLED: 'attention',
  PILOT_DONE: 'attention',
});
export const AI_PUSH_DROP = defineDictionary<CodesOf<typeof aiPushTask.pushDrop>>('AI_PUSH_DROP', {
  CLOSED_ACCOUNT: 'failed',
  BLOCKED: 'failed',
  BLACKLISTED: 'failed',
  NO_CONSENT: 'attention',
  CAP: 'attention',
  DEATH: 'failed',
  DISPUTE: 'attention',
  COMPLAINT: 'attention',
  OFFICIAL: 'failed',
  WRONG_NUMBER: 'failed',
  OBJECTED: 'failed',
  DO_NOT_CALL: 'failed',
  NO_PARTY: 'attention',
  NOT_AGREED: 'attention',
  HOURS: 'attention',
  NO_DEVICE: 'waiting',
});
export const AI_PUSH_LISTING = defineDictionary<CodesOf<typeof aiPushTask.pushListing>>('AI_PUSH_LISTING', {
  LISTED: 'good',
  EXISTS: 'waiting',
  UNWANTED: 'waiting',
  ENDED: 'failed',
  NOTED: 'waiting',
});
export const WILLINGNESS = defineDictionary<CodesOf<typeof callList.willingness>>('WILLINGNESS', {
  WILLING: 'good',
  UNCLEAR: 'waiting',
  NOT_CONNECTED: 'attention',
  NO_DEMAND: 'waiting',
  UNWILLING: 'failed',
  NUMBER_FAULT: 'failed',
});

export const taskFilters = defineFilters({
  taskName: containing(),
  status: oneOf(AI_PUSH_TASK_STATUS),
  channelType: oneOf(AI_PUSH_CHANNEL),
  userGroupNo: containing({ example: 'UG00000001' }),
  taskNo: containing({ example: 'PT000000001' }),
  merchantNo: oneOf(merchantOptions),
  createdAt: dateRange(),
});
export const taskColumns = defineColumns<TaskRow>([
  text('taskName', { width: 190 }),
  number('userGroupNo', { width: 130 }),
  status('channelType', AI_PUSH_CHANNEL, { width: 100 }),
  count('audience', { width: 90 }),
  count('allowed', { width: 90 }),
  count('sent', { width: 80 }),
  count('connected', { width: 95 }),
  count('willing', { width: 80 }),
  money('costCents', { width: 120 }),
  time('scheduledAt', { sortable: true, width: 165 }),
  count('progress', { width: 105 }),
  status('status', AI_PUSH_TASK_STATUS, { width: 150 }),
  status('fault', AI_PUSH_FAULT, { width: 160 }),
  number('taskNo', { width: 130 }),
  text('groupName', { title: 'userGroupName', width: 170 }),
  text('merchantName', { width: 140 }),
  text('pushContent', { width: 160 }),
  count('pilotPeople', { width: 90 }),
  money('estimatedCostCents', { width: 120 }),
  money('budgetCents', { width: 120 }),
  count('concurrency', { width: 90 }),
  text('makerName', { width: 140 }),
  time('createdAt', { sortable: true, width: 165 }),
  text('decidedByName', { width: 140 }),
  text('decisionReason', { width: 180 }),
]);

export const recordFilters = defineFilters({
  taskNo: containing({ example: 'PT000000001' }),
  outcome: oneOf(AI_PUSH_OUTCOME),
  willingness: oneOf(WILLINGNESS),
});
export const recordColumns = defineColumns<RecordRow>([
  text('phone', { reveal: { kind: 'pushRecord.phone', by: 'recordId' }, width: 140, mask: 'phone' }),
  status('outcome', AI_PUSH_OUTCOME, { width: 130 }),
  status('willingness', WILLINGNESS, { width: 130 }),
  status('listing', AI_PUSH_LISTING, { width: 170 }),
  status('dropReason', AI_PUSH_DROP, { width: 180 }),
  text('taskName', { width: 180 }),
  number('taskNo', { width: 130 }),
  status('channelType', AI_PUSH_CHANNEL, { width: 100 }),
  count('talkSeconds', { width: 90 }),
  money('costCents', { width: 110 }),
  time('sentAt', { sortable: true, width: 165 }),
  time('nextAt', { width: 165 }),
  number('customerNo', { width: 130 }),
]);
