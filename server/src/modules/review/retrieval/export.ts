import { retrieval } from '@kituo/sdk/contracts';
import { exportOf } from '../../platform/exports/index.ts';
import { batches } from './batches.ts';

/** The history of batches as a file, for whoever may open the page. */
export const batchExport = exportOf(batches, {
  kind: 'retrievals.export',
  title: { en: 'Export of retrieval batches', zh: '导出回退批次' },
  page: retrieval.RETRIEVAL_PAGE,
  params: retrieval.exportList.request,
  fileStem: 'retrieval-batches',
  subjectType: 'retrieval',
  columns: [
    { en: 'Batch', zh: '批次号', of: (row) => row.batchNo },
    { en: 'Target', zh: '目标状态', of: (row) => row.targetStatus, codes: 'ORDER_STATUS' },
    { en: 'Result', zh: '结果', of: (row) => row.batchStatus, codes: 'RETRIEVAL_STATUS' },
    { en: 'Orders', zh: '订单数', of: (row) => row.orderCount },
    { en: 'Returned', zh: '成功', of: (row) => row.successCount },
    { en: 'Not possible', zh: '失败', of: (row) => row.failCount },
    { en: 'Amount (KES)', zh: '金额（KES）', of: (row) => (row.totalCents / 100).toFixed(2) },
    { en: 'Requested by', zh: '提交人', of: (row) => row.makerName },
    { en: 'Decided by', zh: '审批人', of: (row) => row.checkerName },
    { en: 'Requested', zh: '提交时间', of: (row) => row.createdAt, isTime: true },
    { en: 'Decided', zh: '审批时间', of: (row) => row.decidedAt, isTime: true },
    { en: 'Reason', zh: '原因', of: (row) => row.reason },
    { en: 'Note', zh: '备注', of: (row) => row.checkerNote },
    { en: 'Takes back', zh: '撤回批次', of: (row) => row.reversesBatchNo },
  ],
});
