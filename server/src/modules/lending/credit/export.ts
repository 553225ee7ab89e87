import { temporaryCredit } from '@kituo/sdk/contracts';
import { type CodeWords, exportOf } from '../../platform/exports/index.ts';
import { creditTasks, credits } from './read.ts';

const TASK: CodeWords = {
  PENDING: ['Awaiting approval', '待审批'],
  APPROVED: ['Approved', '已通过'],
  REJECTED: ['Rejected', '已驳回'],
};
const CREDIT: CodeWords = {
  GRANTING: ['Granting', '发放中'],
  GRANTED: ['Granted', '已发放'],
  EXPIRED: ['Expired', '已过期'],
};
const kes = (cents: number) => (cents / 100).toFixed(2);

/** The tasks as a file. */
export const taskExport = exportOf(creditTasks, {
  kind: 'temporaryCreditTasks.export',
  title: { en: 'Export of temporary limit tasks', zh: '导出临时额度任务' },
  page: temporaryCredit.taskExport.access.page,
  params: temporaryCredit.taskExport.request,
  fileStem: 'temporary-limit-tasks',
  subjectType: 'temporaryCreditTask',
  columns: [
    { en: 'Task', zh: '任务编号', of: (row) => row.taskNo },
    { en: 'Name', zh: '任务名称', of: (row) => row.taskName },
    { en: 'Merchant', zh: '商户', of: (row) => row.merchantName },
    { en: 'Customers', zh: '客户数', of: (row) => row.customers },
    { en: 'Total (KES)', zh: '总额（KES）', of: (row) => kes(row.totalAmountCents) },
    { en: 'From', zh: '生效日期', of: (row) => row.effectiveOn },
    { en: 'To', zh: '失效日期', of: (row) => row.expiresOn },
    { en: 'Requested by', zh: '提交人', of: (row) => row.makerName },
    { en: 'Approved by', zh: '审批人', of: (row) => row.auditorName },
    { en: 'Status', zh: '状态', of: (row) => row.taskStatus, codes: TASK },
    { en: 'Granted', zh: '已发放', of: (row) => row.granted },
    { en: 'Failed', zh: '失败', of: (row) => row.failed },
  ],
});

/** The raises as a file, phones masked as the list masks them. */
export const creditExport = exportOf(credits, {
  kind: 'temporaryCredits.export',
  title: { en: 'Export of temporary limits', zh: '导出临时额度' },
  page: { code: 'operation:temporaryCreditTask:recordPage' },
  params: temporaryCredit.recordExport.request,
  fileStem: 'temporary-limits',
  subjectType: 'temporaryCredit',
  columns: [
    { en: 'Limit', zh: '额度编号', of: (row) => row.creditNo },
    { en: 'Task', zh: '任务编号', of: (row) => row.taskNo },
    { en: 'Phone', zh: '手机号', of: (row) => row.phone },
    { en: 'Raise (KES)', zh: '提额（KES）', of: (row) => kes(row.amountCents) },
    { en: 'Limit (KES)', zh: '总额度（KES）', of: (row) => kes(row.limitCents) },
    { en: 'Remaining (KES)', zh: '剩余（KES）', of: (row) => kes(row.remainingCents) },
    { en: 'Status', zh: '状态', of: (row) => row.creditStatus, codes: CREDIT },
    { en: 'From', zh: '生效时间', of: (row) => row.effectiveAt, isTime: true },
    { en: 'Expires', zh: '失效时间', of: (row) => row.expiresAt, isTime: true },
  ],
});
