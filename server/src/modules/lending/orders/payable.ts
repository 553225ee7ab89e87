import type { LoanOrder } from './loan-order.ts';

/**
 * What leaves automatically: money for phones over M-Pesa.
 */
export const PAYABLE = { payoutType: 'MOBILE_MONEY', payoutSubType: 'MPESA' } as const;

export type PayoutKind = Pick<LoanOrder, 'payoutType' | 'payoutSubType'>;

export function isPayable({ payoutType, payoutSubType }: PayoutKind): boolean {
  return payoutType === PAYABLE.payoutType && payoutSubType === PAYABLE.payoutSubType;
}

/** To an account at a bank, which somebody sends by hand. */
export const isForBank = ({ payoutType }: Pick<PayoutKind, 'payoutType'>): boolean => payoutType === 'BANK';

/** What has a way out at all. Money for another operator would go to the wrong place. */
export const hasWayOut = (order: PayoutKind): boolean => isPayable(order) || isForBank(order);
