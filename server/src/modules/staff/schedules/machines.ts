import { defineMachine } from '../../../state-machine/machine.ts';

/** A shift is drafted, then published; what is published may still change, and the person sees it. */
export const shiftMachine = defineMachine('shift', ['DRAFT'], {
  DRAFT: { update: 'DRAFT', publish: 'PUBLISHED', cancel: 'CANCELLED' },
  PUBLISHED: { update: 'PUBLISHED', cancel: 'CANCELLED' },
  CANCELLED: {},
});

export const planMachine = defineMachine('schedule plan', ['ENABLED'], {
  ENABLED: { disable: 'DISABLED' },
  DISABLED: { enable: 'ENABLED' },
});

/** A request for leave, a swap or a correction; somebody else decides. */
export const changeMachine = defineMachine('schedule change', ['PENDING'], {
  PENDING: { agree: 'PENDING', approve: 'APPROVED', reject: 'REJECTED', withdraw: 'WITHDRAWN' },
  APPROVED: {},
  REJECTED: {},
  WITHDRAWN: {},
});
