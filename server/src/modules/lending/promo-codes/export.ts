import { promoCode } from '@kituo/sdk/contracts';
import { type CodeWords, exportOf } from '../../platform/exports/index.ts';
import { batches, codes } from './read.ts';

const BATCH: CodeWords = {
  PENDING: ['Awaiting approval', '待审批'],
  ENABLED: ['Enabled', '启用'],
  REJECTED: ['Rejected', '已驳回'],
  DISABLED: ['Disabled', '停用'],
};
const CODE: CodeWords = {
  ENABLED: ['Can be redeemed', '可兑换'],
  EXHAUSTED: ['Fully redeemed', '已兑完'],
  EXPIRED: ['Expired', '已过期'],
  DISABLED: ['Disabled', '停用'],
};
const kes = (cents: number) => (cents / 100).toFixed(2);

export const batchExport = exportOf(batches, {
  kind: 'promoBatches.export',
  title: { en: 'Export of promo code batches', zh: '导出优惠码批次' },
  page: promoCode.batchExport.access.page,
  params: promoCode.batchExport.request,
  fileStem: 'promo-batches',
  subjectType: 'promoBatch',
  columns: [
    { en: 'Batch', zh: '批次编号', of: (row) => row.batchNo },
    { en: 'Content', zh: '内容', of: (row) => row.couponContent },
    { en: 'Merchant', zh: '商户', of: (row) => row.merchantName },
    { en: 'Codes', zh: '码数', of: (row) => row.codeCount },
    { en: 'Redemptions per code', zh: '每码可兑次数', of: (row) => row.maxRedemptions },
    { en: 'Redeemed', zh: '已兑换', of: (row) => row.redeemed },
    { en: 'Budget (KES)', zh: '预算（KES）', of: (row) => kes(row.budgetCents) },
    { en: 'Spent (KES)', zh: '已用（KES）', of: (row) => kes(row.spentCents) },
    { en: 'Last day', zh: '截止日期', of: (row) => row.endsOn },
    { en: 'Status', zh: '状态', of: (row) => row.batchStatus, codes: BATCH },
    { en: 'Created', zh: '创建时间', of: (row) => row.createdAt, isTime: true },
  ],
});

export const codeExport = exportOf(codes, {
  kind: 'promoCodes.export',
  title: { en: 'Export of promo codes', zh: '导出优惠码' },
  page: promoCode.exportList.access.page,
  params: promoCode.exportList.request,
  fileStem: 'promo-codes',
  subjectType: 'promoCode',
  columns: [
    { en: 'Promo code', zh: '优惠码', of: (row) => row.promoCode },
    { en: 'Batch', zh: '批次编号', of: (row) => row.batchNo },
    { en: 'Content', zh: '内容', of: (row) => row.couponContent },
    { en: 'Redeemed', zh: '已兑换', of: (row) => row.redeemed },
    { en: 'Redemptions per code', zh: '每码可兑次数', of: (row) => row.maxRedemptions },
    { en: 'Last day', zh: '截止日期', of: (row) => row.endsOn },
    { en: 'Status', zh: '状态', of: (row) => row.promoCodeStatus, codes: CODE },
  ],
});
