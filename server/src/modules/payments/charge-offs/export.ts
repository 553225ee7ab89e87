import { chargeOff } from '@kituo/sdk/contracts';
import { exportOf } from '../../platform/exports/index.ts';
import type { System } from '../waivers/index.ts';
import { chargeOffsOf } from './read.ts';
import { recoveriesOf } from './recovery-list.ts';

const kes = (cents: number | null) => (cents === null ? null : (cents / 100).toFixed(2));

const exportsOf = (system: System) => {
  const of = system === 'ORDER' ? chargeOff.byOrder : chargeOff.byBill;
  const name = system === 'ORDER' ? 'chargeOff' : 'chargeOffStage';
  const losses = exportOf(chargeOffsOf(system), {
    kind: `${name}.export`,
    title: { en: 'Export of losses', zh: '导出坏账核销' },
    page: of.exportList.access.page,
    params: of.exportList.request,
    fileStem: 'losses',
    subjectType: 'chargeOff',
    columns: [
      { en: 'Loss', zh: '核销编号', of: (row) => row.chargeOffNo },
      { en: 'Order', zh: '订单号', of: (row) => row.orderNo },
      { en: 'Bills', zh: '账单号', of: (row) => row.billNos.join(', ') },
      { en: 'Status', zh: '状态', of: (row) => row.chargeOffStatus, codes: 'CHARGE_OFF_STATUS' },
      { en: 'Loss (KES)', zh: '损失金额（KES）', of: (row) => kes(row.lossCents) },
      { en: 'Recovered (KES)', zh: '收回金额（KES）', of: (row) => kes(row.recoveredCents) },
      { en: 'Reason', zh: '原因', of: (row) => row.reason },
      { en: 'Requested by', zh: '申请人', of: (row) => row.applicantName },
      { en: 'Requested', zh: '申请时间', of: (row) => row.createdAt, isTime: true },
      { en: 'Decided by', zh: '审批人', of: (row) => row.auditorName },
      { en: 'Decided', zh: '审批时间', of: (row) => row.decidedAt, isTime: true },
      { en: 'Business date', zh: '业务日期', of: (row) => row.businessDate },
    ],
  });
  const recoveries = exportOf(recoveriesOf[system], {
    kind: `${name}.recoveryExport`,
    title: { en: 'Export of recovered losses', zh: '导出坏账收回' },
    page: of.recoveryExport.access.page,
    params: of.recoveryExport.request,
    fileStem: 'recovered-losses',
    subjectType: 'chargeOff',
    columns: [
      { en: 'Application', zh: '核销流水', of: (row) => row.applicationNo },
      { en: 'Order', zh: '订单号', of: (row) => row.orderNo },
      { en: 'Flow', zh: '流水号', of: (row) => row.flowNo },
      { en: 'Serial number', zh: '支付流水号', of: (row) => row.paymentCode },
      { en: 'Channel', zh: '支付渠道', of: (row) => row.paymentChannel, codes: 'REPAY_CHANNEL' },
      { en: 'Customer', zh: '客户', of: (row) => row.customerName },
      { en: 'Recovered (KES)', zh: '收回金额（KES）', of: (row) => kes(row.recoveredCents) },
      { en: 'Surplus (KES)', zh: '溢缴金额（KES）', of: (row) => kes(row.surplusCents) },
      { en: 'Still claimed (KES)', zh: '剩余债权（KES）', of: (row) => kes(row.claimCents) },
      { en: 'Paid', zh: '付款时间', of: (row) => row.repayTime, isTime: true },
      { en: 'Applied', zh: '核销时间', of: (row) => row.appliedAt, isTime: true },
      { en: 'Status', zh: '状态', of: (row) => row.applicationStatus, codes: 'REPAYMENT_STATUS' },
    ],
  });
  return { losses, recoveries };
};

/** What each system's lists show, as files. */
export const lossExports = { ORDER: exportsOf('ORDER'), BILL: exportsOf('BILL') } as const;
