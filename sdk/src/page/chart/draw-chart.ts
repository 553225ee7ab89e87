import uPlot from 'uplot';
import { type ChartProps, type ChartSeries, heightsOf, rangeOf } from './chart-series.ts';

const HEIGHT = 200;
/** Told apart without colours, too: by kind, dashes and the table. */
const COLOURS = ['--k-accent', '--k-warning', '--k-success', '--k-danger'];
const DASH = [6, 4];
/** Pixels that a letter of an axis takes, about. */
const LETTER = 7;
const NONE: ChartSeries = { title: '', kind: 'line', values: [], textOf: String, scale: '' };

/** Colours of the theme; on paper those of the light one. */
function paletteOf(element: HTMLElement, isPaper: boolean) {
  if (isPaper) return { text: '#1c2127', line: '#c5cbd3', series: ['#215db0', '#935610', '#1c6e42', '#ac2f33'] };
  const style = getComputedStyle(element);
  const of = (name: string) => style.getPropertyValue(name).trim() || '#5c6572';
  return { text: of('--k-muted'), line: of('--k-line'), series: COLOURS.map(of) };
}

/** Draws a chart into an element as wide as that is. @returns what takes it away. */
export function drawChart(element: HTMLElement, props: ChartProps, isPaper: boolean): () => void {
  const { categories, series, along, isStacked = false } = props;
  const palette = paletteOf(element, isPaper);
  const heights = heightsOf(series, isStacked);
  const scales = [...new Set(series.map(({ scale }) => scale))];
  const bars = series.filter(({ kind }) => kind === 'bar').length;
  // Of stacked bars the highest is drawn first; the others cover it from below.
  const order = series.map((_, index) => index);
  if (isStacked) order.sort((one, other) => rank(series[one]) - rank(series[other]) || other - one);
  const font = `12px ${getComputedStyle(element).fontFamily}`;
  let nextBar = 0;
  const drawn = order.map((index): uPlot.Series => {
    const one = series[index] ?? NONE;
    const stroke = palette.series[index % palette.series.length] ?? palette.text;
    const basics = {
      label: one.title,
      class: `kc-${one.kind}`,
      scale: one.scale,
      stroke,
      value: (_: uPlot, __: number, ___: number, at: number | null) => (at === null ? '' : textAt(one, at)),
    };
    if (one.kind === 'dot') {
      return { ...basics, paths: () => null, points: { show: true, size: 9, fill: stroke } };
    }
    if (one.kind === 'line') {
      return { ...basics, width: 2, points: { show: true, size: 6 }, ...(one.isDashed && { dash: DASH }) };
    }
    const place = isStacked || bars === 1 ? 0 : nextBar++ === 0 ? -1 : 1;
    const paths = uPlot.paths.bars?.({ size: [place === 0 ? 0.6 : 0.35, 48], align: place });
    return {
      ...basics,
      fill: stroke,
      width: 0,
      points: { show: false },
      ...(paths && { paths }),
    };
  });
  const bottom: uPlot.Axis = {
    stroke: palette.text,
    font,
    ticks: { show: false },
    ...(along === undefined
      ? {
          grid: { show: false },
          incrs: [1, 2, 5, 10, 20, 50, 100, 200],
          values: ({ bbox }, splits) => {
            const room = bbox.width / devicePixelRatio / splits.length / LETTER;
            return splits.map((at) => shortened(categories[at] ?? '', Math.floor(room)));
          },
          space: 90,
          size: 28,
        }
      : {
          grid: { show: true, stroke: palette.line, width: 1 },
          values: (_, splits) => splits.map(along.textOf),
          label: along.title,
          labelFont: font,
          labelSize: 20,
          size: 28,
        }),
  };
  const titledBy = (of: string) => {
    const label = series.find(({ scale, unit }) => scale === of && unit !== undefined)?.unit;
    return label === undefined ? {} : { label, labelFont: font, labelSize: 20 };
  };
  const axisOf = (scale: string, index: number): uPlot.Axis => ({
    scale,
    ...titledBy(scale),
    side: index === 0 ? 3 : 1,
    stroke: palette.text,
    font,
    // As wide as its longest amount: a cut one reads as another.
    size: (_, values) => Math.max(48, ...(values ?? []).map((value) => value.length * LETTER + 18)),
    grid: { show: index === 0, stroke: palette.line, width: 1 },
    ticks: { show: false },
    values: (_, splits) => {
      const textOf = series.find((one) => one.scale === scale)?.textOf ?? String;
      // Steps of an axis of money are whole shillings.
      return splits.map((value) => textOf(value).replace(/\.00$/, ''));
    },
  });
  const plot = new uPlot(
    {
      width: element.clientWidth,
      height: HEIGHT,
      cursor: { drag: { x: false, y: false } },
      legend: { live: true },
      scales: {
        x: {
          time: false,
          range: (_, least, most) => (along === undefined ? [-0.5, categories.length - 0.5] : rangeOf(least, most)),
        },
        ...Object.fromEntries(
          scales.map((scale) => [scale, { range: (_: uPlot, least: number, most: number) => rangeOf(least, most) }]),
        ),
      },
      axes: [bottom, ...scales.slice(0, 2).map(axisOf)],
      series: [{ label: '\u00a0', value: (_, __, ___, at) => (at === null ? '' : placeText(props, at)) }, ...drawn],
    },
    [
      along === undefined ? categories.map((_, index) => index) : [...along.values],
      ...order.map((index) => [...(heights[index] ?? [])]),
    ],
    element,
  );
  return () => {
    plot.destroy();
  };
}

/** Names beside each other must not run together; the table has them whole. */
const shortened = (name: string, most: number) =>
  name.length > most ? `${name.slice(0, Math.max(1, most - 1))}…` : name;
/** Which category is pointed at, and where it lies. */
const placeText = ({ categories, along }: ChartProps, at: number) => {
  const value = along?.values[at];
  const name = categories[at] ?? '';
  return along === undefined || value === undefined ? name : `${name} · ${along.title} ${along.textOf(value)}`;
};
const rank = (series: ChartSeries | undefined) => (series?.kind === 'bar' ? 0 : 1);
const textAt = (series: ChartSeries, at: number) => {
  const value = series.values[at] ?? null;
  return value === null ? '–' : series.textOf(value);
};
