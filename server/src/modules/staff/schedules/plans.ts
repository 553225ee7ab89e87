import { schedulePlan } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { defineList } from '../../../lists/index.ts';
import { exportOf } from '../../platform/exports/index.ts';

const ACTIONS = { ENABLED: ['update', 'disable'], DISABLED: ['update', 'enable'] } as const;

/** Plans in their latest version; settings of the company, so everybody with the page sees them. */
export const planList = defineList(
  schedulePlan.page,
  (db) =>
    db.selectFrom('schedulePlan as p').innerJoin('schedulePlanVersion as v', (join) =>
      join.onRef('v.planNo', '=', 'p.planNo').on(
        sql<boolean>`v.version_no = (select max(last.version_no) from schedule_plan_version last
            where last.plan_no = p.plan_no)`,
      ),
    ),
  (by) => ({
    scope: () => null,
    key: 'p.planNo',
    filters: {
      planName: by.contains('v.planName'),
      deptNo: (deptNo) => sql<boolean>`${deptNo} = any(v.dept_nos)`,
      planStatus: by.is('p.planStatus'),
      staffType: (kind) =>
        sql<boolean>`exists (select from personnel k join app_user u on u.user_no = k.user_no
          where k.personnel_kind = ${kind} and u.dept_no = any(v.dept_nos))`,
      effectiveFrom: by.between('v.effectiveFrom'),
    },
    sorts: { planName: 'v.planName', effectiveFrom: 'v.effectiveFrom' },
    first: [['p.planNo', 'asc']],
    select: (query) =>
      query
        .innerJoin('appUser as by', 'by.userNo', 'v.updatedBy')
        .select(['p.planNo', 'p.planStatus', 'p.version', 'v.planName', 'v.deptNos', 'v.maxConsecutiveDays'])
        .select(['v.weeklyAttendanceDays', 'v.dailyAttendanceRates', 'v.shiftShares', 'v.newStaffWithOldStaff'])
        .select(['v.maxWeeklyNights', 'v.holidayRate', 'v.covers'])
        .select(['v.effectiveFrom', 'v.versionNo', 'by.realName as updatedByName'])
        .select([
          sql<string[]>`array(select d.dept_name from department d where d.dept_no = any(v.dept_nos) order by 1)`.as(
            'deptNames',
          ),
          sql<number>`(select count(*)::int from app_user u where u.dept_no = any(v.dept_nos)
            and u.user_status = 'NORMAL' and u.employee_status = 'ON_THE_JOB')`.as('headcount'),
        ]),
    row: (stored, { caller }): schedulePlan.SchedulePlanRow => ({
      ...stored,
      allowedActions: caller.codes.has('schedule:plan:save') ? [...ACTIONS[stored.planStatus]] : [],
    }),
  }),
);

export const planExport = exportOf(planList, {
  kind: 'schedulePlans.export',
  title: { en: 'Export of shift plans', zh: '导出排班方案' },
  page: schedulePlan.SCHEDULE_PLAN_PAGE,
  params: schedulePlan.exportList.request,
  fileStem: 'shift-plans',
  subjectType: 'schedulePlan',
  columns: [
    { en: 'Number', zh: '编号', of: (row) => row.planNo },
    { en: 'Name', zh: '名称', of: (row) => row.planName },
    { en: 'Groups', zh: '适用部门', of: (row) => row.deptNames.join(', ') },
    { en: 'Days in a row', zh: '最多连续天数', of: (row) => row.maxConsecutiveDays },
    { en: 'Days a week', zh: '每周出勤天数', of: (row) => row.weeklyAttendanceDays },
    { en: 'Daily rates (%)', zh: '每日出勤率（%）', of: (row) => row.dailyAttendanceRates.join(' ') },
    { en: 'From', zh: '生效日期', of: (row) => row.effectiveFrom },
    { en: 'Changed by', zh: '修改人', of: (row) => row.updatedByName },
  ],
});
