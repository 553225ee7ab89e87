import { balance } from '@kituo/sdk/contracts';
import { type CodeWords, exportOf } from '../../platform/exports/index.ts';
import { balances } from './read.ts';

const SOURCE: CodeWords = { MANUAL: ['Entered', '手工录入'], CHANNEL: ['Channel', '渠道查询'] };
const COMPANY: CodeWords = { MPESA: ['M-Pesa', 'M-Pesa'], BANK: ['Bank', '银行'] };
const kes = (cents: number | null) => (cents === null ? null : (cents / 100).toFixed(2));

/** The list as a file. */
export const balanceExport = exportOf(balances, {
  kind: 'balances.export',
  title: { en: 'Export of balances', zh: '导出余额' },
  page: balance.exportList.access.page,
  params: balance.exportList.request,
  fileStem: 'balances',
  subjectType: 'balance',
  columns: [
    { en: 'Payment company', zh: '支付公司', of: (row) => row.paymentCompany, codes: COMPANY },
    { en: 'Account name', zh: '账户名称', of: (row) => row.accountName },
    { en: 'Bank', zh: '银行', of: (row) => row.bankName },
    { en: 'Stated (KES)', zh: '申报余额（KES）', of: (row) => kes(row.lastBalanceCents) },
    { en: 'Ledger (KES)', zh: '账面余额（KES）', of: (row) => kes(row.ledgerBalanceCents) },
    { en: 'In flight (KES)', zh: '在途（KES）', of: (row) => kes(row.inFlightCents) },
    { en: 'Difference (KES)', zh: '差额（KES）', of: (row) => kes(row.differenceCents) },
    { en: 'Low-water mark (KES)', zh: '最低余额（KES）', of: (row) => kes(row.lowWaterCents) },
    { en: 'Date', zh: '日期', of: (row) => row.entryDate },
    { en: 'Source', zh: '来源', of: (row) => row.source, codes: SOURCE },
    { en: 'Entered by', zh: '录入人', of: (row) => row.enteredBy },
  ],
});
