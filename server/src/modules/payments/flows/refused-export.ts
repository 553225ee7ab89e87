import { refusedCallback } from '@kituo/sdk/contracts';
import { exportOf } from '../../platform/exports/index.ts';
import { refusedCallbacks } from './refused-callbacks.ts';

/** Messages that had no effect as a file: without what they said field by field. */
export const refusedExport = exportOf(refusedCallbacks, {
  kind: 'refusedCallback.export',
  title: { en: 'Export of refused messages', zh: '导出未生效渠道消息' },
  page: { code: 'afterLoan:repayment:export' },
  params: refusedCallback.exportList.request,
  fileStem: 'refused-messages',
  subjectType: 'gatewayCallback',
  columns: [
    { en: 'Message', zh: '消息编号', of: (row) => row.callbackNo },
    { en: 'Status', zh: '状态', of: (row) => row.refusedStatus, codes: 'REFUSED_STATUS' },
    { en: 'Kind', zh: '类型', of: (row) => row.callbackKind, codes: 'CALLBACK_KIND' },
    { en: 'Reason', zh: '原因', of: (row) => row.fault },
    { en: 'Serial number', zh: '支付流水号', of: (row) => row.paymentCode },
    {
      en: 'Amount (KES)',
      zh: '金额（KES）',
      of: (row) => (row.amountCents === null ? null : (row.amountCents / 100).toFixed(2)),
    },
    { en: 'Payer', zh: '付款人', of: (row) => row.payerName },
    { en: 'Payer phone', zh: '付款手机号', of: (row) => row.payerPhone },
    { en: 'Reference', zh: '付款备注', of: (row) => row.accountReference },
    { en: 'Attempts', zh: '处理次数', of: (row) => row.attempts },
    { en: 'Repeats', zh: '重复次数', of: (row) => row.repeats },
    { en: 'Merchant', zh: '商户', of: (row) => row.merchantNo },
    { en: 'Received', zh: '接收时间', of: (row) => row.receivedAt, isTime: true },
  ],
});
