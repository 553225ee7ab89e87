import { lastDays, useCan, useText } from '@kituo/sdk';
import { READ_AT_ONCE, type report } from '@kituo/sdk/contracts';
import {
  anyOf,
  type Column,
  containing,
  DataTable,
  dateRange,
  defineColumns,
  DetailDrawer,
  ExportButton,
  FilterBar,
  known,
  ListPage,
  LOAN_TYPE,
  merchantOptions,
  oneOf,
  useDetail,
  useListPage,
} from '@kituo/sdk/page';
import { useMemo, useState } from 'react';
import { figureColumn } from './figure.ts';
import { DotChart, FigureChart } from './figure-chart.tsx';
import { FigureList } from './figure-list.tsx';
import { PaperTable } from './paper-table.tsx';
import type { ReportKind } from './report-kind.ts';
import { nameOfRow } from './name-of-row.ts';
import { ScheduleButton } from '../schedules/schedule-button.tsx';
import { metaOf, TrueAsOf } from './true-as-of.tsx';
import { REPORT_COMPARISON, REPORT_GRAIN, productsOf } from './report-words.ts';

type Row = report.ReportRow;

const NO_ROWS: readonly Row[] = [];

const idOf = ({ rowKind, key }: Row) => `${rowKind}:${key}`;
/** What rows are where nobody chose. */
function dimensionOf({ dimension }: ReportKind['filters']): string {
  return (dimension?.kind === 'choice' ? dimension.unset : undefined) ?? 'DATE';
}
/** The text that says what rows are: days by how they are grouped. */
const nameKeyOf = (dimension: string, grain = ''): string =>
  dimension === 'DATE' ? `REPORT_GRAIN.${grain || 'DAY'}` : `REPORT_DIMENSION.${dimension}`;
const aboutColumn = (key: string): Column<Row> => ({
  key,
  width: 150,
  isSortable: false,
  code: null,
  isHiddenAtFirst: false,
  kind: 'text',
  valueOf: (row) => ({ kind: 'text', text: row.about?.[key] ?? '', mask: null }),
});

/** Figures by dimension, the total first. A row opens its figures, and a figure its rows. */
export function FiguresTab({ of }: { readonly of: ReportKind }) {
  const t = useText();
  const { endpoints, measures, about, least } = of;
  const unset = dimensionOf(of.filters);
  const [nameKey, setNameKey] = useState(nameKeyOf(of.initial?.['dimension'] ?? unset, of.initial?.['grain']));
  const mayExport = useCan(`report:${of.codesOf ?? of.name}:export`);
  const columns = useMemo(() => {
    const name: Column<Row> = {
      key: 'key',
      titleKey: nameKey,
      width: 220,
      isSortable: true,
      code: null,
      isHiddenAtFirst: false,
      kind: 'text',
      valueOf: (row) => ({ kind: 'text', text: nameOfRow(row, t, least), mask: null }),
    };
    return defineColumns<Row>([
      name,
      ...(about ?? []).map(aboutColumn),
      ...Object.entries(measures).map(([measure, unit]) => figureColumn(measure, unit)),
    ]);
  }, [measures, about, least, nameKey, t]);
  const filters = useMemo(
    () => ({
      period: dateRange(),
      dimension: of.filters['dimension'] ?? oneOf(REPORT_GRAIN),
      ...(of.isWithoutDays !== true && { grain: oneOf(REPORT_GRAIN, { unset: 'DAY' }) }),
      merchantNo: anyOf(merchantOptions),
      productNo: anyOf(productsOf(endpoints)),
      loanType: oneOf(LOAN_TYPE),
      ...of.filters,
      compareWith: oneOf(REPORT_COMPARISON),
      asOf: containing({ example: '2026-11-20 18:00' }),
    }),
    [of, endpoints],
  );
  const [initial] = useState(() => {
    const { from, to } = lastDays(of.days);
    return { period: `${from}..${to}`, ...of.initial };
  });
  const { list, layout, views, exporter, opened } = useListPage<Row>({
    load: endpoints.query,
    idOf,
    columns,
    filters,
    defaultSort: 'key',
    initial,
    ...(of.always && { always: of.always }),
    file: {
      endpoint: endpoints.exportList,
      jobKind: `${of.name}Report.export`,
      ask: ({ ids: _ids, ...scope }) => scope,
    },
  });
  // A chart or a sheet of one page would end in the middle of its period.
  const isCut = list.total > list.rows.filter(({ rowKind }) => rowKind === 'ROW').length;
  const whole = useDetail(endpoints.query, isCut ? { ...list.request, page: 1, pageSize: READ_AT_ONCE } : null);
  const drawn = isCut ? (whole.data?.rows ?? NO_ROWS) : list.rows;
  const dimension = String(list.request.filters['dimension'] ?? '');
  // The first column is called by what its rows are, as the address or a view says it.
  const shownKey = nameKeyOf(dimension || unset, list.state.filters['grain']);
  if (shownKey !== nameKey) setNameKey(shownKey);
  const definitions = useDetail(endpoints.definitions, {});
  const meta = metaOf(list.reply);
  return (
    <ListPage list={list} title={t(`${of.name}.title`)} views={views}>
      <TrueAsOf meta={meta} />
      <FilterBar list={list} layout={layout}>
        <ExportButton exporter={exporter} />
        {mayExport && <ScheduleButton of={of} filters={list.request.filters} />}
      </FilterBar>
      {of.chart && drawn.length > 0 && <FigureChart of={of} rows={drawn} dimension={dimension} />}
      {of.dots && <DotChart of={of} rows={drawn} dimension={dimension} />}
      <PaperTable of={of} rows={drawn} nameKey={shownKey} />
      <DataTable
        list={list}
        layout={layout}
        label={t(`${of.name}.title`)}
        nameOf={(row) => nameOfRow(row, t)}
        onOpen={opened.open}
        emptyText={t('figures.empty')}
      />
      <DetailDrawer
        detail={known({ row: opened.row, defined: definitions.data })}
        isOpen={opened.row !== null}
        title={opened.row === null ? '' : nameOfRow(opened.row, t)}
        onClose={opened.close}
      >
        {({ row, defined }) =>
          row !== null && (
            <>
              {meta !== null && of.beside?.(row, { queryId: meta.queryId, dimension })}
              <FigureList of={of} row={row} queryId={meta?.queryId ?? null} definitions={defined?.measures ?? []} />
            </>
          )
        }
      </DetailDrawer>
    </ListPage>
  );
}
