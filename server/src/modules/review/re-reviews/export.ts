import { reReview } from '@kituo/sdk/contracts';
import { everyPage, listExport } from '../../platform/exports/index.ts';
import { pageOfConfigs } from './config-rows.ts';
import { pageOfReReviews } from './query.ts';
import { outcomesOf } from './quota.ts';

const seen = { code: 'audit:orderReview:page' };
const kes = (cents: number): string => (cents / 100).toFixed(2);

/** The orders of either tab as a file, masked as the list is. */
export const reReviewExport = listExport({
  kind: 'reReviews.export',
  title: { en: 'Export of re-reviews', zh: '导出复审订单' },
  page: seen,
  params: reReview.exportList.request,
  fileStem: 're-reviews',
  subjectType: 'reReview',
  rows: async ({ filters, sort }, run) => await everyPage((place) => pageOfReReviews({ filters, sort, ...place }, run)),
  idOf: (row) => row.reReviewNo ?? row.orderNo,
  columns: [
    { en: 'Re-review', zh: '复审号', of: (row) => row.reReviewNo },
    { en: 'Order', zh: '订单号', of: (row) => row.orderNo },
    { en: 'Merchant', zh: '商户', of: (row) => row.merchantName },
    { en: 'Customer', zh: '客户', of: (row) => row.customerName },
    { en: 'Phone', zh: '手机号', of: (row) => row.phone },
    { en: 'Product', zh: '产品', of: (row) => row.productName },
    { en: 'Amount (KES)', zh: '金额（KES）', of: (row) => kes(row.loanAmountCents) },
    { en: 'Order status', zh: '订单状态', of: (row) => row.orderStatus, codes: 'ORDER_STATUS' },
    { en: 'Refusal code', zh: '拒绝代码', of: (row) => row.refuseCode },
    { en: 'Reason told', zh: '告知原因', of: (row) => row.denialReason },
    { en: 'Refused', zh: '拒绝时间', of: (row) => row.refuseTime, isTime: true },
    { en: 'First reviewer', zh: '初审人', of: (row) => row.firstAuditorName },
    { en: 'Why not now', zh: '暂不可提交原因', of: (row) => row.blocked?.msg ?? null },
    { en: 'Submitted by', zh: '提交人', of: (row) => row.applicantName },
    { en: 'Why submitted', zh: '提交原因', of: (row) => row.applyReason },
    { en: 'Submitted', zh: '提交时间', of: (row) => row.applyTime, isTime: true },
    { en: 'Result', zh: '结果', of: (row) => row.reviewStatus, codes: 'ORDER_REVIEW_STATUS' },
    { en: 'Second reviewer', zh: '复审人', of: (row) => row.secondAuditorName },
    { en: 'Decided', zh: '决定时间', of: (row) => row.decidedAt, isTime: true },
  ],
});

/** How re-reviews ended, by the code of the first refusal. */
export const outcomesExport = listExport({
  kind: 'reReviews.exportOutcomes',
  title: { en: 'Export of re-review outcomes', zh: '导出复审结果统计' },
  page: seen,
  params: reReview.outcomesExport.request,
  fileStem: 're-review-outcomes',
  subjectType: 'reReview',
  rows: async (_requests, run) => await outcomesOf(run),
  idOf: ({ refuseCode }) => refuseCode ?? '',
  columns: [
    { en: 'Refusal code', zh: '拒绝代码', of: (row) => row.refuseCode },
    { en: 'Reason told', zh: '告知原因', of: (row) => row.denialReason },
    { en: 'Submitted', zh: '提交数', of: (row) => row.submitted },
    { en: 'Passed', zh: '通过', of: (row) => row.passed },
    { en: 'Refused', zh: '拒绝', of: (row) => row.refused },
    { en: 'Returned', zh: '退回', of: (row) => row.returned },
  ],
});

/** What holds for each merchant, and what waits. */
export const reReviewRulesExport = listExport({
  kind: 'reReviews.exportRules',
  title: { en: 'Export of re-review settings', zh: '导出复审配置' },
  page: reReview.RE_REVIEW_CONFIG_PAGE,
  params: reReview.configExport.request,
  fileStem: 're-review-settings',
  subjectType: 'reReviewConfig',
  rows: async ({ filters, sort }, run) => await everyPage((place) => pageOfConfigs({ filters, sort, ...place }, run)),
  idOf: ({ merchantNo }) => merchantNo,
  columns: [
    { en: 'Merchant number', zh: '商户编号', of: (row) => row.merchantNo },
    { en: 'Merchant', zh: '商户', of: (row) => row.merchantName },
    { en: 'Enabled', zh: '启用', of: (row) => row.enabled },
    { en: 'Used today', zh: '今日已用', of: (row) => row.usedToday },
    { en: 'A day', zh: '每日上限', of: (row) => row.dailySubmitLimit },
    { en: 'A person', zh: '每人上限', of: (row) => row.perPersonLimit },
    { en: 'Sources', zh: '来源', of: (row) => row.sources, codes: 'ORDER_STATUS' },
    { en: 'Decline codes (empty: all)', zh: '拒绝代码（空为全部）', of: (row) => row.refuseCodes },
    { en: 'Days, least', zh: '最少天数', of: (row) => row.minDays },
    { en: 'Days, most', zh: '最多天数', of: (row) => row.maxDays },
    { en: 'Goes to', zh: '目标状态', of: (row) => row.targetStatus, codes: 'ORDER_STATUS' },
    { en: 'Version', zh: '版本', of: (row) => row.versionNo },
    { en: 'From', zh: '生效日期', of: (row) => row.effectiveFrom },
    { en: 'Requested by', zh: '提交人', of: (row) => row.makerName },
    { en: 'Approved by', zh: '审批人', of: (row) => row.checkerName },
    { en: 'To come', zh: '待生效', of: (row) => row.next?.versionStatus ?? null, codes: 'CONFIG_VERSION_STATUS' },
    { en: 'To come from', zh: '待生效日期', of: (row) => row.next?.effectiveFrom ?? null },
  ],
});
