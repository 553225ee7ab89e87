import { formatDate, useText } from '@kituo/sdk';
import type { report } from '@kituo/sdk/contracts';
import { Chart, type ChartSeries } from '@kituo/sdk/page';
import { useMemo } from 'react';
import { dotsOf } from './dots.ts';
import { figureText } from './figure.ts';
import { HeatMap } from './heat-map.tsx';
import { nameOfRow } from './name-of-row.ts';
import { paretoOf } from './pareto.ts';
import type { ReportKind } from './report-kind.ts';

type Row = report.ReportRow;

/** The rows of the table as a chart: as the report's kind says it, or its steps as a funnel. */
export function FigureChart(props: {
  readonly of: ReportKind;
  readonly rows: readonly Row[];
  /** What the rows are. */
  readonly dimension: string;
}) {
  const { of, rows, dimension } = props;
  const t = useText();
  const heat = of.chart !== undefined && 'heat' in of.chart ? of.chart.heat : null;
  const drawn = useMemo(() => chartOf(of, rows, dimension, t), [of, rows, dimension, t]);
  if (heat !== null) return <HeatMap measures={heat} rows={rows} />;
  if (drawn === null || drawn.series.every(({ values }) => values.every((value) => (value ?? 0) === 0))) return null;
  return <Chart {...drawn} label={t('figures.chart')} tooSmall={t('figures.tooSmall')} />;
}

/** One figure of each row against another, where the report's kind has that for what the rows are. */
export function DotChart(props: {
  readonly of: ReportKind;
  readonly rows: readonly Row[];
  readonly dimension: string;
}) {
  const { of, rows, dimension } = props;
  const t = useText();
  const drawn = useMemo(() => {
    const { dots, measures } = of;
    const found = dotsOf(rows, of);
    if (dots === undefined || dots.dimension !== dimension || found.length === 0) return null;
    const textOf = (measure: string) => (value: number) => figureText(value, measures[measure] ?? 'COUNT');
    const [along, up] = [t(`field.${dots.along}`), t(`field.${dots.up}`)];
    return {
      label: t('figures.dots', { along, up }),
      categories: found.map(({ row }) => nameOfRow(row, t)),
      along: { title: along, values: found.map((dot) => dot.along), textOf: textOf(dots.along) },
      series: [
        {
          kind: 'dot' as const,
          title: up,
          unit: up,
          values: found.map((dot) => dot.up),
          textOf: textOf(dots.up),
          scale: measures[dots.up] ?? 'COUNT',
        },
      ],
    };
  }, [of, rows, dimension, t]);
  if (drawn === null) return null;
  return (
    <>
      <h2 className="kp-section-title">{drawn.label}</h2>
      <Chart {...drawn} tooSmall={t('figures.tooSmall')} />
    </>
  );
}

function chartOf(of: ReportKind, rows: readonly Row[], dimension: string, t: ReturnType<typeof useText>) {
  const { chart, pareto } = of;
  if (pareto?.dimension === dimension) return paretoChart(pareto.measure, rows, t);
  if (chart === undefined || 'heat' in chart) return null;
  if ('steps' in chart) return funnelOf(chart.steps, rows, t);
  const own = rows.filter(({ rowKind }) => rowKind === 'ROW');
  const shown = isByDay(own) ? own.toSorted((one, other) => one.key.localeCompare(other.key)) : own;
  if (shown.length === 0) return null;
  const seriesOf =
    (kind: ChartSeries['kind']) =>
    (measure: string): ChartSeries => {
      const unit = of.measures[measure] ?? 'COUNT';
      return {
        kind,
        title: seriesTitle(t(`field.${measure}`), unit, t),
        unit: t(`figures.unit.${unit}`),
        values: shown.map(({ figures }) => figures[measure] ?? null),
        textOf: (value) => figureText(unit === 'COUNT' ? Math.round(value) : value, unit),
        // Stocks have an axis of their own: a month's cash is lost beside them.
        scale: kind === 'line' ? `${unit} line` : unit,
      };
    };
  return {
    categories: shown.map((row) => (isByDay([row]) ? formatDate(row.key) : nameOfRow(row, t))),
    series: [
      ...chart.bars.map(seriesOf('bar')),
      ...chart.lines.map(seriesOf('line')),
      ...(chart.dashed ?? []).map(seriesOf('line')).map((one) => ({ ...one, isDashed: true })),
    ],
    isStacked: chart.isStacked === true,
  };
}

/** Money and shares name their unit in the legend, too: it says which axis they are read at. */
const seriesTitle = (title: string, unit: report.ReportUnit, t: ReturnType<typeof useText>) =>
  unit === 'COUNT' ? title : `${title} (${t(`figures.unit.${unit}`)})`;

/** Counts by their size, and the share that they come to one after the other. */
function paretoChart(measure: string, rows: readonly Row[], t: ReturnType<typeof useText>) {
  const steps = paretoOf(
    rows.filter(({ rowKind }) => rowKind === 'ROW'),
    measure,
  );
  if (steps.length === 0) return null;
  const counts: ChartSeries = {
    kind: 'bar',
    title: t(`field.${measure}`),
    unit: t('figures.unit.COUNT'),
    values: steps.map(({ count }) => count),
    textOf: (value) => figureText(Math.round(value), 'COUNT'),
    scale: 'COUNT',
  };
  const shares: ChartSeries = {
    kind: 'line',
    title: seriesTitle(t('figures.cumulative'), 'PERCENT', t),
    unit: t('figures.unit.PERCENT'),
    values: steps.map(({ cumulative }) => cumulative),
    textOf: (value) => figureText(value, 'PERCENT'),
    scale: 'PERCENT line',
  };
  return { categories: steps.map(({ row }) => nameOfRow(row, t)), series: [counts, shares] };
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const isByDay = (rows: readonly Row[]) => rows.every(({ key }) => DAY.test(key));

/** How many came to each step, beside the period that it is compared with. */
function funnelOf(steps: readonly string[], rows: readonly Row[], t: ReturnType<typeof useText>) {
  const heads = rows.filter(({ rowKind }) => rowKind !== 'ROW');
  if (heads.length === 0) return null;
  return {
    categories: steps.map((step) => t(`field.${step}`)),
    series: heads.map((row): ChartSeries => ({
      kind: 'bar',
      title: nameOfRow(row, t),
      unit: t('figures.unit.COUNT'),
      values: steps.map((step) => row.figures[step] ?? null),
      textOf: (value) => figureText(Math.round(value), 'COUNT'),
      scale: 'COUNT',
    })),
  };
}
