// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { renderPage } from '../../testing/index.ts';
import { count, defineColumns, text } from '../list/columns.ts';
import { useRows } from '../list/use-rows.ts';
import { textOfCell } from './cell.tsx';
import { DataTable } from './data-table.tsx';
import { useLayout } from './use-layout.ts';

interface Level {
  readonly name: string;
  readonly cases: number;
  readonly waitMs: number;
}
const columns = defineColumns<Level>([
  text('name'),
  count('cases', { sortable: true }),
  count('waitMs', { sortable: true, as: (ms) => (ms < 1_000 ? `${ms} ms` : `${ms / 1_000} s`) }),
]);
const rows: readonly Level[] = [
  { name: 'S1', cases: 900, waitMs: 1_500 },
  { name: 'S2', cases: 12_345, waitMs: 200 },
  { name: 'S3', cases: 0, waitMs: 900 },
];

function Page() {
  const list = useRows({ name: 'test.levels', rows, idOf: ({ name }) => name, columns });
  const layout = useLayout(list.name, columns);
  return <DataTable list={list} layout={layout} label="Levels" nameOf={({ name }) => name} />;
}

const draw = () =>
  renderPage(<Page />, {
    plugin: {
      name: 'test',
      texts: { en: { field: { name: 'Name', cases: 'Cases', waitMs: 'Wait' } } },
    },
  });
const names = () => screen.getAllByRole('rowheader').map((one) => one.textContent);

it('shows how many with separators at the right, and sorts by what it counts', async () => {
  draw();
  const cell = screen.getByText('12,345').closest('td');
  expect(cell?.className).toContain('kp-right');
  expect(screen.getByRole('columnheader', { name: /Cases/ }).className).toContain('kp-right');
  await userEvent.click(screen.getByRole('button', { name: /^Cases/ }));
  expect(names()).toEqual(['S3', 'S1', 'S2']);
});

it('is sorted by the number, however it is written', async () => {
  draw();
  await userEvent.click(screen.getByRole('button', { name: /^Wait/ }));
  expect(names()).toEqual(['S2', 'S3', 'S1']);
  expect(screen.getByText('1.5 s')).toBeTruthy();
});

it('copies digits alone, so that a sheet reads a number', () => {
  const texts = { t: (key: string) => key, kit: (key: string) => key };
  expect(textOfCell({ kind: 'count', count: 12_345 }, texts)).toBe('12345');
  expect(textOfCell({ kind: 'count', count: null }, texts)).toBe('');
});
