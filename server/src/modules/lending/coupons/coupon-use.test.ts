import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyAmounts, anyCents, anyOrder } from '../../platform/ledger/testing/arbitraries.ts';
import { amounts, COMPONENTS, totalOf } from '../../platform/ledger/index.ts';
import { applyCoupon } from './coupon-use.ts';

const bill = {
  order: COMPONENTS,
  outstanding: amounts({ PRINCIPAL: 1_000_00, INTEREST: 60_00, SERVICE_FEE: 30_00, EXCISE: 6_00 }),
};

describe('a coupon', () => {
  it('lowers charges in the bill’s order, and loses what finds nothing to lower', () => {
    expect(applyCoupon({ couponType: 'DISCOUNT', amountCents: 50_00 }, bill)).toEqual({
      used: amounts({ SERVICE_FEE: 30_00, INTEREST: 20_00 }),
      unusedCents: 0,
    });
    expect(applyCoupon({ couponType: 'INTEREST_DISCOUNT', amountCents: 100_00 }, bill)).toEqual({
      used: amounts({ INTEREST: 60_00 }),
      unusedCents: 40_00,
    });
    expect(applyCoupon({ couponType: 'INCREASE_LOAN_LIMIT', amountCents: 100_00 }, bill).used).toEqual(amounts({}));
  });

  it('takes a share of what it may lower, up to its amount', () => {
    const share = { couponType: 'DISCOUNT', discountBps: 5_000 } as const;
    // Half of the KES 90 of fee and interest, the fee first.
    expect(applyCoupon({ ...share, amountCents: 500_00 }, bill)).toEqual({
      used: amounts({ SERVICE_FEE: 30_00, INTEREST: 15_00 }),
      unusedCents: 0,
    });
    expect(totalOf(applyCoupon({ ...share, amountCents: 20_00 }, bill).used)).toBe(20_00);
    const third = { couponType: 'INTEREST_DISCOUNT', discountBps: 3_333, amountCents: 500_00 } as const;
    expect(applyCoupon(third, bill).used).toEqual(amounts({ INTEREST: 19_99 }));
  });

  it('never takes a bill below zero, nor touches principal or excise', () => {
    const anyType = fc.constantFrom('DISCOUNT', 'INTEREST_DISCOUNT', 'INCREASE_LOAN_LIMIT');
    fc.assert(
      fc.property(anyType, anyCents(), anyAmounts(), anyOrder, (couponType, cents, outstanding, order) => {
        const { used, unusedCents } = applyCoupon({ couponType, amountCents: cents }, { outstanding, order });
        expect(totalOf(used) + unusedCents).toBe(cents);
        expect([used.PRINCIPAL, used.EXCISE]).toEqual([0, 0]);
        for (const component of COMPONENTS) {
          expect(used[component]).toBeGreaterThanOrEqual(0);
          expect(used[component]).toBeLessThanOrEqual(outstanding[component]);
        }
      }),
    );
  });
});
