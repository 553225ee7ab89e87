import { expect, test } from 'vitest';
import { type ChartSeries, heightsOf, rangeOf } from './chart-series.ts';

const series = (kind: ChartSeries['kind'], values: readonly (number | null)[]): ChartSeries => ({
  title: '',
  kind,
  values,
  textOf: String,
  scale: 'COUNT',
});

test('stacked bars stand on one another, lines where they are', () => {
  const all = [series('bar', [1, null]), series('bar', [2, 3]), series('line', [50, null])];
  expect(heightsOf(all, true)).toEqual([
    [1, 0],
    [3, 3],
    [50, null],
  ]);
  expect(heightsOf(all, false)).toEqual(all.map(({ values }) => values));
});

test('an axis holds 0, whatever the values', () => {
  expect(rangeOf(40, 60)).toEqual([0, 63]);
  expect(rangeOf(-20, -10)).toEqual([-21, 0]);
  expect(rangeOf(null, null)).toEqual([0, 1]);
});
