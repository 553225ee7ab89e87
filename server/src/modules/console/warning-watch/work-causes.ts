import { auditOrder } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { accruedThrough } from '../../lending/end-of-day/index.ts';
import { addDays, businessDateOf, shownDay, shownTime, startOfBusinessDate } from '../../platform/policy/index.ts';
import { administratorRoles, rolesWith } from '../../platform/warnings/index.ts';
import type { Cause, WatchedSource } from './cause.ts';

const LEASE_MINUTES = 5;
/** Of the new day, when the one before must be closed. Hours. */
const CLOSED_BY_HOUR = 2;
const HOUR_MS = 3_600_000;
/** People sign in a little before or after a shift begins. Minutes. */
const GRACE_MINUTES = 30;
/** Of a department's people on shift. */
const ABSENT_SHARE = 0.25;
const JOB_DAYS = 7;
const MAX = 200;

/** Orders under review that go back to allocation in a moment, one warning a reviewer: it is theirs. */
export const endingLeases: WatchedSource = {
  sourceType: 'LEASE_RUNNING_OUT',
  prefix: 'LEASES-',
  quietHours: 1,
  async find(db, now) {
    const { rows } = await sql<{ userNo: string; orders: number; endsAt: Date }>`
      SELECT auditor_user_no AS user_no, count(*) AS orders, min(lease_ends_at) AS ends_at
      FROM loan_order
      WHERE order_status = 'PENDING_REVIEW' AND auditor_user_no IS NOT NULL
        AND lease_ends_at > ${now} AND lease_ends_at <= ${now}::timestamptz + make_interval(mins => ${LEASE_MINUTES})
      GROUP BY 1 ORDER BY 1 LIMIT ${MAX}`.execute(db);
    if (rows.length === 0) return [];
    const roleNos = await rolesWith(db, 'audit:order:allot');
    return rows.map(({ userNo, orders, endsAt }): Cause => ({
      key: userNo,
      warningLevel: 'INFO',
      subject: `${orders} ${orders === 1 ? 'order returns' : 'orders return'} to assignment at ${shownTime(endsAt)} EAT`,
      subjectZh: `${orders} 笔订单将自东非时间 ${shownTime(endsAt)} 起退回待分配`,
      subjectPath: auditOrder.MY_AUDIT_PAGE,
      amountCents: null,
      merchantNo: null,
      roleNos,
      assigneeUserNo: userNo,
    }));
  },
};

/** Bills that should have yesterday's charges and do not, from two o'clock on. */
export const lateEndOfDay: WatchedSource = {
  sourceType: 'END_OF_DAY_LATE',
  prefix: 'EOD-',
  quietHours: 24,
  async find(db, now) {
    const today = businessDateOf(now);
    const dueAt = startOfBusinessDate(today).getTime() + CLOSED_BY_HOUR * HOUR_MS;
    if (now.getTime() < dueAt) return [];
    const day = addDays(today, -1);
    // Every half a minute, and nearly always the answer: a count joins all bills to find that none is behind.
    if (((await accruedThrough(db)) ?? day) >= day) return [];
    const { rows } = await sql<{ bills: number }>`
      SELECT count(*) AS bills FROM (
        SELECT FROM bill b JOIN loan_order o USING (order_no)
        WHERE b.bill_status = 'ACTIVE' AND b.accrued_through < ${day}
          AND o.order_status = 'DISBURSED' LIMIT 10000) AS behind`.execute(db);
    const bills = rows[0]?.bills ?? 0;
    if (bills === 0) return [];
    const shown = bills < 10_000 ? String(bills) : '10,000+';
    const waiting = bills === 1 ? '1 bill awaits its charges' : `${shown} bills await their charges`;
    return [
      {
        key: day,
        warningLevel: 'URGENT',
        subject: `End of day ${shownDay(day)} is late: ${waiting}`,
        subjectZh: `${shownDay(day)} 的日终处理延迟：${shown} 笔账单尚未计费`,
        subjectPath: null,
        amountCents: null,
        merchantNo: null,
        roleNos: await administratorRoles(db),
        assigneeUserNo: null,
      },
    ];
  },
};

interface Absence {
  readonly deptNo: string;
  readonly deptName: string;
  readonly planned: number;
  readonly absent: number;
  readonly leaderUserNo: string | null;
}

/** Departments of which more than a quarter did not sign in though their shift has begun. */
export const missingPeople: WatchedSource = {
  sourceType: 'ATTENDANCE',
  prefix: 'SHIFT-',
  quietHours: 4,
  async find(db, now) {
    const { rows } = await sql<Absence>`
      WITH due AS (
        SELECT DISTINCT ON (s.user_no) s.user_no, s.starts_at, u.dept_no
        FROM personnel_shift s JOIN app_user u USING (user_no)
        WHERE s.starts_at <= ${now}::timestamptz - make_interval(mins => ${GRACE_MINUTES}) AND s.ends_at > ${now}
          AND u.user_status = 'NORMAL' AND u.dept_no IS NOT NULL
          AND NOT EXISTS (SELECT FROM personnel p WHERE p.user_no = s.user_no AND p.is_ai_employee)
        ORDER BY s.user_no, s.starts_at),
      seen AS (
        SELECT user_no, max(last_seen_at) AS at FROM session
        WHERE last_seen_at > ${now}::timestamptz - interval '1 day' GROUP BY 1)
      SELECT d.dept_no, d.dept_name, d.leader_user_no, count(*) AS planned,
        count(*) FILTER (WHERE seen.at IS NULL OR seen.at < due.starts_at - interval '1 hour') AS absent
      FROM due JOIN department d USING (dept_no) LEFT JOIN seen USING (user_no)
      GROUP BY 1, 2, 3 ORDER BY 1`.execute(db);
    const found = rows.filter(({ absent, planned }) => absent > planned * ABSENT_SHARE);
    if (found.length === 0) return [];
    const roleNos = await administratorRoles(db);
    return found.map(({ deptNo, deptName, planned, absent, leaderUserNo }): Cause => ({
      key: `${deptNo}-${businessDateOf(now)}`,
      warningLevel: 'ATTENTION',
      subject: `${deptName}: ${absent} of ${planned} were not signed in ${GRACE_MINUTES} minutes after shift start`,
      subjectZh: `${deptName}：开班 ${GRACE_MINUTES} 分钟后 ${planned} 人中有 ${absent} 人未登录`,
      subjectPath: '/AdminContent/ScheduleManage/ScheduleCaseManage',
      amountCents: null,
      merchantNo: null,
      roleNos,
      assigneeUserNo: leaderUserNo,
    }));
  },
};

interface PartlyFailed {
  readonly jobNo: string;
  readonly userNo: string;
  readonly failed: number;
  readonly total: number;
}

/** Jobs of which some items failed, until they are tried again or a week has passed. */
export const partlyFailedJobs: WatchedSource = {
  sourceType: 'JOB_PARTLY_FAILED',
  prefix: 'PARTLY-',
  quietHours: JOB_DAYS * 24,
  async find(db, now) {
    const { rows } = await sql<PartlyFailed>`
      SELECT j.job_no, j.user_no, j.failed, j.total FROM job j
      WHERE j.job_status = 'PARTIAL_SUCCESS'
        AND j.finished_at > ${now}::timestamptz - make_interval(days => ${JOB_DAYS})
        AND NOT EXISTS (SELECT FROM job again WHERE again.retry_of = j.job_no)
      ORDER BY j.finished_at DESC LIMIT ${MAX}`.execute(db);
    if (rows.length === 0) return [];
    const roleNos = await administratorRoles(db);
    return rows.map(({ jobNo, userNo, failed, total }): Cause => ({
      key: jobNo,
      warningLevel: 'ATTENTION',
      subject: `Job ${jobNo}: ${failed} of ${total} failed`,
      subjectZh: `任务 ${jobNo}：${total} 项中有 ${failed} 项失败`,
      subjectPath: null,
      amountCents: null,
      merchantNo: null,
      roleNos,
      assigneeUserNo: userNo,
    }));
  },
};
