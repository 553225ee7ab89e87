import type { AllocationOrder, Amounts, BillPart, Cents } from '../../platform/ledger/index.ts';

/** What a payment can reach: one bill with what it owes and the order snapshotted on it. */
export interface OpenBill {
  readonly billNo: string;
  readonly dueDate: string;
  readonly order: AllocationOrder;
  readonly outstanding: Amounts;
}

export interface Allocation {
  /** What each slot gets, in the order in which the payment reached them; none is 0. */
  readonly parts: readonly BillPart[];
  readonly appliedCents: Cents;
  /** What is left when every slot is at 0. */
  readonly surplusCents: Cents;
}

/**
 * Spreads a payment: oldest bill first, in each bill the components in its own order, each slot filled
 * before the next is touched. Taking the slots one after another is what makes any split of a payment
 * come to the same balances as the whole at once.
 */
export function allocate(amountCents: Cents, bills: readonly OpenBill[]): Allocation {
  let left = amountCents;
  const parts: BillPart[] = [];
  for (const bill of oldestFirst(bills)) {
    for (const component of bill.order) {
      const taken = Math.min(left, bill.outstanding[component]);
      if (taken === 0) continue;
      parts.push({ billNo: bill.billNo, component, amountCents: taken });
      left -= taken;
    }
  }
  return { parts, appliedCents: amountCents - left, surplusCents: left };
}

/** By due date; two of one day by number, so that the order never depends on how rows came. */
export function oldestFirst<Bill extends Pick<OpenBill, 'billNo' | 'dueDate'>>(bills: readonly Bill[]): Bill[] {
  const key = (bill: Bill) => `${bill.dueDate} ${bill.billNo}`;
  return [...bills].sort((left, right) => (key(left) < key(right) ? -1 : 1));
}
