import { Button, formatDateTime, useText } from '@kituo/sdk';
import type { report } from '@kituo/sdk/contracts';
import { DataTable, day, defineColumns, ExportButton, FilterBar, ListPage, useListPage } from '@kituo/sdk/page';
import { useMemo } from 'react';
import { useFactLinks } from './fact-links.ts';
import { figureText, valueColumn } from './figure.ts';
import { type OpenFigure, useFigureAddress } from './report-address.ts';
import type { ReportKind } from './report-kind.ts';

type Row = report.ReportFact;
type Answer = {
  readonly title: string;
  readonly formula: string;
  readonly unit: report.ReportUnit;
  readonly figure: number | null;
  readonly rowsFigure: number | null;
  readonly asOf: string;
};

const isAnswer = (reply: object | null): reply is Answer => reply !== null && 'rowsFigure' in reply;

/** The rows behind a figure, and that they come to it. */
export function FactsTab({ of, figure }: { readonly of: ReportKind; readonly figure: OpenFigure }) {
  const t = useText();
  const { close } = useFigureAddress();
  const links = useFactLinks();
  const { of: _of, ...asked } = figure;
  // What adds up to the figure stands beside the day, in sight on the narrowest screen.
  const columns = useMemo(
    () => defineColumns<Row>([day('businessDate', { sortable: true }), valueColumn, ...of.facts]),
    [of],
  );
  const { list, layout, exporter } = useListPage<Row>({
    load: of.endpoints.drill,
    idOf: (row) => row.factNo,
    columns,
    filters: {},
    defaultSort: '-businessDate',
    always: asked,
    file: {
      endpoint: of.endpoints.drillExport,
      jobKind: `${of.name}Report.facts`,
      ask: ({ ids: _ids, ...scope }) => scope,
    },
  });
  const answer = isAnswer(list.reply) ? list.reply : null;
  const title = answer?.title ?? t('figures.rows');
  return (
    <ListPage list={list} title={title} action={<Button variant="minimal" text={t('figures.back')} onClick={close} />}>
      <p className="rp-as-of kp-muted" role="status">
        {answer !== null && <Sum {...answer} />}
      </p>
      <FilterBar list={list} layout={layout}>
        <ExportButton exporter={exporter} />
      </FilterBar>
      <DataTable
        list={list}
        layout={layout}
        label={title}
        nameOf={(row) => row.factNo}
        rowActions={links}
        emptyText={t('figures.noRows')}
      />
    </ListPage>
  );
}

function Sum({ formula, unit, figure, rowsFigure, asOf }: Answer) {
  const t = useText();
  const isSame = figure === rowsFigure;
  return (
    <>
      {formula}
      {' · '}
      {t('figures.figure')} <b className="ks-figures">{figureText(figure, unit)}</b>
      {' · '}
      {t('figures.rowsCome')}{' '}
      <b className={isSame ? 'ks-figures' : 'ks-figures rp-wrong'}>{figureText(rowsFigure, unit)}</b>
      {!isSame && <b className="rp-wrong"> {t('figures.differ')}</b>}
      {' · '}
      {t('figures.asOf', { time: formatDateTime(asOf) })}
    </>
  );
}
