import { home, type ReplyOf } from '@kituo/sdk/contracts';
import { renderPage, reply } from '@kituo/sdk/testing';
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import en from '../../locales/en.json' with { type: 'json' };
import { WeekReportPage } from './week-report.page.tsx';

type Summary = ReplyOf<typeof home.summary>;

const tile = (key: Summary['tiles'][number]['key'], days: number[] | null) => {
  return { key, label: null, amountCents: null, days, count: 3, asOf: '2026-11-20T08:00:00Z', path: null };
};
const summary: Summary = {
  realName: 'Wanjiru Test',
  deptName: null,
  eatDate: '2026-11-20',
  eatHour: 11,
  asOf: '2026-11-20T08:00:00Z',
  lastSignInAt: null,
  roles: [],
  pagesHeld: 1,
  askPeople: [],
  tiles: [
    tile('warningsOpen', [0, 1, 2, 3, 4, 5, 6]),
    tile('usersNormal', null),
    tile('sessionsMine', [1, 1, 1, 1, 1, 1, 1]),
  ],
  warnings: null,
};

const open = (answer: Summary) =>
  renderPage(<WeekReportPage />, {
    at: '/AdminContent/ExampleReport/WeekReport',
    plugin: { name: 'example-report', texts: { en } },
    replies: [reply(home.summary, answer)],
  });

test('draws the days of one figure, says them in words, and keeps the choice in the address', async () => {
  const page = open(summary);
  const chart = await screen.findByRole('img');
  expect(chart.getAttribute('aria-label')).toContain('14 Nov 2026 0');
  expect(chart.getAttribute('aria-label')).toContain('20 Nov 2026 6');
  expect(screen.getByText('21')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'My sign-ins' }));
  expect(page.address()).toContain('?figure=sessionsMine');
  expect(within(screen.getByRole('table', { hidden: true })).getAllByText('1')).toHaveLength(7);
  page.assertReleases();
});

test('what has no history is not offered, and nothing at all is said so', async () => {
  open({ ...summary, tiles: [tile('usersNormal', null)] });
  expect(await screen.findByText('No daily figures available')).toBeTruthy();
});
