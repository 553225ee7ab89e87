import { attendanceThreshold } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { defineList } from '../../../../lists/index.ts';
import { exportOf } from '../../../platform/exports/index.ts';

/** Thresholds; settings of the company, so everybody with the page sees them. */
export const thresholdList = defineList(
  attendanceThreshold.page,
  (db) => db.selectFrom('attendanceThreshold as t'),
  (by) => ({
    scope: () => null,
    key: 't.thresholdNo',
    missing: 'THRESHOLD_NOT_FOUND',
    filters: {
      deptNo: (deptNo) => sql<boolean>`t.dept_nos @> array[${deptNo}]::text[]`,
      staffType: by.is('t.staffType'),
      thresholdStatus: by.is('t.thresholdStatus'),
    },
    sorts: { effectiveFrom: 't.effectiveFrom' },
    first: [['t.effectiveFrom', 'desc']],
    select: (query) =>
      query
        .innerJoin('appUser as m', 'm.userNo', 't.makerUserNo')
        .leftJoin('appUser as c', 'c.userNo', 't.checkerUserNo')
        .selectAll('t')
        .select(['m.realName as makerName', 'c.realName as checkerName'])
        .select([
          sql<string[]>`array(select d.dept_name from department d where d.dept_no = any(t.dept_nos) order by 1)`.as(
            'deptNames',
          ),
          sql<string[]>`array(select r.role_name from role r where r.role_no = any(t.notify_role_nos) order by 1)`.as(
            'notifyRoleNames',
          ),
        ]),
    row: (
      { makerUserNo, checkerUserNo: _checker, savedAt: _savedAt, ...row },
      { caller },
    ): attendanceThreshold.ThresholdRow => {
      const { thresholdStatus } = row;
      const maySave = caller.codes.has('schedule:threshold:save');
      const decides =
        thresholdStatus === 'PENDING_APPROVAL' &&
        makerUserNo !== caller.userNo &&
        caller.codes.has('schedule:threshold:approve');
      const is = {
        approve: decides,
        reject: decides,
        enable: maySave && thresholdStatus === 'DISABLED',
        disable: maySave && thresholdStatus === 'ENABLED',
        copy: maySave,
      };
      const order = ['approve', 'reject', 'copy', 'enable', 'disable'] as const;
      return { ...row, allowedActions: order.filter((action) => is[action]) };
    },
  }),
);

export const thresholdExport = exportOf(thresholdList, {
  kind: 'attendanceThresholds.export',
  title: { en: 'Export of attendance thresholds', zh: '导出考勤异常阈值' },
  page: attendanceThreshold.ATTENDANCE_THRESHOLD_PAGE,
  params: attendanceThreshold.exportList.request,
  fileStem: 'attendance-thresholds',
  subjectType: 'attendanceThreshold',
  columns: [
    { en: 'Number', zh: '编号', of: (row) => row.thresholdNo },
    { en: 'Groups', zh: '适用部门', of: (row) => row.deptNames.join(', ') },
    { en: 'Staff type', zh: '人员类型', of: (row) => row.staffType, codes: 'STAFF_TYPE' },
    { en: 'Late after (minutes)', zh: '迟到（分钟）', of: (row) => row.lateMinutes },
    { en: 'Left early by (minutes)', zh: '早退（分钟）', of: (row) => row.earlyLeaveMinutes },
    { en: 'Absent after (minutes)', zh: '缺勤（分钟）', of: (row) => row.absentMinutes },
    { en: 'Idle for (minutes)', zh: '空闲（分钟）', of: (row) => row.idleMinutes },
    { en: 'Group attendance below (%)', zh: '部门出勤率低于（%）', of: (row) => row.groupRateBelow },
    { en: 'Notify', zh: '通知角色', of: (row) => row.notifyRoleNames.join(', ') },
    { en: 'Status', zh: '状态', of: (row) => row.thresholdStatus, codes: 'THRESHOLD_STATUS' },
    { en: 'Effective from', zh: '生效日期', of: (row) => row.effectiveFrom },
    { en: 'Requested by', zh: '申请人', of: (row) => row.makerName },
    { en: 'Approver', zh: '审批人', of: (row) => row.checkerName },
  ],
});
