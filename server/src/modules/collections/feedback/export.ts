import { feedback } from '@kituo/sdk/contracts';
import { exportOf } from '../../platform/exports/index.ts';
import { feedbackList } from './read.ts';

/** The list as a file: the feedback that the reader sees, masked as the reader is. */
export const feedbackExport = exportOf(feedbackList, {
  kind: 'feedback.export',
  title: { en: 'Export of feedback', zh: '导出客户反馈' },
  page: { code: 'customerService:feedback:export' },
  params: feedback.exportList.request,
  fileStem: 'customer-feedback',
  subjectType: 'feedback',
  columns: [
    { en: 'Feedback', zh: '反馈编号', of: (row) => row.feedbackNo },
    { en: 'Customer', zh: '客户', of: (row) => row.customerName },
    { en: 'Phone', zh: '手机号', of: (row) => row.phone },
    { en: 'Order', zh: '订单号', of: (row) => row.orderNo },
    { en: 'Source', zh: '来源', of: (row) => row.source, codes: 'FEEDBACK_SOURCE' },
    { en: 'Category', zh: '类别', of: (row) => row.category, codes: 'FEEDBACK_CATEGORY' },
    { en: 'Severity', zh: '严重程度', of: (row) => row.severity, codes: 'FEEDBACK_SEVERITY' },
    { en: 'Title', zh: '标题', of: (row) => row.title },
    { en: 'Content', zh: '内容', of: (row) => row.content },
    { en: 'Status', zh: '状态', of: (row) => row.feedbackStatus, codes: 'FEEDBACK_STATUS' },
    { en: 'Dispute', zh: '争议', of: (row) => row.isDispute },
    { en: 'Handler', zh: '处理人', of: (row) => row.handlerName },
    { en: 'Recorded by', zh: '记录人', of: (row) => row.createdByName },
    { en: 'Due', zh: '截止时间', of: (row) => row.dueAt, isTime: true },
    { en: 'Received', zh: '创建时间', of: (row) => row.createdAt, isTime: true },
    { en: 'Answered', zh: '处理时间', of: (row) => row.processedAt, isTime: true },
  ],
});
