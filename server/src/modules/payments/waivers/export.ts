import { deduction } from '@kituo/sdk/contracts';
import { exportOf } from '../../platform/exports/index.ts';
import type { System } from './reach.ts';
import { deductionsOf } from './read.ts';

const kes = (cents: number | null) => (cents === null ? null : (cents / 100).toFixed(2));

const exportsOf = (system: System) => {
  const { exportList } = system === 'ORDER' ? deduction.byOrder : deduction.byBill;
  return exportOf(deductionsOf[system], {
    kind: system === 'ORDER' ? 'deduction.export' : 'deductionStage.export',
    title: { en: 'Export of waivers', zh: '导出减免' },
    page: exportList.access.page,
    params: exportList.request,
    fileStem: 'waivers',
    subjectType: 'deduction',
    columns: [
      { en: 'Waiver', zh: '减免编号', of: (row) => row.deductionNo },
      { en: 'Order', zh: '订单号', of: (row) => row.orderNo },
      { en: 'Bill', zh: '账单号', of: (row) => row.billNo },
      { en: 'Customer', zh: '客户', of: (row) => row.customerName },
      { en: 'Reason', zh: '减免原因', of: (row) => row.reason, codes: 'DEDUCTION_REASON' },
      { en: 'Requested (KES)', zh: '申请金额（KES）', of: (row) => kes(row.requestedCents) },
      { en: 'Approved (KES)', zh: '批准金额（KES）', of: (row) => kes(row.approvedCents) },
      { en: 'Expected payment (KES)', zh: '预计还款（KES）', of: (row) => kes(row.expectedPayCents) },
      { en: 'Payoff (KES)', zh: '应还总额（KES）', of: (row) => kes(row.payoffCents) },
      { en: 'Status', zh: '状态', of: (row) => row.deductionStatus, codes: 'DEDUCTION_STATUS' },
      { en: 'Requested by', zh: '申请人', of: (row) => row.applicantName },
      { en: 'Requested', zh: '申请时间', of: (row) => row.appliedAt, isTime: true },
      { en: 'Decided by', zh: '审批人', of: (row) => row.auditorName },
      { en: 'Decided', zh: '审批时间', of: (row) => row.decidedAt, isTime: true },
      { en: 'Expires', zh: '失效时间', of: (row) => row.lapsesAt, isTime: true },
    ],
  });
};

export const waiverExports = { ORDER: exportsOf('ORDER'), BILL: exportsOf('BILL') } as const;
