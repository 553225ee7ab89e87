import { loanLimit } from '@kituo/sdk/contracts';
import { type CodeWords, listExport } from '../../platform/exports/index.ts';
import { limitsFor } from './list.ts';

const TYPE: CodeWords = { FIRST: ['First', '首贷'], REPEAT: ['Repeat', '复贷'] };
const STATUS: CodeWords = { OPEN: ['Open', '正常'], REACHED: ['Reached', '已满'], PAUSED: ['Paused', '暂停'] };
const kes = (cents: number | undefined) => (cents === undefined || cents < 0 ? null : (cents / 100).toFixed(2));

/** The list as a file; an empty cell is unlimited. */
export const limitExport = listExport({
  kind: 'loanLimits.export',
  title: { en: 'Export of merchant loan limits', zh: '导出商户放款额度' },
  page: loanLimit.exportList.access.page,
  params: loanLimit.exportList.request,
  fileStem: 'merchant-loan-limits',
  subjectType: 'loanLimit',
  idOf: (row: loanLimit.LimitRow) => row.subjectNo,
  rows: async ({ filters, sort }, run) => await limitsFor(filters, sort, run),
  columns: [
    { en: 'Merchant', zh: '商户', of: (row) => row.merchantName },
    { en: 'Loan type', zh: '借款类型', of: (row) => row.loanType, codes: TYPE },
    { en: 'Minimum (KES)', zh: '最低金额（KES）', of: (row) => kes(row.limit?.minAmountCents) },
    { en: 'Maximum (KES)', zh: '最高金额（KES）', of: (row) => kes(row.limit?.maxAmountCents) },
    { en: 'Daily limit (KES)', zh: '每日额度（KES）', of: (row) => kes(row.limit?.dailyAmountLimitCents) },
    { en: 'Used today (KES)', zh: '今日已用（KES）', of: (row) => kes(row.usedTodayCents) },
    { en: 'Available funds (KES)', zh: '可用资金（KES）', of: (row) => kes(row.fundsCents ?? undefined) },
    { en: 'Waiting (KES)', zh: '等待金额（KES）', of: (row) => kes(row.waitingCents) },
    { en: 'Orders today', zh: '今日笔数', of: (row) => row.usedOrders },
    { en: 'Used (%)', zh: '使用率（%）', of: (row) => row.usedPercent },
    { en: 'Expected to be reached', zh: '预计用满时间', of: (row) => row.reachedAt, isTime: true },
    { en: 'Status', zh: '状态', of: (row) => row.limitStatus, codes: STATUS },
  ],
});
