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
 * principal nor excise.
 */
export function applyCoupon(
  coupon: { readonly couponType: CouponType; readonly amountCents: Cents },
  bill: { readonly outstanding: Amounts; readonly order: AllocationOrder },
): CouponUse {
  let left = coupon.amountCents;
  const taken = new Map<Component, Cents>();
  for (const component of bill.order) {
    if (!mayLower(coupon.couponType, component)) continue;
    const part = Math.min(left, bill.outstanding[component]);
    taken.set(component, part);
    left -= part;
  }
  const used = mapAmounts((component) => taken.get(component) ?? 0);
  return { used, unusedCents: coupon.amountCents - totalOf(used) };
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
