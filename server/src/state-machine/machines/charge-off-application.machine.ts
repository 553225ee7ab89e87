import { defineMachine } from '../index.ts';

/**
 * The request to recognise bills as a loss. An approver decides. An approved one may be cancelled
 * within the same open accounting period, again by two persons; its bills are then ACTIVE again.
 */
export const chargeOffApplicationMachine = defineMachine('charge-off application', ['PENDING'], {
  PENDING: { approve: 'APPROVED', reject: 'REJECTED' },
  APPROVED: { cancel: 'CANCELLED' },
  REJECTED: {},
  CANCELLED: {},
});
