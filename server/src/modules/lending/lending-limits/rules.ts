import { loanLimit } from '@kituo/sdk/contracts';

type LoanLimit = loanLimit.LoanLimit;

/** What a merchant's day took: principal sent out and not failed, and how many loans that are. */
export interface Use {
  readonly usedCents: number;
  readonly usedOrders: number;
}

const NOTHING: Use = { usedCents: 0, usedOrders: 0 };
const bounds = (limit: number) => (limit === loanLimit.UNLIMITED ? Infinity : limit);

/** Whether a loan of this principal still goes today. */
export function fits(limit: LoanLimit, { usedCents, usedOrders }: Use, amountCents: number): boolean {
  return (
    usedCents + amountCents <= bounds(limit.dailyAmountLimitCents) && usedOrders + 1 <= bounds(limit.dailyOrderLimit)
  );
}

/**
 * Whether a loan waits: for itself, or behind an older one that waits for this day to end. One that no day takes
 * is in nobody's way.
 * @param olderCents what waits longer than it
 */
export function waits(limit: LoanLimit, use: Use, amountCents: number, olderCents: readonly number[]): boolean {
  if (!fits(limit, use, amountCents)) return true;
  return olderCents.some((older) => fits(limit, NOTHING, older) && !fits(limit, use, older));
}

/** The same of each that waits to be sent, oldest first. */
export function held(limit: LoanLimit, use: Use, oldestFirst: readonly number[]): boolean[] {
  let isBehind = false;
  return oldestFirst.map((amountCents) => {
    const isFull = !fits(limit, use, amountCents);
    const isWaiting = isFull || isBehind;
    isBehind ||= isFull && fits(limit, NOTHING, amountCents);
    return isWaiting;
  });
}

/** How much of the nearer limit is used, in whole percent rounded down; null where neither bounds a day. */
export function usedPercent(limit: LoanLimit, { usedCents, usedOrders }: Use): number | null {
  const parts = [
    [usedCents, limit.dailyAmountLimitCents],
    [usedOrders, limit.dailyOrderLimit],
  ].flatMap(([used = 0, most = 0]) => {
    if (most === loanLimit.UNLIMITED) return [];
    return most === 0 ? 100 : Math.floor((used * 100) / most);
  });
  return parts.length === 0 ? null : Math.max(...parts);
}

/** Whether more goes out by `next` than by what holds; null holds nothing back. */
export function isLooser(next: LoanLimit, holds: LoanLimit | null): boolean {
  if (holds === null) return false;
  return (
    next.minAmountCents < holds.minAmountCents ||
    next.maxAmountCents > holds.maxAmountCents ||
    bounds(next.dailyAmountLimitCents) > bounds(holds.dailyAmountLimitCents) ||
    bounds(next.dailyOrderLimit) > bounds(holds.dailyOrderLimit)
  );
}
