import { wilson, Z_95 } from '../../../ground/wilson.ts';

/** So many of one score, or of one bin. */
export interface Graded {
  readonly score: number;
  readonly good: number;
  readonly bad: number;
}

/** With fewer of either, neither a gini nor the odds of a band say anything. */
export const LEAST_OF_EITHER = 10;
/** With fewer scores, a drift says nothing. */
const LEAST_OF_DRIFT = 50;
/** An empty bin would make the index infinite. */
const LEAST_SHARE = 0.0005;

export const rounded = (value: number, digits: number): number => Number(value.toFixed(digits));

/**
 * Gini, in per cent: twice the area under the ROC curve less one. The area is the chance that a good loan scored
 * above a bad one, ties counted half.
 */
export function giniOf(scores: readonly Graded[]): number | null {
  const good = scores.reduce((sum, one) => sum + one.good, 0);
  const bad = scores.reduce((sum, one) => sum + one.bad, 0);
  if (good < LEAST_OF_EITHER || bad < LEAST_OF_EITHER) return null;
  let badBelow = 0;
  let wins = 0;
  for (const one of scores.toSorted((a, b) => a.score - b.score)) {
    wins += one.good * (badBelow + one.bad / 2);
    badBelow += one.bad;
  }
  return rounded((2 * (wins / (good * bad)) - 1) * 100, 1);
}

/** Population stability index of two counts of the same bins; null where either has too few. */
export function psiOf(bins: readonly { readonly reference: number; readonly recent: number }[]): number | null {
  const before = bins.reduce((sum, { reference }) => sum + reference, 0);
  const now = bins.reduce((sum, { recent }) => sum + recent, 0);
  if (before < LEAST_OF_DRIFT || now < LEAST_OF_DRIFT) return null;
  const index = bins.reduce((sum, { reference, recent }) => {
    const expected = Math.max(reference / before, LEAST_SHARE);
    const actual = Math.max(recent / now, LEAST_SHARE);
    return sum + (actual - expected) * Math.log(actual / expected);
  }, 0);
  return rounded(index, 3);
}

/** A share in per cent with Wilson's 95 % bounds; null of nothing. */
export function shareOf(hits: number, of: number): { percent: number; low: number; high: number } | null {
  if (of === 0) return null;
  const { low, high } = wilson({ of, did: hits });
  const percent = (value: number): number => rounded(Math.min(1, Math.max(0, value)) * 100, 1);
  return { percent: percent(hits / of), low: percent(low), high: percent(high) };
}

/** An average with its 95 % bounds; null of fewer than two. */
export function meanOf(
  count: number,
  mean: number | null,
  deviation: number | null,
): { average: number; low: number; high: number } | null {
  if (count < 2 || mean === null || deviation === null) return null;
  const error = (Z_95 * deviation) / Math.sqrt(count);
  return { average: Math.round(mean), low: Math.round(mean - error), high: Math.round(mean + error) };
}
