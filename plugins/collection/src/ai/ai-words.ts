import type { aiTask, nineFour, robotTask } from '@kituo/sdk/contracts';
import { type CodesOf, defineDictionary } from '@kituo/sdk/page';

export const AI_STATUS = defineDictionary<CodesOf<typeof aiTask.aiStatus>>('AI_STATUS', {
  CREATED: 'waiting',
  SENT: 'active',
  FAILED: 'failed',
  UNKNOWN: 'attention',
  RUNNING: 'active',
  PAUSED: 'attention',
  DONE: 'good',
  STOPPED: 'failed',
});
export const VOICE_LANGUAGE = defineDictionary<CodesOf<typeof robotTask.voiceLanguage>>('VOICE_LANGUAGE', {
  en: 'waiting',
  sw: 'waiting',
});
export const CALL_RESULT = defineDictionary<CodesOf<typeof nineFour.callResult>>('CALL_RESULT', {
  ANSWERED: 'good',
  NO_ANSWER: 'waiting',
  BUSY: 'waiting',
  SWITCHED_OFF: 'waiting',
  NUMBER_FAULT: 'failed',
  FAILED: 'failed',
});
export const WILLINGNESS = defineDictionary<CodesOf<typeof nineFour.callWillingness>>('WILLINGNESS', {
  NO_DEMAND: 'waiting',
  WILLING: 'good',
  NOT_CONNECTED: 'attention',
  UNCLEAR: 'waiting',
  UNWILLING: 'failed',
  NUMBER_FAULT: 'failed',
});
export const HUNG_UP_BY = defineDictionary<CodesOf<typeof nineFour.hungUpBy>>('HUNG_UP_BY', {
  CUSTOMER: 'waiting',
  ROBOT: 'waiting',
});
export const INTAKE_STATUS = defineDictionary<CodesOf<typeof nineFour.intakeStatus>>('INTAKE_STATUS', {
  RECEIVED: 'waiting',
  PROCESSED: 'good',
  DUPLICATE: 'waiting',
  UNMATCHED: 'attention',
  REJECTED: 'failed',
  ERROR: 'failed',
});
export const SIGNATURE_CHECK = defineDictionary<CodesOf<typeof nineFour.signatureCheck>>('SIGNATURE_CHECK', {
  VALID: 'good',
  MISSING: 'failed',
  WRONG: 'failed',
  STALE: 'failed',
  REPEATED: 'failed',
});
export const SMS_DELIVERY = defineDictionary<CodesOf<typeof nineFour.deliveryStatus>>('SMS_DELIVERY', {
  SENT: 'active',
  DELIVERED: 'good',
  FAILED: 'failed',
});
/** Why the contact gate refused an attempt. */
export const CONTACT_REFUSAL = defineDictionary('CONTACT_REFUSAL', {
  CONTACT_NO_PARTY: 'failed',
  CONTACT_HOURS: 'attention',
  CONTACT_CAP: 'attention',
  CONTACT_DO_NOT_CALL: 'failed',
  CONTACT_DISPUTE: 'failed',
  CONTACT_DEATH: 'failed',
  CONTACT_NOT_AGREED: 'failed',
  CONTACT_COMPLAINT: 'failed',
  CONTACT_OBJECTED: 'failed',
  CONTACT_OFFICIAL: 'failed',
  CONTACT_WRONG_NUMBER: 'failed',
});
