import { wilson, Z_95 } from '../../../../ground/wilson.ts';
import { pOfShares, upperTail } from '../../../collections/sms-campaigns/index.ts';

export interface Share {
  readonly of: number;
  readonly did: number;
}
interface Bounds {
  readonly low: number;
  readonly high: number;
}

/** Of a power of 80%. */
const Z_80 = 0.841_621;
/** The smallest relative change that a planned sample finds. */
const LEAST_LIFT = 0.2;
const LEAST_SAMPLE = 100;

/** Newcombe's 95 % interval of one share less another (his method 10). Null of nothing. */
export function newcombe(one: Share, other: Share): (Bounds & { readonly diff: number }) | null {
  if (one.of === 0 || other.of === 0) return null;
  const [p, q] = [one.did / one.of, other.did / other.of];
  const [a, b] = [wilson(one), wilson(other)];
  const diff = p - q;
  return {
    diff,
    low: diff - Math.sqrt((p - a.low) ** 2 + (b.high - q) ** 2),
    high: diff + Math.sqrt((a.high - p) ** 2 + (q - b.low) ** 2),
  };
}

/** Holm's adjustment: each p as if it were the only one that was looked at. */
export function holm(values: readonly (number | null)[]): (number | null)[] {
  const tested = values
    .flatMap((p, index) => (p === null ? [] : [{ p, index }]))
    .toSorted((one, other) => one.p - other.p);
  const adjusted = new Map<number, number>();
  let before = 0;
  tested.forEach(({ p, index }, rank) => {
    before = Math.max(before, Math.min(1, p * (tested.length - rank)));
    adjusted.set(index, before);
  });
  return values.map((_, index) => adjusted.get(index) ?? null);
}

/** Two-sided p of two shares being the same; null where either side is too small to say. */
export const pOf = (one: Share, other: Share): number | null => pOfShares(one, other);

/** The upper tail of the chi-squared distribution, by its recurrence in steps of two degrees of freedom. */
export function chiSquaredTail(value: number, freedom: number): number {
  if (freedom < 1) return 1;
  const isOdd = freedom % 2 === 1;
  let tail = isOdd ? 2 * upperTail(Math.sqrt(value)) : Math.exp(-value / 2);
  let step = isOdd ? Math.sqrt((2 * value) / Math.PI) * Math.exp(-value / 2) : (value / 2) * Math.exp(-value / 2);
  for (let at = isOdd ? 3 : 4; at <= freedom; at += 2) {
    tail += step;
    step *= value / at;
  }
  return Math.min(1, tail);
}

/** p of counts coming from planned shares; null where fewer than 5 are to be expected of one. */
export function splitP(groups: readonly { readonly count: number; readonly share: number }[]): number | null {
  const all = groups.reduce((sum, { count }) => sum + count, 0);
  const shares = groups.reduce((sum, { share }) => sum + share, 0);
  if (groups.length < 2 || shares === 0) return null;
  let value = 0;
  for (const { count, share } of groups) {
    const expected = (all * share) / shares;
    if (expected < 5) return null;
    value += (count - expected) ** 2 / expected;
  }
  return chiSquaredTail(value, groups.length - 1);
}

/** How many a variant needs to find a change by a fifth of the control's rate, at 5 % and a power of 80 %. */
export function plannedSample(control: Share): number | null {
  if (control.of === 0 || control.did === 0) return null;
  const p = control.did / control.of;
  const q = Math.min(1, p * (1 + LEAST_LIFT));
  if (q === p) return LEAST_SAMPLE;
  const middle = (p + q) / 2;
  const spread = Z_95 * Math.sqrt(2 * middle * (1 - middle)) + Z_80 * Math.sqrt(p * (1 - p) + q * (1 - q));
  return Math.max(LEAST_SAMPLE, Math.ceil((spread / (q - p)) ** 2));
}
