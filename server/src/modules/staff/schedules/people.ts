import { sql } from 'kysely';
import type { SqlBool } from 'kysely';
import type { Queryable, Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Caller, DataScope } from '../../../http/implement.ts';
import { merchantsSeen } from '../../../http/merchant-scope.ts';
import { addDays, type BusinessDate } from '../../platform/policy/index.ts';
import type { Able, RuledPerson } from './rules.ts';

/** Days around a range that its rules depend on. */
const AROUND = 7;

/** People of one of the caller's merchants. */
export function peopleSeen(scope: DataScope) {
  const merchantNos = merchantsSeen(scope);
  return merchantNos === null
    ? sql<SqlBool>`true`
    : sql<SqlBool>`exists (select from user_merchant um where um.user_no = u.user_no
        and um.merchant_no = any(${[...merchantNos]}::text[]))`;
}

/** Everybody at work whom the caller sees, by department; people without one come last. */
export async function peopleToChoose(db: Queryable, scope: DataScope) {
  const found = await db
    .selectFrom('appUser as u')
    .leftJoin('department as d', 'd.deptNo', 'u.deptNo')
    .select(['u.userNo', 'u.realName', 'd.deptName'])
    .where('u.employeeStatus', '=', 'ON_THE_JOB')
    .where(peopleSeen(scope))
    .orderBy('d.deptName')
    .orderBy('u.realName')
    .execute();
  const groups = Map.groupBy(found, ({ deptName }) => deptName ?? '');
  return [...groups].map(([deptName, people]) => ({
    deptName,
    people: people.map(({ userNo, realName }) => ({ userNo, realName })),
  }));
}

/** A person with their live shifts and leave, for the rules. */
export interface ScheduledPerson extends RuledPerson, Able {
  readonly userNo: string;
  readonly deptNo: string | null;
  readonly employeeCategory: string;
  readonly shifts: readonly {
    readonly shiftId: string;
    readonly workDate: BusinessDate;
    readonly shiftType: string;
    readonly shiftStatus: string;
    readonly isLocked: boolean;
    readonly startsAt: Date;
    readonly endsAt: Date;
  }[];
}

/** People with their shifts and leave from a week before a range to a week after it. */
export async function readPeople(
  db: Queryable,
  userNos: readonly string[],
  from: BusinessDate,
  to: BusinessDate,
): Promise<ScheduledPerson[]> {
  if (userNos.length === 0) return [];
  const people = await db
    .selectFrom('appUser')
    .select(['userNo', 'realName', 'deptNo', 'userStatus', 'employeeStatus', 'employeeCategory'])
    .where('userNo', 'in', [...userNos])
    .orderBy('userNo')
    .execute();
  const shifts = await db
    .selectFrom('workShift')
    .select(['shiftId', 'userNo', 'workDate', 'shiftType', 'shiftStatus', 'isLocked', 'startsAt', 'endsAt'])
    .where('userNo', 'in', [...userNos])
    .where('shiftStatus', '<>', 'CANCELLED')
    .where('workDate', '>=', addDays(from, -AROUND))
    .where('workDate', '<=', addDays(to, AROUND))
    .execute();
  const records = await db
    .selectFrom('personnel')
    .select(['userNo', 'personnelKind', 'languages'])
    .where('userNo', 'in', [...userNos])
    .where('personnelStatus', '=', 'NORMAL')
    .execute();
  const leaves = await readLeave(db, userNos, addDays(from, -AROUND), addDays(to, AROUND));
  return people.map(({ userStatus, employeeStatus, ...person }) => ({
    ...person,
    isWorking: userStatus === 'NORMAL' && employeeStatus === 'ON_THE_JOB',
    shifts: shifts.filter(({ userNo }) => userNo === person.userNo),
    leaveDates: leaves.get(person.userNo) ?? new Set(),
    languages: records.filter(({ userNo }) => userNo === person.userNo).flatMap(({ languages }) => languages),
    staffTypes: records.filter(({ userNo }) => userNo === person.userNo).map(({ personnelKind }) => personnelKind),
  }));
}

/** Days of approved leave by person. */
export async function readLeave(
  db: Queryable,
  userNos: readonly string[],
  from: BusinessDate,
  to: BusinessDate,
): Promise<ReadonlyMap<string, ReadonlySet<BusinessDate>>> {
  const rows = await db
    .selectFrom('scheduleChange')
    .select(['userNo', 'shiftDate'])
    .where('userNo', 'in', [...userNos])
    .where('changeType', '=', 'LEAVE')
    .where('changeStatus', '=', 'APPROVED')
    .where('shiftDate', '>=', from)
    .where('shiftDate', '<=', to)
    .execute();
  const found = new Map<string, Set<BusinessDate>>();
  for (const { userNo, shiftDate } of rows) found.set(userNo, (found.get(userNo) ?? new Set()).add(shiftDate));
  return found;
}

/** Locks the people whose shifts a command changes, in the order of their numbers. @throws AppError REFERENCE_UNKNOWN */
export async function lockPeople(tx: Tx, userNos: readonly string[], scope: DataScope): Promise<void> {
  const wanted = [...new Set(userNos)];
  const found = await tx
    .selectFrom('appUser as u')
    .select('u.userNo')
    .where('u.userNo', 'in', wanted)
    .where(peopleSeen(scope))
    .orderBy('u.userNo')
    .forNoKeyUpdate()
    .execute();
  if (found.length !== wanted.length) throw new AppError('REFERENCE_UNKNOWN', { fields: ['userNo'] });
}

/** Whether the caller decides the requests of a person. */
export async function mayDecideFor(db: Queryable, caller: Caller, userNo: string): Promise<boolean> {
  if (!caller.codes.has('schedule:change:approve')) return false;
  const found = await db
    .selectFrom('appUser as u')
    .select('u.userNo')
    .where('u.userNo', '=', userNo)
    .where(peopleSeen(caller.scope))
    .executeTakeFirst();
  return found !== undefined;
}
