import { marketProduct } from '@kituo/sdk/contracts';
import { type CodeWords, exportOf } from '../../platform/exports/index.ts';
import { marketProductsOf } from './read.ts';

const STATUS: CodeWords = {
  DRAFT: ['Draft', '草稿'],
  ON_SHELF: ['On shelf', '已上架'],
  OFF_SHELF: ['Off shelf', '已下架'],
};
const HEALTH: CodeWords = {
  UNCHECKED: ['Not checked', '未检测'],
  HEALTHY: ['Healthy', '正常'],
  BROKEN: ['No answer', '无响应'],
};
const kes = (cents: number | null) => (cents === null ? null : (cents / 100).toFixed(2));
const percent = (bps: number | null) => (bps === null ? null : (bps / 100).toFixed(2));

/** The list as a file. */
export const marketProductExport = exportOf(marketProductsOf, {
  kind: 'marketProducts.export',
  title: { en: 'Export of partner products', zh: '导出贷超产品' },
  page: marketProduct.exportList.access.page,
  params: marketProduct.exportList.request,
  fileStem: 'partner-products',
  subjectType: 'marketProduct',
  columns: [
    { en: 'Number', zh: '编号', of: (row) => row.marketProductNo },
    { en: 'Product', zh: '产品', of: (row) => row.productName },
    { en: 'Partner', zh: '合作方', of: (row) => row.platformName },
    { en: 'Minimum (KES)', zh: '最低金额（KES）', of: (row) => kes(row.minAmountCents) },
    { en: 'Maximum (KES)', zh: '最高金额（KES）', of: (row) => kes(row.maxAmountCents) },
    { en: 'Days from', zh: '最短天数', of: (row) => row.minTermDays },
    { en: 'Days to', zh: '最长天数', of: (row) => row.maxTermDays },
    { en: 'Annual rate (%)', zh: '年利率（%）', of: (row) => percent(row.annualRateBps) },
    { en: 'Fees', zh: '费用', of: (row) => row.feesText },
    { en: 'Billing', zh: '计费方式', of: (row) => row.billingMode },
    { en: 'Unit price (KES)', zh: '单价（KES）', of: (row) => kes(row.unitPriceCents) },
    { en: 'Share (%)', zh: '分成（%）', of: (row) => percent(row.shareBps) },
    { en: 'Daily cap', zh: '每日上限', of: (row) => row.dailyApplyCap },
    { en: 'Order', zh: '排序', of: (row) => row.sort },
    { en: 'Link', zh: '链接', of: (row) => row.linkHealth, codes: HEALTH },
    { en: 'Status', zh: '状态', of: (row) => row.productStatus, codes: STATUS },
  ],
});
