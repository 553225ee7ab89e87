import { coupon } from '@kituo/sdk/contracts';
import { type CodeWords, exportOf } from '../../platform/exports/index.ts';
import { couponApplications, coupons, templates } from './read.ts';

const TYPE: CodeWords = {
  INCREASE_LOAN_LIMIT: ['Higher limit', '提额券'],
  DISCOUNT: ['Discount', '抵扣券'],
  INTEREST_DISCOUNT: ['Interest discount', '免息券'],
};
const STATUS: CodeWords = {
  PENDING_EFFECT: ['Not yet effective', '待生效'],
  AVAILABLE: ['Waiting to be used', '待使用'],
  FROZEN: ['Frozen', '已冻结'],
  USED: ['Used', '已使用'],
  EXPIRED: ['Expired', '已过期'],
};
const TEMPLATE: CodeWords = {
  PENDING: ['Awaiting approval', '待审批'],
  ENABLED: ['Enabled', '启用'],
  REJECTED: ['Rejected', '已驳回'],
  DISABLED: ['Disabled', '停用'],
};
const APPLICATION: CodeWords = {
  PENDING: ['Awaiting approval', '待审批'],
  APPROVED: ['Approved', '已通过'],
  REJECTED: ['Rejected', '已驳回'],
};
const VIA: CodeWords = {
  GRANT: ['Grant', '批量发放'],
  SERVICE: ['Customer service', '客服'],
  PROMO_CODE: ['Promo code', '优惠码'],
  ACTIVITY: ['Activity', '活动'],
  AUTOMATIC: ['Other rule', '其他规则'],
};
const kes = (cents: number) => (cents / 100).toFixed(2);

export const templateExport = exportOf(templates, {
  kind: 'couponTemplates.export',
  title: { en: 'Export of coupon templates', zh: '导出优惠券模板' },
  page: coupon.templateExport.access.page,
  params: coupon.templateExport.request,
  fileStem: 'coupon-templates',
  subjectType: 'couponTemplate',
  columns: [
    { en: 'Template', zh: '模板编号', of: (row) => row.couponTemplateNo },
    { en: 'Content', zh: '内容', of: (row) => row.couponContent },
    { en: 'Type', zh: '类型', of: (row) => row.couponType, codes: TYPE },
    { en: 'Amount (KES)', zh: '金额（KES）', of: (row) => kes(row.amountCents) },
    { en: 'Share (%)', zh: '折扣比例（%）', of: (row) => row.discountBps && row.discountBps / 100 },
    { en: 'Valid (days)', zh: '有效天数', of: (row) => row.validityDays },
    { en: 'Merchant', zh: '商户', of: (row) => row.merchantName },
    { en: 'Status', zh: '状态', of: (row) => row.templateStatus, codes: TEMPLATE },
    { en: 'Created', zh: '创建时间', of: (row) => row.createdAt, isTime: true },
  ],
});

/** Phones masked as the list masks them. */
export const couponExport = exportOf(coupons, {
  kind: 'coupons.export',
  title: { en: 'Export of coupons', zh: '导出优惠券' },
  page: coupon.couponExport.access.page,
  params: coupon.couponExport.request,
  fileStem: 'coupons',
  subjectType: 'coupon',
  columns: [
    { en: 'Coupon', zh: '券编号', of: (row) => row.couponNo },
    { en: 'Template', zh: '模板编号', of: (row) => row.couponTemplateNo },
    { en: 'Content', zh: '内容', of: (row) => row.couponContent },
    { en: 'Type', zh: '类型', of: (row) => row.couponType, codes: TYPE },
    { en: 'Amount (KES)', zh: '金额（KES）', of: (row) => kes(row.amountCents) },
    { en: 'Share (%)', zh: '折扣比例（%）', of: (row) => row.discountBps && row.discountBps / 100 },
    { en: 'Valid (days)', zh: '有效天数', of: (row) => row.validityDays },
    { en: 'Phone', zh: '手机号', of: (row) => row.phone },
    { en: 'Issued by', zh: '发放方式', of: (row) => row.issuedVia, codes: VIA },
    { en: 'Promo code', zh: '优惠码', of: (row) => row.promoCode },
    { en: 'Status', zh: '状态', of: (row) => row.couponStatus, codes: STATUS },
    { en: 'Bill', zh: '账单', of: (row) => row.billNo },
    { en: 'Issued', zh: '发放时间', of: (row) => row.issuedAt, isTime: true },
    { en: 'Expires', zh: '失效时间', of: (row) => row.expiresAt, isTime: true },
  ],
});

export const applicationExport = exportOf(couponApplications, {
  kind: 'couponApplications.export',
  title: { en: 'Export of coupon applications', zh: '导出优惠券申请' },
  page: coupon.applicationExport.access.page,
  params: coupon.applicationExport.request,
  fileStem: 'coupon-applications',
  subjectType: 'couponApplication',
  columns: [
    { en: 'Application', zh: '申请编号', of: (row) => row.couponApplicationNo },
    { en: 'Content', zh: '内容', of: (row) => row.couponContent },
    { en: 'Customers', zh: '客户数', of: (row) => row.customers },
    { en: 'Total (KES)', zh: '总额（KES）', of: (row) => kes(row.totalCents) },
    { en: 'Requested by', zh: '提交人', of: (row) => row.applicantName },
    { en: 'Decided by', zh: '审批人', of: (row) => row.decidedByName },
    { en: 'Status', zh: '状态', of: (row) => row.applicationStatus, codes: APPLICATION },
    { en: 'Requested', zh: '提交时间', of: (row) => row.createdAt, isTime: true },
  ],
});
