import { type collection, type nineFour, smsTemplate } from '@kituo/sdk/contracts';
import type { CodesOf } from '@kituo/sdk/page';
import { defineDictionary, remoteOptions } from '@kituo/sdk/page';

/** Codes of cases, one colour for each on every page. */
export const CASE_SCOPE = defineDictionary<CodesOf<typeof collection.caseScope>>('CASE_SCOPE', {
  ORDER: 'active',
  BILL: 'waiting',
});
export const CASE_STATUS = defineDictionary<CodesOf<typeof collection.caseStatus>>('CASE_STATUS', {
  POOL: 'waiting',
  COLLECTING: 'active',
  RETAINED: 'attention',
  BAD_DEBT_POOL: 'failed',
  CLOSED: 'good',
});
export const CASE_LEVEL = defineDictionary<CodesOf<typeof collection.caseLevel>>('CASE_LEVEL', {
  S0: 'waiting',
  S1: 'active',
  S2: 'active',
  S3: 'attention',
  S4: 'attention',
  S5: 'failed',
});
/** The desk that works a case: that of its level. */
export const COLLECTION_LEVEL = defineDictionary<CodesOf<typeof collection.caseLevel>>('COLLECTION_LEVEL', {
  S0: 'waiting',
  S1: 'waiting',
  S2: 'waiting',
  S3: 'waiting',
  S4: 'waiting',
  S5: 'waiting',
});
/** A desk that works a case of another level. */
export const OTHER_DESK = defineDictionary<CodesOf<typeof collection.caseLevel>>('COLLECTION_LEVEL', {
  S0: 'attention',
  S1: 'attention',
  S2: 'attention',
  S3: 'attention',
  S4: 'attention',
  S5: 'attention',
});
export const CASE_BILL_STATUS = defineDictionary<CodesOf<typeof collection.billStatus>>('BILL_STATUS', {
  ACTIVE: 'active',
  SETTLED: 'good',
  ROLLED_OVER: 'waiting',
  CHARGED_OFF: 'failed',
  VOID: 'waiting',
});
export const PROMISE_STATUS = defineDictionary<CodesOf<typeof collection.promiseStatus>>('PROMISE_STATUS', {
  OPEN: 'active',
  KEPT: 'good',
  BROKEN: 'failed',
  CANCELLED: 'waiting',
});
export const OUT_REASON = defineDictionary<CodesOf<typeof collection.outReason>>('OUT_REASON', {
  SETTLED: 'good',
  ROLLED_OVER: 'attention',
  VOID: 'waiting',
});
export const ATTRIBUTION_STATUS = defineDictionary<CodesOf<typeof collection.attributionStatus>>('ATTRIBUTION_STATUS', {
  CREDITED: 'good',
  UNCREDITED: 'attention',
  PENDING: 'active',
  CORRECTED: 'waiting',
});
export const CASE_CAME_BACK = defineDictionary<CodesOf<typeof collection.cameBack>>('CASE_CAME_BACK', {
  ROLLBACK: 'attention',
  ROLLOVERS: 'attention',
  BOTH: 'attention',
});
const MODES = {
  HAND: 'active',
  AUTO: 'active',
  EVEN_COUNT: 'active',
  EVEN_AMOUNT: 'active',
  WEIGHTED: 'active',
} as const;
/** How one case is assigned. */
export const ONE_CASE_MODE = defineDictionary('CASE_ALLOT_MODE', { HAND: 'active', AUTO: 'active' });
/** How many are divided, by order and by bill. */
export const CASE_ALLOT_MODE = {
  ORDER: defineDictionary('CASE_ALLOT_MODE', MODES),
  BILL: defineDictionary('CASE_ALLOT_MODE', { ...MODES, EVEN_BORROWERS: 'active' }),
  BOTH: defineDictionary('CASE_ALLOT_MODE', { ...MODES, EVEN_BORROWERS: 'active' }),
  /** Of cases in work over both systems: their load is evened out. */
  AGAIN: defineDictionary('CASE_ALLOT_MODE', { ...MODES, EVEN_BORROWERS: 'active', BALANCE: 'active' }),
} as const;
/** What may be sent: templates alone. */
export const SMS_TEMPLATE = remoteOptions(smsTemplate.list, (all) =>
  all.map(({ templateCode, templateName }) => ({ value: templateCode, label: templateName })),
);
export const MESSAGE_LANGUAGE = defineDictionary('MESSAGE_LANGUAGE', { en: 'active', sw: 'active' });
/** How a call ended, as the exchange or the robot told it. */
export const CALL_RESULT = defineDictionary<CodesOf<typeof nineFour.callResult>>('CALL_RESULT', {
  ANSWERED: 'good',
  NO_ANSWER: 'waiting',
  BUSY: 'waiting',
  SWITCHED_OFF: 'waiting',
  NUMBER_FAULT: 'failed',
  FAILED: 'failed',
});
/** What became of an SMS, as the gateway told it. */
export const SMS_DELIVERY = defineDictionary<CodesOf<typeof nineFour.deliveryStatus>>('SMS_DELIVERY', {
  SENT: 'active',
  DELIVERED: 'good',
  FAILED: 'failed',
});
