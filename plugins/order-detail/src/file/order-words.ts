import type { orderDetail, orderFile, payment, payout, ReplyOf, temporaryCredit } from '@kituo/sdk/contracts';
import type { CodesOf } from '@kituo/sdk/page';
import { defineDictionary } from '@kituo/sdk/page';

export const BILL_STATUS = defineDictionary<CodesOf<typeof payment.billStatus>>('BILL_STATUS', {
  ACTIVE: 'active',
  SETTLED: 'good',
  ROLLED_OVER: 'waiting',
  CHARGED_OFF: 'failed',
  VOID: 'waiting',
});
export const ATTEMPT_STATUS = defineDictionary<CodesOf<typeof payout.attemptStatus>>('ATTEMPT_STATUS', {
  CREATED: 'waiting',
  SENT: 'active',
  SUCCESS: 'good',
  FAILED: 'failed',
  UNKNOWN: 'attention',
});
export const VERIFICATION = defineDictionary<CodesOf<typeof orderFile.verification>>('VERIFICATION', {
  PASSED: 'good',
  FAILED: 'failed',
  PENDING: 'waiting',
});
export const CREDIT_STATUS = defineDictionary<CodesOf<typeof temporaryCredit.creditStatus>>('CREDIT_STATUS', {
  GRANTING: 'waiting',
  GRANTED: 'good',
  EXPIRED: 'failed',
});
export const APP_CATEGORY = defineDictionary<CodesOf<typeof orderFile.appCategory>>('APP_CATEGORY', {
  LENDING: 'attention',
  GAMBLING: 'failed',
  OTHER: 'waiting',
});
export const NAME_MATCH = defineDictionary<CodesOf<typeof orderFile.nameMatch>>('NAME_MATCH', {
  MATCH: 'good',
  PARTIAL: 'attention',
  NO_MATCH: 'failed',
});
export const REVIEW_STATUS = defineDictionary<CodesOf<typeof orderFile.reviewStatus>>('REVIEW_STATUS', {
  PROPOSED: 'active',
  WAITING: 'attention',
  DECIDED: 'good',
  SENT_BACK: 'failed',
});
export const FACE_CONSISTENCY = defineDictionary<CodesOf<typeof orderFile.faceConsistency>>('FACE_CONSISTENCY', {
  CONSISTENT: 'good',
  INCONSISTENT: 'failed',
  UNCLEAR: 'attention',
});
export const MESSAGE_OUTCOME = defineDictionary<ReplyOf<typeof orderDetail.messages>[number]['outcome']>(
  'MESSAGE_OUTCOME',
  { QUEUED: 'waiting', SENT: 'active', DELIVERED: 'good', FAILED: 'failed', UNKNOWN: 'attention' },
);
