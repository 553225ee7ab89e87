import { defineMachine } from '../../../state-machine/index.ts';

/** A shift is drafted, then published; what is published may still change, and the person sees it. */
export const shiftMachine = defineMachine('shift', ['DRAFT'], {
  DRAFT: { update: 'DRAFT', publish: 'PUBLISHED', cancel: 'CANCELLED' },
  PUBLISHED: { update: 'PUBLISHED', cancel: 'CANCELLED' },
  CANCELLED: {},
});
