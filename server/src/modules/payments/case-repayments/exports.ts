import { caseRepay, caseRollback } from '@kituo/sdk/contracts';
import { exportOf, type ListColumn } from '../../platform/exports/index.ts';
import type { System } from '../waivers/index.ts';
import { linesOf } from './line-list.ts';

const kes = (cents: number) => (cents / 100).toFixed(2);

const columns: readonly ListColumn<caseRepay.RepayRow>[] = [
  { en: 'Repayment', zh: '核销编号', of: (row) => row.applicationNo },
  { en: 'Order', zh: '订单号', of: (row) => row.orderNo },
  { en: 'Bill', zh: '账单号', of: (row) => row.billNo },
  { en: 'Instalment', zh: '期数', of: (row) => row.termNo },
  { en: 'Customer', zh: '客户', of: (row) => row.customerName },
  { en: 'Phone', zh: '手机号', of: (row) => row.phone },
  { en: 'Payment', zh: '流水编号', of: (row) => row.flowNo },
  { en: 'Serial number', zh: '流水号', of: (row) => row.paymentCode },
  { en: 'Channel', zh: '支付渠道', of: (row) => row.paymentChannel, codes: 'REPAY_CHANNEL' },
  { en: 'Came through', zh: '付款入口', of: (row) => row.cameThroughNo },
  { en: 'Contact before', zh: '还款前联系', of: (row) => row.contactBeforeAt, isTime: true },
  { en: 'Contacted by', zh: '联系人员', of: (row) => row.contactBeforeName },
  { en: 'Type', zh: '还款类型', of: (row) => row.repayType, codes: 'REPAY_TYPE' },
  { en: 'Allocated (KES)', zh: '核销金额（KES）', of: (row) => kes(row.appliedCents) },
  { en: 'On other bills (KES)', zh: '其他账单核销（KES）', of: (row) => kes(row.appliedToSiblingsCents) },
  { en: 'Other bills', zh: '其他账单', of: (row) => row.siblingBillNos.join(' ') },
  { en: 'Principal (KES)', zh: '本金（KES）', of: (row) => kes(row.principalCents) },
  { en: 'Interest (KES)', zh: '利息（KES）', of: (row) => kes(row.interestCents) },
  { en: 'Fees (KES)', zh: '费用（KES）', of: (row) => kes(row.feesCents) },
  { en: 'Late fee (KES)', zh: '滞纳金（KES）', of: (row) => kes(row.lateFeeCents) },
  { en: 'Waived (KES)', zh: '减免金额（KES）', of: (row) => kes(row.deductedCents) },
  { en: 'Coupons (KES)', zh: '优惠券抵扣（KES）', of: (row) => kes(row.couponCents) },
  { en: 'Surplus (KES)', zh: '溢缴（KES）', of: (row) => kes(row.surplusCents) },
  { en: 'Collector', zh: '催收员', of: (row) => row.collectorName },
  { en: 'Case level', zh: '还款时等级', of: (row) => row.levelAtRepay },
  { en: 'Days past due', zh: '还款时逾期天数', of: (row) => row.dpdAtRepay },
  { en: 'Paid', zh: '还款时间', of: (row) => row.repayTime, isTime: true },
  { en: 'Allocated', zh: '核销时间', of: (row) => row.appliedAt, isTime: true },
  { en: 'Status', zh: '状态', of: (row) => row.applicationStatus, codes: 'REPAYMENT_STATUS' },
  { en: 'Rolled back', zh: '回滚时间', of: (row) => row.rolledBackAt, isTime: true },
  { en: 'Rolled back by', zh: '回滚人', of: (row) => row.operatorName },
];

const CONTRACTS = {
  ORDER: [caseRepay.byOrder, caseRollback.byOrder],
  BILL: [caseRepay.byBill, caseRollback.byBill],
} as const;

const exportsOf = (system: System) => {
  const [repay, rollback] = CONTRACTS[system];
  const stage = system === 'ORDER' ? '' : 'Stage';
  const shared = { columns, subjectType: 'repayment' };
  return {
    repay: exportOf(linesOf[system], {
      ...shared,
      kind: `caseRepay${stage}.export`,
      title: { en: 'Export of repayment details', zh: '导出还款明细' },
      page: repay.exportList.access.page,
      params: repay.exportList.request,
      fileStem: 'repayment-details',
    }),
    rollback: exportOf(linesOf[system], {
      ...shared,
      kind: `caseRollback${stage}.export`,
      title: { en: 'Export of write-offs', zh: '导出核销记录' },
      page: rollback.exportList.access.page,
      params: rollback.exportList.request,
      fileStem: 'write-offs',
    }),
  };
};

export const lineExports = { ORDER: exportsOf('ORDER'), BILL: exportsOf('BILL') } as const;
