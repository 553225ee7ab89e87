import { expect, test } from 'vitest';
import { centsIn, dayIn, instantIn } from './cells.ts';

test('reads a cell as money, a day or a moment only where it is one', () => {
  expect(['5,400.00', '0.5', '12', '0'].map((cell) => centsIn(cell))).toEqual([540_000, 50, 1_200, 0]);
  expect(['01', '1.234', '-5', 'KES 5', ''].map((cell) => centsIn(cell))).toEqual(Array(5).fill(Number.NaN));
  expect(centsIn('-1,250.75', { isSigned: true })).toBe(-125_075);
  expect(['2026-11-20', '20/11/2026', '1.2.2026', '2026-11-20 10:30'].map((cell) => dayIn(cell))).toEqual([
    '2026-11-20',
    '2026-11-20',
    '2026-02-01',
    '2026-11-20',
  ]);
  expect(['', 'yesterday', '20-11-26', '2026-11'].map((cell) => dayIn(cell))).toEqual(['', '', '', '']);
  expect(instantIn('2026-11-20 10:30')).toBe('2026-11-20T07:30:00.000Z');
  expect(instantIn('20/11/2026')).toBe('2026-11-19T21:00:00.000Z');
  expect(['2026-11-20 9am', '2026-13-40 10:00', 'now'].map((cell) => instantIn(cell))).toEqual(['', '', '']);
});
