import { collection } from '@kituo/sdk/contracts';
import type { CaseScope } from '../../../db/collection-schema.ts';
import { exportOf, type ListColumn } from '../../platform/exports/index.ts';
import { type Reader, rowsOf, viewOf } from './list-cases.ts';
import { type CaseSort, findCases } from './query.ts';

type Row = collection.CaseRow;
interface Requests {
  readonly filters: collection.CaseFilters;
  readonly sort?: CaseSort | null | undefined;
  readonly ids?: readonly (string | number)[] | null | undefined;
}

/** Rows read at a time. */
const BATCH = 500;

const columns: readonly ListColumn<Row>[] = [
  { en: 'Case', zh: '案件号', of: (row) => row.caseNo },
  { en: 'Order', zh: '订单号', of: (row) => row.orderNo },
  { en: 'Bill', zh: '账单号', of: (row) => row.billNo },
  { en: 'Instalment', zh: '期数', of: (row) => row.termNo },
  { en: 'Customer', zh: '客户姓名', of: (row) => row.customerName },
  { en: 'Phone', zh: '手机号', of: (row) => row.phone },
  { en: 'Merchant', zh: '商户', of: (row) => row.merchantName },
  { en: 'Product', zh: '产品', of: (row) => row.productName },
  { en: 'Entered', zh: '入催时间', of: (row) => row.entryTime, isTime: true },
  { en: 'Left', zh: '出催时间', of: (row) => row.outTime, isTime: true },
  { en: 'Reason', zh: '出催原因', of: (row) => row.outReason, codes: 'OUT_REASON' },
  { en: 'Level', zh: '催收等级', of: (row) => row.caseLevel },
  { en: 'Days past due', zh: '逾期天数', of: (row) => row.dpdAtOut },
  { en: 'Last collector', zh: '最后催收员', of: (row) => row.lastCollectorName },
  { en: 'Follow-ups', zh: '跟进次数', of: (row) => row.followUpCount },
  { en: 'Due at entry', zh: '入催金额', of: (row) => row.dueAtEntryCents / 100 },
  { en: 'Collected', zh: '催回金额', of: (row) => row.collectedCents / 100 },
  { en: 'Waived', zh: '减免金额', of: (row) => row.deductedCents / 100 },
];

async function* batches({ filters, sort = null, ids }: Requests, run: Reader, caseScope: CaseScope) {
  const view = await viewOf(run, { caseScope, states: ['CLOSED'] });
  const chosen = ids && new Set(ids.map(String));
  for (let page = 1; ; page += 1) {
    const { caseNos } = await findCases(run.db, view, { filters, sort, page, pageSize: BATCH });
    yield await rowsOf(chosen ? caseNos.filter((caseNo) => chosen.has(caseNo)) : caseNos, run);
    if (caseNos.length < BATCH) return;
  }
}

function outExport(caseScope: CaseScope) {
  const of = caseScope === 'ORDER' ? collection.byOrder : collection.byBill;
  const { page } = of.outExport.access;
  return exportOf(
    { batches: (requests, run) => batches(requests, run, caseScope) },
    {
      kind: caseScope === 'ORDER' ? 'collection.outExport' : 'collectionStage.outExport',
      title:
        caseScope === 'ORDER'
          ? { en: 'Export of cases out of collection', zh: '导出出催列表' }
          : { en: 'Export of bills out of collection', zh: '导出出催列表（新）' },
      page,
      params: of.outExport.request,
      fileStem: 'out-of-collection',
      subjectType: 'case',
      columns,
    },
  );
}

/** The files of what left collection, by system. */
export const outExports = { ORDER: outExport('ORDER'), BILL: outExport('BILL') } as const;
