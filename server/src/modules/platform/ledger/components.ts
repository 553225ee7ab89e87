import { assertCents, type Cents, sumCents } from './cents.ts';

/**
 * What a bill is made of, in the order in which a payment reaches the parts unless the product says
 * otherwise. The order that holds for a bill is snapshotted on it.
 */
export const COMPONENTS = [
  'LATE_FEE',
  'LIQUIDATED_DAMAGES',
  'EXTENSION_SERVICE_FEE',
  'MANAGEMENT_FEE',
  'SERVICE_FEE',
  'EXCISE',
  'INTEREST',
  'PRINCIPAL',
] as const;
export type Component = (typeof COMPONENTS)[number];

/** A permutation of `COMPONENTS`. */
export type AllocationOrder = readonly Component[];
export const DEFAULT_ALLOCATION_ORDER: AllocationOrder = [...COMPONENTS];

/** Cents a component; used for what is owed and for changes of it. */
export type Amounts = Readonly<Record<Component, Cents>>;

export const NO_AMOUNTS: Amounts = {
  LATE_FEE: 0,
  LIQUIDATED_DAMAGES: 0,
  EXTENSION_SERVICE_FEE: 0,
  MANAGEMENT_FEE: 0,
  SERVICE_FEE: 0,
  EXCISE: 0,
  INTEREST: 0,
  PRINCIPAL: 0,
};

/** The components that no waiver touches, whoever funds it. */
export const NEVER_WAIVED: ReadonlySet<Component> = new Set(['PRINCIPAL', 'EXCISE']);

/** All components, the ones named with their amounts, the rest 0. */
export function amounts(some: Partial<Amounts>): Amounts {
  const all = { ...NO_AMOUNTS, ...some };
  for (const component of COMPONENTS) assertCents(all[component]);
  return all;
}

export function totalOf(of: Amounts): Cents {
  return sumCents(COMPONENTS.map((component) => of[component]));
}

/** All but the principal. */
export function nonPrincipalOf(of: Amounts): Cents {
  return totalOf(of) - of.PRINCIPAL;
}

export function plus(left: Amounts, right: Amounts): Amounts {
  return mapAmounts((component) => left[component] + right[component]);
}

export function minus(left: Amounts, right: Amounts): Amounts {
  return mapAmounts((component) => left[component] - right[component]);
}

export function negated(of: Amounts): Amounts {
  // 0 - x, so that a 0 stays 0 and does not become -0.
  return mapAmounts((component) => 0 - of[component]);
}

export function mapAmounts(valueOf: (component: Component) => Cents): Amounts {
  return amounts({
    LATE_FEE: valueOf('LATE_FEE'),
    LIQUIDATED_DAMAGES: valueOf('LIQUIDATED_DAMAGES'),
    EXTENSION_SERVICE_FEE: valueOf('EXTENSION_SERVICE_FEE'),
    MANAGEMENT_FEE: valueOf('MANAGEMENT_FEE'),
    SERVICE_FEE: valueOf('SERVICE_FEE'),
    EXCISE: valueOf('EXCISE'),
    INTEREST: valueOf('INTEREST'),
    PRINCIPAL: valueOf('PRINCIPAL'),
  });
}

/** The parts that are not 0, in the given order. */
export function partsOf(
  of: Amounts,
  order: AllocationOrder = DEFAULT_ALLOCATION_ORDER,
): readonly { readonly component: Component; readonly amountCents: Cents }[] {
  return order.map((component) => ({ component, amountCents: of[component] })).filter((part) => part.amountCents !== 0);
}

/** True for a list that names each component exactly once. */
export function isAllocationOrder(list: readonly string[]): list is AllocationOrder {
  return [...list].sort().join() === [...COMPONENTS].sort().join();
}
