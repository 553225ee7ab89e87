import { channelFee } from '@kituo/sdk/contracts';
import { type CodeWords, exportOf } from '../../platform/exports/index.ts';
import { channelFees } from './read.ts';

const STATUS: CodeWords = { BOOKED: ['Booked', '已入账'], REVERSED: ['Reversed', '已冲正'] };

/** The list as a file. */
export const channelFeeExport = exportOf(channelFees, {
  kind: 'channelFees.export',
  title: { en: 'Export of channel fees', zh: '导出渠道手续费' },
  page: channelFee.exportList.access.page,
  params: channelFee.exportList.request,
  fileStem: 'channel-fees',
  subjectType: 'channelFee',
  columns: [
    { en: 'Fee', zh: '手续费编号', of: (row) => row.feeNo },
    { en: 'Account', zh: '账户', of: (row) => row.accountName },
    { en: 'Merchant', zh: '商户', of: (row) => row.merchantNo },
    { en: 'Statement number', zh: '对账单流水号', of: (row) => row.statementCode },
    { en: 'Charged', zh: '扣费日期', of: (row) => row.chargedOn },
    { en: 'Amount (KES)', zh: '金额（KES）', of: (row) => (row.amountCents / 100).toFixed(2) },
    { en: 'Status', zh: '状态', of: (row) => row.feeStatus, codes: STATUS },
    { en: 'Requested by', zh: '申请人', of: (row) => row.makerName },
    { en: 'Approved by', zh: '审批人', of: (row) => row.checkerName },
    { en: 'Booked', zh: '入账时间', of: (row) => row.bookedAt, isTime: true },
  ],
});
