/** The schedule's last attempt: with these pauses two to three days after the first. */
export const MAX_AUTOMATIC_ATTEMPTS = 9;
const FIRST_MS = 30_000;
const LONGEST_MS = 24 * 3_600_000;
/** Of the pause, either way, so that merchants who came back do not get everything at one moment. */
const JITTER = 0.2;

/** How long after an event's `attempts`-th failure the next attempt comes; null where none does. `dice` is 0 to 1. */
export function pauseAfter(attempts: number, dice: number = Math.random()): number | null {
  if (attempts >= MAX_AUTOMATIC_ATTEMPTS) return null;
  const pause = Math.min(FIRST_MS * 4 ** Math.max(0, attempts - 1), LONGEST_MS);
  return Math.round(pause * (1 - JITTER + 2 * JITTER * dice));
}
