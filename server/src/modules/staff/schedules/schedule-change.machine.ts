import { defineMachine } from '../../../state-machine/index.ts';

/** A request for leave, a swap or a correction; somebody else decides. */
export const scheduleChangeMachine = defineMachine('schedule change', ['PENDING'], {
  PENDING: { agree: 'PENDING', approve: 'APPROVED', reject: 'REJECTED', withdraw: 'WITHDRAWN' },
  APPROVED: {},
  REJECTED: {},
  WITHDRAWN: {},
});
