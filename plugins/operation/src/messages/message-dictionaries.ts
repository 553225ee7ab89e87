import type { messageNodes, messagePoint, messageTemplate, ReplyOf } from '@kituo/sdk/contracts';
import { defineDictionary, type CodesOf } from '@kituo/sdk/page';

export const MESSAGE_NODE = defineDictionary<CodesOf<typeof messageNodes.nodeCode>>('MESSAGE_NODE', {
  SIGN_IN_CODE: 'waiting',
  PASSWORD_CHANGED: 'waiting',
  PASSWORD_RESET: 'waiting',
  PASSWORD_RESET_LINK: 'waiting',
  PASSWORD_FIRST_LINK: 'waiting',
  MFA_BOUND: 'waiting',
  MFA_RESET: 'waiting',
  MFA_RECOVERY_CODE_USED: 'waiting',
  REPORT_READY: 'waiting',
  SHIFT_CHANGED: 'waiting',
  VERIFICATION_CODE: 'waiting',
  ORDER_RETURNED: 'waiting',
  PAYMENT_LINK: 'waiting',
  PAYOFF_QUOTE: 'waiting',
  COLLECTION_SMS: 'waiting',
  ORDER_APPROVED: 'waiting',
  ORDER_CANCELLED: 'waiting',
  ORDER_DECLINED: 'waiting',
  DISBURSED: 'waiting',
  BILL_DUE_IN_3: 'waiting',
  BILL_OVERDUE: 'waiting',
  REPAID: 'waiting',
  WITHDRAWAL_CANCELLED: 'waiting',
  REFUND_SUCCESS: 'waiting',
  COUPON_GRANTED: 'waiting',
  LIMIT_EXPIRING: 'waiting',
  VIP_LEVEL_LOWERED: 'waiting',
  FEEDBACK_ANSWERED: 'waiting',
});
export const MESSAGE_CHANNEL = defineDictionary<CodesOf<typeof messageNodes.messageChannel>>('MESSAGE_CHANNEL', {
  SMS: 'waiting',
  EMAIL: 'waiting',
  PUSH: 'waiting',
  WHATSAPP: 'waiting',
  IN_APP: 'waiting',
});
export const SMS_KIND = defineDictionary<CodesOf<typeof messageNodes.smsKind>>('SMS_KIND', {
  VERIFICATION: 'waiting',
  SERVICE: 'waiting',
  REMINDER: 'waiting',
  COLLECTION: 'waiting',
  MARKETING: 'waiting',
});
export const MESSAGE_LANGUAGE = defineDictionary<CodesOf<typeof messageNodes.messageLanguage>>('MESSAGE_LANGUAGE', {
  en: 'waiting',
  sw: 'waiting',
  zh: 'waiting',
});
export const TEMPLATE_STATUS = defineDictionary<CodesOf<typeof messageTemplate.templateStatus>>('TEMPLATE_STATUS', {
  ENABLED: 'good',
  DISABLED: 'waiting',
});
export const STOP_WHEN = defineDictionary<CodesOf<typeof messagePoint.stopWhen>>('STOP_WHEN', {
  SETTLED: 'waiting',
  OPTED_OUT: 'waiting',
});
export const NODE_AUDIENCE = defineDictionary<CodesOf<typeof messagePoint.nodeAudience>>('NODE_AUDIENCE', {
  STAFF: 'waiting',
  CUSTOMER: 'waiting',
});
export const NODE_STATUS = defineDictionary<CodesOf<typeof messagePoint.nodeStatus>>('NODE_STATUS', {
  ENABLED: 'good',
  DISABLED: 'waiting',
});
export const MESSAGE_OUTCOME = defineDictionary<ReplyOf<typeof messagePoint.deliveries>[number]['outcome']>(
  'MESSAGE_OUTCOME',
  {
    QUEUED: 'waiting',
    SENT: 'active',
    DELIVERED: 'good',
    FAILED: 'failed',
    REFUSED: 'attention',
    UNKNOWN: 'attention',
  },
);
export const MESSAGE_MOMENT = defineDictionary<CodesOf<typeof messagePoint.momentStatus>>('MESSAGE_MOMENT', {
  QUEUED: 'active',
  SENT: 'good',
  SKIPPED: 'waiting',
  DROPPED: 'attention',
  COMING: 'waiting',
});
