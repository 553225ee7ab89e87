import type { ErrorName, schedulePlan, scheduling } from '@kituo/sdk/contracts';
import { addDays, type BusinessDate, daysBetween, startOfBusinessDate } from '../../platform/policy/index.ts';

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
  readonly maxWeeklyNights: number;
  /** Percent on public holidays; null: as on the weekday. */
  readonly holidayRate: number | null;
  readonly covers: readonly schedulePlan.PlanCover[];
}

/** What a person can do on a shift. */
export interface Able {
  readonly languages: readonly string[];
  readonly staffTypes: readonly string[];
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
  shifts: readonly RuledShift[],
  leaveDates: ReadonlySet<BusinessDate>,
  plan: RuledPlan,
): Rule[] {
  const days = new Set(shifts.map((one) => one.workDate));
  const week = daysFrom(mondayOf(workDate), addDays(mondayOf(workDate), 6));
  const worked = week.filter((day) => days.has(day)).length;
  const leave = week.filter((day) => leaveDates.has(day)).length;
  const nights = shifts.filter((one) => week.includes(one.workDate) && isNight(one));
  return [
    ...(runAround(days, workDate) > plan.maxConsecutiveDays ? (['CONSECUTIVE_DAYS'] as const) : []),
    ...(worked > Math.max(0, plan.weeklyAttendanceDays - leave) ? (['WEEKLY_DAYS'] as const) : []),
    ...(nights.some((one) => one.workDate === workDate) && nights.length > plan.maxWeeklyNights
      ? (['WEEKLY_NIGHTS'] as const)
      : []),
  ];
}

/** Whether two hours or more of a shift lie between 22:00 and 06:00 (EAT). Pure. */
export function isNight({ workDate, startsAt, endsAt }: RuledShift): boolean {
  const midnight = startOfBusinessDate(workDate).getTime();
  const within = (from: number, to: number) =>
    Math.max(
      0,
      Math.min(endsAt.getTime(), midnight + to * HOUR) - Math.max(startsAt.getTime(), midnight + from * HOUR),
    );
  return within(0, 6) + within(22, 30) >= 2 * HOUR;
}

/** Whether somebody counts for a row of cover. Pure. */
export function covers({ languages, staffTypes }: Able, { language, staffType }: schedulePlan.PlanCover): boolean {
  return (language === null || languages.includes(language)) && (staffType === null || staffTypes.includes(staffType));
}

/** The rule that a row of cover is: what it asks for first. */
export const coverRule = ({ language }: schedulePlan.PlanCover) =>
  language === null ? ('SKILL_COVER' as const) : ('LANGUAGE_COVER' as const);

/** The rules of cover that the people of a day do not meet. Pure. */
export function brokenCovers(there: readonly (Able & { readonly shiftType: string })[], plan: RuledPlan): Rule[] {
  const missed = plan.covers.filter(
    (cover) =>
      there.filter((one) => (cover.shiftType === null || cover.shiftType === one.shiftType) && covers(one, cover))
        .length < cover.people,
  );
  return [...new Set(missed.map(coverRule))];
}

/** How many must be on duty on a day, of those not on leave. Pure. */
export function neededOn(
  date: BusinessDate,
  people: number,
  plan: Pick<RuledPlan, 'dailyAttendanceRates' | 'holidayRate'>,
  isHoliday: boolean,
): number {
  const weekday = plan.dailyAttendanceRates[weekdayOf(date)] ?? 0;
  return Math.ceil(((isHoliday ? (plan.holidayRate ?? weekday) : weekday) * people) / 100);
}

/** What a week asks for, against what its people may work. Pure. */
export function weekNeeds(headcount: number, plan: Pick<RuledPlan, 'weeklyAttendanceDays' | 'dailyAttendanceRates'>) {
  const needed = plan.dailyAttendanceRates.reduce((sum, rate) => sum + Math.ceil((rate * headcount) / 100), 0);
  const available = headcount * plan.weeklyAttendanceDays;
  return { headcount, needed, available, isPossible: needed <= available };
}
