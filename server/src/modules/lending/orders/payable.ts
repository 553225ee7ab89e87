import type { LoanOrder } from './loan-order.ts';

/**
 * What can be paid out: the one gateway pays phones over M-Pesa. Money for a bank or another operator would go to
 * the wrong place.
 */
export const PAYABLE = { payoutType: 'MOBILE_MONEY', payoutSubType: 'MPESA' } as const;

export type PayoutKind = Pick<LoanOrder, 'payoutType' | 'payoutSubType'>;

export function isPayable({ payoutType, payoutSubType }: PayoutKind): boolean {
  return payoutType === PAYABLE.payoutType && payoutSubType === PAYABLE.payoutSubType;
}
