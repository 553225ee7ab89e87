import type { report } from '@kituo/sdk/contracts';
import { expect, test } from 'vitest';
import { paretoOf } from './pareto.ts';

const row = (key: string, refused: number | null): report.ReportRow => ({
  rowKind: 'ROW',
  key,
  keyName: key,
  isProvisional: false,
  isYoung: false,
  figures: { refused },
});

test('a Pareto has the largest first, each with the share that it and the larger ones come to', () => {
  const steps = paretoOf(
    [row('M101', 1), row('M102', 6), row('M103', null), row('M104', 3), row('M105', 0)],
    'refused',
  );
  expect(steps.map(({ row: { key }, count, cumulative }) => [key, count, cumulative])).toEqual([
    ['M102', 6, 60],
    ['M104', 3, 90],
    ['M101', 1, 100],
  ]);
  expect(paretoOf([], 'refused')).toEqual([]);
});
