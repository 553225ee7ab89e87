import type { report } from '@kituo/sdk/contracts';
import { codeWordsOf, exportOf, type ListColumn, listExport } from '../../../platform/exports/index.ts';
import type { ReportFilters } from './asked.ts';
import type { ReadRow, Reader, ReportDefinition, ReportEndpoints } from './report-types.ts';
import type { Place } from './drill.ts';

type Sort = { readonly field: string; readonly direction: 'asc' | 'desc' } | null;

const inUnit = (unit: report.ReportUnit | undefined, value: number | null) =>
  value === null || unit !== 'CENTS' ? value : (value / 100).toFixed(2);
const headed = (words: { readonly en: string; readonly zh: string }, unit: report.ReportUnit | undefined) => {
  const suffix = unit === 'CENTS' ? ['(KES)', '（KES）'] : unit === 'PERCENT' ? ['(%)', '（%）'] : ['', ''];
  return { en: `${words.en} ${suffix[0]}`.trim(), zh: `${words.zh}${suffix[1]}` };
};

/** The figures as a file: the total first, and as of when they are true. */
export function figureExport(
  definition: ReportDefinition,
  endpoints: ReportEndpoints,
  read: (filters: ReportFilters, sort: Sort, reader: Reader) => Promise<ReadRow[]>,
) {
  const { name, title, units, measures, codesOf = name } = definition;
  const ROWS = { TOTAL: ['Total', '合计'], COMPARED: ['Compared period', '对比期'] } as const;
  return listExport({
    kind: `${name}Report.export`,
    title: { en: `Export of the ${title.en.toLowerCase()}`, zh: `导出${title.zh}` },
    page: { code: `report:${codesOf}:export` },
    params: endpoints.exportList.request,
    fileStem: `${name}-report`,
    subjectType: 'report',
    idOf: (row: ReadRow) => row.key,
    firstHead: async ({ filters }, { db, lang }) => {
      const dimension = filters.dimension ?? definition.dimension;
      const word = await codeWordsOf(db, lang, ['REPORT_DIMENSION', 'REPORT_GRAIN']);
      return dimension === 'DATE' ? word('REPORT_GRAIN', filters.grain ?? 'DAY') : word('REPORT_DIMENSION', dimension);
    },
    rows: async ({ filters, sort }, run) => await read(filters, sort, run),
    columns: [
      {
        en: 'Row',
        zh: '行',
        of: (row: ReadRow, lang: 'en' | 'zh') =>
          row.rowKind === 'ROW' ? row.keyName : ROWS[row.rowKind][lang === 'zh' ? 1 : 0],
      },
      ...Object.entries(units).map(([measure, unit]): ListColumn<ReadRow> => ({
        ...headed(measures[measure] ?? { en: measure, zh: measure }, unit),
        of: (row) => inUnit(unit, row.figures[measure] ?? null),
      })),
      { en: 'As of', zh: '数据时点', of: (row: ReadRow) => row.asOf, isTime: true },
      { en: 'Closed through', zh: '已结账至', of: (row: ReadRow) => row.closedThrough },
      { en: 'Provisional', zh: '暂定', of: (row: ReadRow) => row.isProvisional },
      { en: 'Too young', zh: '未满观察期', of: (row: ReadRow) => row.isYoung },
    ],
  });
}

/** What names a figure. */
export type Facts = Readonly<{ queryId: string; measure: string; key?: string | undefined }>;

const READ_AT_ONCE = 1_000;

/** The rows behind a figure as a file. */
export function factExport(
  { name, title, codesOf = name }: ReportDefinition,
  endpoints: ReportEndpoints,
  read: (facts: Facts, reader: Reader, place: Place) => Promise<report.ReportFact[]>,
) {
  const fact = (en: string, zh: string, of: ListColumn<report.ReportFact>['of'], isTime = false) => ({
    en,
    zh,
    of,
    ...(isTime && { isTime }),
  });
  const said = (field: 'kind' | 'account' | 'component' | 'result') => (row: report.ReportFact) =>
    row.words?.[field] ?? row[field];
  const list = {
    async *batches(
      { filters, sort = null }: { filters: Facts; sort?: Place['sort'] | undefined },
      run: Reader,
    ): AsyncGenerator<report.ReportFact[]> {
      for (let offset = 0; ; offset += READ_AT_ONCE) {
        const rows = await read(filters, run, { sort, limit: READ_AT_ONCE, offset });
        yield rows;
        if (rows.length < READ_AT_ONCE) return;
      }
    },
  };
  return exportOf<Facts, 'businessDate' | 'value', report.ReportFact>(list, {
    kind: `${name}Report.facts`,
    title: { en: `Export of rows of the ${title.en.toLowerCase()}`, zh: `导出${title.zh}明细` },
    page: { code: `report:${codesOf}:export` },
    params: endpoints.drillExport.request,
    fileStem: `${name}-report-rows`,
    subjectType: 'report',
    columns: [
      fact('Number', '编号', (row) => row.factNo),
      fact('Date', '日期', (row) => row.businessDate),
      fact('Time', '时间', (row) => row.happenedAt, true),
      fact('Kind', '类型', said('kind')),
      fact('Order', '订单', (row) => row.orderNo),
      fact('Bill', '账单', (row) => row.billNo),
      fact('Case', '案件', (row) => row.caseNo),
      fact('Customer', '客户', (row) => row.customerNo),
      fact('Payment', '流水', (row) => row.flowNo),
      fact('Account', '科目', said('account')),
      fact('Component', '费项', said('component')),
      fact('Cause', '原因', (row) => row.causeNo),
      fact('Reverses', '冲正', (row) => row.reversesNo),
      fact('Staff', '员工', (row) => row.staffName),
      fact('Result', '结果', said('result')),
      fact('Maker', '经办', (row) => row.makerName),
      fact('Checker', '审批', (row) => row.checkerName),
      fact('Opened', '打开时间', (row) => row.openedAt, true),
      fact('Applied (KES)', '申请金额（KES）', (row) => inUnit('CENTS', row.appliedCents)),
      fact('Approved (KES)', '批准金额（KES）', (row) => inUnit('CENTS', row.approvedCents)),
      fact('Days overdue', '逾期天数', (row) => row.overdueDays),
      fact('Gross (KES)', '账面总额（KES）', (row) => inUnit('CENTS', row.baseCents)),
      fact('Value', '数值', (row) => inUnit(row.unit, row.value)),
    ],
  });
}
