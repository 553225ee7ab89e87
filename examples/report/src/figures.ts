import { formatDate } from '@kituo/sdk';
import type { home } from '@kituo/sdk/contracts';
import type { ReplyOf } from '@kituo/sdk/contracts';

export interface Day {
  /** `20 Nov 2026`. */
  readonly day: string;
  readonly count: number;
}

/** Something that is counted a day. */
export interface Figure {
  readonly key: string;
  readonly days: readonly Day[];
  readonly total: number;
}

const DAY_MS = 86_400_000;

/** The figures that have a history, oldest day first. Kenya has no daylight saving time: days are 24 hours. */
export function figuresOf({ tiles, eatDate }: ReplyOf<typeof home.summary>): Figure[] {
  const today = Date.parse(`${eatDate}T12:00:00+03:00`);
  return tiles.flatMap(({ key, days }) => {
    if (days === null) return [];
    const named = days.map((count, index) => ({
      day: formatDate(today - (days.length - 1 - index) * DAY_MS),
      count,
    }));
    return [{ key, days: named, total: days.reduce((sum, count) => sum + count, 0) }];
  });
}
