import { warning } from '@kituo/sdk/contracts';
import { exportOf } from '../exports/index.ts';
import { warnings } from './list.ts';

const shillings = (cents: number | null): string | null => (cents === null ? null : (cents / 100).toFixed(2));

/** The list of warnings as a file: those that the reader sees, in their language. */
export const warningExport = exportOf(warnings, {
  kind: 'warnings.export',
  title: { en: 'Export of warnings', zh: '导出警告' },
  page: warning.WARNINGS_PAGE,
  params: warning.exportList.request,
  fileStem: 'warnings',
  subjectType: 'warning',
  columns: [
    { en: 'Warning', zh: '警告编号', of: (row) => row.warningNo },
    { en: 'Level', zh: '级别', of: (row) => row.warningLevel, codes: 'WARNING_LEVEL' },
    { en: 'Source', zh: '来源', of: (row) => row.sourceType, codes: 'WARNING_SOURCE' },
    { en: 'Subject', zh: '内容', of: (row) => row.subject },
    { en: 'Amount (KES)', zh: '金额（KES）', of: (row) => shillings(row.amountCents) },
    { en: 'Merchant', zh: '商户', of: (row) => row.merchantName },
    { en: 'Raised', zh: '触发时间', of: (row) => row.raisedAt, isTime: true },
    { en: 'Status', zh: '状态', of: (row) => row.warningStatus, codes: 'WARNING_STATUS' },
    { en: 'Assigned to', zh: '接手人', of: (row) => row.assigneeName },
    { en: 'Snoozed until', zh: '暂缓至', of: (row) => row.snoozedUntil, isTime: true },
    { en: 'Resolved by', zh: '解决人', of: (row) => row.resolvedByName },
    { en: 'Resolved', zh: '解决时间', of: (row) => row.resolvedAt, isTime: true },
    { en: 'Note', zh: '备注', of: (row) => row.note },
  ],
});
