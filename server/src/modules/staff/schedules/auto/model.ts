import type { scheduling } from '@kituo/sdk/contracts';
import { addDays, type BusinessDate } from '../../../platform/policy/index.ts';
import {
  type Able,
  coverRule,
  covers,
  daysFrom,
  isNight,
  mondayOf,
  neededOn,
  REST_HOURS,
  type RuledPlan,
  type RuledShift,
} from '../rules.ts';

type Rule = scheduling.Shift['violations'][number];
const HOUR = 3_600_000;

/** Somebody to schedule: the shifts that stay are given, everything else is free. */
export interface Schedulable extends Able {
  readonly userNo: string;
  readonly isNew: boolean;
  readonly leaveDates: ReadonlySet<BusinessDate>;
  readonly fixed: readonly (RuledShift & { readonly shiftType: string })[];
  /** Drafts that may go, and stay where nothing speaks for another shift. */
  readonly drafts: readonly { readonly workDate: BusinessDate; readonly shiftType: string }[];
}

/** A kind of shift with its times on a day. */
export interface SchedulableType {
  readonly shiftType: string;
  timesOn(day: BusinessDate): { readonly startsAt: Date; readonly endsAt: Date };
}

export interface Problem {
  readonly days: readonly BusinessDate[];
  readonly holidays: ReadonlySet<BusinessDate>;
  readonly people: readonly Schedulable[];
  readonly types: readonly SchedulableType[];
  readonly plan: RuledPlan & {
    readonly shiftShares: readonly { readonly shiftType: string; readonly percent: number }[];
    readonly newStaffWithOldStaff: boolean;
  };
}

/** What a variable of the program stands for. */
export type Meaning =
  | { readonly kind: 'work'; readonly userNo: string; readonly day: BusinessDate; readonly shiftType: string }
  | { readonly kind: 'changed' }
  | { readonly kind: 'short'; readonly rule: Rule; readonly day: BusinessDate | null; readonly userNo: string | null };

/** An integer program in CPLEX's format, and what its variables mean. */
export interface Program {
  readonly text: string;
  readonly meanings: ReadonlyMap<string, Meaning>;
}

/** The cells of a schedule, each as `keyOf` says it; null: to be found. */
type Given = ReadonlySet<string> | null;

export const keyOf = ({ userNo, workDate, shiftType }: scheduling.PlannedCell): string =>
  `${userNo} ${workDate} ${shiftType}`;

/** What it costs to miss a rule by one; presence first, a share of a day last. */
const COST: Readonly<Record<Rule, number>> = {
  DAILY_RATE: 1_000,
  CONSECUTIVE_DAYS: 500,
  WEEKLY_DAYS: 300,
  WEEKLY_NIGHTS: 300,
  LANGUAGE_COVER: 250,
  SKILL_COVER: 250,
  NEW_WITH_OLD: 100,
  SHIFT_SHARE: 20,
};

/** What it costs to change a draft that is there: less than any rule, so that of equally good schedules the nearest is found. */
const CHANGED = 1;

/**
 * The program of a problem. Hard rules are constraints without slack (one shift a day, leave, rest, six days in
 * seven); each rule of the plan has a slack whose cost makes the solver name what it cannot meet, and by how much. With
 * a schedule that is given, what that one breaks and costs.
 */
export function programOf(problem: Problem, given: Given = null): Program {
  const writer = new Writer(problem, given);
  for (const person of problem.people) writer.addPerson(person);
  for (const day of problem.days) writer.addDay(day);
  return writer.program();
}

class Writer {
  readonly #problem: Problem;
  readonly #meanings = new Map<string, Meaning>();
  readonly #rows: string[] = [];
  readonly #cost: string[] = [];
  readonly #integers: string[] = [];
  readonly #names = new Map<string, string>();

  readonly #given: Given;

  constructor(problem: Problem, given: Given) {
    this.#problem = problem;
    this.#given = given;
  }

  program(): Program {
    const works = [...this.#names.values()];
    const given = this.#given;
    const boundOf = ([key, name]: readonly [string, string]) =>
      given === null ? ` 0 <= ${name} <= 1` : ` ${name} = ${given.has(key) ? 1 : 0}`;
    const text = [
      'Minimize',
      ` obj: ${[...this.#cost, ...'0 none'].join(' + ')}`,
      'Subject To',
      ...this.#rows.map((row, index) => ` r${index}: ${row}`),
      // A program without rows is none to the reader.
      ' last: none = 0',
      'Bounds',
      ...[...this.#names].map(boundOf),
      'General',
      ` ${['none', ...this.#integers].join(' ')}`,
      ...(works.length > 0 && given === null ? ['Binary', ` ${works.join(' ')}`] : []),
      'End',
    ].join('\n');
    return { text, meanings: this.#meanings };
  }

  addPerson(person: Schedulable): void {
    const { days, types, plan } = this.#problem;
    const fixed = new Set(person.fixed.map(({ workDate }) => workDate));
    for (const day of days) {
      if (fixed.has(day) || person.leaveDates.has(day)) continue;
      for (const type of types) {
        if (this.#restsBeside(person, type, day)) this.#work(person.userNo, day, type.shiftType);
      }
      const today = this.#onDay(person, day);
      if (today.length > 1) this.#rows.push(`${today.join(' + ')} <= 1`);
    }
    this.#drafts(person);
    this.#restBetweenNew(person);
    this.#runs(person, 6, null);
    if (plan.maxConsecutiveDays < 6) this.#runs(person, plan.maxConsecutiveDays, 'CONSECUTIVE_DAYS');
    this.#weeks(person);
    this.#nights(person);
  }

  #drafts(person: Schedulable): void {
    for (const { workDate, shiftType } of person.drafts) {
      for (const work of this.#nameOf(person.userNo, workDate, shiftType)) {
        const changed = `k${this.#meanings.size}`;
        this.#meanings.set(changed, { kind: 'changed' });
        this.#integers.push(changed);
        this.#cost.push(`${CHANGED} ${changed}`);
        this.#rows.push(`${work} + ${changed} >= 1`);
      }
    }
  }

  addDay(day: BusinessDate): void {
    const { people, plan, holidays } = this.#problem;
    const free = people.filter(({ leaveDates }) => !leaveDates.has(day));
    const needed = neededOn(day, free.length, plan, holidays.has(day));
    const fixedTypes = people.flatMap(({ fixed }) =>
      fixed.filter(({ workDate }) => workDate === day).map(({ shiftType }) => shiftType),
    );
    this.#atLeast(
      people.flatMap((person) => this.#onDay(person, day)),
      needed - fixedTypes.length,
      'DAILY_RATE',
      day,
    );
    for (const { shiftType, percent } of plan.shiftShares) {
      const there = fixedTypes.filter((one) => one === shiftType).length;
      const works = people.flatMap(({ userNo }) => this.#nameOf(userNo, day, shiftType));
      this.#atLeast(works, Math.floor((needed * percent) / 100) - there, 'SHIFT_SHARE', day);
    }
    if (needed > 0) this.#covers(day);
    if (plan.newStaffWithOldStaff) this.#newWithOld(day);
  }

  #atLeast(works: readonly string[], needed: number, rule: Rule, day: BusinessDate): void {
    if (needed <= 0) return;
    const short = this.#short(rule, day, null);
    this.#rows.push(`${[...works, short].join(' + ')} >= ${needed}`);
  }

  /** Who is new works a shift only where somebody who is not works it too. */
  #newWithOld(day: BusinessDate): void {
    for (const { shiftType } of this.#problem.types) {
      const isThere = (one: Schedulable) =>
        one.fixed.some((shift) => shift.workDate === day && shift.shiftType === shiftType);
      const [news, olds] = [true, false].map((isNew) => this.#problem.people.filter((one) => one.isNew === isNew));
      if ((olds ?? []).some(isThere)) continue;
      const guides = (olds ?? []).flatMap(({ userNo }) => this.#nameOf(userNo, day, shiftType));
      for (const { userNo } of news ?? []) {
        for (const work of this.#nameOf(userNo, day, shiftType)) {
          const short = this.#short('NEW_WITH_OLD', day, userNo);
          this.#rows.push(`${[work, ...guides].join(' - ')} - ${short} <= 0`);
        }
      }
    }
  }

  /** Of those who speak a language or do a kind of work, so many are there. */
  #covers(day: BusinessDate): void {
    const { people, plan } = this.#problem;
    for (const cover of plan.covers) {
      const able = people.filter((one) => covers(one, cover));
      const isMeant = (shiftType: string) => cover.shiftType === null || cover.shiftType === shiftType;
      const there = able.filter(({ fixed }) =>
        fixed.some(({ workDate, shiftType }) => workDate === day && isMeant(shiftType)),
      ).length;
      const types = this.#problem.types.filter(({ shiftType }) => isMeant(shiftType));
      const works = able.flatMap(({ userNo }) =>
        types.flatMap(({ shiftType }) => this.#nameOf(userNo, day, shiftType)),
      );
      this.#atLeast(works, cover.people - there, coverRule(cover), day);
    }
  }

  /** At most so many nights of a week. */
  #nights(person: Schedulable): void {
    const { days, types, plan } = this.#problem;
    for (const monday of new Set(days.map(mondayOf))) {
      const week = daysFrom(monday, addDays(monday, 6));
      const works = week.flatMap((workDate) =>
        types
          .filter((type) => isNight({ workDate, ...type.timesOn(workDate) }))
          .flatMap(({ shiftType }) => this.#nameOf(person.userNo, workDate, shiftType)),
      );
      const left =
        plan.maxWeeklyNights - person.fixed.filter((one) => week.includes(one.workDate) && isNight(one)).length;
      if (works.length === 0 || works.length <= left) continue;
      const over = this.#short('WEEKLY_NIGHTS', monday, person.userNo);
      this.#rows.push(`${works.join(' + ')} - ${over} <= ${left}`);
    }
  }

  /** Exactly so many days of a week, less leave; of a week that is only in part in the range, at most. */
  #weeks(person: Schedulable): void {
    const { days, plan } = this.#problem;
    for (const monday of new Set(days.map(mondayOf))) {
      const week = daysFrom(monday, addDays(monday, 6));
      const works = week.flatMap((day) => this.#onDay(person, day));
      if (works.length === 0) continue;
      const leave = week.filter((day) => person.leaveDates.has(day)).length;
      const done = person.fixed.filter(({ workDate }) => week.includes(workDate)).length;
      const target = Math.max(0, plan.weeklyAttendanceDays - leave) - done;
      const isWhole = week.every((day) => days.includes(day));
      const over = this.#short('WEEKLY_DAYS', monday, person.userNo);
      this.#rows.push(`${works.join(' + ')} - ${over} <= ${target}`);
      if (!isWhole) continue;
      const under = this.#short('WEEKLY_DAYS', monday, person.userNo);
      this.#rows.push(`${works.join(' + ')} + ${under} >= ${target}`);
    }
  }

  /** At most `most` working days in a row; without a rule it is hard. */
  #runs(person: Schedulable, most: number, rule: Rule | null): void {
    const { days } = this.#problem;
    const [first, last] = [days[0], days.at(-1)];
    if (first === undefined || last === undefined) return;
    for (const start of daysFrom(addDays(first, -most), last)) {
      const window = daysFrom(start, addDays(start, most));
      const works = window.flatMap((day) => this.#onDay(person, day));
      const done = person.fixed.filter(({ workDate }) => window.includes(workDate)).length;
      if (works.length === 0 || window.length <= most - done) continue;
      const slack = rule === null ? '' : ` - ${this.#short(rule, start, person.userNo)}`;
      this.#rows.push(`${works.join(' + ')}${slack} <= ${most - done}`);
    }
  }

  #restBetweenNew(person: Schedulable): void {
    const { days, types } = this.#problem;
    for (const day of days) {
      const next = addDays(day, 1);
      for (const before of types) {
        for (const after of types) {
          const rest = after.timesOn(next).startsAt.getTime() - before.timesOn(day).endsAt.getTime();
          if (rest >= REST_HOURS * HOUR) continue;
          const pair = [
            ...this.#nameOf(person.userNo, day, before.shiftType),
            ...this.#nameOf(person.userNo, next, after.shiftType),
          ];
          if (pair.length === 2) this.#rows.push(`${pair.join(' + ')} <= 1`);
        }
      }
    }
  }

  #restsBeside(person: Schedulable, type: SchedulableType, day: BusinessDate): boolean {
    const { startsAt, endsAt } = type.timesOn(day);
    return person.fixed.every(
      (other) =>
        other.startsAt.getTime() - endsAt.getTime() >= REST_HOURS * HOUR ||
        startsAt.getTime() - other.endsAt.getTime() >= REST_HOURS * HOUR,
    );
  }

  #onDay({ userNo }: Schedulable, day: BusinessDate): string[] {
    return this.#problem.types.flatMap(({ shiftType }) => this.#nameOf(userNo, day, shiftType));
  }

  #nameOf(userNo: string, day: BusinessDate, shiftType: string): string[] {
    const name = this.#names.get(keyOf({ userNo, workDate: day, shiftType }));
    return name === undefined ? [] : [name];
  }

  #work(userNo: string, day: BusinessDate, shiftType: string): void {
    const name = `x${this.#names.size}`;
    this.#names.set(keyOf({ userNo, workDate: day, shiftType }), name);
    this.#meanings.set(name, { kind: 'work', userNo, day, shiftType });
  }

  #short(rule: Rule, day: BusinessDate | null, userNo: string | null): string {
    const name = `s${this.#meanings.size}`;
    this.#meanings.set(name, { kind: 'short', rule, day, userNo });
    this.#integers.push(name);
    this.#cost.push(`${COST[rule]} ${name}`);
    return name;
  }
}
