import type { ErrorName } from '@kituo/sdk/contracts';
import type { Cents } from '../../platform/ledger/index.ts';

/** One row of the write-off table: this much of that flow. */
export interface FlowUse {
  readonly amountCents: Cents;
  readonly paymentCode: string;
  readonly paidAt: Date;
  /** The flow as it stands; null where nobody knows that serial number. */
  readonly flow: { readonly status: string; readonly writableCents: Cents } | null;
}

export interface LoanFacts {
  readonly now: Date;
  readonly lentAt: Date;
  /** Our number and the third party's. */
  readonly orderNos: readonly string[];
}

/** Why this use of a flow is refused, or null. The first reason counts. */
export function refusalOfFlowUse(use: FlowUse, loan: LoanFacts): ErrorName | null {
  if (!Number.isSafeInteger(use.amountCents) || use.amountCents < 0) return 'AMOUNT_INVALID';
  if (use.amountCents === 0) return 'ZERO_AMOUNT_FIELD';
  if (loan.orderNos.includes(use.paymentCode)) return 'SERIAL_EQUALS_ORDER_NO';
  if (!use.flow) return 'SERIAL_NOT_FOUND';
  if (use.flow.status === 'APPLIED') return 'SERIAL_WRITTEN_OFF';
  if (use.flow.writableCents <= 0) return 'WRITABLE_ZERO';
  if (use.amountCents > use.flow.writableCents) return 'ABOVE_WRITABLE';
  if (use.paidAt < loan.lentAt) return 'BEFORE_LOAN_DATE';
  if (use.paidAt > loan.now) return 'PAID_IN_FUTURE';
  return null;
}

/**
 * `writable = amount − live applications − credit from it − live refunds and returns − holds`; below 0
 * only in a fault, and then a RangeError.
 */
export function writableOf(flow: {
  readonly amountCents: Cents;
  readonly appliedCents: Cents;
  readonly creditedCents: Cents;
  readonly returnedCents: Cents;
  readonly heldCents: Cents;
}): Cents {
  const usedCents = flow.appliedCents + flow.creditedCents + flow.returnedCents + flow.heldCents;
  const writableCents = flow.amountCents - usedCents;
  if (writableCents < 0) throw new RangeError(`a flow overused by ${-writableCents} cents`);
  return writableCents;
}
