import { repayment } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { type CopiedColumn, copiedExport } from '../../platform/exports/index.ts';
import { paidByBill } from './bill-figures.ts';
import { among, type Chosen, daysOverdue, EXPORT_CODE, figureColumns } from './file-figures.ts';
import { loans } from './order-list.ts';

const sumOf = (name: string) => sql`coalesce(s.${sql.ref(name)}, 0)`;

const figures = figureColumns({
  due: sumOf('due'),
  principal: sumOf('principal'),
  interest: sumOf('interest'),
  lateFee: sumOf('late_fee'),
  managementFee: sumOf('management_fee'),
  serviceFee: sumOf('service_fee'),
  excise: sumOf('excise'),
  liquidatedDamages: sumOf('liquidated_damages'),
  extensionFee: sumOf('extension_fee'),
  paid: sumOf('paid'),
});

const columns = (): readonly CopiedColumn[] => [
  { en: 'Order', zh: '订单号', field: sql`loan_order.order_no` },
  { en: 'Merchant', zh: '商户', field: sql`loan_order.merchant_no` },
  { en: 'Customer', zh: '客户', field: sql`c.customer_name`, personal: 'customerName' },
  { en: 'Phone', zh: '手机号', field: sql`c.phone`, personal: 'phone' },
  { en: 'Instalments', zh: '期数', field: sql`(loan_order.terms ->> 'installments')::int`, is: 'number' },
  {
    en: 'Bill amount (KES)',
    zh: '账单金额（KES）',
    field: sql`coalesce(s.due + s.paid + s.deducted + s.lowered, 0)`,
    is: 'cents',
  },
  ...figures,
  { en: 'Coupons (KES)', zh: '优惠券抵扣（KES）', field: sumOf('lowered'), is: 'cents' },
  { en: 'Waived (KES)', zh: '减免金额（KES）', field: sumOf('deducted'), is: 'cents' },
  { en: 'Overpaid (KES)', zh: '溢缴款（KES）', field: sql`coalesce(over.overpaid, 0)`, is: 'cents' },
  { en: 'Due date', zh: '应还日期', field: sql`coalesce(s.oldest, s.last_due)` },
  { en: 'Paid on', zh: '实还日期', field: sql`s.paid_on` },
  { en: 'Days overdue', zh: '逾期天数', field: daysOverdue(sql`s.oldest`), is: 'number' },
  { en: 'Extensions', zh: '展期次数', field: sql`coalesce(s.extensions, 0)`, is: 'number' },
  { en: 'Repayment code', zh: '还款码', field: sql`loan_order.repayment_code` },
  { en: 'Latest serial number', zh: '最近流水号', field: sql`f.payment_code` },
  { en: 'Latest channel', zh: '最近支付渠道', field: sql`f.payment_channel`, codes: 'REPAY_CHANNEL' },
  { en: 'Disbursed', zh: '放款时间', field: sql`loan_order.lending_time`, isTime: true },
  { en: 'Status', zh: '订单状态', field: sql`loan_order.order_status`, codes: 'ORDER_STATUS' },
];

/** Bills of each loan summed, without those of payouts that failed: `readLoans` says the same of a page's rows. */
function sumsByLoan(chosen: Chosen) {
  const ofTheirs = chosen.isAll
    ? sql`true`
    : sql`p.bill_no in (select t.bill_no from bill t where ${among(sql`t.order_no`, chosen)})`;
  return sql`(select b.order_no, min(b.due_date) filter (where b.bill_status in ('ACTIVE', 'CHARGED_OFF')) as oldest,
      max(b.due_date) as last_due, max(b.actual_date) as paid_on, max(b.rollover_count) as extensions,
      coalesce(sum(bb.outstanding_cents + bb.claim_cents), 0) as due, sum(bb.principal_cents) as principal,
      sum(bb.interest_cents) as interest, sum(bb.late_fee_cents) as late_fee,
      sum(bb.management_fee_cents) as management_fee, sum(bb.service_fee_cents) as service_fee,
      sum(bb.excise_cents) as excise, sum(bb.liquidated_damages_cents) as liquidated_damages,
      sum(bb.extension_service_fee_cents) as extension_fee, coalesce(sum(paid.paid), 0) as paid,
      coalesce(sum(paid.deducted), 0) as deducted, coalesce(sum(paid.lowered), 0) as lowered
    from bill b left join bill_balance bb on bb.bill_no = b.bill_no
    left join ${paidByBill(ofTheirs)} paid on paid.bill_no = bb.bill_no
    where b.bill_status <> 'VOID' and ${among(sql`b.order_no`, chosen)} group by b.order_no)`;
}

/** Loans as a file, with the payment that was used on each last. */
export const orderExport = copiedExport({
  kind: 'repayments.exportLoans',
  title: { en: 'Export of loans in repayment', zh: '导出还款订单' },
  page: EXPORT_CODE,
  params: repayment.orderExport.request,
  fileStem: 'repayments',
  subjectType: 'order',
  async read(requests, reading) {
    const chosen = await loans.selected(requests, reading);
    const latest = sql`(select distinct on (a.order_no) a.order_no, a.flow_no from payment_application a
      where a.application_status = 'LIVE' and ${among(sql`a.order_no`, chosen)}
      order by a.order_no, a.application_no desc)`;
    const overpaid = sql`(select w.order_no, sum(w.credited_cents)::bigint as overpaid from payment_flow w
      where w.credited_cents > 0 and w.order_no is not null group by w.order_no)`;
    return {
      maskOf: chosen.maskOf,
      columns: columns(),
      rows: chosen.rows
        .innerJoin('customer as c', 'c.customerNo', 'loanOrder.customerNo')
        .leftJoin(sumsByLoan(chosen).as('s'), (join) => join.on(sql<boolean>`s.order_no = loan_order.order_no`))
        .leftJoin(latest.as('l'), (join) => join.on(sql<boolean>`l.order_no = loan_order.order_no`))
        .leftJoin('paymentFlow as f', (join) => join.on(sql<boolean>`f.flow_no = l.flow_no`))
        .leftJoin(overpaid.as('over'), (join) => join.on(sql<boolean>`"over".order_no = loan_order.order_no`)),
    };
  },
});
