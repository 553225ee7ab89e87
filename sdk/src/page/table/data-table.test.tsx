// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { renderPage } from '../../testing/index.ts';
import { shortcutGroups$ } from '../../shortcuts/shortcuts.ts';
import { defineColumns, money, text } from '../list/columns.ts';
import { useRows } from '../list/use-rows.ts';
import { DataTable } from './data-table.tsx';
import { useLayout } from './use-layout.ts';

interface Line {
  readonly no: string;
  readonly name: string;
  readonly city: string;
  readonly dueCents: number;
}
const columns = defineColumns<Line>([
  text('name', { sortable: true }),
  text('city'),
  money('dueCents', { sortable: true }),
]);
const texts = { field: { name: 'Name', city: 'City', dueCents: 'Due' } };
const linesOf = (count: number): Line[] =>
  Array.from({ length: count }, (_unused, index) => ({
    no: `L${index}`,
    name: `Name ${index}`,
    city: index === 1 ? '=1+1' : `City ${index}`,
    dueCents: (count - index) * 100,
  }));

const opened = vi.fn<(row: Line) => void>();
function Page({ lines }: { readonly lines: readonly Line[] }) {
  const list = useRows({ name: 'test.lines', rows: lines, idOf: (line) => line.no, columns });
  const layout = useLayout(list.name, columns);
  return (
    <DataTable list={list} layout={layout} label="Lines" nameOf={(line) => line.name} isSelectable onOpen={opened} />
  );
}

const draw = (count = 5) => {
  opened.mockClear();
  return renderPage(<Page lines={linesOf(count)} />, { plugin: { name: 'test', texts: { en: texts } } });
};
const press = (key: string, more: { shiftKey?: boolean; ctrlKey?: boolean } = {}) => {
  fireEvent.keyDown(document.activeElement ?? document.body, { key, ...more });
};
const focusedText = () => document.activeElement?.textContent;
const heads = () =>
  screen
    .getAllByRole('columnheader')
    .slice(1)
    .map((head) => head.querySelector('.kp-head-title')?.textContent);

/** What a copy puts on the clipboard. */
function copied(): string {
  const held = new Map<string, string>();
  const clipboardData = { setData: (type: string, value: string) => held.set(type, value) };
  fireEvent.copy(document.activeElement ?? document.body, { clipboardData });
  return held.get('text/plain') ?? '';
}

it('walks rows, cells and the head by keys', () => {
  draw();
  press('j');
  expect(document.activeElement?.getAttribute('aria-rowindex')).toBe('2');
  press('ArrowDown');
  press('ArrowRight');
  press('ArrowRight');
  expect(focusedText()).toBe('Name 1');
  press('End');
  expect(focusedText()).toBe('4.00');
  press('Home');
  press('ArrowLeft');
  expect(document.activeElement?.tagName).toBe('TR');
  press('Enter');
  expect(opened).toHaveBeenCalledWith(expect.objectContaining({ no: 'L1' }));
  press('x');
  expect(screen.getByLabelText<HTMLInputElement>('Select row Name 1').checked).toBe(true);
  press('Home');
  press('ArrowRight');
  press('ArrowRight');
  press('ArrowUp');
  expect(focusedText()).toContain('Name');
  expect(document.activeElement?.closest('thead')).not.toBeNull();
  press('ArrowDown');
  expect(focusedText()).toBe('Name 0');
});

it('tells assistive technology where everything stands', () => {
  draw(5);
  const grid = screen.getByRole('grid', { name: 'Lines' });
  expect(grid.getAttribute('aria-rowcount')).toBe('6');
  expect(grid.getAttribute('aria-colcount')).toBe('4');
  const row = within(grid).getAllByRole('row')[2];
  expect(row?.getAttribute('aria-rowindex')).toBe('3');
  expect(within(grid).getAllByRole('rowheader')).toHaveLength(5);
  const cell = within(grid).getByText('City 2').closest('td');
  expect(cell?.getAttribute('aria-colindex')).toBe('3');
});

it('copies a marked rectangle as a spreadsheet takes it, with no formula', () => {
  draw();
  press('j');
  press('ArrowRight');
  press('ArrowRight');
  press('ArrowRight', { shiftKey: true });
  press('ArrowDown', { shiftKey: true });
  expect(screen.getByText('2 × 2 cells marked')).toBeTruthy();
  expect(copied()).toBe("Name 0\tCity 0\nName 1\t'=1+1");
  press('Escape');
  expect(copied()).toBe('=1+1');
});

it('copies the selected rows where nothing is marked', () => {
  draw();
  fireEvent.click(screen.getByLabelText('Select row Name 2'));
  press('j');
  expect(copied()).toBe('Name 2\tCity 2\t3.00');
});

it('moves, widens and hides columns by keys and by the menu', async () => {
  draw();
  screen.getByRole('button', { name: 'Name' }).focus();
  press('ArrowRight', { shiftKey: true });
  expect(heads()).toEqual(['City', 'Name', 'Due']);
  expect(screen.getByText('Name is column 2 of 3')).toBeTruthy();
  expect(focusedText()).toContain('Name');
  const name = screen.getByRole('columnheader', { name: /^Name/ });
  const edge = within(name).getByRole('separator');
  expect(edge.getAttribute('aria-valuenow')).toBe('140');
  press('+');
  expect(edge.getAttribute('aria-valuenow')).toBe('156');
  await userEvent.click(within(name).getByRole('button', { name: 'Column menu' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Hide column' }));
  expect(heads()).toEqual(['City', 'Due']);
});

it('sorts what is here by what is meant, and back to the given order', async () => {
  draw(12);
  const due = screen.getByRole('button', { name: /^Due/ });
  const first = () => screen.getAllByRole('rowheader')[0]?.textContent;
  await userEvent.click(due);
  expect(first()).toBe('Name 11');
  await userEvent.click(due);
  await userEvent.click(due);
  expect(first()).toBe('Name 0');
});

it('draws of a hundred thousand rows those in sight, and the one the keyboard is on', () => {
  draw(100_000);
  expect(screen.getAllByRole('row').length).toBeLessThan(80);
  expect(screen.getByRole('grid').getAttribute('aria-rowcount')).toBe('100001');
  press('j');
  press('End');
  expect(document.activeElement?.getAttribute('aria-rowindex')).toBe('100001');
  expect(focusedText()).toContain('Name 99999');
  expect(screen.getAllByRole('row').length).toBeLessThan(80);
});

it('offers its keys to the sheet while it stands', () => {
  const page = draw();
  expect(shortcutGroups$.value.map(({ title }) => title)).toEqual(['In a list']);
  page.assertReleases();
  expect(shortcutGroups$.value).toEqual([]);
});

it('puts a heading above the first of the rows that belong together, and walks past it by keys', async () => {
  function Grouped() {
    const list = useRows({ name: 'test.lines', rows: linesOf(4), idOf: (line) => line.no, columns });
    const layout = useLayout(list.name, columns);
    const group = {
      keyOf: (line: Line) => (Number(line.no.slice(1)) < 2 ? 'first' : 'second'),
      titleOf: (line: Line) => `From ${line.name}`,
    };
    return <DataTable list={list} layout={layout} label="Lines" nameOf={(line) => line.name} group={group} />;
  }
  renderPage(<Grouped />, { plugin: { name: 'test', texts: { en: texts } } });
  const headings = await screen.findAllByRole('rowheader', { name: /^From/ });
  expect(headings.map((heading) => heading.textContent)).toEqual(['From Name 0', 'From Name 2']);
  for (const key of ['j', 'j', 'j']) press(key);
  expect(document.activeElement?.getAttribute('data-row')).toBe('2');
});
