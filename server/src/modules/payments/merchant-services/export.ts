import { merchantService } from '@kituo/sdk/contracts';
import { type CodeWords, exportOf } from '../../platform/exports/index.ts';
import { merchantEvents } from './event-list.ts';
import { merchantServices } from './list.ts';

const BILLING: CodeWords = { PREPAID: ['Prepaid', '预付'], CREDIT: ['Credit', '授信'] };
const STATUS: CodeWords = { ENABLED: ['Enabled', '启用'], DISABLED: ['Disabled', '停用'] };
const kes = (cents: number | null) => (cents === null ? null : (cents / 100).toFixed(2));

export const serviceExport = exportOf(merchantServices, {
  kind: 'merchantServices.export',
  title: { en: 'Export of service accounts', zh: '导出商户配置' },
  page: '/AdminContent/MerchantSystem/MerchantConfigManagement',
  params: merchantService.exportList.request,
  fileStem: 'service-accounts',
  subjectType: 'merchantService',
  columns: [
    { en: 'Merchant', zh: '商户', of: (row) => row.merchantName },
    { en: 'Number', zh: '商户编号', of: (row) => row.merchantNo },
    { en: 'Company', zh: '公司', of: (row) => row.companyName },
    { en: 'Services', zh: '服务', of: (row) => row.services.join(', ') },
    { en: 'Billing', zh: '计费方式', of: (row) => row.billingModel, codes: BILLING },
    { en: 'Balance (KES)', zh: '余额（KES）', of: (row) => kes(row.balanceCents) },
    { en: 'Credit line (KES)', zh: '信用额度（KES）', of: (row) => kes(row.creditLineCents) },
    { en: 'Alarm at (KES)', zh: '告警余额（KES）', of: (row) => kes(row.alarmAtCents) },
    { en: 'Consumed today (KES)', zh: '今日消费（KES）', of: (row) => kes(row.consumedTodayCents) },
    { en: 'Contact phone', zh: '联系电话', of: (row) => row.contactPhone },
    { en: 'Last call', zh: '最近调用', of: (row) => row.lastCallAt, isTime: true },
    { en: 'Status', zh: '状态', of: (row) => row.serviceStatus, codes: STATUS },
  ],
});

const DELIVERY: CodeWords = {
  QUEUED: ['Queued', '排队中'],
  DELIVERED: ['Delivered', '已送达'],
  REJECTED: ['Rejected', '已拒收'],
  FAILED: ['Failed', '失败'],
};

export const eventExport = exportOf(merchantEvents, {
  kind: 'merchantEvents.export',
  title: { en: 'Export of merchant events', zh: '导出商户事件' },
  page: '/AdminContent/MerchantSystem/MerchantConfigManagement',
  params: merchantService.eventExport.request,
  fileStem: 'merchant-events',
  subjectType: 'merchantEvent',
  columns: [
    { en: 'Event', zh: '事件编号', of: (row) => row.eventNo },
    { en: 'Type', zh: '类型', of: (row) => row.event },
    { en: 'About', zh: '对象', of: (row) => row.subjectNo },
    { en: 'Merchant', zh: '商户', of: (row) => row.merchantName },
    { en: 'Delivery', zh: '推送状态', of: (row) => row.deliveryStatus, codes: DELIVERY },
    { en: 'Attempts', zh: '次数', of: (row) => row.attempts },
    { en: 'Failure', zh: '失败原因', of: (row) => row.fault },
    { en: 'Next attempt', zh: '下次推送', of: (row) => row.nextAttemptAt, isTime: true },
    { en: 'Delivered', zh: '送达时间', of: (row) => row.deliveredAt, isTime: true },
    { en: 'Created', zh: '创建时间', of: (row) => row.queuedAt, isTime: true },
  ],
});
