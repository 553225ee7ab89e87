import type { ErrorName, scheduling } from '@kituo/sdk/contracts';
import { addDays, type BusinessDate, daysBetween } from '../../platform/policy/index.ts';

/** Hours between the end of a shift and the start of the next. */
export const REST_HOURS = 11;
const HOUR = 3_600_000;

/** A shift as the rules see it. */
export interface RuledShift {
  readonly workDate: BusinessDate;
  readonly startsAt: Date;
  readonly endsAt: Date;
}

/** A person as the rules see them: their other shifts around the day. */
export interface RuledPerson {
  readonly realName: string;
  readonly isWorking: boolean;
  readonly leaveDates: ReadonlySet<BusinessDate>;
  readonly shifts: readonly RuledShift[];
}

/** The rules of a plan in force for a group. */
export interface RuledPlan {
  readonly maxConsecutiveDays: number;
  readonly weeklyAttendanceDays: number;
  /** Monday to Sunday, percent. */
  readonly dailyAttendanceRates: readonly number[];
}

type Rule = scheduling.Shift['violations'][number];

/** 0 is Monday. */
export function weekdayOf(date: BusinessDate): number {
  return (new Date(`${date}T12:00:00Z`).getUTCDay() + 6) % 7;
}

export function mondayOf(date: BusinessDate): BusinessDate {
  return addDays(date, -weekdayOf(date));
}

/** The days from one to another, both included. */
export function daysFrom(from: BusinessDate, to: BusinessDate): BusinessDate[] {
  return Array.from({ length: Math.max(0, daysBetween(from, to) + 1) }, (_, index) => addDays(from, index));
}

/** The longest run of days that contains `date`. */
export function runAround(days: ReadonlySet<BusinessDate>, date: BusinessDate): number {
  if (!days.has(date)) return 0;
  let [first, last] = [date, date];
  while (days.has(addDays(first, -1))) first = addDays(first, -1);
  while (days.has(addDays(last, 1))) last = addDays(last, 1);
  return daysBetween(first, last) + 1;
}

/** The first hard rule that a shift breaks, beside the person's others; null where none. Pure. */
export function brokenHardRule(shift: RuledShift, person: RuledPerson, today: BusinessDate): ErrorName | null {
  const hours = (shift.endsAt.getTime() - shift.startsAt.getTime()) / HOUR;
  if (hours < 0.5 || hours > 12) return 'SHIFT_HOURS';
  if (shift.workDate < today) return 'SHIFT_PAST';
  if (!person.isWorking) return 'SHIFT_NOT_WORKING';
  if (person.leaveDates.has(shift.workDate)) return 'SHIFT_ON_LEAVE';
  const overlaps = person.shifts.some(
    (other) => other.workDate === shift.workDate || (other.startsAt < shift.endsAt && shift.startsAt < other.endsAt),
  );
  if (overlaps) return 'SHIFT_OVERLAP';
  const isTired = person.shifts.some((other) => restBetween(other, shift) < REST_HOURS);
  if (isTired) return 'SHIFT_REST_SHORT';
  const days = new Set([...person.shifts.map(({ workDate }) => workDate), shift.workDate]);
  return runAround(days, shift.workDate) > 6 ? 'SHIFT_SEVENTH_DAY' : null;
}

function restBetween(one: RuledShift, other: RuledShift): number {
  const [first, second] = one.startsAt < other.startsAt ? [one, other] : [other, one];
  return (second.startsAt.getTime() - first.endsAt.getTime()) / HOUR;
}

/** The rules of the plan that a person's shift breaks; by hand they take a reason. Pure. */
export function brokenPlanRules(
  workDate: BusinessDate,
  days: ReadonlySet<BusinessDate>,
  leaveDates: ReadonlySet<BusinessDate>,
  plan: RuledPlan,
): Rule[] {
  const week = daysFrom(mondayOf(workDate), addDays(mondayOf(workDate), 6));
  const worked = week.filter((day) => days.has(day)).length;
  const leave = week.filter((day) => leaveDates.has(day)).length;
  return [
    ...(runAround(days, workDate) > plan.maxConsecutiveDays ? (['CONSECUTIVE_DAYS'] as const) : []),
    ...(worked > Math.max(0, plan.weeklyAttendanceDays - leave) ? (['WEEKLY_DAYS'] as const) : []),
  ];
}

/** How many must be on duty on a day, of those not on leave. Pure. */
export function neededOn(date: BusinessDate, people: number, plan: RuledPlan): number {
  return Math.ceil(((plan.dailyAttendanceRates[weekdayOf(date)] ?? 0) * people) / 100);
}

/** What a week asks for, against what its people may work. Pure. */
export function weekNeeds(headcount: number, plan: Omit<RuledPlan, 'maxConsecutiveDays'>) {
  const needed = plan.dailyAttendanceRates.reduce((sum, rate) => sum + Math.ceil((rate * headcount) / 100), 0);
  const available = headcount * plan.weeklyAttendanceDays;
  return { headcount, needed, available, isPossible: needed <= available };
}
