import {
  type AllocationOrder,
  type Amounts,
  type Cents,
  type Component,
  COMPONENTS,
  mapAmounts,
  NO_AMOUNTS,
  nonPrincipalOf,
  totalOf,
} from '../../platform/ledger/index.ts';

/*
 * In duplum: a debt may at most double. When a bill becomes non-performing, the principal it then owes,
 * P0, is frozen. What it owed beside the principal at that moment, plus everything charged later, never
 * passes P0. A payment or a waiver makes no new room, because what was charged stays charged; a rollover
 * hands base and count to the successor.
 */

export interface InDuplum {
  /** P0: the principal owing when the bill became non-performing. */
  readonly baseCents: Cents;
  /** Non-principal owing at that moment plus all charged since. Never above `baseCents`. */
  readonly chargedCents: Cents;
}

/**
 * Freezes the base. Where the bill already owes more beside its principal than the principal itself,
 * `excess` is what has to come off at once, by mirroring its accrual: newest kinds of charge first,
 * excise last. The count then starts at the base.
 */
export function freezeInDuplum(outstanding: Amounts): {
  readonly state: InDuplum;
  readonly excess: Amounts;
} {
  const baseCents = outstanding.PRINCIPAL;
  const chargedCents = nonPrincipalOf(outstanding);
  const excess = takeInOrder(Math.max(0, chargedCents - baseCents), outstanding, CUT_ORDER);
  return { state: { baseCents, chargedCents: Math.min(chargedCents, baseCents) }, excess };
}

/** How much may still be charged. Before the freeze: what keeps the bill within its own principal. */
export function roomOf(state: InDuplum | null, outstanding: Amounts): Cents {
  return state
    ? state.baseCents - state.chargedCents
    : Math.max(0, outstanding.PRINCIPAL - nonPrincipalOf(outstanding));
}

export interface Charge {
  /** What may be posted, never more than wanted. */
  readonly accrued: Amounts;
  /** What the bound cut away. */
  readonly cutCents: Cents;
  readonly state: InDuplum | null;
}

/** Charges as much of `wanted` as the bound leaves, in the default order of components. */
export function chargeWithin(state: InDuplum | null, outstanding: Amounts, wanted: Amounts): Charge {
  if (wanted.PRINCIPAL !== 0) throw new RangeError('principal is lent, not charged');
  const accrued = takeInOrder(roomOf(state, outstanding), wanted, COMPONENTS);
  const accruedCents = totalOf(accrued);
  return {
    accrued,
    cutCents: totalOf(wanted) - accruedCents,
    state: state && { ...state, chargedCents: state.chargedCents + accruedCents },
  };
}

const CUT_ORDER: AllocationOrder = [
  ...COMPONENTS.filter((component) => component !== 'EXCISE' && component !== 'PRINCIPAL'),
  'EXCISE',
];

/** The first `amountCents` of `from`, walking the components in order. */
function takeInOrder(amountCents: Cents, from: Amounts, order: AllocationOrder): Amounts {
  let left = amountCents;
  const taken = new Map<Component, Cents>();
  for (const component of order) {
    const part = Math.min(left, from[component]);
    taken.set(component, part);
    left -= part;
  }
  return left === amountCents ? NO_AMOUNTS : mapAmounts((component) => taken.get(component) ?? 0);
}
