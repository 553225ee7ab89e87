import type { ErrorName } from '@kituo/sdk/contracts';
import type { Cents } from '../../platform/ledger/index.ts';

export interface RefundPolicy {
  /** KES 20 unless configured otherwise. */
  readonly minimumCents: Cents;
}

/** M-Pesa pays whole shillings. */
const WHOLE_SHILLING_CHANNELS: ReadonlySet<string> = new Set(['MPESA']);

/**
 * Why a refund of this amount is refused, or null.
 *
 * @param creditCents the customer's credit from the flow, less what waiting refunds hold of it.
 */
export function refusalOfRefundAmount(
  amountCents: Cents,
  creditCents: Cents,
  refundChannel: string,
  policy: RefundPolicy,
): ErrorName | null {
  if (!Number.isSafeInteger(amountCents) || amountCents < 0) return 'AMOUNT_INVALID';
  if (amountCents === 0) return 'REFUND_ZERO';
  if (amountCents < policy.minimumCents) return 'REFUND_BELOW_MINIMUM';
  if (amountCents > creditCents) return 'REFUND_ABOVE_CREDIT';
  if (WHOLE_SHILLING_CHANNELS.has(refundChannel) && amountCents % 100 !== 0) return 'WHOLE_SHILLINGS';
  return null;
}

export interface RefundForPayout {
  readonly verifyStatus: 'NOT_VERIFIED' | 'PASSED' | 'FAILED';
  /** Ignored with a logged reason; possible for bank cards alone. */
  readonly isVerifyIgnored: boolean;
  readonly isOriginalPayer: boolean;
  readonly applicantUserNo: string;
  readonly checkerUserNo: string;
  /** Who agreed to a payee other than the payer. */
  readonly secondCheckerUserNo: string | null;
  readonly operatorUserNo: string;
}

/** Why this refund may not be paid out by this person, or null. */
export function refusalOfRefundPayout(refund: RefundForPayout): ErrorName | null {
  const { applicantUserNo, checkerUserNo, secondCheckerUserNo } = refund;
  if (refund.operatorUserNo === applicantUserNo || checkerUserNo === applicantUserNo) {
    return 'MAKER_IS_CHECKER';
  }
  if (!refund.isVerifyIgnored && refund.verifyStatus === 'FAILED') return 'REFUND_VERIFICATION_FAILED';
  if (!refund.isVerifyIgnored && refund.verifyStatus !== 'PASSED') return 'VERIFY_FIRST';
  if (refund.isOriginalPayer) return null;
  if (secondCheckerUserNo === null) return 'SECOND_CHECK_NEEDED';
  const isThird = secondCheckerUserNo !== applicantUserNo && secondCheckerUserNo !== checkerUserNo;
  return isThird ? null : 'MAKER_IS_CHECKER';
}
