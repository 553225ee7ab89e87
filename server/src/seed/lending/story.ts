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
  | 'PAID_OUT';

/** How a customer repays, as shares of a real book go. */
export type Habit = 'EARLY' | 'ON_TIME' | 'LATE' | 'PARTS' | 'EXTENDS' | 'OVERPAYS' | 'NEVER';

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
const HISTORY_DAYS = 240;

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
  PAYOUT_FAILED: 1,
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
  PAID_OUT: 16,
};
const HABITS: Readonly<Record<Habit, number>> = {
  EARLY: 12,
  ON_TIME: 48,
  LATE: 14,
  PARTS: 8,
  EXTENDS: 5,
  OVERPAYS: 3,
  NEVER: 10,
};

export function throwStory(dice: Dice, now: Date): Story {
  // The square root leans towards today.
  const daysAgo = HISTORY_DAYS * (1 - Math.sqrt(dice.next()));
  const isFresh = daysAgo < 2;
  const habit = dice.weighted(HABITS);
  const paysAfterDays =
    habit === 'EARLY' ? -dice.between(1, 9) : habit === 'LATE' ? dice.between(1, 40) : 0;
  return {
    appliedAt: new Date(now.getTime() - daysAgo * DAY_MS - dice.between(1, 40) * 60_000),
    isRepeat: dice.chance(0.55),
    decision: dice.weighted(isFresh ? FRESH : OLD),
    habit,
    appetite: dice.next(),
    paysAfterDays,
    isRolledBack: dice.chance(0.01),
  };
}
