import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import type { BusinessDate } from '../../platform/policy/index.ts';
import type { RuledPlan } from './rules.ts';

/** A plan in force, as auto-scheduling reads it. */
export interface PlanInForce extends RuledPlan {
  readonly planNo: string;
  readonly shiftShares: readonly { readonly shiftType: string; readonly percent: number }[];
  readonly newStaffWithOldStaff: boolean;
}

/** The enabled plan of a group on a day; null where none is in force. */
export async function planAt(db: Queryable, deptNo: string | null, date: BusinessDate): Promise<PlanInForce | null> {
  if (deptNo === null) return null;
  const found = await db
    .selectFrom('schedulePlanVersion as v')
    .innerJoin('schedulePlan as p', 'p.planNo', 'v.planNo')
    .selectAll('v')
    .where('p.planStatus', '=', 'ENABLED')
    .where('v.effectiveFrom', '<=', date)
    .where(sql<boolean>`${deptNo} = any(v.dept_nos)`)
    // The version in force is a plan's newest of those that apply.
    .where(
      sql<boolean>`not exists (select from schedule_plan_version later where later.plan_no = v.plan_no
        and later.effective_from <= ${date} and later.version_no > v.version_no)`,
    )
    .orderBy('v.effectiveFrom', 'desc')
    .limit(1)
    .executeTakeFirst();
  return found ?? null;
}
