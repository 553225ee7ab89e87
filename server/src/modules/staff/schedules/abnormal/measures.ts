import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Queryable } from '../../../../db/database.ts';
import { type BusinessDate } from '../../../platform/policy/index.ts';
import { type Seen, UNSCHEDULED_MINUTES } from './classify.ts';

/** Which days are measured, of whom. */
interface Wanted {
  readonly from: BusinessDate;
  readonly to: BusinessDate;
  readonly now: Date;
  /** Of `u`, the person. */
  readonly people: RawBuilder<SqlBool>;
}

export interface SeenShift extends Seen {
  readonly shiftId: string;
  readonly userNo: string;
  readonly deptNo: string;
  readonly workDate: BusinessDate;
  /** The one in force for the person on that day. */
  readonly thresholdNo: string | null;
}

const AT_WORK = sql<SqlBool>`u.user_status = 'NORMAL' and u.employee_status = 'ON_THE_JOB' and u.dept_no is not null`;

/** First and last sign of life within a shift `w`, until `now`. */
export const presenceOf = (now: Date) => sql`(select min(greatest(s.started_at, w.starts_at)) as first_at,
    max(least(s.last_seen_at, w.ends_at)) as last_at
  from session s where s.user_no = w.user_no and s.started_at < least(w.ends_at, ${now}::timestamptz)
    and s.last_seen_at >= w.starts_at)`;

/** What was seen of published shifts that began; what a correction decided is left out. */
export async function seenShifts(db: Queryable, { from, to, now, people }: Wanted): Promise<SeenShift[]> {
  const minutes = (interval: RawBuilder<unknown>) => sql`floor(extract(epoch from ${interval}) / 60)::int`;
  const { rows } = await sql<SeenShift>`
    select w.shift_id, w.user_no, u.dept_no, w.work_date, w.ends_at <= ${now} as is_over,
      seen.first_at is not null as has_come,
      ${minutes(sql`coalesce(seen.first_at, least(w.ends_at, ${now}::timestamptz)) - w.starts_at`)} as late_minutes,
      case when w.ends_at <= ${now} then ${minutes(sql`w.ends_at - seen.last_at`)} end as early_minutes,
      greatest(0, ${minutes(sql`gaps.longest`)} - w.break_minutes) as idle_minutes,
      attendance_threshold_of(w.user_no, w.work_date) as threshold_no
    from work_shift w
    join shift_type t on t.shift_type = w.shift_type and t.counts_as_attendance
    join app_user u on u.user_no = w.user_no
    cross join lateral ${presenceOf(now)} seen
    left join lateral (select max(z.gap) as longest from (
      select y.at - lag(y.at) over (order by y.at) as gap from (
        select seen.first_at as at union all select seen.last_at
        union all select a.happened_at from audit_log a where a.user_no = w.user_no
          and a.happened_at between seen.first_at and seen.last_at
        union all select e.received_at from tracking_event e where e.user_no = w.user_no
          and e.received_at between seen.first_at and seen.last_at) y) z) gaps
      on w.ends_at <= ${now} and seen.first_at is not null
    where w.shift_status = 'PUBLISHED' and w.decided_attendance is null and w.starts_at <= ${now}
      and w.work_date between ${from} and ${to} and ${AT_WORK} and ${people}
    order by w.work_date, w.user_no`.execute(db);
  return rows;
}

export interface UnscheduledWork {
  readonly userNo: string;
  readonly deptNo: string;
  readonly workDate: BusinessDate;
  readonly thresholdNo: string | null;
  /** Between the first and the last recorded action. */
  readonly measuredMinutes: number;
}

/** Work on days that are over, of people without a shift whose group had published shifts. */
export async function unscheduledWork(db: Queryable, { from, to, now, people }: Wanted): Promise<UnscheduledWork[]> {
  const { rows } = await sql<UnscheduledWork>`
    select u.user_no, u.dept_no, d.day as work_date, attendance_threshold_of(u.user_no, d.day) as threshold_no,
      floor(extract(epoch from done.last_at - done.first_at) / 60)::int as measured_minutes
    from (select day::date as day from generate_series(${from}::date, ${to}::date, interval '1 day') day) d
    join app_user u on ${AT_WORK} and ${people}
    cross join lateral (select min(a.happened_at) as first_at, max(a.happened_at) as last_at from audit_log a
      where a.user_no = u.user_no and a.happened_at >= d.day::timestamp at time zone 'Africa/Nairobi'
        and a.happened_at < (d.day + 1)::timestamp at time zone 'Africa/Nairobi'
        and not exists (select from work_shift own where own.user_no = u.user_no and own.shift_status = 'PUBLISHED'
          and a.happened_at between own.starts_at - interval '1 hour' and own.ends_at + interval '1 hour')) done
    where d.day < (${now}::timestamptz at time zone 'Africa/Nairobi')::date
      and done.last_at - done.first_at > make_interval(mins => ${UNSCHEDULED_MINUTES})
      and not exists (select from work_shift w where w.user_no = u.user_no and w.work_date = d.day
        and w.shift_status = 'PUBLISHED')
      and exists (select from work_shift w join app_user other on other.user_no = w.user_no
        where w.work_date = d.day and w.shift_status = 'PUBLISHED' and other.dept_no = u.dept_no)
    order by d.day, u.user_no`.execute(db);
  return rows;
}

export interface GroupDay {
  readonly deptNo: string;
  readonly workDate: BusinessDate;
  readonly attended: number;
  readonly scheduled: number;
  readonly ratePercent: number;
}

/** The attendance of groups on days whose shifts are all over. Pure. */
export function groupDaysOf(shifts: readonly SeenShift[], isMissed: (shift: SeenShift) => boolean): GroupDay[] {
  const days = Map.groupBy(shifts, ({ deptNo, workDate }) => `${deptNo} ${workDate}`);
  return [...days.values()].flatMap((members) => {
    const [first] = members;
    if (!first || members.some(({ isOver }) => !isOver)) return [];
    const attended = members.filter((shift) => !isMissed(shift)).length;
    const { deptNo, workDate } = first;
    const ratePercent = Math.floor((attended * 100) / members.length);
    return [{ deptNo, workDate, attended, scheduled: members.length, ratePercent }];
  });
}
