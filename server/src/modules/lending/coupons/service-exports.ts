import { serviceCoupon } from '@kituo/sdk/contracts';
import { exportOf } from '../../platform/exports/index.ts';
import { applicationsToAudit, ownApplications } from './service-applications.ts';
import { serviceConfigs } from './service-configs.ts';

const page = { code: 'customerService:coupon:export' } as const;

export const configExport = exportOf(serviceConfigs, {
  kind: 'serviceCouponConfigs.export',
  title: { en: 'Export of coupon settings', zh: '导出优惠券配置' },
  page,
  params: serviceCoupon.configExport.request,
  fileStem: 'coupon-settings',
  subjectType: 'serviceCouponConfig',
  columns: [
    { en: 'Setting', zh: '配置编号', of: (row) => row.configNo },
    { en: 'Coupon', zh: '优惠券', of: (row) => row.couponContent },
    { en: 'Type', zh: '类型', of: (row) => row.couponType, codes: 'COUPON_TYPE' },
    { en: 'Amount (KES)', zh: '金额（KES）', of: (row) => (row.amountCents / 100).toFixed(2) },
    { en: 'Merchant', zh: '商户', of: (row) => row.merchantName },
    { en: 'Per customer', zh: '每位客户', of: (row) => row.perSendLimit },
    { en: 'Per agent and day', zh: '每人每日', of: (row) => row.perDayLimit },
    { en: 'Customers per application', zh: '每次申请客户数', of: (row) => row.perApplicationLimit },
    { en: 'Status', zh: '状态', of: (row) => row.configStatus, codes: 'SERVICE_COUPON_STATUS' },
    { en: 'Changed', zh: '修改时间', of: (row) => row.updatedAt, isTime: true },
  ],
});

const ofApplications = (list: typeof ownApplications, kind: string) =>
  exportOf(list, {
    kind,
    title: { en: 'Export of coupon applications', zh: '导出优惠券申请' },
    page,
    params: serviceCoupon.own.exportList.request,
    fileStem: 'coupon-applications',
    subjectType: 'couponApplication',
    columns: [
      { en: 'Application', zh: '申请编号', of: (row) => row.couponApplicationNo },
      { en: 'Coupon', zh: '优惠券', of: (row) => row.couponContent },
      { en: 'Type', zh: '类型', of: (row) => row.couponType, codes: 'COUPON_TYPE' },
      { en: 'Amount (KES)', zh: '金额（KES）', of: (row) => (row.amountCents / 100).toFixed(2) },
      { en: 'Per customer', zh: '每位客户', of: (row) => row.quantity },
      { en: 'Customers', zh: '客户数', of: (row) => row.customerCount },
      { en: 'Phone', zh: '手机号', of: (row) => row.phone },
      { en: 'Total (KES)', zh: '合计（KES）', of: (row) => (row.totalCents / 100).toFixed(2) },
      { en: 'Reason', zh: '原因', of: (row) => row.reason },
      { en: 'Status', zh: '状态', of: (row) => row.applicationStatus, codes: 'COUPON_APPLICATION_STATUS' },
      { en: 'Requested by', zh: '申请人', of: (row) => row.applicantName },
      { en: 'Requested', zh: '申请时间', of: (row) => row.createdAt, isTime: true },
      { en: 'Decided by', zh: '审核人', of: (row) => row.decidedByName },
    ],
  });
export const ownExport = ofApplications(ownApplications, 'serviceCouponApplies.export');
export const auditExport = ofApplications(applicationsToAudit, 'serviceCouponAudits.export');
