import { defineDictionary } from '@kituo/sdk/page';

export const BILL_STATUS = defineDictionary('BILL_STATUS', {
  ACTIVE: 'active',
  SETTLED: 'good',
  ROLLED_OVER: 'waiting',
  CHARGED_OFF: 'failed',
  VOID: 'waiting',
});
export const ATTEMPT_STATUS = defineDictionary('ATTEMPT_STATUS', {
  CREATED: 'waiting',
  SENT: 'active',
  SUCCESS: 'good',
  FAILED: 'failed',
  UNKNOWN: 'attention',
});
export const VERIFICATION = defineDictionary('VERIFICATION', {
  PASSED: 'good',
  FAILED: 'failed',
  PENDING: 'waiting',
});
export const CREDIT_STATUS = defineDictionary('CREDIT_STATUS', {
  GRANTING: 'waiting',
  GRANTED: 'good',
  EXPIRED: 'failed',
});
export const APP_CATEGORY = defineDictionary('APP_CATEGORY', {
  LENDING: 'attention',
  GAMBLING: 'failed',
  OTHER: 'waiting',
});
export const NAME_MATCH = defineDictionary('NAME_MATCH', {
  MATCH: 'good',
  PARTIAL: 'attention',
  NO_MATCH: 'failed',
});
export const REVIEW_STATUS = defineDictionary('REVIEW_STATUS', {
  PROPOSED: 'active',
  WAITING: 'attention',
  DECIDED: 'good',
  SENT_BACK: 'failed',
});
export const FACE_CONSISTENCY = defineDictionary('FACE_CONSISTENCY', {
  CONSISTENT: 'good',
  INCONSISTENT: 'failed',
  UNCLEAR: 'attention',
});
