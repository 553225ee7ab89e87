import { expect, it } from 'vitest';
import { defineColumns, text } from '../list/columns.ts';
import { actionWidthFor, shapeOf } from './grid-shape.ts';
import { tagsWidth } from './text-width.ts';

const columns = defineColumns<Record<'a' | 'b' | 'c', string>>([
  text('a', { width: 200 }),
  text('b', { width: 300 }),
  text('c', { width: 100 }),
]);
const parts = { isSelectable: true, actionWidth: 120 };

it('adds up where cells begin, with the boxes before and the actions after the columns', () => {
  const shape = shapeOf({ columns, frozenCount: 2 }, parts, 1_200);
  expect(shape).toMatchObject({ frozenAt: [40, 240], frozenWidth: 540, width: 760, cellCount: 5 });
  const bare = shapeOf({ columns, frozenCount: 0 }, { isSelectable: false, actionWidth: 0 }, 0);
  expect(bare).toMatchObject({ frozenAt: [], frozenWidth: 0, width: 600, cellCount: 3 });
});

it('freezes no more columns than leave room to scroll in, and always the first', () => {
  expect(shapeOf({ columns, frozenCount: 3 }, parts, 600)).toMatchObject({
    frozenCount: 1,
    frozenWidth: 240,
  });
  expect(shapeOf({ columns, frozenCount: 3 }, parts, 100).frozenCount).toBe(1);
});

it('gives the actions room for the longest of their buttons, up to a bound', () => {
  const widthFor = (...labels: string[]) => actionWidthFor(labels.map((label) => ({ label })));
  expect(widthFor()).toBe(0);
  expect(widthFor('Edit')).toBe(120);
  expect(widthFor('Edit', 'Correct credit')).toBeGreaterThan(160);
  expect(widthFor('Correct the credit of all repayments of this case')).toBe(220);
});

it('makes a column of tags as wide as its longest word, up to a limit', () => {
  expect(tagsWidth([])).toBe(0);
  expect(tagsWidth(['Draft', 'Awaiting approval'])).toBeGreaterThan(tagsWidth(['Draft']));
  expect(tagsWidth(['Awaiting approval'])).toBeGreaterThanOrEqual(160);
  expect(tagsWidth(['待审批'])).toBeLessThan(110);
  expect(tagsWidth(['A word that nobody would write on a tag of a list'])).toBe(200);
});
