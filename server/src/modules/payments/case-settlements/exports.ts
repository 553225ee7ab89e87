import { caseSettle } from '@kituo/sdk/contracts';
import { exportOf } from '../../platform/exports/index.ts';
import type { System } from '../waivers/index.ts';
import { tasksOf } from './task-list.ts';
import { unmatchedOn } from './unmatched.ts';

const kes = (cents: number) => (cents / 100).toFixed(2);

const exportsOf = (system: System) => {
  const { exportList } = system === 'ORDER' ? caseSettle.byOrder : caseSettle.byBill;
  return exportOf(tasksOf[system], {
    kind: system === 'ORDER' ? 'caseSettle.export' : 'caseSettleStage.export',
    title: { en: 'Export of write-offs on cases', zh: '导出案件核销' },
    page: exportList.access.page,
    params: exportList.request,
    fileStem: 'case-write-offs',
    subjectType: 'writeOff',
    columns: [
      { en: 'Task', zh: '任务编号', of: (row) => row.taskNo },
      { en: 'Order', zh: '订单号', of: (row) => row.orderNo },
      { en: 'Bill', zh: '账单号', of: (row) => row.billNo },
      { en: 'Customer', zh: '客户', of: (row) => row.customerName },
      { en: 'Payment', zh: '流水编号', of: (row) => row.flowNo },
      { en: 'Channel', zh: '支付渠道', of: (row) => row.paymentChannel, codes: 'REPAY_CHANNEL' },
      { en: 'Type', zh: '还款类型', of: (row) => row.repayType, codes: 'REPAY_TYPE' },
      { en: 'Amount (KES)', zh: '核销金额（KES）', of: (row) => kes(row.writeOffAmountCents) },
      { en: 'Payoff (KES)', zh: '应还总额（KES）', of: (row) => kes(row.payoffCents) },
      { en: 'Collector', zh: '催收员', of: (row) => row.collectorName },
      { en: 'Status', zh: '状态', of: (row) => row.taskStatus, codes: 'FINISH_STATUS' },
      { en: 'Import result', zh: '导入结果', of: (row) => row.importResult, codes: 'SETTLE_RESULT' },
      { en: 'Fault', zh: '失败原因', of: (row) => row.fault },
      { en: 'Prepared by', zh: '创建人', of: (row) => row.makerName },
      { en: 'Prepared', zh: '创建时间', of: (row) => row.createdAt, isTime: true },
    ],
  });
};

const unmatchedExportOf = (system: System) => {
  const { unmatchedExport } = system === 'ORDER' ? caseSettle.byOrder : caseSettle.byBill;
  return exportOf(unmatchedOn[system], {
    kind: system === 'ORDER' ? 'caseSettle.unmatchedExport' : 'caseSettleStage.unmatchedExport',
    title: { en: 'Export of unmatched payments', zh: '导出未匹配流水' },
    page: unmatchedExport.access.page,
    params: unmatchedExport.request,
    fileStem: 'unmatched-payments',
    subjectType: 'flow',
    columns: [
      { en: 'Serial number', zh: '流水号', of: (row) => row.paymentCode },
      { en: 'Payment', zh: '流水编号', of: (row) => row.flowNo },
      { en: 'Channel', zh: '支付渠道', of: (row) => row.paymentChannel, codes: 'REPAY_CHANNEL' },
      { en: 'Payer', zh: '付款人', of: (row) => row.payerName },
      { en: 'Payer phone', zh: '付款手机号', of: (row) => row.payerPhone },
      { en: 'Reference', zh: '付款备注', of: (row) => row.accountReference },
      { en: 'Amount (KES)', zh: '金额（KES）', of: (row) => kes(row.flowAmountCents) },
      { en: 'Unallocated (KES)', zh: '未核销（KES）', of: (row) => kes(row.writableCents) },
      { en: 'Paid', zh: '付款时间', of: (row) => row.repayTime, isTime: true },
      { en: 'Likely order', zh: '可能的订单', of: (row) => row.candidates[0]?.orderNo ?? null },
    ],
  });
};

export const unmatchedExports = { ORDER: unmatchedExportOf('ORDER'), BILL: unmatchedExportOf('BILL') } as const;

export const settleExports = { ORDER: exportsOf('ORDER'), BILL: exportsOf('BILL') } as const;
