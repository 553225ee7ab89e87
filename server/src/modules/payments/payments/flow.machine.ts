import { defineMachine } from '../../../state-machine/index.ts';

/**
 * Money received from a payment channel.
 *
 * A received flow that no rule could place is unmatched. Applications use it in part or whole, so
 * one application may lead from any earlier state of the chain to either later one; a rollback leads
 * back the same way, to PART_APPLIED while another application lives, else to UNMATCHED. An
 * unapplied remainder returned to its payer makes the flow REFUNDED; a rollback of what else had been
 * applied of it makes money writable again, so that it is PART_APPLIED once more. A reversal by the
 * channel needs that nothing of the flow is live, and is the end.
 */
export const flowMachine = defineMachine('flow', ['RECEIVED'], {
  RECEIVED: {
    matchFail: 'UNMATCHED',
    applyPart: 'PART_APPLIED',
    applyAll: 'APPLIED',
    reverse: 'REVERSED',
  },
  UNMATCHED: {
    applyPart: 'PART_APPLIED',
    applyAll: 'APPLIED',
    returnRemainder: 'REFUNDED',
    reverse: 'REVERSED',
  },
  PART_APPLIED: {
    applyPart: 'PART_APPLIED',
    applyAll: 'APPLIED',
    rollBackPart: 'PART_APPLIED',
    rollBackAll: 'UNMATCHED',
    returnRemainder: 'REFUNDED',
  },
  APPLIED: { rollBackPart: 'PART_APPLIED', rollBackAll: 'UNMATCHED' },
  REFUNDED: { rollBackPart: 'PART_APPLIED' },
  REVERSED: {},
});
