import { defineMachine } from '../../../state-machine/index.ts';

/** A merchant's prepayment: checked against the bank by an approver, and reversible afterwards. */
export const merchantRechargeMachine = defineMachine('merchant recharge', ['PENDING'], {
  PENDING: { approve: 'APPROVED', reject: 'REJECTED' },
  APPROVED: { reverse: 'REVERSED' },
  REJECTED: {},
  REVERSED: {},
});
