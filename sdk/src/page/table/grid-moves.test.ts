import { expect, it } from 'vitest';
import { moveInGrid } from './grid-moves.ts';
import type { GridPlace } from './grid-moves.ts';

const size = { rows: 30, columns: 5, rowsInView: 10 };
const press = (row: number, column: number | null, key: string, ctrlKey = false) =>
  moveInGrid({ row, column }, { key, ctrlKey }, size);

it.each<readonly [string, number, number | null, string, GridPlace | null]>([
  ['down in the same cell', 3, 2, 'ArrowDown', { row: 4, column: 2 }],
  ['to the head from the first row', 0, 2, 'ArrowUp', { row: -1, column: 2 }],
  ['to the head from the first row as a whole', 0, null, 'ArrowUp', { row: -1, column: 0 }],
  ['no further than the last row', 29, null, 'j', { row: 29, column: null }],
  ['never into the head with k', 0, null, 'k', { row: 0, column: null }],
  ['from a row into its first cell', 3, null, 'ArrowRight', { row: 3, column: 0 }],
  ['from the first cell back to the row', 3, 0, 'ArrowLeft', { row: 3, column: null }],
  ['no further than the last cell', 3, 4, 'ArrowRight', { row: 3, column: 4 }],
  ['to the ends of a row', 3, 2, 'End', { row: 3, column: 4 }],
  ['to the end of the page from a row', 3, null, 'End', { row: 29, column: null }],
  ['a window on', 3, 1, 'PageDown', { row: 13, column: 1 }],
  ['a window back, and no further', 3, 1, 'PageUp', { row: 0, column: 1 }],
  ['nowhere with another key', 3, 1, 'q', null],
])('goes %s', (_name, row, column, key, to) => {
  expect(press(row, column, key)).toEqual(to);
});

it('reaches the corners with Ctrl', () => {
  expect(press(3, 2, 'Home', true)).toEqual({ row: 0, column: 0 });
  expect(press(3, 2, 'End', true)).toEqual({ row: 29, column: 4 });
  expect(press(3, null, 'End', true)).toEqual({ row: 29, column: null });
  expect(press(3, 2, 'ArrowDown', true)).toBeNull();
});
