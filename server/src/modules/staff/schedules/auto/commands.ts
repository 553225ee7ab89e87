import type { ParsedRequestOf, scheduling } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../../db/database.ts';
import { AppError } from '../../../../http/app-error.ts';
import type { Caller, CommandContext, DataScope } from '../../../../http/implement.ts';
import { writeAudit } from '../../../platform/audit/index.ts';
import { addDays, type BusinessDate, businessDateOf, startOfBusinessDate } from '../../../platform/policy/index.ts';
import { refuseFor } from '../check-shift.ts';
import { lockPeople, peopleSeen, readPeople, type ScheduledPerson } from '../people.ts';
import { holidaysOf } from '../holidays.ts';
import { planAt, type PlanInForce } from '../plan-at.ts';
import { daysFrom } from '../rules.ts';
import { differencesOf, keptOf } from './differences.ts';
import { fitsOf } from './fit.ts';
import type { ShiftTypeTable } from '../tables.ts';
import type { Problem, SchedulableType } from './model.ts';
import { solve } from './solve.ts';

type Preview = ParsedRequestOf<typeof scheduling.autoPreview>;
type ShiftType = Pick<ShiftTypeTable, 'shiftType' | 'startsAt' | 'endsAt' | 'breakMinutes' | 'countsAsAttendance'>;
const MINUTE = 60_000;

/** When a shift of a type begins and ends on a day; at or before its start it ends on the next. */
export function timesOf({ startsAt, endsAt }: Pick<ShiftType, 'startsAt' | 'endsAt'>, day: BusinessDate) {
  const minutes = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3));
  const midnight = startOfBusinessDate(day).getTime();
  const [from, to] = [minutes(startsAt), minutes(endsAt)];
  const end = to > from ? to : to + 24 * 60;
  return { startsAt: new Date(midnight + from * MINUTE), endsAt: new Date(midnight + end * MINUTE) };
}

async function group(db: Queryable, deptNo: string, scope: DataScope): Promise<string[]> {
  const rows = await db
    .selectFrom('appUser as u')
    .select('u.userNo')
    .where('u.deptNo', '=', deptNo)
    .where('u.userStatus', '=', 'NORMAL')
    .where('u.employeeStatus', '=', 'ON_THE_JOB')
    .where(peopleSeen(scope))
    .orderBy('u.userNo')
    .execute();
  return rows.map(({ userNo }) => userNo);
}

async function planFor(db: Queryable, { deptNo, from, to }: Preview): Promise<PlanInForce> {
  if (from < businessDateOf(new Date()) || to < from || to > addDays(from, 30)) {
    throw new AppError('AUTO_RANGE', { fields: ['from'] });
  }
  const plan = await planAt(db, deptNo, from);
  if (plan === null) throw new AppError('PLAN_NOT_IN_FORCE', { fields: ['deptNo'] });
  return plan;
}

/** Shifts of a range that stay: published, locked, and where asked the drafts as well. */
function staying(person: ScheduledPerson, { from, to, keepExisting }: Preview) {
  const isFree = ({ workDate, shiftStatus, isLocked }: ScheduledPerson['shifts'][number]) =>
    !keepExisting && workDate >= from && workDate <= to && shiftStatus === 'DRAFT' && !isLocked;
  return { fixed: person.shifts.filter((one) => !isFree(one)), freed: person.shifts.filter(isFree) };
}

/** The drafts of a range that may go. */
const draftsOf = (people: readonly ScheduledPerson[], request: Preview) =>
  people.flatMap((person) => staying(person, request).freed.map((draft) => ({ ...draft, userNo: person.userNo })));

/** A shift whose hours were set by hand is none that the solver could propose. */
function hasUsualTimes(shift: ScheduledPerson['shifts'][number], types: readonly ShiftType[]): boolean {
  const type = types.find(({ shiftType }) => shiftType === shift.shiftType);
  const times = type && timesOf(type, shift.workDate);
  return times?.startsAt.getTime() === shift.startsAt.getTime() && times.endsAt.getTime() === shift.endsAt.getTime();
}

/** @throws AppError AUTO_RANGE, PLAN_NOT_IN_FORCE */
export async function refuseRange(db: Queryable, request: Preview): Promise<void> {
  await planFor(db, request);
}

/** What the solver proposes for a group. @throws AppError AUTO_RANGE, PLAN_NOT_IN_FORCE */
export async function proposalFor(
  request: Preview,
  { db, caller }: { readonly db: Queryable; readonly caller: Caller },
  signal?: AbortSignal,
) {
  const plan = await planFor(db, request);
  const userNos = await group(db, request.deptNo, caller.scope);
  const people = await readPeople(db, userNos, request.from, request.to);
  const shares = plan.shiftShares.map(({ shiftType }) => shiftType);
  const types = (await db.selectFrom('shiftType').selectAll().orderBy('shiftType').execute()).filter(
    (one) => one.countsAsAttendance && (shares.length === 0 || shares.includes(one.shiftType)),
  );
  const days = daysFrom(request.from, request.to);
  const drafts = draftsOf(people, request);
  const plain = drafts.filter((one) => hasUsualTimes(one, types));
  const problem: Problem = {
    days,
    holidays: new Set((await holidaysOf(db, days)).keys()),
    people: people.map((person) => ({
      userNo: person.userNo,
      isNew: person.employeeCategory === 'NEW',
      languages: person.languages,
      staffTypes: person.staffTypes,
      leaveDates: person.leaveDates,
      fixed: staying(person, request).fixed,
      drafts: plain.filter(({ userNo }) => userNo === person.userNo),
    })),
    types: types.map((type): SchedulableType => ({
      shiftType: type.shiftType,
      timesOn: (day) => timesOf(type, day),
    })),
    plan,
  };
  const found = await solve(problem, signal);
  const kept = keptOf(plain, found.cells);
  const names = new Map(people.map(({ userNo, realName }) => [userNo, realName]));
  return {
    cells: found.cells.map((cell) => ({ ...cell, realName: names.get(cell.userNo) ?? cell.userNo })),
    kept: kept.size,
    cancelled: drafts.length - kept.size,
    differences: differencesOf(drafts, kept, found.cells).map((one) => ({
      ...one,
      realName: names.get(one.userNo) ?? one.userNo,
    })),
    fits: fitsOf(problem, found),
    broken: found.broken.map(({ userNo, ...one }) => ({
      ...one,
      realName: userNo === null ? null : (names.get(userNo) ?? userNo),
    })),
    cost: found.cost,
    program: found.program,
  };
}

/** Writes what a preview showed; each shift is checked as if it came by hand. @throws AppError AUTO_RANGE, SHIFT_… */
export async function applyAuto(request: ParsedRequestOf<typeof scheduling.autoApply>, call: CommandContext) {
  const { tx, caller } = call;
  const plan = await planFor(tx, request);
  const userNos = await group(tx, request.deptNo, caller.scope);
  if (
    request.cells.some(
      ({ userNo, workDate }) => !userNos.includes(userNo) || workDate < request.from || workDate > request.to,
    )
  ) {
    throw new AppError('REFERENCE_UNKNOWN', { fields: ['cells'] });
  }
  await lockPeople(tx, userNos, caller.scope);
  const people = await readPeople(tx, userNos, request.from, request.to);
  const types = new Map((await tx.selectFrom('shiftType').selectAll().execute()).map((one) => [one.shiftType, one]));
  const drafts = draftsOf(people, request);
  const kept = keptOf(
    drafts.filter((one) => hasUsualTimes(one, [...types.values()])),
    request.cells,
  );
  const freed = drafts.filter(({ shiftId }) => !kept.has(shiftId)).map(({ shiftId }) => shiftId);
  if (freed.length > 0) {
    await tx
      .updateTable('workShift')
      .set({ shiftStatus: 'CANCELLED', updatedBy: caller.userNo, updatedAt: new Date(), version: sql`version + 1` })
      .where('shiftId', 'in', freed)
      .execute();
  }
  const rows = checkedRows(request, { people, plan, types }, call).filter(
    ({ userNo, workDate }) =>
      !drafts.some((one) => kept.has(one.shiftId) && one.userNo === userNo && one.workDate === workDate),
  );
  const made = rows.length === 0 ? [] : await tx.insertInto('workShift').values(rows).returning('shiftId').execute();
  await writeAudit(tx, call, {
    action: 'scheduling.auto.apply',
    subjectType: 'schedulePlan',
    subjectNo: plan.planNo,
    after: { deptNo: request.deptNo, from: request.from, to: request.to, added: made.length, cancelled: freed.length },
  });
  return { added: made.length, cancelled: freed.length };
}

interface Known {
  readonly people: readonly ScheduledPerson[];
  readonly plan: PlanInForce;
  readonly types: ReadonlyMap<string, ShiftType>;
}

function checkedRows(
  request: ParsedRequestOf<typeof scheduling.autoApply>,
  { people, plan, types }: Known,
  { caller }: CommandContext,
) {
  const today = businessDateOf(new Date());
  const shiftsOf = new Map(people.map((person) => [person.userNo, [...staying(person, request).fixed]]));
  return request.cells.map(({ userNo, workDate, shiftType }) => {
    const person = people.find((one) => one.userNo === userNo);
    const type = types.get(shiftType);
    const shifts = shiftsOf.get(userNo);
    if (!person || !type || !shifts) throw new AppError('REFERENCE_UNKNOWN', { fields: ['cells'] });
    const times = timesOf(type, workDate);
    const overrideReason = 'Auto-scheduling';
    refuseFor({ userNo, workDate, ...times, overrideReason, instead: [] }, { ...person, shifts }, plan, today);
    shifts.push({ shiftId: '', workDate, shiftType, shiftStatus: 'DRAFT', isLocked: false, ...times });
    return { userNo, workDate, shiftType, ...times, breakMinutes: type.breakMinutes, updatedBy: caller.userNo };
  });
}
