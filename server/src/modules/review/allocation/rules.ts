import type { ErrorName } from '@kituo/sdk/contracts';
import type { ReviewerFacts } from './reviewers.ts';

/** What of an order decides who may get it. */
export interface OrderToAllot {
  readonly orderNo: string;
  readonly merchantNo: string;
  readonly loanType: 'FIRST' | 'REPEAT';
  /** Who must never get it: those who refused it before, and who requested its re-review. */
  readonly barred: readonly string[];
  readonly speakingLanguage: string | null;
}

export interface Refusal {
  readonly error: ErrorName;
  readonly facts?: Readonly<Record<string, number>>;
}

/** Why a reviewer gets nothing at all now; null where they may. */
export function refusalOfReviewer(reviewer: ReviewerFacts): Refusal | null {
  if (!reviewer.isNormal) return { error: 'AUDITOR_FROZEN' };
  if (!reviewer.isOnShift) return { error: 'AUDITOR_OFF_SHIFT' };
  if (reviewer.places <= 0) return { error: 'AUDITOR_FULL', facts: { places: 0 } };
  return null;
}

/**
 * Why a reviewer may not get an order now; null where they may: NORMAL, on shift, of the merchant, below the
 * cap, for first loans on the whitelist, and nobody who decided about it before.
 */
export function refusalOf(reviewer: ReviewerFacts, order: OrderToAllot): Refusal | null {
  if (!reviewer.isNormal) return { error: 'AUDITOR_FROZEN' };
  if (!reviewer.merchantNos.includes(order.merchantNo)) return { error: 'AUDITOR_OTHER_MERCHANT' };
  if (order.barred.includes(reviewer.userNo)) return { error: 'AUDITOR_BARRED' };
  if (order.loanType === 'FIRST' && !reviewer.firstLoanWhitelist) {
    return { error: 'AUDITOR_NO_FIRST_LOANS' };
  }
  return refusalOfReviewer(reviewer);
}
