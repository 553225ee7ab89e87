import type { personnel } from '@kituo/sdk/contracts';
import { exportOf } from '../../platform/exports/index.ts';
import { personnelOf } from './query.ts';
import type { PersonnelWork } from './works.ts';

const shillings = (cents: number | null) => (cents === null ? null : (cents / 100).toFixed(2));

/** The people of one kind of work as a file, for whoever may open their page. */
export function personnelExport(
  endpoints: personnel.PersonnelEndpoints,
  work: PersonnelWork,
  page: string,
  title: { readonly en: string; readonly zh: string },
) {
  return exportOf(personnelOf(endpoints, work), {
    kind: `${work.subjectType}s.export`,
    title,
    page,
    params: endpoints.exportList.request,
    fileStem: `${work.subjectType}s`,
    subjectType: work.subjectType,
    columns: [
      { en: 'Number', zh: '编号', of: (row) => row.userNo },
      { en: 'User name', zh: '用户名', of: (row) => row.userName },
      { en: 'Name', zh: '姓名', of: (row) => row.realName },
      { en: 'Job number', zh: '工号', of: (row) => row.jobNumber },
      { en: 'Extension', zh: '分机', of: (row) => row.extension },
      { en: 'Department', zh: '部门', of: (row) => row.deptName },
      { en: 'Group', zh: '小组', of: (row) => row.groupName },
      { en: 'Principal', zh: '负责人', of: (row) => row.principalName },
      { en: 'Merchants', zh: '商户', of: (row) => row.merchants.map((one) => one.merchantName) },
      { en: 'Daily limit', zh: '每日上限', of: (row) => row.dailyCap },
      { en: 'Open', zh: '未完成', of: (row) => row.open },
      { en: 'Done today', zh: '今日完成', of: (row) => row.doneToday },
      { en: 'Automatic assignment', zh: '参与自动分配', of: (row) => row.joinAutoAllot },
      { en: 'First loans', zh: '首贷白名单', of: (row) => row.firstLoanWhitelist },
      { en: 'Languages', zh: '语言', of: (row) => row.languages, codes: 'SPEAKING_LANGUAGE' },
      ...(work.kind === 'SERVICE'
        ? [{ en: 'Handles complaints', zh: '处理投诉', of: (row: personnel.PersonnelRow) => row.handlesComplaints }]
        : []),
      { en: 'AI employee', zh: 'AI 员工', of: (row) => row.isAiEmployee },
      ...(work.kind === 'TRAFFIC'
        ? [
            { en: 'Channels', zh: '渠道', of: (row: personnel.PersonnelRow) => row.channels },
            {
              en: 'Spend this month (KES)',
              zh: '本月花费（KES）',
              of: (row: personnel.PersonnelRow) => shillings(row.spendThisMonthCents),
            },
            {
              en: 'Cost per loan (KES)',
              zh: '每笔放款成本（KES）',
              of: (row: personnel.PersonnelRow) => shillings(row.costPerDisbursedCents),
            },
            { en: 'External', zh: '外部人员', of: (row: personnel.PersonnelRow) => row.isExternal },
          ]
        : []),
      { en: 'On shift', zh: '在班', of: (row) => row.isOnShift },
      { en: 'Last active', zh: '最近活跃', of: (row) => row.lastActiveAt, isTime: true },
      { en: 'Status', zh: '状态', of: (row) => row.personnelStatus, codes: 'PERSONNEL_STATUS' },
    ],
  });
}
