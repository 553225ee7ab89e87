import { Regions } from '@blueprintjs/table';
import { expect, it } from 'vitest';
import { defineColumns, text } from '../list/columns.ts';
import { asTabSeparated, between, colsIn, sizeOf, textsOf } from './cell-range.ts';

interface Line {
  readonly name: string;
  readonly city: string;
}
const columns = defineColumns<Line>([text('name'), text('city')]);
const lines: readonly Line[] = ['Nairobi', 'Mombasa', 'Kisumu', 'Nakuru'].map((city, index) => ({
  name: `N${index}`,
  city,
}));
const texts = { t: (key: string) => key, kit: (key: string) => key };
const read = (...regions: Parameters<typeof textsOf>[0]) => textsOf(regions, lines, columns, texts);

it('is the same rectangle whichever corner it was begun at', () => {
  const region = between({ row: 2, col: 1 }, { row: 1, col: 0 });
  expect(region).toEqual(between({ row: 1, col: 1 }, { row: 2, col: 0 }));
  expect(sizeOf(region)).toEqual({ rows: 2, columns: 2 });
  expect([0, 1, 2, 3].map((row) => colsIn(region, row))).toEqual([null, [0, 1], [0, 1], null]);
  expect(read(region)).toEqual([
    ['N1', 'Mombasa'],
    ['N2', 'Kisumu'],
  ]);
});

it('puts rows that stand apart one under the other', () => {
  expect(asTabSeparated(read(Regions.row(0), Regions.row(3)))).toBe('N0\tNairobi\nN3\tNakuru');
  expect(read(Regions.cell(3, 1))).toEqual([['Nakuru']]);
});
