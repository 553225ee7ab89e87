// @vitest-environment jsdom
import { job } from '@kituo/sdk/contracts';
import { renderPage, reply } from '@kituo/sdk/testing';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import en from '../../locales/en.json' with { type: 'json' };
import { JobsButton } from './jobs-button.tsx';

const running: job.JobRow = {
  jobNo: 'J1',
  kind: 'users.import',
  title: 'Import users',
  jobStatus: 'RUNNING',
  total: 40,
  done: 10,
  succeeded: 10,
  failed: 0,
  reason: null,
  fileName: null,
  expiresAt: null,
  createdAt: '2026-11-20T06:00:00Z',
  startedAt: null,
  finishedAt: null,
  retryOf: null,
  allowedActions: ['cancel'],
};
const partly: job.JobRow = {
  ...running,
  jobStatus: 'PARTIAL_SUCCESS',
  done: 40,
  succeeded: 37,
  failed: 3,
  allowedActions: ['retry', 'downloadFailed'],
};
const jobs = (...rows: job.JobRow[]) => reply(job.page, { rows, total: rows.length, totalIsExact: true });

const draw = (...rows: job.JobRow[]) =>
  renderPage(<JobsButton isPageDrawn isNarrow={false} />, {
    plugin: { name: 'host', texts: { en } },
    replies: [jobs(...rows), reply(job.cancel, running), reply(job.retry, { ...running, jobNo: 'J2' })],
  });

it('counts what runs, follows it, and tells of what ended until the list was seen', async () => {
  const page = draw(running);
  await page.findByRole('button', { name: '1 job is running' });
  page.server.answer(jobs(partly));
  page.push({ type: 'job', jobNo: 'J1', status: 'PARTIAL_SUCCESS', done: 40, total: 40 });
  await userEvent.click(await page.findByRole('button', { name: '1 job has ended' }));
  await page.findByText('Partially done');
  page.getByText(/3 failed/);
  await userEvent.click(page.getByRole('button', { name: 'Retry failed rows: Import users' }));
  expect(page.server.calls.find(({ name }) => name === job.retry.name)?.request).toEqual({
    jobNo: 'J1',
  });
  await page.findByRole('button', { name: 'Your jobs' });
});

it('asks before it calls a job off', async () => {
  const page = draw(running);
  await userEvent.click(await page.findByRole('button', { name: '1 job is running' }));
  await userEvent.click(await page.findByRole('button', { name: 'Cancel job: Import users' }));
  await page.findByText('Cancel “Import users”?');
  expect(page.server.calls.some(({ name }) => name === job.cancel.name)).toBe(false);
});

it('stands on a phone only while there is something to tell', () => {
  const page = renderPage(<JobsButton isPageDrawn={false} isNarrow />, {
    plugin: { name: 'host', texts: { en } },
  });
  expect(page.queryByRole('button')).toBeNull();
});
