import { reconciliation } from '@kituo/sdk/contracts';
import { type CodeWords, exportOf } from '../../platform/exports/index.ts';
import { columnSets } from './columns.ts';
import { days, differences } from './read.ts';

const STATUS: CodeWords = {
  OPEN: ['Open', '待对账'],
  DIFFERENT: ['Differences', '有差异'],
  BALANCED: ['Balanced', '已平'],
  CLOSED: ['Closed', '已关账'],
};
const TYPE: CodeWords = {
  MISSING_HERE: ['Missing here', '我方缺失'],
  MISSING_THERE: ['Missing in statement', '对账单缺失'],
  AMOUNT: ['Amount differs', '金额不符'],
  PAYOUT_STATUS: ['Payout not confirmed', '付款未确认'],
  PAYOUT_MISSING: ['Payout not in statement', '对账单无此付款'],
  CHANNEL_FEE: ['Channel fee', '渠道费用'],
  TWICE: ['Repeated in statement', '对账单重复'],
  PAID_TWICE: ['Paid twice', '重复付款'],
};
const COMPANY: CodeWords = { MPESA: ['M-Pesa', 'M-Pesa'], BANK: ['Bank', '银行'] };
const kes = (cents: number | null) => (cents === null ? null : (cents / 100).toFixed(2));

/** Days of accounts as a file. */
export const dayExport = exportOf(days, {
  kind: 'reconDays.export',
  title: { en: 'Export of reconciled days', zh: '导出对账日' },
  page: reconciliation.exportList.access.page,
  params: reconciliation.exportList.request,
  fileStem: 'reconciliation',
  subjectType: 'reconDay',
  columns: [
    { en: 'Date', zh: '日期', of: (row) => row.businessDate },
    { en: 'Payment company', zh: '支付公司', of: (row) => row.paymentCompany, codes: COMPANY },
    { en: 'Account name', zh: '账户名称', of: (row) => row.accountName },
    { en: 'Statement (KES)', zh: '对账单合计（KES）', of: (row) => kes(row.statementTotalCents) },
    { en: 'Ours (KES)', zh: '我方合计（KES）', of: (row) => kes(row.ourTotalCents) },
    { en: 'Difference (KES)', zh: '差额（KES）', of: (row) => kes(row.diffCents) },
    { en: 'Matched', zh: '已匹配', of: (row) => row.matchedCount },
    { en: 'Differences', zh: '差异数', of: (row) => row.diffCount },
    { en: 'Status', zh: '状态', of: (row) => row.reconStatus, codes: STATUS },
    { en: 'Closed by', zh: '关账人', of: (row) => row.closedBy },
  ],
});

/** Differences as a file, as a query to the channel takes them. */
export const differenceExport = exportOf(differences, {
  kind: 'reconDifferences.export',
  title: { en: 'Export of reconciliation differences', zh: '导出对账差异' },
  page: reconciliation.differenceExport.access.page,
  params: reconciliation.differenceExport.request,
  fileStem: 'reconciliation-differences',
  subjectType: 'reconDay',
  columns: [
    { en: 'Date', zh: '日期', of: (row) => row.businessDate },
    { en: 'Account name', zh: '账户名称', of: (row) => row.accountName },
    { en: 'Type', zh: '类型', of: (row) => row.diffType, codes: TYPE },
    { en: 'Serial number', zh: '流水号', of: (row) => row.serial },
    { en: 'Statement (KES)', zh: '对账单（KES）', of: (row) => kes(row.statementCents) },
    { en: 'Ours (KES)', zh: '我方（KES）', of: (row) => kes(row.ourCents) },
    { en: 'Time', zh: '时间', of: (row) => row.happenedAt, isTime: true },
    { en: 'Details', zh: '说明', of: (row) => row.details },
    { en: 'Payment', zh: '流水', of: (row) => row.flowNo },
    { en: 'Payout', zh: '付款', of: (row) => row.attemptNo },
    { en: 'Owner', zh: '负责人', of: (row) => row.ownerName },
  ],
});

const ORDER: CodeWords = {
  DMY: ['Day, month, year', '日、月、年'],
  MDY: ['Month, day, year', '月、日、年'],
  YMD: ['Year, month, day', '年、月、日'],
};

/** What the bank of each account calls the columns of its statements, as a file. */
export const columnsExport = exportOf(columnSets, {
  kind: 'statementColumns.export',
  title: { en: 'Export of statement columns', zh: '导出对账单列' },
  page: reconciliation.columnsExport.access.page,
  params: reconciliation.columnsExport.request,
  fileStem: 'statement-columns',
  subjectType: 'statementColumns',
  columns: [
    { en: 'Account name', zh: '账户名称', of: (row) => row.accountName },
    { en: 'Payment company', zh: '支付公司', of: (row) => row.paymentCompany, codes: COMPANY },
    { en: 'Reference column', zh: '参考号列', of: (row) => row.serialTitle },
    { en: 'Date column', zh: '日期列', of: (row) => row.timeTitle },
    { en: 'Date order', zh: '日期顺序', of: (row) => row.dateOrder, codes: ORDER },
    { en: 'Details column', zh: '摘要列', of: (row) => row.detailsTitle },
    { en: 'Money in column', zh: '收入列', of: (row) => row.paidInTitle },
    { en: 'Money out column', zh: '支出列', of: (row) => row.withdrawnTitle },
    { en: 'Amount column', zh: '金额列', of: (row) => row.amountTitle },
    { en: 'Updated by', zh: '更新人', of: (row) => row.updatedByName },
    { en: 'Updated', zh: '更新时间', of: (row) => row.updatedAt, isTime: true },
  ],
});
