import type { smsMarketingTask, smsMarketingTemplate, unrenewedLoanSms, userGroup } from '@kituo/sdk/contracts';
import { type CodesOf, defineDictionary } from '@kituo/sdk/page';

export const MARKETING_TEMPLATE_STATUS = defineDictionary<CodesOf<typeof smsMarketingTemplate.templateStatus>>(
  'MARKETING_TEMPLATE_STATUS',
  { DRAFT: 'waiting', PENDING_APPROVAL: 'attention', ENABLED: 'good', DISABLED: 'waiting' },
);
export const MARKETING_SCENE = defineDictionary<CodesOf<typeof smsMarketingTemplate.marketingScene>>(
  'MARKETING_SCENE',
  { DORMANT: 'waiting', REPEAT_LOAN: 'waiting', LIMIT_RAISED: 'waiting', COUPON: 'waiting', CAMPAIGN: 'waiting' },
);
export const MARKETING_LANGUAGE = defineDictionary<CodesOf<typeof smsMarketingTemplate.marketingLanguage>>(
  'MARKETING_LANGUAGE',
  { en: 'waiting', sw: 'waiting' },
);
export const SMS_TASK_STATUS = defineDictionary<CodesOf<typeof smsMarketingTask.smsTaskStatus>>('SMS_TASK_STATUS', {
  DRAFT: 'waiting',
  PENDING_APPROVAL: 'attention',
  QUEUED: 'waiting',
  RUNNING: 'active',
  PAUSED: 'attention',
  FAILED: 'failed',
  DONE: 'good',
  STOPPED: 'failed',
});
export const SMS_RECIPIENT_STATUS = defineDictionary<CodesOf<typeof smsMarketingTask.recipientStatus>>(
  'SMS_RECIPIENT_STATUS',
  {
    PENDING: 'waiting',
    SENT: 'active',
    DELIVERED: 'good',
    FAILED: 'failed',
    UNKNOWN: 'attention',
    SKIPPED: 'waiting',
    HELD_OUT: 'waiting',
  },
);
export const SMS_AUDIENCE = defineDictionary<CodesOf<typeof smsMarketingTask.smsAudience>>('SMS_AUDIENCE', {
  USER_GROUP: 'waiting',
  LIST_BATCH: 'waiting',
  CUSTOMER_FILTER: 'waiting',
  FILE: 'waiting',
});
export const SMS_SKIP = defineDictionary<CodesOf<typeof smsMarketingTask.smsSkip>>('SMS_SKIP', {
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
  STOPPED: 'waiting',
});
export const GROUP_LOAN_STATE = defineDictionary<CodesOf<typeof userGroup.groupLoanState>>('GROUP_LOAN_STATE', {
  NEVER: 'waiting',
  OPEN: 'waiting',
  SETTLED: 'waiting',
});
export const UNRENEWED_STATUS = defineDictionary<CodesOf<typeof unrenewedLoanSms.unrenewedStatus>>('UNRENEWED_STATUS', {
  DRAFT: 'waiting',
  PENDING_APPROVAL: 'attention',
  ENABLED: 'good',
  DISABLED: 'waiting',
});
export const UNRENEWED_SKIP = defineDictionary<CodesOf<typeof unrenewedLoanSms.unrenewedSkip>>('UNRENEWED_SKIP', {
  APPLIED_AGAIN: 'good',
  OPEN_BILL: 'waiting',
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
  DAILY_CAP: 'attention',
  ROUTE_LIMIT: 'attention',
  TEMPLATE_DISABLED: 'attention',
  STRATEGY_DISABLED: 'attention',
  NOT_SENT: 'failed',
});
