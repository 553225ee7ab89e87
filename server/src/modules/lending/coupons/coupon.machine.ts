import { defineMachine } from '../../../state-machine/index.ts';

/**
 * One issued coupon. A write-off that means to use it freezes it first, so it has one live use at
 * most; the freeze is released or becomes the use. A rollback gives the coupon back, or lets it expire
 * where its days are over.
 */
export const couponMachine = defineMachine('coupon', ['PENDING_EFFECT'], {
  PENDING_EFFECT: { takeEffect: 'AVAILABLE', expire: 'EXPIRED' },
  AVAILABLE: { freeze: 'FROZEN', expire: 'EXPIRED' },
  FROZEN: { release: 'AVAILABLE', use: 'USED' },
  USED: { rollBack: 'AVAILABLE', rollBackExpired: 'EXPIRED' },
  EXPIRED: {},
});
