import type { flow, paymentLink } from '@kituo/sdk/contracts';
import { defineDictionary } from '@kituo/sdk/page';
import type { CodesOf } from '@kituo/sdk/page';

export const PAYMENT_LINK_STATUS = defineDictionary<CodesOf<typeof paymentLink.linkStatus>>('PAYMENT_LINK_STATUS', {
  OPEN: 'active',
  PAID: 'good',
  REVOKED: 'failed',
  EXPIRED: 'waiting',
});
export const MESSAGE_LANGUAGE = defineDictionary<'en' | 'sw'>('MESSAGE_LANGUAGE', { en: 'active', sw: 'active' });
export const UNMATCHED_REASON = defineDictionary<CodesOf<typeof flow.unmatchedReason>>('UNMATCHED_REASON', {
  RULE_OFF: 'waiting',
  KEY_OUT_OF_RULE: 'waiting',
  AMOUNT_OUT_OF_RULE: 'waiting',
  SURPLUS_ABOVE_RULE: 'attention',
  OUTSIDE_HOURS: 'waiting',
  DRAFT_WAITS: 'waiting',
  VIRTUAL_CHECK_DIGIT: 'attention',
  VIRTUAL_NOT_ISSUED: 'attention',
  VIRTUAL_FOREIGN: 'attention',
});
