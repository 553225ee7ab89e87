import { expect, test } from 'vitest';
import { checkWorkbookSize, escapeCell, MAX_WORKBOOK_ROWS } from './export.ts';

test('a workbook is bounded, with a refusal that names both numbers', () => {
  expect(() => checkWorkbookSize(MAX_WORKBOOK_ROWS)).not.toThrow();
  expect(() => checkWorkbookSize(MAX_WORKBOOK_ROWS + 1)).toThrow(
    expect.objectContaining({
      error: 'EXPORT_TOO_LARGE',
      facts: { rows: MAX_WORKBOOK_ROWS + 1, maxRows: MAX_WORKBOOK_ROWS },
    }),
  );
});

test('no cell runs as a formula', () => {
  expect(['=1+1', '+1', '-1', '@x', '\tx'].map(escapeCell)).toEqual([
    "'=1+1",
    "'+1",
    "'-1",
    "'@x",
    "'\tx",
  ]);
  expect(escapeCell('Wanjiru')).toBe('Wanjiru');
});
