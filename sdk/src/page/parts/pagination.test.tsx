// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPage } from '../../testing/index.ts';
import { defineColumns, text } from '../list/columns.ts';
import { useRows } from '../list/use-rows.ts';
import { Pagination } from './pagination.tsx';

const columns = defineColumns<{ readonly no: string }>([text('no')]);

function Page({ pageCount }: { readonly pageCount: number }) {
  const rows = [{ no: 'L1' }];
  const list = useRows({ name: 'test.lines', rows, idOf: ({ no }) => no, columns });
  return <Pagination list={{ ...list, pageCount }} />;
}

test('of a page 1 of 1 nothing is said but how many rows it has', () => {
  const page = renderPage(<Page pageCount={1} />);
  expect(screen.getByText('total 1 items')).toBeTruthy();
  expect(screen.queryByText(/^Page /)).toBeNull();
  expect(screen.queryByRole('button')).toBeNull();
  page.unmount();
  renderPage(<Page pageCount={3} />);
  expect(screen.getByText('Page 1 of 3')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'next' })).toBeTruthy();
});
