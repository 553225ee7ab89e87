import { defineMachine } from '../../../state-machine/index.ts';

/** The request to issue coupons to customers; another person decides. */
export const couponApplicationMachine = defineMachine('coupon application', ['PENDING'], {
  PENDING: { approve: 'APPROVED', reject: 'REJECTED' },
  APPROVED: {},
  REJECTED: {},
});
