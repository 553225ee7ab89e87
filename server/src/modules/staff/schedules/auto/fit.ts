import type { ReplyOf, scheduling } from '@kituo/sdk/contracts';
import type { BusinessDate } from '../../../platform/policy/index.ts';
import { neededOn, runAround, weekdayOf } from '../rules.ts';
import type { Problem } from './model.ts';
import type { Solution } from './solve.ts';

type Fit = ReplyOf<typeof scheduling.autoFound>['fits'][number];

/**
 * The smallest change of the plan under which a proposal would break none of its rules: of settings, what they would
 * have to be; of rules that are not a number of the plan, on how many days or weeks an exception is made. Pure.
 */
export function fitsOf(problem: Problem, { cells, broken }: Pick<Solution, 'cells' | 'broken'>): Fit[] {
  const { people, plan, holidays } = problem;
  const fits: Fit[] = [];
  const rates = new Map<number | null, number>();
  for (const { rule, date, by } of broken) {
    if (rule !== 'DAILY_RATE' || date === null) continue;
    const free = people.filter(({ leaveDates }) => !leaveDates.has(date)).length;
    const isHoliday = holidays.has(date);
    const day = isHoliday && plan.holidayRate !== null ? null : weekdayOf(date);
    const there = Math.max(0, neededOn(date, free, plan, isHoliday) - by);
    // The highest rate at which those who are there are enough.
    const rate = free === 0 ? 0 : Math.floor((there * 100) / free);
    rates.set(day, Math.min(rates.get(day) ?? 100, rate));
  }
  for (const [weekday, to] of rates) {
    const from = (weekday === null ? plan.holidayRate : plan.dailyAttendanceRates[weekday]) ?? 0;
    fits.push({ rule: 'DAILY_RATE', weekday, from, to });
  }
  if (broken.some(({ rule }) => rule === 'CONSECUTIVE_DAYS')) {
    fits.push({
      rule: 'CONSECUTIVE_DAYS',
      weekday: null,
      from: plan.maxConsecutiveDays,
      to: longestRun(problem, cells),
    });
  }
  const nights = broken.filter(({ rule }) => rule === 'WEEKLY_NIGHTS').map(({ by }) => by);
  if (nights.length > 0) {
    const to = plan.maxWeeklyNights + Math.max(...nights);
    fits.push({ rule: 'WEEKLY_NIGHTS', weekday: null, from: plan.maxWeeklyNights, to });
  }
  for (const rule of ['WEEKLY_DAYS', 'LANGUAGE_COVER', 'SKILL_COVER', 'NEW_WITH_OLD', 'SHIFT_SHARE'] as const) {
    const exceptions = broken.filter((one) => one.rule === rule).length;
    if (exceptions > 0) fits.push({ rule, weekday: null, from: null, to: exceptions });
  }
  return fits;
}

function longestRun({ people, days }: Problem, cells: Solution['cells']): number {
  const runs = people.flatMap(({ userNo, fixed }) => {
    const own = cells.filter((one) => one.userNo === userNo);
    const worked = new Set<BusinessDate>([...fixed, ...own].map(({ workDate }) => workDate));
    return days.map((day) => runAround(worked, day));
  });
  return Math.max(0, ...runs);
}
