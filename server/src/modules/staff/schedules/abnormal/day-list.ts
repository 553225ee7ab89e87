import { abnormalDay } from '@kituo/sdk/contracts';
import { sql, type SqlBool } from 'kysely';
import { defineList } from '../../../../lists/index.ts';
import { exportOf, type ListColumn } from '../../../platform/exports/index.ts';
import { addDays, businessDateOf } from '../../../platform/policy/index.ts';
import { peopleSeen } from '../people.ts';

/** Days in which a person may explain what was found. */
export const EXPLAIN_DAYS = 3;

/** The last day on which what was found then is explained. */
export const lastExplainDay = (foundAt: Date) => addDays(businessDateOf(foundAt), EXPLAIN_DAYS);

type Listed = Pick<typeof abnormalDay.page, 'request' | 'reply'> & { readonly name: string };

function daysOf(endpoint: Listed, whose: 'own' | 'seen') {
  return defineList(
    endpoint,
    (db) => db.selectFrom('abnormalDay as a').innerJoin('appUser as u', 'u.userNo', 'a.userNo'),
    (by) => ({
      scope: ({ caller }) => (whose === 'own' ? sql<SqlBool>`a.user_no = ${caller.userNo}` : peopleSeen(caller.scope)),
      key: 'a.abnormalId',
      missing: 'ABNORMAL_NOT_FOUND',
      filters: {
        realName: by.contains('u.realName'),
        abnormalType: by.is('a.abnormalType'),
        resolveStatus: by.is('a.resolveStatus'),
        workDate: by.between('a.workDate'),
      },
      sorts: { workDate: 'a.workDate' },
      first: [['a.workDate', 'desc']],
      select: (query) =>
        query
          .innerJoin('department as d', 'd.deptNo', 'a.deptNo')
          .leftJoin('appUser as r', 'r.userNo', 'a.resolvedBy')
          .select(['a.abnormalId', 'a.userNo', 'a.workDate', 'a.abnormalType', 'a.measuredMinutes'])
          .select(['a.thresholdMinutes', 'a.explanation', 'a.explainedAt', 'a.resolveStatus', 'a.resolveReason'])
          .select(['a.resolvedAt', 'a.foundAt', 'a.version', 'u.realName', 'u.jobNumber', 'd.deptName'])
          .select('r.realName as resolvedByName'),
      row: ({ userNo, explainedAt, resolvedAt, foundAt, ...row }, { caller }): abnormalDay.AbnormalRow => {
        const isOwn = userNo === caller.userNo;
        const isOpen = row.resolveStatus === 'OPEN';
        const isRecent = businessDateOf(new Date()) <= lastExplainDay(foundAt);
        const is = {
          resolve: isOpen && !isOwn && caller.codes.has('schedule:abnormal:resolve'),
          explain:
            isOpen && isOwn && isRecent && row.explanation === null && caller.codes.has('schedule:abnormal:explain'),
        };
        return {
          ...row,
          explainedAt: explainedAt?.toISOString() ?? null,
          resolvedAt: resolvedAt?.toISOString() ?? null,
          foundAt: foundAt.toISOString(),
          allowedActions: (['resolve', 'explain'] as const).filter((action) => is[action]),
        };
      },
    }),
  );
}

/** Of the people of the caller's merchants. */
export const abnormalDays = daysOf(abnormalDay.page, 'seen');
export const ownAbnormalDays = daysOf(abnormalDay.own, 'own');

const file = {
  title: { en: 'Export of abnormal days', zh: '导出异常考勤' },
  fileStem: 'abnormal-days',
  subjectType: 'abnormalDay',
};
const columns: readonly ListColumn<abnormalDay.AbnormalRow>[] = [
  { en: 'Name', zh: '姓名', of: (row) => row.realName },
  { en: 'Job number', zh: '工号', of: (row) => row.jobNumber },
  { en: 'Group', zh: '部门', of: (row) => row.deptName },
  { en: 'Date', zh: '日期', of: (row) => row.workDate },
  { en: 'Type', zh: '异常类型', of: (row) => row.abnormalType, codes: 'SCHEDULE_ABNORMAL_TYPE' },
  { en: 'Measured (minutes)', zh: '实测（分钟）', of: (row) => row.measuredMinutes },
  { en: 'Threshold (minutes)', zh: '阈值（分钟）', of: (row) => row.thresholdMinutes },
  { en: 'Explanation', zh: '说明', of: (row) => row.explanation },
  { en: 'Status', zh: '状态', of: (row) => row.resolveStatus, codes: 'ABNORMAL_RESOLVE_STATUS' },
  { en: 'Resolution reason', zh: '处理原因', of: (row) => row.resolveReason },
  { en: 'Resolved by', zh: '处理人', of: (row) => row.resolvedByName },
];

export const abnormalExport = exportOf(abnormalDays, {
  ...file,
  kind: 'abnormalDays.export',
  page: '/AdminContent/ScheduleManage/ScheduleAbnormalThreshold',
  params: abnormalDay.exportList.request,
  columns,
});
export const ownAbnormalExport = exportOf(ownAbnormalDays, {
  ...file,
  kind: 'abnormalDays.exportOwn',
  page: '/AdminContent/ScheduleManage/MySchedule',
  params: abnormalDay.exportOwn.request,
  columns,
});
