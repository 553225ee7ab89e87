import { loanerAccount, repayAccount } from '@kituo/sdk/contracts';
import { type CodeWords, exportOf } from '../../platform/exports/index.ts';
import { loanerAccounts } from './read-loaner.ts';
import { repayAccounts } from './read-repay.ts';

const ON_OFF: CodeWords = { true: ['Enabled', '启用'], false: ['Disabled', '停用'] };
const RULE: CodeWords = {
  ORDER_NO: ['Repayment code', '还款码'],
  PHONE: ['Phone', '手机号'],
  VIRTUAL: ['Virtual number', '虚拟账号'],
};
const kes = (cents: number | null) => (cents === null ? null : (cents / 100).toFixed(2));

/** Payout accounts as a file, masked as the page shows them. */
export const loanerAccountExport = exportOf(loanerAccounts, {
  kind: 'loanerAccounts.export',
  title: { en: 'Export of payout accounts', zh: '导出放款账户' },
  page: loanerAccount.exportList.access.page,
  params: loanerAccount.exportList.request,
  fileStem: 'payout-accounts',
  subjectType: 'loanerAccount',
  columns: [
    { en: 'Lender', zh: '放款方', of: (row) => row.loanerName },
    { en: 'Merchants', zh: '商户', of: (row) => row.merchantNames.join(', ') },
    { en: 'Channel', zh: '放款渠道', of: (row) => row.lendingChannel },
    { en: 'Bank', zh: '银行', of: (row) => row.bankCode },
    { en: 'Branch', zh: '支行', of: (row) => row.branch },
    { en: 'Account name', zh: '账户名称', of: (row) => row.accountName },
    { en: 'Account number', zh: '账号', of: (row) => row.accountNo },
    { en: 'Short code', zh: '短码', of: (row) => row.shortCode },
    { en: 'Last balance (KES)', zh: '最近余额（KES）', of: (row) => kes(row.lastBalanceCents) },
    { en: 'In flight (KES)', zh: '在途（KES）', of: (row) => kes(row.inFlightCents) },
    { en: 'Paid today (KES)', zh: '今日放款（KES）', of: (row) => kes(row.todayPaidCents) },
    { en: 'Daily limit (KES)', zh: '每日限额（KES）', of: (row) => kes(row.dailyLimitCents) },
    { en: 'Status', zh: '状态', of: (row) => String(row.enabled), codes: ON_OFF },
  ],
});

/** Receiving accounts as a file, masked as the page shows them. */
export const repayAccountExport = exportOf(repayAccounts, {
  kind: 'repayAccounts.export',
  title: { en: 'Export of receiving accounts', zh: '导出收款账户' },
  page: repayAccount.exportList.access.page,
  params: repayAccount.exportList.request,
  fileStem: 'receiving-accounts',
  subjectType: 'repayAccount',
  columns: [
    { en: 'Account', zh: '账户编号', of: (row) => row.accountId },
    { en: 'Channel', zh: '支付渠道', of: (row) => row.paymentChannel },
    { en: 'Bank', zh: '银行', of: (row) => row.bankCode },
    { en: 'Branch', zh: '支行', of: (row) => row.branch },
    { en: 'Account name', zh: '账户名称', of: (row) => row.accountName },
    { en: 'Account number', zh: '账号', of: (row) => row.accountNo },
    { en: 'Short code', zh: '短码', of: (row) => row.shortCode },
    { en: 'Code rule', zh: '还款码规则', of: (row) => row.codeRule, codes: RULE },
    { en: 'Received today (KES)', zh: '今日收款（KES）', of: (row) => kes(row.todayReceivedCents) },
    { en: 'Unmatched (KES)', zh: '未匹配（KES）', of: (row) => kes(row.unmatchedCents) },
    { en: 'Last payment', zh: '最近到账', of: (row) => row.lastFlowTime, isTime: true },
    { en: 'Status', zh: '状态', of: (row) => String(row.enabled), codes: ON_OFF },
  ],
});
