import type { ParsedRequestOf, scheduling } from '@kituo/sdk/contracts';
import type { Queryable } from '../../../db/database.ts';
import type { Call } from '../../../http/implement.ts';
import { addDays, type BusinessDate } from '../../platform/policy/index.ts';
import { type PlanInForce, planAt } from './plan-at.ts';
import { peopleSeen, readPeople, type ScheduledPerson } from './people.ts';
import { holidaysOf } from './holidays.ts';
import { brokenCovers, brokenPlanRules, daysFrom, mondayOf, neededOn, runAround } from './rules.ts';
import { shiftsOf, shown } from './shifts-shown.ts';

type Request = ParsedRequestOf<typeof scheduling.calendar>;
/** People of one view. */
const MAX = 200;

/** The days that a view of a date shows. */
export function daysOf(view: Request['view'], date: BusinessDate): BusinessDate[] {
  if (view === 'DAY') return [date];
  if (view === 'WEEK') return daysFrom(mondayOf(date), addDays(mondayOf(date), 6));
  const first = `${date.slice(0, 7)}-01`;
  const next = addDays(first, 31).slice(0, 7);
  return daysFrom(first, addDays(`${next}-01`, -1));
}

async function peopleOf(db: Queryable, request: Request, scope: Call['caller']['scope'], most: number) {
  const { deptNos, userNos, employeeCategory, staffType } = request;
  let query = db
    .selectFrom('appUser as u')
    .leftJoin('department as d', 'd.deptNo', 'u.deptNo')
    .select(['u.userNo', 'u.jobNumber', 'd.deptName'])
    .where('u.employeeStatus', '=', 'ON_THE_JOB')
    .where(peopleSeen(scope));
  if (deptNos !== undefined && deptNos.length > 0) query = query.where('u.deptNo', 'in', deptNos);
  if (userNos !== undefined && userNos.length > 0) query = query.where('u.userNo', 'in', userNos);
  if (employeeCategory !== undefined) query = query.where('u.employeeCategory', '=', employeeCategory);
  if (staffType !== undefined) {
    query = query.where(({ exists, selectFrom }) =>
      exists(
        selectFrom('personnel as k')
          .select('k.userNo')
          .whereRef('k.userNo', '=', 'u.userNo')
          .where('k.personnelKind', '=', staffType),
      ),
    );
  }
  return await query
    .orderBy('d.deptName')
    .orderBy('u.realName')
    .limit(most + 1)
    .execute();
}

/** Rules of the plan that a person's days break, by day. */
async function marksOf(db: Queryable, people: readonly ScheduledPerson[], days: readonly BusinessDate[]) {
  const plans = new Map<string, PlanInForce | null>();
  for (const deptNo of new Set(people.map((one) => one.deptNo ?? ''))) {
    for (const day of days) plans.set(`${deptNo} ${day}`, await planAt(db, deptNo || null, day));
  }
  const planOf = (person: ScheduledPerson, day: BusinessDate) => plans.get(`${person.deptNo ?? ''} ${day}`) ?? null;
  const marks = (person: ScheduledPerson, day: BusinessDate) => {
    const plan = planOf(person, day);
    return plan === null ? [] : brokenPlanRules(day, person.shifts, person.leaveDates, plan);
  };
  return { planOf, marks };
}

/** A group's calendar, of at most so many people. */
export async function readCalendar(request: Request, { db, caller }: Pick<Call, 'db' | 'caller'>, most = MAX) {
  const days = daysOf(request.view, request.date);
  const [from, to] = [days[0] ?? request.date, days.at(-1) ?? request.date];
  const listed = await peopleOf(db, request, caller.scope, most);
  const isCut = listed.length > most;
  const kept = listed.slice(0, most);
  const userNos = kept.map(({ userNo }) => userNo);
  const people = new Map((await readPeople(db, userNos, from, to)).map((one) => [one.userNo, one]));
  const { planOf, marks } = await marksOf(db, [...people.values()], days);
  const stored = userNos.length === 0 ? [] : await storedShifts(db, userNos, from, to);
  const week = daysFrom(mondayOf(request.date), addDays(mondayOf(request.date), 6));
  const rows = kept.flatMap(({ userNo, jobNumber, deptName }) => {
    const person = people.get(userNo);
    if (!person) return [];
    const worked = new Set(person.shifts.map(({ workDate }) => workDate));
    const shifts = stored
      .filter((row) => row.userNo === userNo)
      .map((row) => shown(row, caller, row.shiftStatus === 'CANCELLED' ? [] : marks(person, row.workDate)))
      .filter((one) => matches(one, request));
    return [
      {
        userNo,
        realName: person.realName,
        jobNumber,
        deptName,
        shifts,
        weekTotal: week.filter((day) => worked.has(day)).length,
        consecutiveDays: Math.max(0, ...days.map((day) => runAround(worked, day))),
        leaveDates: days.filter((day) => person.leaveDates.has(day)),
      },
    ];
  });
  const named = await holidaysOf(db, days);
  const { violationsOnly, attendanceStatus, shiftStatus, shiftType } = request;
  const isNarrowed =
    violationsOnly === true || [attendanceStatus, shiftStatus, shiftType].some((one) => one !== undefined);
  return {
    days: days.map((date) => ({ date, holidayName: named.get(date) ?? null })),
    people: isNarrowed ? rows.filter(({ shifts }) => shifts.length > 0) : rows,
    footer: days.map((date) => footerOf(date, [...people.values()], planOf, named.has(date))),
    isCut,
  };
}

async function storedShifts(db: Queryable, userNos: readonly string[], from: BusinessDate, to: BusinessDate) {
  return await shiftsOf(db)
    .where('w.userNo', 'in', [...userNos])
    .where('w.workDate', '>=', from)
    .where('w.workDate', '<=', to)
    .orderBy('w.workDate')
    .execute();
}

function matches(one: scheduling.Shift, request: Request): boolean {
  const status = request.shiftStatus;
  return (
    (status === undefined ? one.shiftStatus !== 'CANCELLED' : one.shiftStatus === status) &&
    (request.shiftType === undefined || one.shiftType === request.shiftType) &&
    (request.attendanceStatus === undefined || one.attendanceStatus === request.attendanceStatus) &&
    (request.violationsOnly !== true || one.violations.length > 0)
  );
}

function footerOf(
  date: BusinessDate,
  people: readonly ScheduledPerson[],
  planOf: (person: ScheduledPerson, day: BusinessDate) => PlanInForce | null,
  isHoliday: boolean,
) {
  const isThere = (person: ScheduledPerson) => person.shifts.some(({ workDate }) => workDate === date);
  const free = people.filter((person) => person.isWorking && !person.leaveDates.has(date));
  const scheduled = people.filter(isThere).length;
  const groups = Map.groupBy(free, (person) => person.deptNo);
  let needed: number | null = null;
  const violations = new Set<scheduling.Shift['violations'][number]>();
  for (const members of groups.values()) {
    const plan = members[0] ? planOf(members[0], date) : null;
    if (plan === null) continue;
    const wanted = neededOn(date, members.length, plan, isHoliday);
    needed = (needed ?? 0) + wanted;
    if (members.filter(isThere).length < wanted) violations.add('DAILY_RATE');
    // A day without anybody needed asks for no language either.
    if (wanted > 0) brokenCovers(onDay(members, date), plan).forEach((rule) => violations.add(rule));
  }
  return {
    date,
    scheduled,
    needed,
    ratePercent: free.length === 0 ? null : Math.round((scheduled * 100) / free.length),
    violations: [...violations],
  };
}

/** Who works on a day, with the shift that they work. */
const onDay = (people: readonly ScheduledPerson[], date: BusinessDate) =>
  people.flatMap((person) =>
    person.shifts.filter(({ workDate }) => workDate === date).map(({ shiftType }) => ({ ...person, shiftType })),
  );
