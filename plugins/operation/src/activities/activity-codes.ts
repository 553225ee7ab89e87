import type { taskAward } from '@kituo/sdk/contracts';
import { defineDictionary, type CodesOf } from '@kituo/sdk/page';

export const ACTIVITY_TYPE = defineDictionary<CodesOf<typeof taskAward.activityType>>('ACTIVITY_TYPE', {
  INVITE: 'waiting',
  ON_TIME_REPAYMENT: 'waiting',
  PROFILE: 'waiting',
  CHECK_IN: 'waiting',
});
export const AWARD_TYPE = defineDictionary<CodesOf<typeof taskAward.awardType>>('AWARD_TYPE', {
  COUPON: 'waiting',
  WALLET: 'waiting',
  POINTS: 'waiting',
});
export const ACTIVITY_STATUS = defineDictionary<CodesOf<typeof taskAward.activityStatus>>('ACTIVITY_STATUS', {
  SCHEDULED: 'active',
  RUNNING: 'good',
  STOPPED: 'attention',
  ENDED: 'waiting',
});
export const AWARD_OUTCOME = defineDictionary<CodesOf<typeof taskAward.awardOutcome>>('AWARD_OUTCOME', {
  AWARDED: 'good',
  REVOKED: 'failed',
  BUDGET: 'attention',
  CUSTOMER_MAX: 'waiting',
  DAY_MAX: 'waiting',
  TEMPLATE_OFF: 'failed',
});
