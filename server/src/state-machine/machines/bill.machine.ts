import { defineMachine, type StateOf } from '../index.ts';

/**
 * What is due on one due date.
 *
 * An active bill settles when nothing is outstanding, rolls over into a successor, or is charged off
 * as a loss (and is still collected; a recovery up to the whole loss settles it). Each of these has
 * its way back: a settled bill returns to what it was before, ACTIVE or, under a recovery, CHARGED_OFF,
 * and a rolled-over one to ACTIVE while its untouched successor becomes VOID. VOID is the end;
 * SETTLED, ROLLED_OVER and VOID are final: an order closes when all its bills are.
 */
export const billMachine = defineMachine('bill', ['ACTIVE'], {
  ACTIVE: {
    settle: 'SETTLED',
    rollOver: 'ROLLED_OVER',
    chargeOff: 'CHARGED_OFF',
    void: 'VOID',
  },
  SETTLED: { rollBack: 'ACTIVE', rollBackRecovery: 'CHARGED_OFF' },
  ROLLED_OVER: { rollBack: 'ACTIVE' },
  CHARGED_OFF: { cancelChargeOff: 'ACTIVE', recover: 'SETTLED' },
  VOID: {},
});

export type BillStatus = StateOf<typeof billMachine>;

/** The states in which nothing is asked of the customer any more. */
export const FINAL_BILL_STATES: ReadonlySet<BillStatus> = new Set<BillStatus>(['SETTLED', 'ROLLED_OVER', 'VOID']);
