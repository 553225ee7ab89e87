import { auditAllot, auditOrder, type auditOrders } from '@kituo/sdk/contracts';
import { type Cell, exportKind, headOf, type ListColumn, rowWriter } from '../../platform/exports/index.ts';
import type { JobRun } from '../../platform/jobs/index.ts';
import { allocationRulesAt } from '../review-config/index.ts';
import { shillings, tableOf } from './export.ts';
import { ownOrders } from './own.ts';
import { presentAllotted } from './present.ts';
import { readOrders } from './read.ts';

type AllotRow = auditOrders.AllotRow;
type MyRow = auditOrders.MyRow;

/** What every list of orders in work begins with. */
const basics: readonly ListColumn<AllotRow | MyRow>[] = [
  { en: 'Order number', zh: '订单号', of: (row) => row.orderNo },
  { en: 'Merchant', zh: '商户', of: (row) => row.merchantName },
  { en: 'Product', zh: '产品', of: (row) => row.productName },
  { en: 'Customer', zh: '客户姓名', of: (row) => row.customerName },
  { en: 'Phone', zh: '手机号', of: (row) => row.phone },
  { en: 'Loan type', zh: '贷款类型', of: (row) => row.loanType, codes: 'LOAN_TYPE' },
  { en: 'Requested amount (KES)', zh: '申请金额（KES）', of: (row) => shillings(row.loanAmountCents) },
  { en: 'Model level', zh: '模型等级', of: (row) => row.modelLevel },
  { en: 'Applied', zh: '申请时间', of: (row) => row.applyTime, isTime: true },
  { en: 'Status', zh: '订单状态', of: (row) => row.orderStatus, codes: 'ORDER_STATUS' },
  { en: 'Allocated', zh: '分配时间', of: (row) => row.allotTime, isTime: true },
  { en: 'Opened', zh: '打开时间', of: (row) => row.openedAt, isTime: true },
  { en: 'Lease ends', zh: '占用到期', of: (row) => row.leaseEndsAt, isTime: true },
];

const allotted: readonly ListColumn<AllotRow>[] = [
  ...basics,
  { en: 'Term (days)', zh: '期限（天）', of: (row) => row.term },
  { en: 'Waiting since', zh: '等待起点', of: (row) => row.waitingSince, isTime: true },
  { en: 'Reviewer', zh: '审核人员', of: (row) => row.auditorName },
];

const own: readonly ListColumn<MyRow>[] = [
  ...basics,
  { en: 'ID card number', zh: '身份证号', of: (row) => row.idCardNo },
  { en: 'Data source', zh: '数据来源', of: (row) => row.dataSource, codes: 'ORDER_DATA_SOURCE' },
  { en: 'Result', zh: '审核结果', of: (row) => row.auditResult, codes: 'AUDIT_RESULT' },
  { en: 'Approved amount (KES)', zh: '批准金额（KES）', of: (row) => shillings(row.approvedAmountCents) },
  { en: 'Decided', zh: '审核时间', of: (row) => row.auditTime, isTime: true },
  { en: 'Duration (s)', zh: '耗时（秒）', of: (row) => row.durationSeconds },
];

const code = 'audit:order:export';

export const exportAllotKind = exportKind({
  kind: 'orders.exportAllot',
  title: { en: 'Export of orders to assign', zh: '导出待分配订单' },
  code,
  params: auditAllot.exportList.request,
  fileStem: 'orders-allocation',
  table: async ({ filters, sort, ids: orderNos }, run) => {
    const targets = await allocationRulesAt(run.db);
    return tableOf({ filters, sort, orderNos }, run, {
      name: 'Orders',
      columns: allotted,
      read: async (numbers) =>
        (await readOrders(run.db, numbers, run.lang)).map((row) => presentAllotted(run.caller, targets, row)),
    });
  },
});

const PAGE = 100;

export const exportOwnKind = exportKind({
  kind: 'orders.exportOwn',
  title: { en: 'Export of my orders', zh: '导出我的订单' },
  code,
  params: auditOrder.myExport.request,
  fileStem: 'my-orders',
  table: ({ filters, sort, ids }, run: JobRun) => {
    const chosen = ids && new Set(ids);
    async function* batches(): AsyncGenerator<readonly (readonly Cell[])[]> {
      const cellsOf = await rowWriter(own, run);
      for (let page = 1; ; page += 1) {
        const { rows } = await ownOrders({ filters, sort, page, pageSize: PAGE }, run);
        const wanted = chosen ? rows.filter(({ orderNo }) => chosen.has(orderNo)) : rows;
        yield wanted.map(cellsOf);
        if (rows.length < PAGE) return;
      }
    }
    const head = headOf(own, run.lang);
    return Promise.resolve({ name: 'Orders', head, batches: batches() });
  },
});
