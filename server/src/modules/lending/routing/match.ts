import type { route } from '@kituo/sdk/contracts';
import type { RuleInForce } from '../../platform/rules/index.ts';

export type Strategy = RuleInForce<route.RouteStrategy>;

/** What a strategy looks at. */
export interface Routed {
  readonly productNo: string;
  /** Null while nobody has approved an amount: every band takes it. */
  readonly approvedCents: number | null;
  /** A phone unless said otherwise. */
  readonly payoutType?: string;
}

const CLOCK = new Intl.DateTimeFormat('en-GB', { timeZone: 'Africa/Nairobi', hour: '2-digit', minute: '2-digit' });

/** By moment: formatting costs more than all else, and a list asks of thousands of orders at one. */
const clocks = new WeakMap<Date, string>();
function clockAt(at: Date): string {
  const clock = clocks.get(at) ?? CLOCK.format(at);
  clocks.set(at, clock);
  return clock;
}

function takes(value: route.RouteStrategy, order: Routed, clock: string): boolean {
  const { productNo, approvedCents, payoutType } = order;
  if ((value.payoutType === 'BANK') !== (payoutType === 'BANK')) return false;
  const { productNos, minAmountCents, maxAmountCents, fromTime, toTime } = value;
  if (productNos.length > 0 && !productNos.includes(productNo)) return false;
  if (clock < fromTime || clock > toTime) return false;
  if (approvedCents === null) return true;
  return approvedCents >= minAmountCents && (maxAmountCents === null || approvedCents <= maxAmountCents);
}

/** The strategy that takes an order at a moment: one that names its product before one of all. */
export function strategyFor<One extends { readonly value: route.RouteStrategy }>(
  strategies: readonly One[],
  order: Routed,
  at: Date,
): One | null {
  const clock = clockAt(at);
  const matching = strategies.filter(({ value }) => takes(value, order, clock));
  return matching.find(({ value }) => value.productNos.length > 0) ?? matching[0] ?? null;
}

/** Both would take the same order at the same time, neither more special than the other. */
export function bandsMeet(one: route.RouteStrategy, other: route.RouteStrategy): boolean {
  const most = (value: route.RouteStrategy) => value.maxAmountCents ?? Number.MAX_SAFE_INTEGER;
  return (
    one.payoutType === other.payoutType &&
    one.minAmountCents <= most(other) &&
    other.minAmountCents <= most(one) &&
    one.fromTime <= other.toTime &&
    other.fromTime <= one.toTime
  );
}
