import type { Dice } from './dice.ts';

/** How far an application came. */
export type Decision =
  | 'IN_MACHINE_REVIEW'
  | 'MACHINE_REFUSED'
  | 'WAITS'
  | 'IN_REVIEW'
  | 'REFUSED'
  | 'RETURNED'
  | 'PASSED'
  | 'SENT'
  | 'UNKNOWN'
  | 'PAYOUT_FAILED'
  | 'CANCELLED'
  | 'PAID_OUT';

/** How a customer repays, as shares of a real book go. */
export type Habit = 'EARLY' | 'ON_TIME' | 'LATE' | 'WAIVED' | 'PARTS' | 'EXTENDS' | 'OVERPAYS' | 'NEVER';

/** One order's fate, thrown before it is lived through. */
export interface Story {
  readonly appliedAt: Date;
  readonly isRepeat: boolean;
  readonly decision: Decision;
  readonly habit: Habit;
  /** Of what may be borrowed, 0 to 1. */
  readonly appetite: number;
  /** Days before (−) or after the due date. */
  readonly paysAfterDays: number;
  readonly isRolledBack: boolean;
}

const DAY_MS = 86_400_000;
/** Orders of the last so many days; more come the nearer to today, as a lender grows. */
export const HISTORY_DAYS = 240;
/** Of all orders: what came in the last two days and is still on its way. */
const FRESH_SHARE = 0.05;

const OLD: Readonly<Record<Decision, number>> = {
  IN_MACHINE_REVIEW: 0,
  WAITS: 0,
  IN_REVIEW: 0,
  PASSED: 0,
  SENT: 0,
  UNKNOWN: 0,
  MACHINE_REFUSED: 14,
  REFUSED: 11,
  RETURNED: 2,
  PAYOUT_FAILED: 0,
  CANCELLED: 1,
  PAID_OUT: 72,
};
const FRESH: Readonly<Record<Decision, number>> = {
  IN_MACHINE_REVIEW: 6,
  WAITS: 22,
  IN_REVIEW: 18,
  PASSED: 8,
  SENT: 2,
  UNKNOWN: 1,
  MACHINE_REFUSED: 12,
  REFUSED: 8,
  RETURNED: 4,
  PAYOUT_FAILED: 3,
  CANCELLED: 0,
  PAID_OUT: 16,
};
const HABITS: Readonly<Record<Habit, number>> = {
  EARLY: 12,
  ON_TIME: 50,
  LATE: 13,
  WAIVED: 3,
  PARTS: 8,
  EXTENDS: 5,
  OVERPAYS: 3,
  NEVER: 6,
};

/** What becomes of an order, and how long ago it was applied for. */
export interface Fate {
  readonly decision: Decision;
  readonly habit?: Habit;
  readonly daysAgo: number;
}

/** The first orders of a book, so that the smallest one has every state that a page shows. */
const EVERY_STATE: readonly Fate[] = [
  { decision: 'IN_MACHINE_REVIEW', daysAgo: 0.05 },
  { decision: 'WAITS', daysAgo: 0.2 },
  { decision: 'WAITS', daysAgo: 0.6 },
  { decision: 'IN_REVIEW', daysAgo: 0.1 },
  { decision: 'IN_REVIEW', daysAgo: 0.3 },
  { decision: 'PASSED', daysAgo: 0.4 },
  { decision: 'SENT', daysAgo: 0.2 },
  { decision: 'UNKNOWN', daysAgo: 0.5 },
  { decision: 'PAYOUT_FAILED', daysAgo: 1 },
  { decision: 'MACHINE_REFUSED', daysAgo: 3 },
  { decision: 'REFUSED', daysAgo: 4 },
  { decision: 'RETURNED', daysAgo: 2 },
  { decision: 'RETURNED', daysAgo: 30 },
  { decision: 'CANCELLED', daysAgo: 50 },
  { decision: 'PAID_OUT', habit: 'ON_TIME', daysAgo: 60 },
  { decision: 'PAID_OUT', habit: 'EARLY', daysAgo: 6 },
  { decision: 'PAID_OUT', habit: 'EXTENDS', daysAgo: 45 },
  { decision: 'PAID_OUT', habit: 'OVERPAYS', daysAgo: 70 },
  { decision: 'PAID_OUT', habit: 'OVERPAYS', daysAgo: 40 },
  { decision: 'PAID_OUT', habit: 'PARTS', daysAgo: 80 },
  { decision: 'PAID_OUT', habit: 'WAIVED', daysAgo: 90 },
  { decision: 'PAID_OUT', habit: 'NEVER', daysAgo: 19 },
  { decision: 'PAID_OUT', habit: 'NEVER', daysAgo: 27 },
  { decision: 'PAID_OUT', habit: 'NEVER', daysAgo: 41 },
  { decision: 'PAID_OUT', habit: 'NEVER', daysAgo: 62 },
  { decision: 'PAID_OUT', habit: 'NEVER', daysAgo: 100 },
  { decision: 'PAID_OUT', habit: 'NEVER', daysAgo: 190 },
  { decision: 'PAID_OUT', habit: 'NEVER', daysAgo: 205 },
];

/** @param index of the order in its seed; the first ones go through every state. */
export function throwStory(dice: Dice, now: Date, index: number, fates: readonly Fate[] = EVERY_STATE): Story {
  const { decision, habit, daysAgo } = fates[index] ?? throwFate(dice);
  const chosen = habit ?? dice.weighted(HABITS);
  const isLate = chosen === 'LATE' || chosen === 'WAIVED';
  return {
    appliedAt: new Date(now.getTime() - daysAgo * DAY_MS - dice.between(1, 40) * 60_000),
    isRepeat: dice.chance(0.55),
    decision,
    habit: chosen,
    appetite: dice.next(),
    paysAfterDays: chosen === 'EARLY' ? -dice.between(1, 9) : isLate ? dice.between(1, 40) : 0,
    isRolledBack: chosen === 'ON_TIME' && dice.chance(0.02),
  };
}

function throwFate(dice: Dice): Fate {
  // The square root leans towards today.
  const daysAgo = dice.chance(FRESH_SHARE) ? 2 * dice.next() : HISTORY_DAYS * (1 - Math.sqrt(dice.next()));
  return { daysAgo, decision: dice.weighted(daysAgo < 2 ? FRESH : OLD) };
}
