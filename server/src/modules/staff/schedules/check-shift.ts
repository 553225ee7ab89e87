import { AppError } from '../../../http/app-error.ts';
import type { Queryable } from '../../../db/database.ts';
import type { BusinessDate } from '../../platform/policy/index.ts';
import { type PlanInForce, planAt } from './plan-at.ts';
import { readPeople, type ScheduledPerson } from './people.ts';
import { brokenHardRule, brokenPlanRules, type RuledShift } from './rules.ts';

interface Wanted extends RuledShift {
  readonly userNo: string;
  readonly overrideReason: string | null;
  /** Shifts that go when this comes: the one that is moved. */
  readonly instead: readonly string[];
}

/** Refuses a shift that breaks a hard rule, and one that breaks the plan without a reason. */
export async function refuseBroken(db: Queryable, wanted: Wanted, today: BusinessDate): Promise<void> {
  const [person] = await readPeople(db, [wanted.userNo], wanted.workDate, wanted.workDate);
  if (!person) throw new AppError('REFERENCE_UNKNOWN', { fields: ['userNo'] });
  refuseFor(wanted, person, await planAt(db, person.deptNo, wanted.workDate), today);
}

/** As `refuseBroken`, for who was read already. @throws AppError SHIFT_… */
export function refuseFor(
  wanted: Wanted,
  person: ScheduledPerson,
  plan: PlanInForce | null,
  today: BusinessDate,
): void {
  const others = person.shifts.filter(({ shiftId }) => !wanted.instead.includes(shiftId));
  const facts = { name: person.realName, date: wanted.workDate };
  const broken = brokenHardRule(wanted, { ...person, shifts: others }, today);
  if (broken !== null) throw new AppError(broken, { facts, fields: ['startAt'] });
  if (plan === null || wanted.overrideReason !== null) return;
  if (brokenPlanRules(wanted.workDate, [...others, wanted], person.leaveDates, plan).length > 0) {
    throw new AppError('SHIFT_OVERRIDE_NEEDED', { facts, fields: ['overrideReason'] });
  }
}
