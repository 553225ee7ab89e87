import { repayment } from '@kituo/sdk/contracts';
import { exportOf, type ListColumn } from '../../platform/exports/index.ts';
import { bills } from './bill-list.ts';
import { repayments } from './merge-list.ts';
import { loans } from './order-list.ts';

const CODE = { code: 'afterLoan:repayment:export' };

const kes = (cents: number) => (cents / 100).toFixed(2);

interface Figures {
  readonly amountDueCents: number;
  readonly unpaidPrincipalCents: number;
  readonly interestCents: number;
  readonly lateFeeCents: number;
  readonly managementFeeCents: number;
  readonly serviceFeeCents: number;
  readonly exciseCents: number;
  readonly liquidatedDamagesCents: number;
  readonly extensionServiceFeeCents: number;
  readonly actualPaidCents: number;
}

const figures: readonly ListColumn<Figures>[] = [
  { en: 'Amount due (KES)', zh: '应还金额（KES）', of: (row) => kes(row.amountDueCents) },
  { en: 'Principal outstanding (KES)', zh: '未还本金（KES）', of: (row) => kes(row.unpaidPrincipalCents) },
  { en: 'Interest (KES)', zh: '利息（KES）', of: (row) => kes(row.interestCents) },
  { en: 'Late fee (KES)', zh: '滞纳金（KES）', of: (row) => kes(row.lateFeeCents) },
  { en: 'Management fee (KES)', zh: '管理费（KES）', of: (row) => kes(row.managementFeeCents) },
  { en: 'Service fee (KES)', zh: '服务费（KES）', of: (row) => kes(row.serviceFeeCents) },
  { en: 'Excise (KES)', zh: '消费税（KES）', of: (row) => kes(row.exciseCents) },
  { en: 'Liquidated damages (KES)', zh: '违约金（KES）', of: (row) => kes(row.liquidatedDamagesCents) },
  { en: 'Extension fee (KES)', zh: '展期服务费（KES）', of: (row) => kes(row.extensionServiceFeeCents) },
  { en: 'Paid (KES)', zh: '实还金额（KES）', of: (row) => kes(row.actualPaidCents) },
];

export const billExport = exportOf(bills, {
  kind: 'repayments.exportBills',
  title: { en: 'Export of bills', zh: '导出账单' },
  page: CODE,
  params: repayment.billExport.request,
  fileStem: 'bills',
  subjectType: 'bill',
  columns: [
    { en: 'Bill', zh: '账单号', of: (row) => row.billNo },
    { en: 'Order', zh: '订单号', of: (row) => row.orderNo },
    { en: 'Instalment', zh: '期数', of: (row) => row.termNo },
    { en: 'Customer', zh: '客户', of: (row) => row.customerName },
    { en: 'Phone', zh: '手机号', of: (row) => row.phone },
    { en: 'Due date', zh: '应还日期', of: (row) => row.dueDate },
    { en: 'Days overdue', zh: '逾期天数', of: (row) => row.overdueDays },
    ...figures,
    { en: 'Unallocated payments (KES)', zh: '可核销金额（KES）', of: (row) => kes(row.customerWritableCents) },
    { en: 'Status', zh: '账单状态', of: (row) => row.billStatus, codes: 'BILL_STATUS' },
    { en: 'Allocation', zh: '核销状态', of: (row) => row.finishStatus, codes: 'FINISH_STATUS' },
  ],
});

export const orderExport = exportOf(loans, {
  kind: 'repayments.exportLoans',
  title: { en: 'Export of loans in repayment', zh: '导出还款订单' },
  page: CODE,
  params: repayment.orderExport.request,
  fileStem: 'repayments',
  subjectType: 'order',
  columns: [
    { en: 'Order', zh: '订单号', of: (row) => row.orderNo },
    { en: 'Merchant', zh: '商户', of: (row) => row.merchantNo },
    { en: 'Customer', zh: '客户', of: (row) => row.customerName },
    { en: 'Phone', zh: '手机号', of: (row) => row.phone },
    { en: 'Instalments', zh: '期数', of: (row) => row.installments },
    { en: 'Bill amount (KES)', zh: '账单金额（KES）', of: (row) => kes(row.billAmountCents) },
    ...figures,
    { en: 'Coupons (KES)', zh: '优惠券抵扣（KES）', of: (row) => kes(row.couponWrittenOffCents) },
    { en: 'Waived (KES)', zh: '减免金额（KES）', of: (row) => kes(row.deductionCents) },
    { en: 'Overpaid (KES)', zh: '溢缴款（KES）', of: (row) => kes(row.overpaymentCents) },
    { en: 'Due date', zh: '应还日期', of: (row) => row.dueDate },
    { en: 'Paid on', zh: '实还日期', of: (row) => row.actualDate },
    { en: 'Days overdue', zh: '逾期天数', of: (row) => row.overdueDays },
    { en: 'Extensions', zh: '展期次数', of: (row) => row.rolloverCount },
    { en: 'Repayment code', zh: '还款码', of: (row) => row.repaymentCode },
    { en: 'Latest serial number', zh: '最近流水号', of: (row) => row.paymentCode },
    { en: 'Latest channel', zh: '最近支付渠道', of: (row) => row.paymentChannel, codes: 'REPAY_CHANNEL' },
    { en: 'Disbursed', zh: '放款时间', of: (row) => row.lendingTime, isTime: true },
    { en: 'Status', zh: '订单状态', of: (row) => row.orderStatus, codes: 'ORDER_STATUS' },
  ],
});

export const mergeExport = exportOf(repayments, {
  kind: 'repayments.export',
  title: { en: 'Export of repayments', zh: '导出还款记录' },
  page: CODE,
  params: repayment.mergeExport.request,
  fileStem: 'allocated-payments',
  subjectType: 'repayment',
  columns: [
    { en: 'Repayment', zh: '核销编号', of: (row) => row.applicationNo },
    { en: 'Collection by', zh: '催收范围', of: (row) => row.caseScope, codes: 'REPAYMENT_SCOPE' },
    { en: 'Order', zh: '订单号', of: (row) => row.orderNo },
    { en: 'Bill', zh: '账单号', of: (row) => row.billNo },
    { en: 'Customer', zh: '客户', of: (row) => row.customerName },
    { en: 'Serial number', zh: '流水号', of: (row) => row.paymentCode },
    { en: 'Channel', zh: '支付渠道', of: (row) => row.paymentChannel, codes: 'REPAY_CHANNEL' },
    { en: 'Type', zh: '还款类型', of: (row) => row.repayType, codes: 'REPAY_TYPE' },
    { en: 'Source', zh: '来源', of: (row) => row.source, codes: 'REPAYMENT_SOURCE' },
    { en: 'Allocated (KES)', zh: '核销金额（KES）', of: (row) => kes(row.appliedCents) },
    { en: 'Principal (KES)', zh: '本金（KES）', of: (row) => kes(row.principalCents) },
    { en: 'Interest (KES)', zh: '利息（KES）', of: (row) => kes(row.interestCents) },
    { en: 'Fees (KES)', zh: '费用（KES）', of: (row) => kes(row.feesCents) },
    { en: 'Surplus (KES)', zh: '溢缴（KES）', of: (row) => kes(row.surplusCents) },
    { en: 'Case level', zh: '还款时等级', of: (row) => row.levelAtRepay },
    { en: 'Collector', zh: '催收员', of: (row) => row.collectorName },
    { en: 'Promise kept', zh: '承诺兑现', of: (row) => row.promiseKept ?? null },
    { en: 'Paid', zh: '还款时间', of: (row) => row.repayTime, isTime: true },
    { en: 'Allocated', zh: '核销时间', of: (row) => row.appliedAt, isTime: true },
    { en: 'Status', zh: '状态', of: (row) => row.applicationStatus, codes: 'REPAYMENT_STATUS' },
  ],
});
