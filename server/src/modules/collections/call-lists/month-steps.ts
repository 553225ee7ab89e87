import type { attributedOrder, callActivity } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Call } from '../../../http/implement.ts';
import { businessDateOf, startOfBusinessDate } from '../../platform/policy/index.ts';

type Counted = ReturnType<typeof againstSteps>;

/**
 * Applications of today and of the month against an activity's steps. What is still to come until the next one is
 * spread over the days that are left, today among them.
 */
export function againstSteps(
  { today, month, monthSteps }: { today: number; month: number; monthSteps: readonly callActivity.MonthStep[] },
  daysLeft: number,
): Pick<attributedOrder.ActivityCount, 'reachedCents' | 'next'> {
  const reached = monthSteps.filter(({ applications }) => applications <= month);
  const next = monthSteps.find(({ applications }) => applications > month);
  return {
    reachedCents: reached.reduce((sum, { bonusCents }) => sum + bonusCents, 0),
    next: next ? { ...next, forToday: Math.ceil((next.applications - (month - today)) / daysLeft) } : null,
  };
}

/** Days of a month from a day of it on, that day among them. */
export function daysLeftIn(day: string): number {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month, 0)).getUTCDate() - date + 1;
}

/** The caller's applications in activities with steps that run this month: those that run, or have counted for them. */
export async function ownSteps({ db, caller }: Call): Promise<attributedOrder.ActivityCount[]> {
  const day = businessDateOf(new Date());
  const month = startOfBusinessDate(`${day.slice(0, 7)}-01`);
  const { rows } = await sql<
    Omit<attributedOrder.ActivityCount, keyof Counted> & { monthSteps: callActivity.MonthStep[] }
  >`select y.activity_no, y.activity_name, y.month_steps,
      count(o.order_no) filter (where o.apply_time >= ${startOfBusinessDate(day)})::int as today,
      count(o.order_no)::int as month
    from call_activity y
    left join order_attribution a on a.activity_no = y.activity_no and a.user_no = ${caller.userNo}
    left join loan_order o on o.order_no = a.order_no and o.apply_time >= ${month}
    where y.activity_state = 'ENABLED' and jsonb_array_length(y.month_steps) > 0
      and ${day} between y.period_from and y.period_to
      and exists (select from personnel_merchant pm where pm.personnel_kind = 'TELEMARKETER'
        and pm.user_no = ${caller.userNo} and pm.merchant_no = y.merchant_no)
    group by y.activity_no order by y.period_from desc, y.activity_no`.execute(db);
  const daysLeft = daysLeftIn(day);
  return rows.map(({ monthSteps, ...row }) => ({ ...row, ...againstSteps({ ...row, monthSteps }, daysLeft) }));
}
