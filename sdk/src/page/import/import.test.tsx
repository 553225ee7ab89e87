// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { apply, applyFile, preview } from '../../contracts/platform/import.contract.ts';
import * as job from '../../contracts/platform/job.contract.ts';
import type { JobRow } from '../../contracts/platform/job.contract.ts';
import { Refusal, renderPage, reply, resetFakeHost } from '../../testing/index.ts';
import type { FakeReply, RenderedPage } from '../../testing/index.ts';
import { ActionButton } from '../parts/action-button.tsx';
import { ImportDialog } from './import-dialog.tsx';
import { useImport } from './use-import.ts';

afterEach(resetFakeHost);

function Page({ refresh }: { readonly refresh: () => void }) {
  const importer = useImport({
    name: 'import',
    kind: 'users.import',
    code: 'user:user:add',
    list: { refresh },
  });
  return (
    <>
      <ActionButton action={importer.action} subject={null} />
      <ImportDialog importer={importer} />
    </>
  );
}

const columns = [
  { key: 'userName', title: 'User name', isRequired: true },
  { key: 'phone', title: 'Phone', isRequired: false },
];
const cells = (userName: string, phone: string) => ({ userName, phone });
const wrongPhone = { field: 'phone', msg: '254 and 9 digits' };
const fileHash = 'ab'.repeat(32);
const file = { fileHash, earlier: null };
const read = {
  columns,
  ...file,
  faulty: 2,
  rows: [
    { rowNo: 1, cells: cells('first', '254712345678'), keys: [], faults: [] },
    { rowNo: 2, cells: cells('second, "two"', '0712'), keys: [], faults: [wrongPhone] },
    { rowNo: 3, cells: cells('third', '07'), keys: [], faults: [wrongPhone] },
  ],
};
const aJob: JobRow = {
  jobNo: 'J1',
  kind: 'users.import',
  title: 'Import of users',
  jobStatus: 'RUNNING',
  total: 2,
  done: 0,
  succeeded: 0,
  failed: 0,
  reason: null,
  fileName: null,
  expiresAt: null,
  createdAt: '2026-11-20T08:00:00Z',
  startedAt: null,
  finishedAt: null,
  retryOf: null,
  allowedActions: ['cancel'],
};
const texts = {
  action: {
    import: { label: 'Import', title: 'Import users', done: '{{count}} in, {{failed}} not' },
  },
};

async function open(replies: readonly FakeReply[] = []) {
  let refreshed = 0;
  const page = renderPage(<Page refresh={() => (refreshed += 1)} />, {
    perms: ['user:user:add'],
    plugin: { name: 'test', texts: { en: texts } },
    replies: [
      ...replies,
      reply(preview, read),
      reply(apply, { jobNo: 'J1' }),
      reply(job.detail, aJob),
      reply(job.items, { rows: [], total: 0, totalIsExact: true }),
    ],
  });
  fireEvent.click(screen.getByText('Import'));
  const dialog = await screen.findByRole('dialog', { name: 'Import users' });
  return { page, dialog, refreshed: () => refreshed };
}
function choose(dialog: HTMLElement, content = 'a,b'): void {
  const files = [new File([content], 'users.csv', { type: 'text/csv' })];
  fireEvent.change(within(dialog).getByLabelText('Choose a file'), { target: { files } });
}
const applyButton = (dialog: HTMLElement, text: string) =>
  within(dialog).getByRole<HTMLButtonElement>('button', { name: text });

test('marks the faulty cells, checks a fixed one on the server, leaves a row out, and applies the rest', async () => {
  const { page, dialog, refreshed } = await open();
  choose(dialog);
  const phone = await within(dialog).findByLabelText<HTMLInputElement>('Row 2, Phone');
  expect(page.server.callsOf(preview)[0]?.request).toEqual({ kind: 'users.import' });
  expect(phone.getAttribute('aria-invalid')).toBe('true');
  expect(phone.getAttribute('aria-describedby')).toBeTruthy();
  expect(within(dialog).getByText('2 invalid rows')).toBeTruthy();
  // A sound cell is no input, a sound row is not in the way.
  expect(within(dialog).queryByLabelText('Row 2, User name')).toBeNull();
  expect(within(dialog).queryByText('first')).toBeNull();
  expect(applyButton(dialog, 'Import 3 rows').disabled).toBe(true);

  page.server.answer(
    reply(preview, { columns, ...file, faulty: 0, rows: [{ rowNo: 1, cells: {}, keys: [], faults: [] }] }),
  );
  fireEvent.change(phone, { target: { value: '254712345679' } });
  fireEvent.blur(phone);
  await within(dialog).findByText('1 invalid row');
  const asked = await page.server.callsOf(preview)[1]?.bytes?.text();
  expect(asked).toBe('userName,phone\r\n"second, ""two""",254712345679');
  // It stays where it is, open for typing.
  expect(within(dialog).getByLabelText('Row 2, Phone').getAttribute('aria-invalid')).toBe('false');

  fireEvent.click(within(dialog).getByText('Remove invalid row'));
  fireEvent.click(applyButton(dialog, 'Import 2 rows'));
  await screen.findByRole('region', { name: 'Import of users' });
  expect(page.server.callsOf(apply)[0]?.request).toEqual({
    kind: 'users.import',
    rows: [cells('first', '254712345678'), cells('second, "two"', '254712345679')],
    rowNos: [1, 2],
    file: { fileName: 'users.csv', fileHash, isAgain: false },
  });

  page.server.answer(
    reply(job.detail, {
      ...aJob,
      jobStatus: 'PARTIAL_SUCCESS',
      done: 2,
      succeeded: 1,
      failed: 1,
      allowedActions: ['retry', 'downloadFailed'],
    }),
  );
  page.push({ type: 'job', jobNo: 'J1', status: 'PARTIAL_SUCCESS', done: 2, total: 2 });
  expect(await screen.findByText('Download failed rows')).toBeTruthy();
  expect(screen.getAllByText('Partially done')).toHaveLength(2);
  expect(refreshed()).toBe(1);
});

test('an answer about an earlier text of a cell is not taken for the present one', async () => {
  const { page, dialog } = await open();
  choose(dialog);
  const phone = await within(dialog).findByLabelText<HTMLInputElement>('Row 2, Phone');
  page.server.answer(
    reply(preview, { columns, ...file, faulty: 0, rows: [{ rowNo: 1, cells: {}, keys: [], faults: [] }] }),
  );
  fireEvent.change(phone, { target: { value: '254712345679' } });
  fireEvent.blur(phone);
  fireEvent.change(phone, { target: { value: '2547' } });
  await waitFor(() => {
    expect(within(dialog).queryByText('Checking…')).toBeNull();
  });
  expect(phone.getAttribute('aria-invalid')).toBe('true');
  expect(applyButton(dialog, 'Import 3 rows').disabled).toBe(true);
});

const named = (key: string) => [{ field: 'userName', key }];
const sameAs = (row: number) => ({ field: 'userName', msg: `as ${row}`, sameAs: row });
const repeating = {
  columns,
  ...file,
  faulty: 2,
  rows: [
    { rowNo: 1, cells: cells('same', '0712'), keys: named('same'), faults: [wrongPhone] },
    { rowNo: 2, cells: cells('Same', '1'), keys: named('same'), faults: [sameAs(1)] },
    { rowNo: 3, cells: cells('SAME', '2'), keys: named('same'), faults: [sameAs(1)] },
    { rowNo: 4, cells: cells('other', '3'), keys: named('other'), faults: [] },
  ],
};

test('a repeat within the file names the row it repeats, and goes when that row does', async () => {
  const { page, dialog } = await open([reply(preview, repeating)]);
  choose(dialog);
  const second = await within(dialog).findByLabelText<HTMLInputElement>('Row 2, User name');
  expect(second.getAttribute('aria-invalid')).toBe('true');
  expect(within(dialog).getAllByText('Duplicate of row 1.')).toHaveLength(2);
  expect(within(dialog).queryByLabelText('Row 1, User name')).toBeNull();
  fireEvent.click(within(dialog).getByLabelText('Remove row 1'));
  expect(second.getAttribute('aria-invalid')).toBe('false');
  expect(within(dialog).getAllByText('Duplicate of row 2.')).toHaveLength(1);

  // Typed again, it repeats another row, which the server knows nothing of.
  const third = within(dialog).getByLabelText('Row 3, User name');
  const looked = { rowNo: 1, cells: {}, keys: named('other'), faults: [] };
  page.server.answer(reply(preview, { columns, ...file, faulty: 0, rows: [looked] }));
  fireEvent.change(third, { target: { value: 'other' } });
  fireEvent.blur(third);
  await within(dialog).findByText('1 invalid row');
  const fourth = await within(dialog).findByLabelText('Row 4, User name');
  expect(fourth.getAttribute('aria-invalid')).toBe('true');
  expect(within(dialog).getByText('Duplicate of row 3.')).toBeTruthy();
  fireEvent.click(within(dialog).getByText('Remove invalid row'));
  expect(applyButton(dialog, 'Import 2 rows').disabled).toBe(false);
});

test('of rows that repeat one with faults, one is left when those with faults are left out', async () => {
  const { page, dialog } = await open([reply(preview, repeating)]);
  choose(dialog);
  await within(dialog).findByText('3 invalid rows');
  fireEvent.click(within(dialog).getByText('Remove 2 invalid rows'));
  fireEvent.click(applyButton(dialog, 'Import 2 rows'));
  await screen.findByRole('region', { name: 'Import of users' });
  expect(page.server.callsOf(apply)[0]?.request).toMatchObject({ rowNos: [2, 4] });
});

test('a file that cannot be read says why, and another can be selected', async () => {
  const { page, dialog } = await open([
    reply(preview, () => {
      throw new Refusal('IMPORT_COLUMNS', { facts: { missing: 'Phone' } });
    }),
  ]);
  choose(dialog);
  expect(await within(dialog).findByRole('alert', { name: '' })).toBeTruthy();
  page.server.answer(reply(preview, { ...read, rows: read.rows.slice(0, 1), faulty: 0 }));
  choose(dialog);
  expect(await within(dialog).findByText('No invalid rows')).toBeTruthy();
  expect(applyButton(dialog, 'Import 1 row').disabled).toBe(false);
});

test('leaving asks first where cells were to be fixed', async () => {
  const { dialog } = await open();
  choose(dialog);
  await within(dialog).findByLabelText('Row 2, Phone');
  fireEvent.click(within(dialog).getByText('Cancel'));
  fireEvent.click(await screen.findByText('Discard'));
  await waitFor(() => {
    expect(screen.queryByRole('dialog', { name: 'Import users' })).toBeNull();
  });
});

test('is not offered without its code', () => {
  const page: RenderedPage = renderPage(<Page refresh={() => undefined} />, {
    plugin: { name: 'test', texts: { en: texts } },
  });
  expect(screen.queryByText('Import')).toBeNull();
  page.assertReleases();
});

test('a file that was imported before is imported again only when its reader says so', async () => {
  const earlier = { at: '2026-11-20T08:00:00Z', no: 'LI00000007', byName: 'Wanjiru' };
  const sound = { rowNo: 1, cells: cells('first', '254712345678'), keys: [], faults: [] };
  const { page, dialog } = await open([reply(preview, { columns, fileHash, earlier, faulty: 0, rows: [sound] })]);
  choose(dialog);
  expect(await within(dialog).findByText(/imported before, as LI00000007 by Wanjiru/)).toBeTruthy();
  expect(applyButton(dialog, 'Import 1 row').disabled).toBe(true);
  fireEvent.click(within(dialog).getByLabelText('Import it again'));
  fireEvent.click(applyButton(dialog, 'Import 1 row'));
  await waitFor(() => {
    expect(page.server.callsOf(apply)[0]?.request).toMatchObject({ file: { fileHash, isAgain: true } });
  });
});

test('a file too long to be fixed here is summed up by reason and sent whole', async () => {
  const faults = [{ field: 'phone', msg: '254 and 9 digits', count: 1_204, rowNos: [2, 9] }];
  const long = { rows: 200_000, faulty: 1_204, faults };
  const { page, dialog } = await open([
    reply(preview, { columns, ...file, faulty: 1_204, rows: [], long }),
    reply(applyFile, { jobNo: 'J1', rows: 200_000 }),
  ]);
  choose(dialog, 'a long file');
  expect(await within(dialog).findByText('200,000 rows')).toBeTruthy();
  expect(within(dialog).getByRole('row', { name: 'Phone 254 and 9 digits 1,204 2, 9' })).toBeTruthy();
  expect(within(dialog).queryByText(/^Remove/)).toBeNull();
  fireEvent.click(applyButton(dialog, 'Import 198,796 rows'));
  await screen.findByRole('region', { name: 'Import of users' });
  const [sent] = page.server.callsOf(applyFile);
  expect(sent?.request).toEqual({ kind: 'users.import', fileName: 'users.csv', isAgain: false });
  expect(await sent?.bytes?.text()).toBe('a long file');
  expect(page.server.callsOf(apply)).toEqual([]);
});
