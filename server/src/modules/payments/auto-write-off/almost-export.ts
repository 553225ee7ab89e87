import { almostSettled as contract } from '@kituo/sdk/contracts';
import { type CodeWords, exportOf } from '../../platform/exports/index.ts';
import { almostSettled } from './almost-settled.ts';

const BLOCK: CodeWords = {
  EARLIER_BILL: ['Earlier bill open', '前期账单未结清'],
  NEVER_WAIVED: ['Principal or excise owed', '欠本金或消费税'],
  NO_RULE: ['No rule', '无规则'],
  NOT_IN_RULE: ['Component not in rule', '费用项不在规则内'],
  ABOVE_RULE: ['Above the rule', '超过规则上限'],
  NO_PAYMENT: ['No payment yet', '尚无还款'],
  DAILY_CAP: ['Daily cap reached', '当日额度已用完'],
};

/** The list as a file. */
export const almostExport = exportOf(almostSettled, {
  kind: 'bills.exportAlmostSettled',
  title: { en: 'Export of almost settled bills', zh: '导出即将结清账单' },
  page: contract.exportList.access.page,
  params: contract.exportList.request,
  fileStem: 'almost-settled',
  subjectType: 'bill',
  columns: [
    { en: 'Bill', zh: '账单号', of: (row) => row.billNo },
    { en: 'Order number', zh: '订单号', of: (row) => row.orderNo },
    { en: 'Merchant', zh: '商户', of: (row) => row.merchantName },
    { en: 'Due date', zh: '到期日', of: (row) => row.dueDate },
    { en: 'Outstanding (KES)', zh: '剩余应还（KES）', of: (row) => (row.outstandingCents / 100).toFixed(2) },
    { en: 'Components', zh: '费用项', of: (row) => row.components.join(', ') },
    { en: 'Blocked by', zh: '未结清原因', of: (row) => row.blockedBy, codes: BLOCK },
    { en: 'Rule', zh: '规则', of: (row) => row.ruleName },
  ],
});
