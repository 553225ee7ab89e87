import { collection, collectionMerge } from '@kituo/sdk/contracts';
import type { CaseScope } from '../../../db/collection-schema.ts';
import { exportOf, type ListColumn } from '../../platform/exports/index.ts';
import { withBadDebt } from './bad-debt-rows.ts';
import { type Listing, type Reader, rowsOf, viewOf } from './list-cases.ts';
import { type CaseSort, findCases } from './query.ts';

type Row = collection.CaseRow;
interface Requests {
  readonly filters: collection.CaseFilters;
  readonly sort?: CaseSort | null | undefined;
  readonly ids?: readonly (string | number)[] | null | undefined;
}

/** Rows read at a time. */
const BATCH = 500;

const numbers: readonly ListColumn<Row>[] = [
  { en: 'Case', zh: '案件号', of: (row) => row.caseNo },
  { en: 'System', zh: '体系', of: (row) => row.caseScope, codes: 'CASE_SCOPE' },
  { en: 'Order', zh: '订单号', of: (row) => row.orderNo },
  { en: 'Bill', zh: '账单号', of: (row) => row.billNo },
  { en: 'Instalment', zh: '期数', of: (row) => row.termNo },
  { en: 'Customer', zh: '客户姓名', of: (row) => row.customerName },
  { en: 'Phone', zh: '手机号', of: (row) => row.phone },
  { en: 'Merchant', zh: '商户', of: (row) => row.merchantName },
  { en: 'Product', zh: '产品', of: (row) => row.productName },
  { en: 'Loan type', zh: '贷款类型', of: (row) => row.loanType, codes: 'LOAN_TYPE' },
  { en: 'Entered', zh: '入催时间', of: (row) => row.entryTime, isTime: true },
];
/** What lists of cases in work show. */
const workColumns: readonly ListColumn<Row>[] = [
  ...numbers,
  { en: 'Level', zh: '催收等级', of: (row) => row.caseLevel },
  { en: 'Days past due', zh: '逾期天数', of: (row) => row.dpd },
  { en: 'Case status', zh: '案件状态', of: (row) => row.caseStatus, codes: 'CASE_STATUS' },
  { en: 'Bill status', zh: '账单状态', of: (row) => row.billStatus, codes: 'BILL_STATUS' },
  { en: 'Due', zh: '应还', of: (row) => row.dueCents / 100 },
  { en: 'Older bills', zh: '前期账单', of: (row) => row.olderDueCents / 100 },
  { en: 'Payoff', zh: '结清金额', of: (row) => row.payoffCents / 100 },
  { en: 'Collector', zh: '催收员', of: (row) => row.collectorName },
  { en: 'Assigned', zh: '分案时间', of: (row) => row.assignedAt, isTime: true },
  { en: 'Policy', zh: '策略', of: (row) => row.policyName },
  { en: 'Follow-ups', zh: '跟进次数', of: (row) => row.followUpCount },
  { en: 'Last follow-up', zh: '最近跟进', of: (row) => row.lastFollowUpAt, isTime: true },
  { en: 'Outcome', zh: '催收结果', of: (row) => row.actionCode, codes: 'ACTION_CODE' },
  { en: 'Overdue reason', zh: '逾期原因', of: (row) => row.overdueReason, codes: 'OVERDUE_REASON' },
  { en: 'Promised for', zh: '承诺还款日', of: (row) => row.promisedRepaymentTime },
  { en: 'Promise', zh: '承诺状态', of: (row) => row.promiseStatus, codes: 'PROMISE_STATUS' },
];
const shillings = (cents: number | null): number | null => (cents === null ? null : cents / 100);
const lossColumns: readonly ListColumn<collection.BadDebtRow>[] = [
  ...workColumns,
  { en: 'Bad-debt reason', zh: '坏账原因', of: (row) => row.badDebtReason, codes: 'BAD_DEBT_REASON' },
  { en: 'Entered pool', zh: '入池时间', of: (row) => row.badDebtEnteredAt, isTime: true },
  { en: 'Entered by', zh: '入池人', of: (row) => row.badDebtEnteredByName },
  { en: 'Principal', zh: '本金', of: (row) => row.principalCents / 100 },
  { en: 'Fees and interest', zh: '费用与利息', of: (row) => row.nonPrincipalCents / 100 },
  { en: 'Charged off', zh: '已核销', of: (row) => shillings(row.chargedOffCents) },
  { en: 'Recovered', zh: '已收回', of: (row) => shillings(row.recoveredCents) },
  { en: 'Proposed on', zh: '建议日期', of: (row) => row.proposedOn },
  { en: 'Reasons', zh: '建议理由', of: (row) => row.proposalReasons.join(' ') },
  { en: 'Charge-off status', zh: '核销状态', of: (row) => row.chargeOffStatus, codes: 'CHARGE_OFF_STATUS' },
];
const outColumns: readonly ListColumn<Row>[] = [
  ...numbers,
  { en: 'Left', zh: '出催时间', of: (row) => row.outTime, isTime: true },
  { en: 'Reason', zh: '出催原因', of: (row) => row.outReason, codes: 'OUT_REASON' },
  { en: 'Level', zh: '催收等级', of: (row) => row.caseLevel },
  { en: 'Credit', zh: '归属状态', of: (row) => row.attributionStatus, codes: 'ATTRIBUTION_STATUS' },
  { en: 'Came back', zh: '重新入催', of: (row) => row.cameBack, codes: 'CASE_CAME_BACK' },
  { en: 'Days past due', zh: '逾期天数', of: (row) => row.dpdAtOut },
  { en: 'Last collector', zh: '最后催收员', of: (row) => row.lastCollectorName },
  { en: 'Follow-ups', zh: '跟进次数', of: (row) => row.followUpCount },
  { en: 'Due at entry', zh: '入催金额', of: (row) => row.dueAtEntryCents / 100 },
  { en: 'Collected', zh: '催回金额', of: (row) => row.collectedCents / 100 },
  { en: 'Waived', zh: '减免金额', of: (row) => row.deductedCents / 100 },
];

async function* batches({ filters, sort = null, ids }: Requests, run: Reader, listing: Listing) {
  const { caller } = run;
  // Whoever sees names masked finds nobody by a part of one.
  const isExactName = caller.isMasked || caller.maskedFields.has('customerName');
  const view = { ...(await viewOf(run, listing)), isExactName };
  const chosen = ids && new Set(ids.map(String));
  for (let page = 1; ; page += 1) {
    const { caseNos } = await findCases(run.db, view, { filters, sort, page, pageSize: BATCH });
    yield await rowsOf(chosen ? caseNos.filter((caseNo) => chosen.has(caseNo)) : caseNos, run);
    if (caseNos.length < BATCH) return;
  }
}

interface File {
  readonly endpoint: Pick<typeof collection.byOrder.outExport, 'name' | 'request'> & {
    readonly access: { readonly page: readonly string[] };
  };
  readonly title: { readonly en: string; readonly zh: string };
  readonly fileStem: string;
  readonly listing: Listing;
}

const fileOf = ({ endpoint, title, fileStem }: File) => ({
  // Those of cases out of collection were called so before there were others.
  kind: endpoint.name.replace('caseSettleStage.', 'collectionStage.').replace('caseSettle.', 'collection.'),
  title,
  page: endpoint.access.page,
  params: endpoint.request,
  fileStem,
  subjectType: 'case',
});
const caseFile = (file: File, columns: readonly ListColumn<Row>[] = workColumns) =>
  exportOf({ batches: (requests, run) => batches(requests, run, file.listing) }, { ...fileOf(file), columns });
const lossFile = (file: File) =>
  exportOf(
    {
      async *batches(requests: Requests, run: Reader): AsyncGenerator<collection.BadDebtRow[]> {
        for await (const rows of batches(requests, run, file.listing)) yield await withBadDebt(run.db, rows);
      },
    },
    { ...fileOf(file), columns: lossColumns },
  );

function filesOf(caseScope: CaseScope) {
  const of = caseScope === 'ORDER' ? collection.byOrder : collection.byBill;
  const named = (en: string, zh: string) =>
    caseScope === 'ORDER' ? { en, zh } : { en: `${en} by bill`, zh: `${zh}（新）` };
  return {
    out: caseFile(
      {
        endpoint: of.outExport,
        title:
          caseScope === 'ORDER'
            ? { en: 'Export of cases out of collection', zh: '导出出催列表' }
            : { en: 'Export of bills out of collection', zh: '导出出催列表（新）' },
        fileStem: 'out-of-collection',
        listing: { caseScope, states: ['CLOSED'] },
      },
      outColumns,
    ),
    allot: caseFile({
      endpoint: of.allotExport,
      title: named('Export of case allocation', '导出案件分配列表'),
      fileStem: 'case-allocation',
      listing: { caseScope, states: ['POOL', 'COLLECTING', 'RETAINED'] },
    }),
    self: caseFile({
      endpoint: of.selfExport,
      title: named('Export of own cases', '导出我的案件'),
      fileStem: 'my-cases',
      listing: { caseScope, states: ['COLLECTING', 'RETAINED'], isOwn: true },
    }),
    badDebt: lossFile({
      endpoint: of.badDebtExport,
      title: named('Export of the bad-debt pool', '导出坏账池'),
      fileStem: 'bad-debt-pool',
      listing: { caseScope, states: ['BAD_DEBT_POOL'] },
    }),
  };
}

/** The files of each list of cases, by system. */
export const caseFiles = { ORDER: filesOf('ORDER'), BILL: filesOf('BILL') } as const;
/** Of both systems in one list. */
export const mergedFiles = {
  allot: caseFile({
    endpoint: collectionMerge.allotExport,
    title: { en: 'Export of all case allocation', zh: '导出全部案件分配' },
    fileStem: 'case-allocation',
    listing: { caseScope: null, states: ['POOL', 'COLLECTING', 'RETAINED'] },
  }),
  self: caseFile({
    endpoint: collectionMerge.selfExport,
    title: { en: 'Export of all own cases', zh: '导出我的全部案件' },
    fileStem: 'my-cases',
    listing: { caseScope: null, states: ['COLLECTING', 'RETAINED'], isOwn: true },
  }),
} as const;
export const caseFileKinds = [caseFiles.ORDER, caseFiles.BILL, mergedFiles]
  .flatMap((files) => Object.values(files))
  .map(({ kind }) => kind);
