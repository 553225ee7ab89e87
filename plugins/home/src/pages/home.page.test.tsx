// @vitest-environment jsdom
import { announcement, home, watchOwnJobs } from '@kituo/sdk';
import { approval, job, type ReplyOf } from '@kituo/sdk/contracts';
import { Refusal, renderPage, reply } from '@kituo/sdk/testing';
import type { FakeReply } from '@kituo/sdk/testing';
import { fireEvent, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import en from '../../locales/en.json' with { type: 'json' };
import zh from '../../locales/zh.json' with { type: 'json' };
import { HomePage } from './home.page.tsx';

type Summary = ReplyOf<typeof home.summary>;

const summary: Summary = {
  realName: 'Wanjiru Kamau',
  deptName: 'Collections',
  eatDate: '2026-11-20',
  eatHour: 9,
  asOf: '2026-11-20T06:05:00Z',
  lastSignInAt: null,
  roles: [{ roleNo: 'R1', roleName: 'Collector' }],
  pagesHeld: 2,
  askPeople: [{ realName: 'Otieno Ouma', deptName: 'Head office' }],
  tiles: [
    {
      key: 'warningsOpen',
      label: null,
      amountCents: null,
      count: 1284,
      days: [0, 2, 1, 0, 4, 3, 8],
      asOf: '2026-11-20T06:05:00Z',
      path: '/AdminContent/WarningNotify?isLive=true',
    },
    {
      key: 'usersFrozen',
      label: null,
      amountCents: null,
      count: 3,
      days: null,
      asOf: '2026-11-20T06:05:00Z',
      path: '/AdminContent/UserSystem/UserManagement',
    },
  ],
  warnings: [],
};

function draw(part: Partial<Summary> = {}, options: { language?: string; replies?: readonly FakeReply[] } = {}) {
  const defaults = [
    reply(home.summary, { ...summary, ...part }),
    reply(home.recent, []),
    reply(announcement.mine, []),
    reply(approval.list, { rows: [], queues: [], total: 0 }),
  ];
  const own = options.replies ?? [];
  const names = new Set(own.map(({ endpoint }) => endpoint.name));
  return renderPage(<HomePage />, {
    language: options.language ?? 'en',
    plugin: { name: 'home', texts: { en, zh } },
    replies: [...own, ...defaults.filter(({ endpoint }) => !names.has(endpoint.name))],
    at: '/AdminContent/Home',
  });
}

it('greets by the hour in Nairobi, with tiles that say how old they are', async () => {
  const page = draw();
  await page.findByText('Good morning, Wanjiru Kamau');
  page.getByText('20 Nov 2026 · Collections');
  page.getByText('As of 09:05');
  page.getByText('1,284');
  page.getByRole('img', { name: 'Raised per day, last 7 days: 0, 2, 1, 0, 4, 3, 8' });
  page.assertReleases();
});

it.each([
  [
    { isOnShift: true, changesAt: '2026-11-20T14:00:00Z', nextAt: '2026-11-21T05:00:00Z' },
    'On shift until 17:00 · Next shift 21 Nov 2026, 08:00 (in 22 hours)',
  ],
  [
    { isOnShift: false, changesAt: '2026-11-20T07:05:00Z', nextAt: '2026-11-20T07:05:00Z' },
    'Off shift · Next shift 10:05 (in 1 hour)',
  ],
  [{ isOnShift: true, changesAt: '2026-11-20T14:00:00Z', nextAt: null }, 'On shift until 17:00'],
  [{ isOnShift: false, changesAt: null, nextAt: null }, 'Off shift'],
])('says whether one is on shift, until when, and when the next begins: %j', async (shift, text) => {
  const page = draw({ shift });
  await page.findByText(`20 Nov 2026 · Collections · ${text}`);
});

it('reads again what was told while it read for the first time', async () => {
  const answers: ((realName: string) => void)[] = [];
  const answer = () => new Promise((resolve) => answers.push((realName) => resolve({ ...summary, realName })));
  const page = draw({}, { replies: [{ endpoint: home.summary, answer }] });
  await waitFor(() => {
    expect(answers).toHaveLength(1);
  });
  // As a stream that opens tells again what was told lately.
  page.push({ type: 'warnings' });
  answers.shift()?.('Before');
  await waitFor(() => {
    expect(answers).toHaveLength(1);
  });
  answers.shift()?.('After');
  await page.findByText('Good morning, After');
});

it('speaks Chinese', async () => {
  const page = draw({ eatHour: 20 }, { language: 'zh' });
  await page.findByText('Wanjiru Kamau，晚上好');
});

it('opens a tile by its key, with the filter set', async () => {
  const page = draw();
  await page.findByText('Open warnings');
  fireEvent.keyDown(window, { key: '1' });
  expect(page.address()).toBe('/AdminContent/WarningNotify?isLive=true');
});

it('moves a tile by keyboard and keeps the order', async () => {
  const page = draw();
  const tile = await page.findByRole('button', { name: /Frozen users/ });
  fireEvent.keyDown(tile, { key: 'ArrowLeft', altKey: true });
  page.getByText('Frozen users moved to position 1');
  expect(localStorage.getItem('kituo_home_tiles_U0001')).toBe('["usersFrozen","warningsOpen"]');
});

it('tells a person without permissions their roles and whom to ask', async () => {
  const page = draw({ pagesHeld: 0, tiles: [] });
  await page.findByText('No sections available yet');
  page.getByText('Collector');
  page.getByText(/Otieno Ouma/);
});

it('is covered by an announcement until it is confirmed', async () => {
  const must = {
    announcementNo: 'AN1',
    title: 'New calling hours',
    content: 'No calls before 08:00.',
    startAt: '2026-11-20T05:00:00Z',
    endAt: null,
    mustConfirm: true,
    confirmedAt: null,
  };
  const page = draw({}, { replies: [reply(announcement.mine, [must])] });
  await page.findByRole('heading', { name: 'New calling hours' });
  expect(page.queryByText('Your day')).toBeNull();
  page.server.answer(
    reply(announcement.confirm, { confirmedAt: '2026-11-20T06:10:00Z' }),
    reply(announcement.mine, [{ ...must, confirmedAt: '2026-11-20T06:10:00Z' }]),
  );
  await userEvent.click(page.getByRole('button', { name: 'I have read this' }));
  await page.findByText('Your day');
  expect(page.server.callsOf(announcement.confirm).map(({ request }) => request)).toEqual([{ announcementNo: 'AN1' }]);
});

it('leaves the others alone when one tile fails, and asks that one again', async () => {
  const [first, second] = summary.tiles;
  if (!first || !second) throw new Error('two tiles are needed');
  const page = draw({ tiles: [{ ...first, count: null, days: null }, second] });
  await page.findByText('Not available');
  page.getByRole('button', { name: /Frozen users/ });
  page.server.answer(reply(home.tile, { ...first, count: 12, asOf: '2026-11-20T06:07:00Z' }));
  await userEvent.click(page.getByRole('button', { name: 'Retry: Open warnings' }));
  await page.findByText('12');
  page.getByText('As of 09:07');
  expect(page.queryByText('Not available')).toBeNull();
  expect(page.server.callsOf(home.tile).map(({ request }) => request)).toEqual([{ key: 'warningsOpen' }]);
  expect(page.server.callsOf(home.summary)).toHaveLength(1);
});

it('reads its figures again when the server says that warnings changed', async () => {
  const page = draw();
  await page.findByText('1,284');
  const tiles = summary.tiles.map((tile) => ({ ...tile, count: 1285 }));
  page.server.answer(reply(home.summary, { ...summary, tiles }));
  page.push({ type: 'warnings' });
  await page.findAllByText('1,285');
});

const aJob: job.JobRow = {
  jobNo: 'J1',
  kind: 'users.import',
  title: 'Import users',
  jobStatus: 'RUNNING',
  total: 3,
  done: 1,
  succeeded: 1,
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

it('follows a running job and offers what failed of it', async () => {
  const jobs = (row: job.JobRow) => reply(job.page, { rows: [row], total: 1, totalIsExact: true });
  const page = draw({}, { replies: [jobs(aJob)] });
  const stop = watchOwnJobs();
  await page.findByText('1 of 3');
  const { jobNo } = aJob;
  page.push({ type: 'job', jobNo, status: 'RUNNING', done: 2, total: 3 });
  await page.findByText('2 of 3');
  expect(page.server.calls.filter(({ name }) => name === job.page.name)).toHaveLength(1);
  page.server.answer(
    jobs({
      ...aJob,
      jobStatus: 'PARTIAL_SUCCESS',
      done: 3,
      failed: 2,
      finishedAt: new Date().toISOString(),
      allowedActions: ['retry', 'downloadFailed'],
    }),
  );
  page.push({ type: 'job', jobNo, status: 'PARTIAL_SUCCESS', done: 3, total: 3 });
  await page.findByText('2 of 3 failed');
  page.getByRole('button', { name: 'Download' });
  page.server.answer(
    reply(job.items, {
      rows: [
        {
          itemNo: 2,
          subjectNo: null,
          itemStatus: 'FAILURE',
          reason: 'Phone taken',
          field: null,
        },
      ],
      total: 1,
      totalIsExact: true,
    }),
  );
  await userEvent.click(page.getByRole('button', { name: '2 of 3 failed' }));
  const result = await page.findByRole('dialog', { name: 'Import users' });
  await within(result).findByText('Phone taken');
  within(result).getByText('#2');
  stop();
  await waitFor(() => expect(page.queryByText('Your jobs')).toBeNull());
});

it('says so where the warnings cannot be read', async () => {
  const page = draw({ warnings: null });
  await page.findByText('Latest warnings');
  page.server.answer(reply(home.summary, summary));
  await userEvent.click(page.getByRole('button', { name: 'Retry' }));
  await page.findByText('No warnings');
});

it('says what failed and tries again', async () => {
  const page = draw(
    {},
    {
      replies: [
        reply(home.summary, () => {
          throw new Refusal('FAULT');
        }),
      ],
    },
  );
  await page.findByText('Could not be loaded');
  page.server.answer(reply(home.summary, summary));
  await userEvent.click(page.getByRole('button', { name: 'Retry' }));
  await waitFor(() => page.getByText('Your day'));
});

const waiting: approval.ApprovalRow = {
  approvalKind: 'CHANGE',
  approvalNo: 'CH1',
  version: 0,
  title: 'Grant a limit',
  subjectName: 'C000042',
  before: null,
  after: { limitCents: 250_000, bandWidthBps: 5 },
  makerName: 'Otieno Ouma',
  reason: 'Repays early',
  createdAt: '2026-11-20T06:00:00Z',
  lapsesAt: null,
  effectiveFrom: null,
  path: null,
  allowedActions: ['approve', 'reject'],
};

it('lists what awaits my approval, and decides it with before and after in view', async () => {
  const page = draw(
    {},
    {
      replies: [
        reply(approval.list, { rows: [waiting], queues: [], total: 1 }),
        reply(approval.approve, { result: null }),
        reply(approval.reject, {}),
      ],
    },
  );
  await page.findByRole('heading', { name: 'Awaiting my approval (1)' });
  fireEvent.click(page.getByRole('button', { name: 'Review: Grant a limit: C000042' }));
  const dialog = await page.findByRole('alertdialog', { name: 'Review: Grant a limit: C000042' });
  await within(dialog).findByText('Repays early');
  const rows = within(await within(dialog).findByRole('table'))
    .getAllByRole('row')
    .slice(1);
  expect(rows.map(({ textContent }) => textContent)).toEqual(['LimitKES 2,500.00', 'Band width0.05%']);
  fireEvent.click(within(dialog).getByRole('button', { name: 'Approve' }));
  await waitFor(() => {
    expect(page.server.callsOf(approval.approve).at(-1)?.request).toEqual({
      approvalKind: 'CHANGE',
      approvalNo: 'CH1',
      version: 0,
    });
  });
  await waitFor(() => {
    expect(page.server.callsOf(approval.list).length).toBeGreaterThan(1);
  });
});

it('counts what is decided on pages of its own, with the way to each', async () => {
  const queue = {
    key: 'refunds',
    title: 'Refunds',
    count: 3,
    path: '/AdminContent/ChargeToAnAccountSystem/ClientRefundAuditManagement?auditStatus=PENDING&applyTime=any',
  };
  const page = draw({}, { replies: [reply(approval.list, { rows: [], queues: [queue], total: 3 })] });
  await page.findByRole('heading', { name: 'Awaiting my approval (3)' });
  await page.findByText('Refunds (3)');
  fireEvent.click(page.getByRole('link', { name: 'Review: Refunds' }));
  await waitFor(() => {
    expect(page.address()).toBe(queue.path);
  });
});

it('says the daily limit of a tile, and since when the oldest waits', async () => {
  const tile = {
    key: 'reviews.mine',
    label: 'My reviews',
    amountCents: null,
    cap: 80,
    oldestAt: new Date(Date.now() - 3 * 3_600_000).toISOString(),
    count: 5,
    days: null,
    asOf: summary.asOf,
    path: '/AdminContent/AuditSystem/MyAudit?tab=pending',
  };
  const page = draw({ tiles: [tile] });
  const drawn = await page.findByRole('button', { name: /^My reviews/ });
  expect(drawn.textContent).toMatch(/Daily limit 80 · Oldest 3 (h|hours) ago/);
});
