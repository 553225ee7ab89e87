import { product } from '@kituo/sdk/contracts';
import { type CodeWords, exportOf } from '../../platform/exports/index.ts';
import { rateOf } from '../orders/index.ts';
import { products } from './read.ts';

const STATUS: CodeWords = { ENABLED: ['Enabled', '启用'], DISABLED: ['Disabled', '停用'] };
const MODE: CodeWords = { SINGLE: ['Single', '一次还款'], INSTALMENT: ['Instalments', '分期'] };
const kes = (cents: number | undefined) => (cents === undefined ? null : (cents / 100).toFixed(2));

/** The list as a file. */
export const productExport = exportOf(products, {
  kind: 'products.export',
  title: { en: 'Export of loan products', zh: '导出贷款产品' },
  page: product.exportList.access.page,
  params: product.exportList.request,
  fileStem: 'products',
  subjectType: 'product',
  columns: [
    { en: 'Product', zh: '产品编号', of: (row) => row.productNo },
    { en: 'Name', zh: '产品名称', of: (row) => row.productName },
    { en: 'Merchant', zh: '商户', of: (row) => row.merchantName },
    { en: 'Repayment', zh: '还款方式', of: (row) => row.repaymentMode, codes: MODE },
    { en: 'Term (days)', zh: '期限（天）', of: (row) => row.terms?.termDays ?? null },
    { en: 'Instalments', zh: '期数', of: (row) => row.terms?.installments ?? null },
    { en: 'Minimum (KES)', zh: '最低金额（KES）', of: (row) => kes(row.terms?.minPrincipalCents) },
    { en: 'Maximum (KES)', zh: '最高金额（KES）', of: (row) => kes(row.terms?.maxPrincipalCents) },
    { en: 'Term (months)', zh: '期限（月）', of: (row) => row.terms?.termMonths ?? null },
    {
      en: 'Repayment method',
      zh: '还款计息方式',
      of: (row) => row.terms && (row.terms.interestMethod ?? 'EQUAL_PRINCIPAL'),
      codes: 'INTEREST_METHOD',
    },
    { en: 'Rate per', zh: '利率单位', of: (row) => row.terms && (row.terms.rateUnit ?? 'DAILY'), codes: 'RATE_UNIT' },
    { en: 'Interest rate (bps)', zh: '利率（bps）', of: (row) => row.terms && rateOf(row.terms) },
    {
      en: 'Day count',
      zh: '计息天数',
      of: (row) => row.terms && (row.terms.dayCount ?? 'ACTUAL_365'),
      codes: 'DAY_COUNT',
    },
    { en: 'Days before first term', zh: '首期前宽限天数', of: (row) => row.terms && (row.terms.startGraceDays ?? 0) },
    { en: 'Fixed service fee (KES)', zh: '固定服务费（KES）', of: (row) => kes(row.terms?.serviceFeeCents) },
    { en: 'Fixed management fee (KES)', zh: '固定管理费（KES）', of: (row) => kes(row.terms?.managementFeeCents) },
    { en: 'Interest a day (bps)', zh: '日利率（bps）', of: (row) => row.terms?.dailyInterestBps ?? null },
    { en: 'Service fee (bps)', zh: '服务费（bps）', of: (row) => row.terms?.serviceFeeBps ?? null },
    { en: 'Management fee (bps)', zh: '管理费（bps）', of: (row) => row.terms?.managementFeeBps ?? null },
    { en: 'Liquidated damages (bps)', zh: '违约金（bps）', of: (row) => row.terms?.liquidatedDamagesBps ?? null },
    { en: 'Cool-off days', zh: '冷静期天数', of: (row) => row.terms?.coolOffDays ?? null },
    { en: 'Version', zh: '版本', of: (row) => row.versionNo },
    { en: 'In force from', zh: '生效日期', of: (row) => row.effectiveFrom },
    { en: 'Status', zh: '状态', of: (row) => row.status, codes: STATUS },
  ],
});
