import {
  type AllocationOrder,
  type Amounts,
  type Cents,
  type Component,
  mapAmounts,
  NEVER_WAIVED,
  totalOf,
} from '../../platform/ledger/index.ts';

/** DISCOUNT lowers what is charged; INTEREST_DISCOUNT the interest alone. A raised limit pays nothing. */
export type CouponType = 'INCREASE_LOAN_LIMIT' | 'DISCOUNT' | 'INTEREST_DISCOUNT';

export interface CouponUse {
  readonly used: Amounts;
  /** What of the coupon finds nothing to lower; it is lost with the use. */
  readonly unusedCents: Cents;
}

/**
 * What a coupon takes off a bill: never below zero in any component and, like every waiver, never
 * principal nor excise. A share is of what it may lower, rounded down to a cent, and never above the amount.
 */
export function applyCoupon(
  coupon: { readonly couponType: CouponType; readonly amountCents: Cents; readonly discountBps?: number | null },
  bill: { readonly outstanding: Amounts; readonly order: AllocationOrder },
): CouponUse {
  const worth = worthOn(coupon, bill);
  let left = worth;
  const taken = new Map<Component, Cents>();
  for (const component of bill.order) {
    if (!mayLower(coupon.couponType, component)) continue;
    const part = Math.min(left, bill.outstanding[component]);
    taken.set(component, part);
    left -= part;
  }
  const used = mapAmounts((component) => taken.get(component) ?? 0);
  return { used, unusedCents: worth - totalOf(used) };
}

function worthOn(
  { couponType, amountCents, discountBps = null }: Parameters<typeof applyCoupon>[0],
  { outstanding, order }: Parameters<typeof applyCoupon>[1],
): Cents {
  if (discountBps === null) return amountCents;
  const lowerable = order
    .filter((component) => mayLower(couponType, component))
    .reduce((sum, component) => sum + outstanding[component], 0);
  return Math.min(amountCents, Math.floor((lowerable * discountBps) / 10_000));
}

function mayLower(type: CouponType, component: Component): boolean {
  switch (type) {
    case 'INCREASE_LOAN_LIMIT':
      return false;
    case 'INTEREST_DISCOUNT':
      return component === 'INTEREST';
    case 'DISCOUNT':
      return !NEVER_WAIVED.has(component);
  }
}
