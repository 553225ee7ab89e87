import { auditOrder, type auditOrders } from '@kituo/sdk/contracts';
import type { CommandCall } from '../../../http/implement.ts';
import { channelNames } from '../../parties/put-channels/index.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import {
  type Cell,
  exportKind,
  headOf,
  type ListColumn,
  rowWriter,
  type Table,
  type TableFormat,
} from '../../platform/exports/index.ts';
import { createJob, type FileKind, type JobRun } from '../../platform/jobs/index.ts';
import { readAbridged } from './abridgment.ts';
import type { OrderSort } from './find.ts';
import { admitOrderSearch, type OrderFilters } from './match.ts';
import { presentManaged } from './present.ts';
import { readOrders } from './read.ts';
import { walkOrders } from './walk.ts';

export const shillings = (cents: number | null): Cell => (cents === null ? null : (cents / 100).toFixed(2));

const managed: readonly ListColumn<auditOrders.ManageRow>[] = [
  { en: 'Order number', zh: '订单号', of: (row) => row.orderNo },
  { en: 'Third-party order number', zh: '第三方订单号', of: (row) => row.thirdPartyOrderNo },
  { en: 'Merchant', zh: '商户', of: (row) => row.merchantName },
  { en: 'Customer', zh: '客户姓名', of: (row) => row.customerName },
  { en: 'ID card number', zh: '身份证号', of: (row) => row.idCardNo },
  { en: 'Phone', zh: '手机号', of: (row) => row.phone },
  { en: 'Product', zh: '产品', of: (row) => row.productName },
  { en: 'Loan type', zh: '贷款类型', of: (row) => row.loanType, codes: 'LOAN_TYPE' },
  { en: 'Requested amount (KES)', zh: '申请金额（KES）', of: (row) => shillings(row.loanAmountCents) },
  { en: 'Approved amount (KES)', zh: '批准金额（KES）', of: (row) => shillings(row.approvedAmountCents) },
  { en: 'Term (days)', zh: '期限（天）', of: (row) => row.term },
  { en: 'Instalments', zh: '期数', of: (row) => row.installments },
  { en: 'Applied', zh: '申请时间', of: (row) => row.applyTime, isTime: true },
  { en: 'Decided', zh: '审核时间', of: (row) => row.auditTime, isTime: true },
  { en: 'Paid out', zh: '放款时间', of: (row) => row.lendingTime, isTime: true },
  { en: 'Status', zh: '订单状态', of: (row) => row.orderStatus, codes: 'ORDER_STATUS' },
  { en: 'Refuse code', zh: '拒绝码', of: (row) => row.refuseCode },
  { en: 'Denial reason', zh: '拒绝原因', of: (row) => row.denialReason },
  { en: 'Incoming channel', zh: '进件渠道', of: (row) => row.incomingChannel, codes: 'INCOMING_CHANNEL' },
  { en: 'Promotion channel', zh: '推广渠道', of: (row) => row.promotionChannel, codes: channelNames },
  { en: 'Lending channel', zh: '放款渠道', of: (row) => row.lendingChannel, codes: 'LENDING_CHANNEL' },
  { en: 'Whitelisted', zh: '白名单', of: (row) => row.whitelistFlag },
  { en: 'Model level', zh: '模型等级', of: (row) => row.modelLevel },
  { en: 'Reviewer', zh: '审核人员', of: (row) => row.auditorName },
  { en: 'Data source', zh: '数据来源', of: (row) => row.dataSource, codes: 'ORDER_DATA_SOURCE' },
];

const abridged: readonly ListColumn<auditOrders.AbridgedRow>[] = [
  { en: 'Order number', zh: '订单号', of: (row) => row.orderNo },
  { en: 'Merchant', zh: '商户', of: (row) => row.merchantName },
  { en: 'Customer', zh: '客户姓名', of: (row) => row.customerName },
  { en: 'Phone', zh: '手机号', of: (row) => row.phone },
  { en: 'Product', zh: '产品', of: (row) => row.productName },
  { en: 'Loan type', zh: '贷款类型', of: (row) => row.loanType, codes: 'LOAN_TYPE' },
  { en: 'Requested amount (KES)', zh: '申请金额（KES）', of: (row) => shillings(row.loanAmountCents) },
  { en: 'Applied', zh: '申请时间', of: (row) => row.applyTime, isTime: true },
  { en: 'Paid out', zh: '放款时间', of: (row) => row.lendingTime, isTime: true },
  { en: 'Status', zh: '订单状态', of: (row) => row.orderStatus, codes: 'ORDER_STATUS' },
];

interface Requests {
  readonly filters: OrderFilters;
  readonly sort: OrderSort | null;
  readonly orderNos?: readonly string[] | undefined;
}

/** The table of a list: what its rows are for the caller, batch after batch. */
export function tableOf<Row>(
  { filters, sort, orderNos }: Requests,
  run: Pick<JobRun, 'db' | 'caller' | 'lang' | 'services'>,
  list: {
    readonly name: string;
    readonly columns: readonly ListColumn<Row>[];
    readonly read: (orderNos: readonly string[]) => Promise<readonly Row[]>;
  },
): Table {
  const { db, caller, lang } = run;
  const wanted = { ...filters, ...(orderNos && { orderNos }) };
  async function* batches(): AsyncGenerator<readonly (readonly Cell[])[]> {
    const cellsOf = await rowWriter(list.columns, run);
    const admitted = await admitOrderSearch('orders', wanted, run);
    for await (const numbers of walkOrders(db, caller.scope, admitted, sort)) {
      yield (await list.read(numbers)).map(cellsOf);
    }
  }
  return { name: list.name, head: headOf(list.columns, lang), batches: batches() };
}

export const exportOrdersKind = exportKind({
  kind: 'orders.export',
  title: { en: 'Export of orders', zh: '导出订单' },
  code: 'audit:order:export',
  params: auditOrder.manageExport.request,
  fileStem: 'orders',
  table: (requests, run) =>
    Promise.resolve(
      tableOf(requests, run, {
        name: 'Orders',
        columns: managed,
        read: async (orderNos) =>
          (await readOrders(run.db, orderNos, run.lang)).map((row) => presentManaged(run.caller, row)),
      }),
    ),
});

export const exportAbridgedKind = exportKind({
  kind: 'orders.exportAbridged',
  title: { en: 'Export of orders, short view', zh: '导出订单（简版）' },
  code: 'audit:order:export',
  params: auditOrder.abridgmentExport.request,
  fileStem: 'orders-short',
  table: (requests, run) =>
    Promise.resolve(
      tableOf(requests, run, {
        name: 'Orders',
        columns: abridged,
        read: async (orderNos) => await readAbridged(run, orderNos),
      }),
    ),
});

interface Request {
  readonly format: TableFormat;
  readonly filters: object;
  /** Just these of what the filters match, by whichever name the list has for them. */
  readonly orderNos?: readonly string[] | undefined;
  readonly ids?: readonly string[] | undefined;
}

/** Queues the file. Recorded, without what the filters look for: it may be a person. */
export async function queueExport<Requests extends Request>(
  kind: FileKind<Requests>,
  request: Requests,
  call: CommandCall,
): Promise<{ jobNo: string }> {
  const jobNo = await createJob(kind, request, call);
  await writeAudit(call.tx, call, {
    action: kind.kind,
    subjectType: 'order',
    subjectNo: 'export',
    after: {
      jobNo,
      format: request.format,
      filters: Object.keys(request.filters),
      selected: (request.orderNos ?? request.ids)?.length ?? null,
    },
  });
  return { jobNo };
}
