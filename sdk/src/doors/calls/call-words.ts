import type { callList, nineFour } from '@kituo/sdk/contracts';
import { type CodesOf, defineDictionary } from '@kituo/sdk/page';
import './calls-texts.ts';

export const WILLINGNESS = defineDictionary<CodesOf<typeof callList.willingness>>('WILLINGNESS', {
  WILLING: 'good',
  UNCLEAR: 'attention',
  NOT_CONNECTED: 'attention',
  NO_DEMAND: 'waiting',
  UNWILLING: 'failed',
  NUMBER_FAULT: 'failed',
});
export const FOLLOW_STATUS = defineDictionary<CodesOf<typeof callList.followStatus>>('FOLLOW_STATUS', {
  NOT_FOLLOWED: 'waiting',
  FOLLOWING: 'active',
  DONE: 'good',
});
export const DISTRIBUTE_MODE = defineDictionary<CodesOf<typeof callList.distributeMode>>('DISTRIBUTE_MODE', {
  EVEN: 'waiting',
  FREE_CAP: 'waiting',
  EACH: 'waiting',
});
/** How a call ended, as the exchange told it. */
export const CALL_RESULT = defineDictionary<CodesOf<typeof nineFour.callResult>>('CALL_RESULT', {
  ANSWERED: 'good',
  NO_ANSWER: 'waiting',
  BUSY: 'waiting',
  SWITCHED_OFF: 'waiting',
  NUMBER_FAULT: 'failed',
  FAILED: 'failed',
});
