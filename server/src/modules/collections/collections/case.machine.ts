import { defineMachine } from '../../../state-machine/index.ts';

/**
 * An order or a bill in collection.
 *
 * A case waits in the pool until it is distributed. Cancelling an allocation gives it back to the
 * collector before, or to the pool where there was none: two commands, and the service picks the one
 * the assignments call for. Retention freezes its level. The bad-debt pool is left to the state the
 * case had on entering. A case closes when its bills are final and is opened by the rollback of such
 * a bill alone: into the pool, or into the bad-debt pool where the bill is charged off again.
 */
export const caseMachine = defineMachine('case', ['POOL'], {
  POOL: { distribute: 'COLLECTING', close: 'CLOSED' },
  COLLECTING: {
    redistribute: 'COLLECTING',
    cancelAllocationToPrevious: 'COLLECTING',
    cancelAllocationToPool: 'POOL',
    retain: 'RETAINED',
    enterBadDebt: 'BAD_DEBT_POOL',
    close: 'CLOSED',
  },
  RETAINED: { cancelRetention: 'COLLECTING', enterBadDebt: 'BAD_DEBT_POOL', close: 'CLOSED' },
  BAD_DEBT_POOL: {
    leaveBadDebtToCollecting: 'COLLECTING',
    leaveBadDebtToRetained: 'RETAINED',
    close: 'CLOSED',
  },
  CLOSED: { reopen: 'POOL', reopenToBadDebt: 'BAD_DEBT_POOL' },
});
