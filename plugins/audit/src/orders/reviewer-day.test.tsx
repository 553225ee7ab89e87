// @vitest-environment jsdom
import { auditOrder } from '@kituo/sdk/contracts';
import { renderPage, reply } from '@kituo/sdk/testing';
import { expect, test } from 'vitest';
import en from '../../locales/en.json' with { type: 'json' };
import { ReviewerDay } from './reviewer-day.tsx';

const HOUR_MS = 3_600_000;
const day = (openCount: number, oldestAt: Date | null) =>
  reply(auditOrder.mySummary, {
    ...{ dailyCap: 80, openCount, doneToday: 20, passRate: null, medianSeconds: null },
    ...{ nextOrderNo: null, reminders: [] },
    ...(oldestAt && { oldestApplyTime: oldestAt.toISOString() }),
  });

test('a reviewer’s day on Home: open, done of the cap, the oldest; read again as orders come', async () => {
  const page = renderPage(<ReviewerDay />, {
    plugin: { name: 'audit', texts: { en } },
    replies: [day(3, new Date(Date.now() - 2 * HOUR_MS))],
  });
  await page.findByText('20 of 80');
  page.getByText('3');
  page.getByText('2 hours ago');
  page.server.answer(day(0, null));
  page.push({ type: 'orders' });
  await page.findByText('0');
  expect(page.queryByText(/ago$/)).toBeNull();
});
