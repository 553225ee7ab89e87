import { prepaid } from '@kituo/sdk/contracts';
import { type CodeWords, exportOf } from '../../platform/exports/index.ts';
import { consumptions } from './read-consumptions.ts';
import { recharges } from './read-recharges.ts';

const CHANNEL: CodeWords = { MPESA: ['M-Pesa', 'M-Pesa'], BANK: ['Bank', '银行'] };
const RECHARGE: CodeWords = {
  PENDING: ['Awaiting approval', '待审核'],
  APPROVED: ['Approved', '已通过'],
  REJECTED: ['Rejected', '已拒绝'],
  REVERSED: ['Reversed', '已冲正'],
};
const TYPE: CodeWords = {
  ORDER_DELIVERED: ['Order delivered', '订单送达'],
  LOAN_DISBURSED: ['Loan disbursed', '放款'],
  DATA_QUERY: ['Data query', '数据查询'],
  SMS_SENT: ['SMS sent', '短信发送'],
  FACE_CHECK: ['Face check', '人脸核验'],
};
const CONSUMPTION: CodeWords = {
  CHARGED: ['Charged', '已扣费'],
  REVERSING: ['Reversal awaiting approval', '冲正待审核'],
  REVERSED: ['Reversed', '已冲正'],
};
const shillings = (cents: number | null) => (cents === null ? null : (cents / 100).toFixed(2));

export const rechargeExport = exportOf(recharges, {
  kind: 'recharges.export',
  title: { en: 'Export of recharges', zh: '导出充值记录' },
  page: '/AdminContent/MerchantSystem/RechargeRecord',
  params: prepaid.rechargeExport.request,
  fileStem: 'recharges',
  subjectType: 'recharge',
  columns: [
    { en: 'Recharge', zh: '充值编号', of: (row) => row.rechargeNo },
    { en: 'Merchant', zh: '商户', of: (row) => row.merchantName },
    { en: 'Amount (KES)', zh: '金额（KES）', of: (row) => shillings(row.amountCents) },
    { en: 'Balance after (KES)', zh: '充值后余额（KES）', of: (row) => shillings(row.balanceAfterCents) },
    { en: 'Channel', zh: '渠道', of: (row) => row.paymentChannel, codes: CHANNEL },
    { en: 'Serial number', zh: '流水号', of: (row) => row.paymentCode },
    { en: 'Payer account', zh: '付款账户', of: (row) => row.payerAccount },
    { en: 'Paid', zh: '付款时间', of: (row) => row.paidAt, isTime: true },
    { en: 'Status', zh: '状态', of: (row) => row.rechargeStatus, codes: RECHARGE },
    { en: 'Requested by', zh: '提交人', of: (row) => row.applicantName },
    { en: 'Approver', zh: '审核人', of: (row) => row.auditorName },
    { en: 'Review note', zh: '审核意见', of: (row) => row.auditRemark },
    { en: 'Requested', zh: '提交时间', of: (row) => row.createdAt, isTime: true },
  ],
});

export const consumptionExport = exportOf(consumptions, {
  kind: 'consumptions.export',
  title: { en: 'Export of consumption', zh: '导出消费记录' },
  page: '/AdminContent/MerchantSystem/ConsumptionRecord',
  params: prepaid.consumptionExport.request,
  fileStem: 'consumption',
  subjectType: 'consumption',
  columns: [
    { en: 'Record', zh: '消费编号', of: (row) => row.recordNo },
    { en: 'Merchant', zh: '商户', of: (row) => row.merchantName },
    { en: 'Type', zh: '消费类型', of: (row) => row.consumptionType, codes: TYPE },
    { en: 'Quantity', zh: '数量', of: (row) => row.quantity },
    { en: 'Unit price (KES)', zh: '单价（KES）', of: (row) => shillings(row.unitPriceCents) },
    { en: 'Amount (KES)', zh: '金额（KES）', of: (row) => shillings(row.amountCents) },
    { en: 'Balance after (KES)', zh: '扣费后余额（KES）', of: (row) => shillings(row.balanceAfterCents) },
    { en: 'Order', zh: '订单编号', of: (row) => row.orderNo },
    { en: 'Phone', zh: '手机号', of: (row) => row.phone },
    { en: 'Charged', zh: '扣费时间', of: (row) => row.consumedAt, isTime: true },
    { en: 'Status', zh: '状态', of: (row) => row.consumptionStatus, codes: CONSUMPTION },
    { en: 'Remark', zh: '备注', of: (row) => row.reverseRemark },
  ],
});
