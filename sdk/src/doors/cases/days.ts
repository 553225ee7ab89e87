const EAT_AHEAD_MS = 3 * 3_600_000;
const DAY_MS = 86_400_000;

/** A day from today in EAT: `2026-11-24`. */
export const todayPlus = (days: number): string =>
  new Date(Date.now() + EAT_AHEAD_MS + days * DAY_MS).toISOString().slice(0, 10);

/** A moment as a browser's field has it, meant in EAT, with its offset. */
export const inEat = (typed: string): string => `${typed}:00+03:00`;
