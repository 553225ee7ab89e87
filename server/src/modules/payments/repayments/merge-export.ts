import { repayment } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { type CopiedColumn, copiedExport } from '../../platform/exports/index.ts';
import { EXPORT_CODE } from './file-figures.ts';
import { promiseKept, repayments, split } from './merge-list.ts';

const columns: readonly CopiedColumn[] = [
  { en: 'Repayment', zh: '核销编号', field: sql`a.application_no` },
  { en: 'Collection by', zh: '催收范围', field: sql`a.case_scope`, codes: 'REPAYMENT_SCOPE' },
  { en: 'Order', zh: '订单号', field: sql`a.order_no` },
  { en: 'Bill', zh: '账单号', field: sql`a.bill_no` },
  { en: 'Customer', zh: '客户', field: sql`c.customer_name`, personal: 'customerName' },
  { en: 'Serial number', zh: '流水号', field: sql`f.payment_code` },
  { en: 'Channel', zh: '支付渠道', field: sql`f.payment_channel`, codes: 'REPAY_CHANNEL' },
  { en: 'Type', zh: '还款类型', field: sql`a.repay_type`, codes: 'REPAY_TYPE' },
  {
    en: 'Source',
    zh: '来源',
    field: sql`case when a.maker_user_no is null then 'AUTO' when a.checker_user_no is null then 'MANUAL'
      else 'BATCH' end`,
    codes: 'REPAYMENT_SOURCE',
  },
  { en: 'Allocated (KES)', zh: '核销金额（KES）', field: sql`a.applied_cents`, is: 'cents' },
  { en: 'Principal (KES)', zh: '本金（KES）', field: sql`s.principal_cents`, is: 'cents' },
  { en: 'Interest (KES)', zh: '利息（KES）', field: sql`s.interest_cents`, is: 'cents' },
  {
    en: 'Fees (KES)',
    zh: '费用（KES）',
    field: sql`a.applied_cents - s.principal_cents - s.interest_cents`,
    is: 'cents',
  },
  { en: 'Surplus (KES)', zh: '溢缴（KES）', field: sql`a.surplus_cents`, is: 'cents' },
  { en: 'Case level', zh: '还款时等级', field: sql`a.level_at_repay` },
  { en: 'Collector', zh: '催收员', field: sql`u.real_name` },
  { en: 'Promise kept', zh: '承诺兑现', field: promiseKept, is: 'flag' },
  { en: 'Paid', zh: '还款时间', field: sql`f.repay_time`, isTime: true },
  { en: 'Allocated', zh: '核销时间', field: sql`a.applied_at`, isTime: true },
  { en: 'Status', zh: '状态', field: sql`a.application_status`, codes: 'REPAYMENT_STATUS' },
];

/** Applications of payments as a file, each with its split as it was posted. */
export const mergeExport = copiedExport({
  kind: 'repayments.export',
  title: { en: 'Export of repayments', zh: '导出还款记录' },
  page: EXPORT_CODE,
  params: repayment.mergeExport.request,
  fileStem: 'allocated-payments',
  subjectType: 'repayment',
  async read(requests, reading) {
    const chosen = await repayments.selected(requests, reading);
    return {
      maskOf: chosen.maskOf,
      columns,
      rows: chosen.rows
        .innerJoin('paymentFlow as f', 'f.flowNo', 'a.flowNo')
        .innerJoin('loanOrder as o', 'o.orderNo', 'a.orderNo')
        .innerJoin('customer as c', 'c.customerNo', 'o.customerNo')
        .leftJoin('appUser as u', 'u.userNo', 'a.collectorUserNo')
        .innerJoin(split.as('s'), (join) => join.onTrue()),
    };
  },
});
