// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { call } from '../../api/call.ts';
import { defineEndpoint } from '../../contracts/endpoint.ts';
import * as job from '../../contracts/platform/job.contract.ts';
import type { JobRow } from '../../contracts/platform/job.contract.ts';
import { listReply, listRequest } from '../../contracts/list.ts';
import { ownJobs$, watchOwnJobs } from '../../jobs/own-jobs.ts';
import { Refusal, renderPage, reply, resetFakeHost } from '../../testing/index.ts';
import type { FakeReply, RenderedPage } from '../../testing/index.ts';
import { fieldsOf } from '../form/fields-of.ts';
import { defineColumns, text } from '../list/columns.ts';
import { useList } from '../list/use-list.ts';
import { BatchAction, BatchButton } from './batch-action.tsx';
import { useBatch } from './use-batch.ts';

afterEach(resetFakeHost);

interface Row {
  readonly caseNo: string;
}
const page = defineEndpoint({
  name: 'case.page',
  method: 'POST',
  path: 'case/page',
  access: 'signedIn',
  kind: 'query',
  summary: 'Cases',
  request: listRequest(z.strictObject({ level: z.optional(z.string()) }), ['caseNo']),
  reply: listReply(z.object({ caseNo: z.string() })),
});
const close = defineEndpoint({
  name: 'case.close',
  method: 'POST',
  path: 'case/close',
  access: { code: ['case:close'] },
  kind: 'command',
  summary: 'Closes cases by a job',
  request: z.strictObject({
    caseNos: z.nullable(z.array(z.string())),
    filters: z.record(z.string(), z.unknown()),
    reason: z.string().check(z.minLength(1, 'Content cannot be blank')),
  }),
  reply: z.object({ jobNo: z.string() }),
});
const reopen = defineEndpoint({
  ...close,
  name: 'case.reopen',
  path: 'case/reopen',
  request: z.strictObject({ caseNos: z.array(z.string()) }),
});
const columns = defineColumns<Row>([text('caseNo')]);
const { Text } = fieldsOf<Record<'reason', unknown>>();

function Page({ mayUndo = false, most }: { readonly mayUndo?: boolean; readonly most?: number }) {
  const list = useList<Row>({ load: page, idOf: (row) => row.caseNo, columns, filters: {} });
  const batch = useBatch({
    name: 'close',
    endpoint: close,
    jobKind: 'case.close',
    list,
    takesFilter: true,
    ...(most !== undefined && { most }),
    request: ({ ids, filters }, values: { reason: string }) => ({
      caseNos: ids && [...ids],
      filters,
      reason: values.reason,
    }),
    ...(mayUndo && {
      undo: {
        endpoint: close,
        forMs: 60_000,
        run: ({ ids }) => call(reopen, { caseNos: [...(ids ?? [])] }),
      },
    }),
  });
  return (
    <>
      {list.rows.map((row) => (
        <button
          key={row.caseNo}
          onClick={() => {
            list.selection.toggle(row);
          }}
        >
          {row.caseNo}
        </button>
      ))}
      <output>{list.selection.count} chosen</output>
      <BatchButton batch={batch} />
      <BatchAction batch={batch} defaults={() => ({ reason: '' })} nameOf={(caseNo) => `Case ${caseNo}`}>
        <Text name="reason" />
      </BatchAction>
    </>
  );
}

const texts = {
  field: { reason: 'Reason' },
  action: {
    close: {
      label: 'Close',
      title: 'Close {{count}} cases',
      submit: 'Close {{count}} cases',
      done: '{{count}} closed, {{failed}} not',
    },
  },
};
function aJob(part: Partial<JobRow> = {}): JobRow {
  return {
    jobNo: 'J1',
    kind: 'case.close',
    title: 'Closing of cases',
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
    ...part,
  };
}
const partly = aJob({
  jobStatus: 'PARTIAL_SUCCESS',
  done: 2,
  succeeded: 1,
  failed: 1,
  allowedActions: ['retry'],
});
const failedItem = {
  itemNo: 2,
  subjectNo: 'C2',
  itemStatus: 'FAILURE' as const,
  reason: 'A promise is open',
  field: null,
};
const results = reply(job.items, (request) => ({
  rows:
    request['itemStatus'] === 'FAILURE'
      ? [failedItem]
      : [
          {
            ...failedItem,
            itemNo: 1,
            subjectNo: 'C1',
            itemStatus: 'SUCCESS' as const,
            reason: null,
          },
        ],
  total: 1,
  totalIsExact: true,
}));

function open(
  replies: readonly FakeReply[] = [],
  sessionStore: Readonly<Record<string, string>> = {},
  props: { readonly mayUndo?: boolean; readonly most?: number } = {},
): RenderedPage {
  return renderPage(<Page {...props} />, {
    perms: ['case:close'],
    sessionStore,
    plugin: { name: 'test', texts: { en: texts } },
    replies: [
      ...replies,
      reply(page, {
        rows: [{ caseNo: 'C1' }, { caseNo: 'C2' }],
        total: 45,
        totalIsExact: true,
      }),
      reply(close, { jobNo: 'J1' }),
      reply(job.detail, aJob()),
      results,
    ],
  });
}
async function start(page: RenderedPage): Promise<HTMLElement> {
  fireEvent.click(await screen.findByText('C1'));
  fireEvent.click(screen.getByText('C2'));
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  fireEvent.click(await screen.findByText('Selected rows (2)'));
  const dialog = await screen.findByRole('dialog');
  fireEvent.change(within(dialog).getByLabelText('Reason'), { target: { value: 'settled' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Close 2 cases' }));
  const strip = await screen.findByRole('region', { name: 'Closing of cases' });
  // Nothing opens unless something fails.
  expect(screen.queryByRole('dialog', { name: 'Closing of cases' })).toBeNull();
  fireEvent.click(within(strip).getByRole('button', { name: 'Show results' }));
  const panel = await screen.findByRole('dialog', { name: 'Closing of cases' });
  expect(page.server.callsOf(close)[0]?.request).toMatchObject({ caseNos: ['C1', 'C2'] });
  return panel;
}

test('runs over the selection, shows live progress, each result with its reason, and retries the failed', async () => {
  const page = open();
  const panel = await start(page);
  expect(screen.getByText('0 chosen')).toBeTruthy();
  page.push({ type: 'job', jobNo: 'J1', status: 'RUNNING', done: 1, total: 2 });
  expect(await within(panel).findByText('1 of 2')).toBeTruthy();
  const bar = within(panel).getByRole('progressbar');
  expect(bar.getAttribute('aria-valuenow')).toBe('50');

  page.server.answer(reply(job.detail, partly));
  page.push({ type: 'job', jobNo: 'J1', status: 'PARTIAL_SUCCESS', done: 2, total: 2 });
  expect(await within(panel).findByText('Case C2')).toBeTruthy();
  // The panel says it; a toast would lie over it.
  expect(screen.queryByText('1 closed, 1 not')).toBeNull();
  expect(within(panel).getByText('A promise is open')).toBeTruthy();
  expect(page.server.callsOf(job.items).length).toBeGreaterThan(0);

  page.server.answer(
    reply(job.retry, aJob({ jobNo: 'J2', total: 1 })),
    reply(job.detail, aJob({ jobNo: 'J2', total: 1 })),
  );
  fireEvent.click(within(panel).getByText('Retry 1 failed'));
  await waitFor(() => {
    expect(page.server.callsOf(job.detail).at(-1)?.request).toEqual({ jobNo: 'J2' });
  });
  expect(page.server.callsOf(job.retry)[0]?.request).toEqual({ jobNo: 'J1' });
});

test('says how many it takes before anything is filled in, and keeps the selection; a filter has no such bound', async () => {
  open([], {}, { most: 1 });
  fireEvent.click(await screen.findByText('C1'));
  fireEvent.click(screen.getByText('C2'));
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  fireEvent.click(await screen.findByText('Selected rows (2)'));
  expect(await screen.findByText('At most 1 at a time')).toBeTruthy();
  expect(screen.queryByLabelText('Reason')).toBeNull();
  expect(screen.getByText('2 chosen')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  fireEvent.click(await screen.findByText('All matching rows (45)'));
  expect(await screen.findByLabelText('Reason')).toBeTruthy();
});

test('goes on in the background, with a strip in the page, and opens where something failed', async () => {
  const page = open();
  const panel = await start(page);
  fireEvent.click(within(panel).getByText('Run in background'));
  const strip = screen.getByRole('region', { name: 'Closing of cases' });
  page.push({ type: 'job', jobNo: 'J1', status: 'RUNNING', done: 1, total: 2 });
  expect(await within(strip).findByText('1 of 2')).toBeTruthy();
  page.server.answer(reply(job.detail, partly));
  page.push({ type: 'job', jobNo: 'J1', status: 'PARTIAL_SUCCESS', done: 2, total: 2 });
  const opened = await screen.findByRole('dialog', { name: 'Closing of cases' });
  expect(await within(opened).findByText('A promise is open')).toBeTruthy();
});

test('offers to undo what it did, over the same rows, and follows that', async () => {
  const page = open([reply(reopen, { jobNo: 'J2' })], {}, { mayUndo: true });
  await start(page);
  page.server.answer(reply(job.detail, partly));
  page.push({ type: 'job', jobNo: 'J1', status: 'PARTIAL_SUCCESS', done: 2, total: 2 });
  await screen.findByText('1 closed, 1 not');
  page.server.answer(reply(job.detail, aJob({ jobNo: 'J2', title: 'Opening again' })));
  fireEvent.click(screen.getByText('Undo'));
  expect(await screen.findByRole('region', { name: 'Opening again' })).toBeTruthy();
  expect(page.server.callsOf(reopen)[0]?.request).toEqual({ caseNos: ['C1', 'C2'] });
  expect(screen.queryByText('Undone')).toBeNull();
});

test('runs over everything the filters match', async () => {
  const page = open();
  await screen.findByText('C1');
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  const dialog = await screen.findByRole('dialog');
  fireEvent.change(within(dialog).getByLabelText('Reason'), { target: { value: 'all' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Close 45 cases' }));
  await waitFor(() => {
    expect(page.server.callsOf(close)[0]?.request).toMatchObject({ caseNos: null, filters: {} });
  });
});

test('is cancelled, and goes on with what was left', async () => {
  const page = open([
    reply(job.cancel, aJob()),
    reply(job.retry, () => {
      throw new Refusal('ILLEGAL_TRANSITION');
    }),
  ]);
  const panel = await start(page);
  fireEvent.click(within(panel).getByText('Cancel remaining'));
  await waitFor(() => {
    expect(page.server.callsOf(job.cancel)).toHaveLength(1);
  });
  page.server.answer(
    reply(job.detail, aJob({ jobStatus: 'CANCELLED', succeeded: 1, done: 1, allowedActions: ['retry'] })),
  );
  page.push({ type: 'job', jobNo: 'J1', status: 'CANCELLED', done: 1, total: 2 });
  fireEvent.click(await within(panel).findByText('Continue with 1 remaining'));
  // A refusal is said in a toast, and the job that is shown stays.
  expect((await screen.findAllByRole('alert')).length).toBeGreaterThan(0);
  expect(screen.getByRole('dialog', { name: 'Closing of cases' })).toBeTruthy();
});

test('is found again after a reload, running or not, until it is dismissed', async () => {
  await start(open());
  const kept = { 'kituo.job.case.close': sessionStorage.getItem('kituo.job.case.close') ?? '' };
  const again = open([reply(job.detail, partly)], kept);
  const strip = await again.findByRole('region', { name: 'Closing of cases' });
  expect(within(strip).getByText('Partially done')).toBeTruthy();
  fireEvent.click(within(strip).getByText('Dismiss'));
  expect(screen.queryByText('Closing of cases')).toBeNull();
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('J1');
});

test('what a stream that opens tells again wakes no job that is over, and takes no progress back', async () => {
  const page = open();
  const panel = await start(page);
  page.push({ type: 'job', jobNo: 'J1', status: 'RUNNING', done: 1, total: 2 });
  await within(panel).findByText('1 of 2');
  page.push({ type: 'job', jobNo: 'J1', status: 'QUEUED', done: 0, total: 2 });
  page.push({ type: 'job', jobNo: 'J1', status: 'RUNNING', done: 0, total: 2 });
  expect(within(panel).getByText('1 of 2')).toBeTruthy();
  page.server.answer(reply(job.detail, partly));
  page.push({ type: 'job', jobNo: 'J1', status: 'PARTIAL_SUCCESS', done: 2, total: 2 });
  await within(panel).findByText('Partially done');
  const reads = page.server.callsOf(job.detail).length;
  page.push({ type: 'job', jobNo: 'J1', status: 'RUNNING', done: 1, total: 2 });
  page.push({ type: 'job', jobNo: 'J1', status: 'PARTIAL_SUCCESS', done: 2, total: 2 });
  expect(within(panel).getByText('Partially done')).toBeTruthy();
  expect(within(panel).queryByText('Run in background')).toBeNull();
  expect(page.server.callsOf(job.detail)).toHaveLength(reads);
});

test('one started in another tab is found among one’s running jobs', async () => {
  const page = open([
    reply(job.page, { rows: [aJob({ jobNo: 'J9' })], total: 1, totalIsExact: true }),
    reply(job.detail, aJob({ jobNo: 'J9' })),
  ]);
  const stop = watchOwnJobs();
  expect(await page.findByRole('region', { name: 'Closing of cases' })).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Close' }).disabled).toBe(true);
  stop();
});

test('one found among one’s running jobs is followed to its end, whichever list hears of it first', async () => {
  const page = open([
    reply(job.page, { rows: [aJob({ jobNo: 'J9' })], total: 1, totalIsExact: true }),
    reply(job.detail, aJob({ jobNo: 'J9' })),
  ]);
  const stop = watchOwnJobs();
  const strip = await page.findByRole('region', { name: 'Closing of cases' });
  const over = aJob({ ...partly, jobNo: 'J9' });
  let answer: (row: JobRow) => void = () => undefined;
  const late = new Promise<JobRow>((resolve) => (answer = resolve));
  page.server.answer(reply(job.page, { rows: [over], total: 1, totalIsExact: true }));
  page.server.answer({ endpoint: job.detail, answer: () => late });
  page.push({ type: 'job', jobNo: 'J9', status: 'PARTIAL_SUCCESS', done: 2, total: 2 });
  await waitFor(() => {
    expect(ownJobs$.value).toEqual([over]);
  });
  answer(over);
  expect(await within(strip).findByText('Partially done')).toBeTruthy();
  fireEvent.click(within(strip).getByText('Dismiss'));
  expect(screen.queryByText('Closing of cases')).toBeNull();
  stop();
});

test('is not offered without its code, and asks for no job', async () => {
  const drawn = renderPage(<Page />, {
    plugin: { name: 'test', texts: { en: texts } },
    replies: [reply(page, { rows: [], total: 0, totalIsExact: true })],
  });
  await waitFor(() => {
    expect(drawn.server.calls).toHaveLength(1);
  });
  expect(screen.queryByRole('button', { name: 'Close' })).toBeNull();
  drawn.assertReleases();
});
