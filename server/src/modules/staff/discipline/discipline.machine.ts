import { defineMachine } from '../../../state-machine/index.ts';

/** A discipline record. Nothing is deleted: what was wrong is dismissed, and what was confirmed wrongly is revoked. */
export const disciplineMachine = defineMachine('discipline record', ['PENDING'], {
  PENDING: { confirm: 'CONFIRMED', dismiss: 'DISMISSED' },
  CONFIRMED: { revoke: 'REVOKED' },
  DISMISSED: {},
  REVOKED: {},
});
