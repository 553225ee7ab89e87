import { defineMachine } from '../../../state-machine/index.ts';

/**
 * What a customer asks about their data. Nothing is shown, corrected or erased before the person is known to be who
 * they say. Corrections and erasures wait for an approver, and come back where that one refuses.
 */
export const dataRequestMachine = defineMachine('data request', ['RECEIVED'], {
  RECEIVED: { verify: 'VERIFIED', decline: 'DECLINED' },
  VERIFIED: { handOver: 'FULFILLED', object: 'FULFILLED', submit: 'AWAITING_APPROVAL', decline: 'DECLINED' },
  AWAITING_APPROVAL: { approve: 'FULFILLED', giveBack: 'VERIFIED' },
  FULFILLED: {},
  DECLINED: {},
});
