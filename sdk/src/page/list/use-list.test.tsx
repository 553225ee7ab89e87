// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import type { AxiosResponse, InternalAxiosRequestConfig } from 'axios';
import * as z from 'zod/mini';
import { expect, test } from 'vitest';
import { setAdapter } from '../../api/call.ts';
import { queryClient } from '../../api/query-client.ts';
import { defineEndpoint } from '../../contracts/endpoint.ts';
import { listReply, listRequest } from '../../contracts/list.ts';
import { filter, saveFilter } from '../../contracts/platform/view.contract.ts';
import { Refusal, renderPage, reply } from '../../testing/index.ts';
import { FilterBar } from '../parts/filter-bar.tsx';
import { ListPage } from '../parts/list-page.tsx';
import { DataTable } from '../table/data-table.tsx';
import { useDetail } from '../use-detail.ts';
import { useLayout } from '../table/use-layout.ts';
import { defineColumns, text } from './columns.ts';
import { containing, dateRange, defineFilters } from './filters.ts';
import { useList } from './use-list.ts';
import { useRefreshOn, useRefreshOnRows } from './use-refresh-on.ts';

const day = z.optional(z.object({ from: z.string(), to: z.string() }));
const load = defineEndpoint({
  name: 'test.page',
  method: 'POST',
  path: 'test/page',
  access: 'signedIn',
  kind: 'query',
  summary: 'A list',
  request: listRequest(z.object({ name: z.optional(z.string()), day }), ['name']),
  reply: listReply(z.object({ no: z.string(), name: z.string() })),
});
interface Row {
  readonly no: string;
  readonly name: string;
}
const columns = defineColumns<Row>([text('no'), text('name')]);
const filters = defineFilters({ name: containing(), day: dateRange() });
const texts = { field: { no: 'No', name: 'Name', day: 'Day' }, unit: 'rows' };

function Page() {
  const list = useList<Row>({ load, idOf: (row) => row.no, columns, filters });
  const layout = useLayout(list.name, columns);
  return (
    <ListPage list={list} title="List" batch={<span />}>
      <FilterBar list={list} />
      <DataTable list={list} layout={layout} label="List" nameOf={(row) => row.name} isSelectable />
    </ListPage>
  );
}

const pageOf = (name: string, page = 1) => ({
  rows: [{ no: `${name}${page}`, name: `${name} ${page}` }],
  total: 60,
  totalIsExact: true,
});

const draw = () =>
  renderPage(<Page />, {
    at: '/AdminContent/Test',
    plugin: { name: 'test', texts: { en: texts } },
    replies: [reply(load, ({ page }) => pageOf('row', Number(page)))],
  });

test('a slow first answer never replaces a quick second one', async () => {
  draw();
  await screen.findByText('row 1');
  const waiting: ((name: string) => void)[] = [];
  setAdapter(
    (config: InternalAxiosRequestConfig) =>
      new Promise<AxiosResponse>((resolve) => {
        waiting.push((name) => {
          const data = { code: 0, msg: '', data: pageOf(name) };
          resolve({ data, status: 200, statusText: '', headers: {}, config });
        });
      }),
  );
  const input = screen.getByLabelText('Name');
  fireEvent.change(input, { target: { value: 'a' } });
  fireEvent.keyDown(input, { key: 'Enter' });
  await waitFor(() => {
    expect(waiting).toHaveLength(1);
  });
  fireEvent.change(input, { target: { value: 'ab' } });
  fireEvent.keyDown(input, { key: 'Enter' });
  await waitFor(() => {
    expect(waiting).toHaveLength(2);
  });
  // The old rows stand meanwhile.
  expect(screen.getByText('row 1')).toBeTruthy();
  act(() => {
    waiting[1]?.('second');
  });
  await screen.findByText('second 1');
  await act(async () => {
    waiting[0]?.('first');
    await Promise.resolve();
  });
  expect(screen.queryByText('first 1')).toBeNull();
  expect(screen.getByText('second 1')).toBeTruthy();
});

test('what changes while a list is read for the first time is read after it', async () => {
  const answers: ((name: string) => void)[] = [];
  const answer = () => new Promise((resolve) => answers.push((name) => resolve(pageOf(name))));
  function Followed() {
    const list = useList<Row>({ load, idOf: (row) => row.no, columns, filters });
    useRefreshOn('orders', list.refresh);
    const detail = useDetail(load, { filters: {}, page: 1, pageSize: 20, sort: null });
    useRefreshOn('orders', detail.refresh);
    return <output>{[list, detail.data].map((one) => one?.rows[0]?.name ?? '-').join(', ')}</output>;
  }
  const page = renderPage(<Followed />, { replies: [{ endpoint: load, answer }] });
  await waitFor(() => {
    expect(answers).toHaveLength(2);
  });
  // A crowd of them is answered by one more reading.
  for (let times = 0; times < 3; times += 1) page.push({ type: 'orders' });
  for (const tell of answers.splice(0)) tell('before');
  await waitFor(() => {
    expect(answers).toHaveLength(2);
  });
  for (const tell of answers.splice(0)) tell('after');
  expect(await page.findByText('after 1, after 1')).toBeTruthy();
  expect(answers).toEqual([]);
});

test('a reading that began before a command puts its row back into no earlier state', async () => {
  const answers: ((name: string) => void)[] = [];
  function Acted() {
    const list = useList<Row>({ load, idOf: (row) => row.no, columns, filters });
    const [row] = list.rows;
    return (
      <>
        <output>{row?.name}</output>
        <button onClick={list.refresh}>told</button>
        <button onClick={() => row && void list.refreshRow(row)}>done</button>
      </>
    );
  }
  const one = (name: string) => ({ rows: [{ no: '1', name }], total: 1, totalIsExact: true });
  const page = renderPage(<Acted />, { replies: [reply(load, one('waiting'))] });
  await page.findByText('waiting');
  const answer = () => new Promise((resolve) => answers.push((name) => resolve(one(name))));
  page.server.answer({ endpoint: load, answer });
  fireEvent.click(screen.getByText('told'));
  await waitFor(() => {
    expect(answers).toHaveLength(1);
  });
  fireEvent.click(screen.getByText('done', { selector: 'button' }));
  await waitFor(() => {
    expect(answers).toHaveLength(2);
  });
  await act(async () => answers[1]?.('resolved'));
  expect(await page.findByText('resolved')).toBeTruthy();
  await act(async () => answers[0]?.('waiting'));
  await waitFor(() => {
    expect(queryClient.isFetching()).toBe(0);
  });
  expect(JSON.stringify(queryClient.getQueriesData({}))).not.toContain('waiting');
});

test('keeps rows of several pages selected until the filters change', async () => {
  const page = draw();
  fireEvent.click(await screen.findByLabelText('Select row row 1'));
  fireEvent.click(screen.getByText('next'));
  fireEvent.click(await screen.findByLabelText('Select row row 2'));
  expect(screen.getByText('2 selected')).toBeTruthy();
  fireEvent.click(screen.getByText('previous'));
  await screen.findByText('row 1');
  expect(screen.getByLabelText<HTMLInputElement>('Select row row 1').checked).toBe(true);
  const input = screen.getByLabelText('Name');
  fireEvent.change(input, { target: { value: 'a' } });
  fireEvent.keyDown(input, { key: 'Enter' });
  await waitFor(() => {
    expect(page.address()).toContain('name=a');
  });
  expect(screen.queryByText('2 selected')).toBeNull();
});

test('filters by days once both stand and are in order', async () => {
  const page = draw();
  await screen.findByText('row 1');
  const asked = () => page.server.callsOf(load).map((one) => one.request['filters']);
  fireEvent.change(screen.getByLabelText('Day: From'), { target: { value: '2026-11-10' } });
  expect(page.address()).not.toContain('day=');
  fireEvent.change(screen.getByLabelText('Day: To'), { target: { value: '2026-11-01' } });
  expect(page.address()).not.toContain('day=');
  fireEvent.change(screen.getByLabelText('Day: To'), { target: { value: '2026-11-20' } });
  await waitFor(() => {
    expect(asked().at(-1)).toEqual({ day: { from: '2026-11-10', to: '2026-11-20' } });
  });
  fireEvent.change(screen.getByLabelText('Day: From'), { target: { value: '' } });
  fireEvent.change(screen.getByLabelText('Day: To'), { target: { value: '' } });
  await waitFor(() => {
    expect(page.address()).not.toContain('day=');
  });
});

const people = defineFilters({ name: containing({ isPersonal: true }) });
function People() {
  const list = useList<Row>({ load, idOf: (row) => row.no, columns, filters: people });
  const layout = useLayout(list.name, columns);
  return (
    <ListPage list={list} title="List" batch={<span />}>
      <FilterBar list={list} />
      <DataTable list={list} layout={layout} label="List" nameOf={(row) => row.name} isSelectable />
    </ListPage>
  );
}

test('names personal filters by the server’s id, and asks for nobody before it has read them', async () => {
  const filterId = 'kept-on-the-server-1';
  const page = renderPage(<People />, {
    at: `/AdminContent/Test?saved=${filterId}`,
    plugin: { name: 'test', texts: { en: texts } },
    replies: [
      reply(load, () => pageOf('row')),
      reply(filter, { page: '/admincontent/test', list: 'test.page', filters: { name: 'Amina' } }),
    ],
  });
  await screen.findByText('row 1');
  const asked = () => page.server.callsOf(load).map((one) => one.request['filters']);
  expect(asked()).toEqual([{ name: 'Amina' }]);
  const input = screen.getByLabelText<HTMLInputElement>('Name');
  expect(input.value).toBe('Amina');
  fireEvent.change(input, { target: { value: 'Wanjiku' } });
  fireEvent.keyDown(input, { key: 'Enter' });
  await waitFor(() => {
    expect(page.address()).toMatch(/\?saved=filter-\d+$/);
  });
  expect(page.server.callsOf(saveFilter)[0]?.request).toEqual({
    page: '/AdminContent/Test',
    list: 'test.page',
    filters: { name: 'Wanjiku' },
  });
  await waitFor(() => {
    expect(asked().at(-1)).toEqual({ name: 'Wanjiku' });
  });
});

test('says when personal filters are have expired', async () => {
  renderPage(<People />, {
    at: '/AdminContent/Test?saved=gone-from-the-server',
    plugin: { name: 'test', texts: { en: texts } },
    replies: [
      reply(load, () => pageOf('row')),
      reply(filter, () => {
        throw new Refusal('FILTER_NOT_FOUND');
      }),
    ],
  });
  await screen.findByText(/have expired/);
  await screen.findByText('row 1');
});

/** 230 rows; the server counts as far as `total`. */
function openMany(total: number) {
  const all = Array.from({ length: 230 }, (_unused, index) => ({ no: `N${index}`, name: `Name ${index}` }));
  return renderPage(<People />, {
    at: '/AdminContent/Test',
    plugin: { name: 'test', texts: { en: texts } },
    replies: [
      reply(load, ({ page: at, pageSize }) => {
        const from = (Number(at) - 1) * Number(pageSize);
        const rows = all.slice(from, from + Number(pageSize));
        return { rows, total, totalIsExact: total === all.length };
      }),
    ],
  });
}

test('selects everything that matches by reading its pages', async () => {
  const page = openMany(230);
  fireEvent.click(await screen.findByLabelText('Select row Name 0'));
  expect(screen.queryByText('Select all 230 matching')).toBeNull();
  fireEvent.click(screen.getByLabelText('Select all rows on this page'));
  fireEvent.click(screen.getByText('Select all 230 matching'));
  await screen.findByText('230 selected');
  expect(page.server.callsOf(load).map(({ request }) => request['pageSize'])).toEqual([20, 1_000]);
  fireEvent.click(screen.getByLabelText('Select row Name 3'));
  expect(screen.getByText('229 selected')).toBeTruthy();
});

test('of more rows than were counted it offers the first it can take, and knows them once they are read', async () => {
  openMany(200);
  await screen.findByLabelText('Select row Name 0');
  expect(screen.getByText('Page 1 of 10 or more')).toBeTruthy();
  fireEvent.click(screen.getByLabelText('Select all rows on this page'));
  fireEvent.click(screen.getByText('Select the first 10,000 matching'));
  await screen.findByText('230 selected');
  expect(screen.queryByText(/matching$/)).toBeNull();
});

test('a list reads again when one of its rows changed, or something of a kind that it takes in', async () => {
  function Watched() {
    const list = useList<Row>({ load, idOf: (row) => row.no, columns, filters });
    useRefreshOnRows(list, (row) => [row.no], ['flow']);
    const layout = useLayout(list.name, columns);
    return <DataTable list={list} layout={layout} label="List" nameOf={(row) => row.name} />;
  }
  const page = renderPage(<Watched />, {
    at: '/AdminContent/Test',
    plugin: { name: 'test', texts: { en: texts } },
    replies: [reply(load, () => pageOf('row'))],
  });
  await screen.findByText('row 1');
  const reads = () => page.server.callsOf(load).length;
  const tell = (subjectType: string, subjectNo: string) => {
    page.push({ type: 'changed', things: [{ subjectType, subjectNo }] });
  };
  tell('order', 'another');
  expect(reads()).toBe(1);
  tell('order', 'row1');
  await waitFor(() => {
    expect(reads()).toBe(2);
  });
  tell('flow', 'new');
  await waitFor(() => {
    expect(reads()).toBe(3);
  });
});
