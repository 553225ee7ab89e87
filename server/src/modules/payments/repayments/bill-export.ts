import { repayment } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { type CopiedColumn, copiedExport } from '../../platform/exports/index.ts';
import { paidByBill } from './bill-figures.ts';
import { bills } from './bill-list.ts';
import { among, daysOverdue, EXPORT_CODE, figureColumns } from './file-figures.ts';

const figures = figureColumns({
  due: sql`bb.outstanding_cents + bb.claim_cents`,
  principal: sql`bb.principal_cents`,
  interest: sql`bb.interest_cents`,
  lateFee: sql`bb.late_fee_cents`,
  managementFee: sql`bb.management_fee_cents`,
  serviceFee: sql`bb.service_fee_cents`,
  excise: sql`bb.excise_cents`,
  liquidatedDamages: sql`bb.liquidated_damages_cents`,
  extensionFee: sql`bb.extension_service_fee_cents`,
  paid: sql`coalesce(paid.paid, 0)`,
});

const columns = (): readonly CopiedColumn[] => [
  { en: 'Bill', zh: '账单号', field: sql`b.bill_no` },
  { en: 'Order', zh: '订单号', field: sql`b.order_no` },
  { en: 'Instalment', zh: '期数', field: sql`b.term_no`, is: 'number' },
  { en: 'Customer', zh: '客户', field: sql`c.customer_name`, personal: 'customerName' },
  { en: 'Phone', zh: '手机号', field: sql`c.phone`, personal: 'phone' },
  { en: 'Due date', zh: '应还日期', field: sql`b.due_date` },
  {
    en: 'Days overdue',
    zh: '逾期天数',
    field: daysOverdue(sql`case when b.bill_status in ('ACTIVE', 'CHARGED_OFF') then b.due_date end`),
    is: 'number',
  },
  ...figures,
  { en: 'Unallocated payments (KES)', zh: '可核销金额（KES）', field: sql`coalesce(w.writable, 0)`, is: 'cents' },
  { en: 'Status', zh: '账单状态', field: sql`b.bill_status`, codes: 'BILL_STATUS' },
  { en: 'Allocation', zh: '核销状态', field: sql`task.task_status`, codes: 'FINISH_STATUS' },
];

/** Bills as a file: the newest task of each, and what its customer still has with us. */
export const billExport = copiedExport({
  kind: 'repayments.exportBills',
  title: { en: 'Export of bills', zh: '导出账单' },
  page: EXPORT_CODE,
  params: repayment.billExport.request,
  fileStem: 'bills',
  subjectType: 'bill',
  async read(requests, reading) {
    const chosen = await bills.selected(requests, reading);
    const tasks = sql`(select distinct on (t.bill_no) t.bill_no, t.task_status from write_off_task t
      where t.bill_no is not null and ${among(sql`t.bill_no`, chosen)} order by t.bill_no, t.task_no desc)`;
    const writable = sql`(select f.customer_no, sum(f.writable_cents)::bigint as writable from payment_flow f
      where f.writable_cents > 0 and f.customer_no is not null and f.flow_status <> 'REVERSED' group by f.customer_no)`;
    return {
      maskOf: chosen.maskOf,
      columns: columns(),
      rows: chosen.rows
        .innerJoin('customer as c', 'c.customerNo', 'b.customerNo')
        .innerJoin('billBalance as bb', 'bb.billNo', 'b.billNo')
        .leftJoin(paidByBill(among(sql`p.bill_no`, chosen)).as('paid'), (join) =>
          join.on(sql<boolean>`paid.bill_no = b.bill_no`),
        )
        .leftJoin(tasks.as('task'), (join) => join.on(sql<boolean>`task.bill_no = b.bill_no`))
        .leftJoin(writable.as('w'), (join) => join.on(sql<boolean>`w.customer_no = b.customer_no`)),
    };
  },
});
