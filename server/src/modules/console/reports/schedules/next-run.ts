import type { reportSchedule } from '@kituo/sdk/contracts';
import { addDays, businessDateOf, startOfBusinessDate } from '../../../platform/policy/index.ts';
import type { Period } from '../engine/asked.ts';

type Plan = Pick<reportSchedule.ScheduleRow, 'reportFrequency' | 'weekday' | 'monthDay' | 'hour'>;

const HOUR_MS = 3_600_000;
/** Every plan has a day among so many. */
const LOOKS_AHEAD = 32;

/** Monday is 1. */
const weekdayOf = (day: string): number => ((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7) + 1;

const isDayOf = ({ reportFrequency, weekday, monthDay }: Plan, day: string): boolean =>
  reportFrequency === 'DAILY' ||
  (reportFrequency === 'WEEKLY' ? weekdayOf(day) === weekday : Number(day.slice(8)) === monthDay);

/** The first time of a plan after a moment. */
export function nextRunAfter(plan: Plan, after: Date): Date {
  const first = businessDateOf(after);
  for (let ahead = 0; ahead <= LOOKS_AHEAD; ahead += 1) {
    const day = addDays(first, ahead);
    const at = new Date(startOfBusinessDate(day).getTime() + plan.hour * HOUR_MS);
    if (isDayOf(plan, day) && at > after) return at;
  }
  throw new RangeError(`no day of ${JSON.stringify(plan)}`);
}

/** The days that a sending is about, all of them over. */
export function periodOf(span: reportSchedule.ScheduleRow['reportSpan'], at: Date): Period {
  const to = addDays(businessDateOf(at), -1);
  switch (span) {
    case 'YESTERDAY':
      return { from: to, to };
    case 'LAST_7_DAYS':
      return { from: addDays(to, -6), to };
    case 'LAST_30_DAYS':
      return { from: addDays(to, -29), to };
    case 'MONTH_TO_DATE':
      return { from: `${to.slice(0, 8)}01`, to };
    case 'LAST_MONTH': {
      const last = addDays(`${businessDateOf(at).slice(0, 8)}01`, -1);
      return { from: `${last.slice(0, 8)}01`, to: last };
    }
  }
}
