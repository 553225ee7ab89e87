import type { ErrorName } from '@kituo/sdk/contracts';
import {
  type Amounts,
  type BillPart,
  type Cents,
  COMPONENTS,
  minus,
  NO_AMOUNTS,
  nonPrincipalOf,
  plus,
  totalOf,
} from '../../platform/ledger/index.ts';
import { allocate, type OpenBill } from './allocation.ts';

/*
 * What a write-off does, decided from figures alone. The preview shows this very decision and the commit
 * makes it again under the bill's lock; where the two differ, the commit is refused.
 */

/** Facts a person must have agreed to before the commit. */
export type Confirmation = 'BELOW_CORE' | 'BELOW_PAYOFF' | 'SURPLUS_TO_CREDIT';

export interface Decision {
  readonly parts: readonly BillPart[];
  readonly appliedCents: Cents;
  /** Becomes the customer's credit. */
  readonly surplusCents: Cents;
  /** True where the approved deduction is used, whole. */
  readonly usesDeduction: boolean;
  readonly confirmations: readonly Confirmation[];
}

export type DecisionOrRefusal = Decision | { readonly refusal: ErrorName };

export interface SettleRequest {
  readonly amountCents: Cents;
  readonly bill: OpenBill;
  /** Older bills of the order that still owe something. */
  readonly hasEarlierOpenBill: boolean;
  /** What the chosen coupon takes off; none: `NO_AMOUNTS`. */
  readonly coupon: Amounts;
  /** The approved deduction chosen; none: `NO_AMOUNTS`. */
  readonly deduction: Amounts;
}

/** All that is owed less the coupon: what settles the bill. */
export function payoffOf(outstanding: Amounts, coupon: Amounts = NO_AMOUNTS): Cents {
  return totalOf(minus(outstanding, coupon));
}

/** SETTLE: the bill ends at 0, by money, coupon and, where it was approved, a deduction of exactly the gap. */
export function decideSettle(request: SettleRequest): DecisionOrRefusal {
  const { amountCents, bill, coupon, deduction } = request;
  if (request.hasEarlierOpenBill) return { refusal: 'EARLIER_BILL_OPEN' };
  const owed = bill.outstanding;
  if (amountCents < owed.PRINCIPAL) return { refusal: 'SETTLE_BELOW_LOAN' };
  const payoffCents = payoffOf(owed, coupon);
  const confirmations: Confirmation[] = [];
  if (amountCents < Math.min(payoffCents, owed.PRINCIPAL + owed.INTEREST + owed.SERVICE_FEE)) {
    confirmations.push('BELOW_CORE');
  }
  if (amountCents >= payoffCents) {
    return placed(request, minus(owed, coupon), false, confirmations);
  }
  confirmations.push('BELOW_PAYOFF');
  if (totalOf(deduction) !== payoffCents - amountCents) return { refusal: 'DEDUCTION_NEEDED' };
  const left = minus(minus(owed, coupon), deduction);
  if (COMPONENTS.some((component) => left[component] < 0)) {
    return { refusal: 'DEDUCTION_ABOVE_COMPONENT' };
  }
  return placed(request, left, true, confirmations);
}

/** PARTIAL: less than the payoff, in the bill's order. */
export function decidePartial(
  request: Pick<SettleRequest, 'amountCents' | 'bill' | 'hasEarlierOpenBill' | 'coupon'>,
): DecisionOrRefusal {
  if (request.hasEarlierOpenBill) return { refusal: 'EARLIER_BILL_OPEN' };
  const owed = minus(request.bill.outstanding, request.coupon);
  if (request.amountCents >= totalOf(owed)) return { refusal: 'CHOOSE_SETTLE' };
  return placed(request, owed, false, []);
}

/** GENERIC: over all open bills given, oldest first; what is left becomes credit. */
export function decideGeneric(amountCents: Cents, bills: readonly OpenBill[]): Decision {
  const allocation = allocate(amountCents, bills);
  return {
    ...allocation,
    usesDeduction: false,
    confirmations: allocation.surplusCents > 0 ? ['SURPLUS_TO_CREDIT'] : [],
  };
}

export interface ExtensionRequest {
  readonly amountCents: Cents;
  readonly bill: OpenBill;
  readonly hasEarlierOpenBill: boolean;
  /** From the rollover's quote; it is charged to the bill before the payment is placed. */
  readonly extensionFeeCents: Cents;
  readonly rolloverCount: number;
  readonly maxRollovers: number;
  /** True where the product extends only from the due date on and that is still ahead. */
  readonly isTooEarly: boolean;
}

/** EXTENSION: the fee and all that is due but the principal are paid; the principal moves on. */
export function decideExtension(request: ExtensionRequest): DecisionOrRefusal {
  const { bill, amountCents } = request;
  if (request.hasEarlierOpenBill) return { refusal: 'EARLIER_BILL_OPEN' };
  // A coupon that was taken back leaves fees alone on a bill: no successor could carry anything on.
  if (bill.outstanding.PRINCIPAL === 0) return { refusal: 'CHOOSE_SETTLE' };
  if (request.rolloverCount >= request.maxRollovers) return { refusal: 'ROLLOVER_MAX' };
  if (request.isTooEarly) return { refusal: 'BEFORE_DUE_DATE' };
  const fee: Amounts = { ...NO_AMOUNTS, EXTENSION_SERVICE_FEE: request.extensionFeeCents };
  const charged = plus(bill.outstanding, fee);
  if (amountCents < nonPrincipalOf(charged)) return { refusal: 'EXTENSION_SHORT' };
  return placed(request, { ...charged, PRINCIPAL: 0 }, false, []);
}

/** Refuses until everything a decision asks was agreed to. */
export function unacknowledged(decision: Decision, acknowledged: readonly string[]): readonly Confirmation[] {
  return decision.confirmations.filter((confirmation) => !acknowledged.includes(confirmation));
}

function placed(
  request: { readonly amountCents: Cents; readonly bill: OpenBill },
  outstanding: Amounts,
  usesDeduction: boolean,
  confirmations: readonly Confirmation[],
): Decision {
  const allocation = allocate(request.amountCents, [{ ...request.bill, outstanding }]);
  const surplus: readonly Confirmation[] = allocation.surplusCents > 0 ? ['SURPLUS_TO_CREDIT'] : [];
  return { ...allocation, usesDeduction, confirmations: [...confirmations, ...surplus] };
}
