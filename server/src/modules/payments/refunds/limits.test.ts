import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { refusalOfRefundAmount, type RefundForPayout, refusalOfRefundPayout } from './limits.ts';

const policy = { minimumCents: 20_00 };

describe('a refund amount', () => {
  it.each([
    [20_00, null],
    [350_00, null],
    [0, 'REFUND_ZERO'],
    [19_99, 'REFUND_BELOW_MINIMUM'],
    [350_01, 'REFUND_ABOVE_CREDIT'],
    [20_50, 'WHOLE_SHILLINGS'],
    [-1, 'AMOUNT_INVALID'],
    [20.5, 'AMOUNT_INVALID'],
  ] as const)('of %d cents against a credit of KES 350', (amount, refusal) => {
    expect(refusalOfRefundAmount(amount, 350_00, 'MPESA', policy)).toBe(refusal);
  });

  it('in cents goes to a bank', () => {
    expect(refusalOfRefundAmount(20_50, 350_00, 'BANK', policy)).toBeNull();
  });

  it('that passes lies between the minimum and the credit', () => {
    const cents = fc.integer({ min: -100, max: 1_000_00 });
    fc.assert(
      fc.property(cents, cents, (amount, creditCents) => {
        if (refusalOfRefundAmount(amount, creditCents, 'BANK', policy) !== null) return;
        expect(amount).toBeGreaterThanOrEqual(20_00);
        expect(amount).toBeLessThanOrEqual(creditCents);
      }),
    );
  });
});

describe('a refund’s payout', () => {
  const refund: RefundForPayout = {
    verifyStatus: 'PASSED',
    isVerifyIgnored: false,
    isOriginalPayer: true,
    applicantUserNo: 'U1',
    checkerUserNo: 'U2',
    secondCheckerUserNo: null,
    operatorUserNo: 'U2',
  };

  it.each([
    ['as checked', {}, null],
    ['by the applicant', { operatorUserNo: 'U1' }, 'MAKER_IS_CHECKER'],
    ['checked by the applicant', { checkerUserNo: 'U1', operatorUserNo: 'U3' }, 'MAKER_IS_CHECKER'],
    ['failed in verification', { verifyStatus: 'FAILED' }, 'REFUND_VERIFICATION_FAILED'],
    ['not verified', { verifyStatus: 'NOT_VERIFIED' }, 'VERIFY_FIRST'],
    ['verification ignored', { verifyStatus: 'FAILED', isVerifyIgnored: true }, null],
    ['to somebody else', { isOriginalPayer: false }, 'SECOND_CHECK_NEEDED'],
    [
      'to somebody else, checked twice by one',
      { isOriginalPayer: false, secondCheckerUserNo: 'U2' },
      'MAKER_IS_CHECKER',
    ],
    ['to somebody else, checked by two', { isOriginalPayer: false, secondCheckerUserNo: 'U3' }, null],
  ] as const)('%s', (_, over, refusal) => {
    expect(refusalOfRefundPayout({ ...refund, ...over })).toBe(refusal);
  });
});
