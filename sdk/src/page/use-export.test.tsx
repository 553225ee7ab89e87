// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { user } from '../contracts/index.ts';
import * as job from '../contracts/platform/job.contract.ts';
import type { JobRow } from '../contracts/platform/job.contract.ts';
import type { UserRow } from '../contracts/staff/user.contract.ts';
import { renderPage, reply, resetFakeHost } from '../testing/index.ts';
import type { RenderedPage } from '../testing/index.ts';
import { defineColumns, text } from './list/columns.ts';
import { containing, defineFilters } from './list/filters.ts';
import { useList } from './list/use-list.ts';
import { ExportButton } from './parts/export-button.tsx';
import { useExport } from './use-export.ts';

afterEach(resetFakeHost);

const columns = defineColumns<UserRow>([text('userName')]);
const filters = defineFilters({ userName: containing() });

function Page() {
  const list = useList<UserRow>({
    load: user.getUserList,
    idOf: (row) => row.userNo,
    columns,
    filters,
  });
  const exporter = useExport({
    list,
    endpoint: user.exportUserList,
    jobKind: 'users.export',
    request: ({ ids, ...scope }) => user.exportUserList.request.parse({ ...scope, ...(ids && { userNos: ids }) }),
  });
  return (
    <>
      <output>{list.total} people</output>
      <ExportButton exporter={exporter} />
    </>
  );
}

const aJob: JobRow = {
  jobNo: 'J1',
  kind: 'users.export',
  title: 'Export of users',
  jobStatus: 'RUNNING',
  total: 0,
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
const done: JobRow = {
  ...aJob,
  jobStatus: 'SUCCESS',
  total: 1284,
  done: 1284,
  succeeded: 1284,
  fileName: 'users-2026-11-20.csv',
  allowedActions: ['download'],
};

/** The names of what was handed to the browser to save; jsdom itself saves nothing. */
const saved: string[] = [];
beforeEach(() => {
  saved.length = 0;
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }));
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function open(at: string, sessionStore: Readonly<Record<string, string>> = {}): RenderedPage {
  return renderPage(<Page />, {
    at,
    sessionStore,
    perms: ['user:user:export'],
    replies: [
      reply(user.getUserList, { rows: [], total: 1284, totalIsExact: true }),
      reply(user.exportUserList, { jobNo: 'J1' }),
      reply(job.detail, aJob),
      reply(job.cancel, aJob),
      reply(job.file, new File(['a,b'], 'users-2026-11-20.csv')),
    ],
  });
}

test('exports what the filters match, tells the rows so far, and saves the file when it is there', async () => {
  const page = open('/AdminContent/Test?userName=ach&sort=-userName');
  await screen.findByText('1284 people');
  fireEvent.click(screen.getByText('Export'));
  fireEvent.click(await screen.findByText('CSV'));
  expect(await screen.findByText('Exporting: 0 rows so far')).toBeTruthy();
  expect(page.server.callsOf(user.exportUserList)[0]?.request).toEqual({
    format: 'csv',
    filters: { userName: 'ach' },
    sort: { field: 'userName', direction: 'desc' },
  });
  page.push({ type: 'job', jobNo: 'J1', status: 'RUNNING', done: 900, total: 0 });
  expect(await screen.findByText('Exporting: 900 rows so far')).toBeTruthy();

  page.server.answer(reply(job.detail, done));
  page.push({ type: 'job', jobNo: 'J1', status: 'SUCCESS', done: 1284, total: 1284 });
  expect(await screen.findByText('Exported as users-2026-11-20.csv')).toBeTruthy();
  await waitFor(() => {
    expect(saved).toEqual(['users-2026-11-20.csv']);
  });
});

test('is found again after a reload and called off', async () => {
  const page = open('/AdminContent/Test', { 'kituo.job.users.export': 'J1' });
  fireEvent.click(await screen.findByText('Exporting: 0 rows so far'));
  fireEvent.click(await screen.findByText('Cancel export'));
  await waitFor(() => {
    expect(page.server.callsOf(job.cancel)[0]?.request).toEqual({ jobNo: 'J1' });
  });
  page.server.answer(reply(job.detail, { ...aJob, jobStatus: 'CANCELLED', allowedActions: [] }));
  page.push({ type: 'job', jobNo: 'J1', status: 'CANCELLED', done: 0, total: 0 });
  expect(await screen.findByText('Export')).toBeTruthy();
  expect(saved).toEqual([]);
});
