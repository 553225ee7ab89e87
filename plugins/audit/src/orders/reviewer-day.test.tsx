// @vitest-environment jsdom
import { auditOrder } from '@kituo/sdk/contracts';
import { renderPage, reply } from '@kituo/sdk/testing';
import { act, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import en from '../../locales/en.json' with { type: 'json' };
import { ReviewerDay } from './reviewer-day.tsx';

const HOUR_MS = 3_600_000;
const day = (openCount: number, oldestAt: Date | null, nextOrderNo: string | null = null) =>
  reply(auditOrder.mySummary, {
    dailyCap: 80,
    openCount,
    doneToday: 20,
    passRate: null,
    medianSeconds: null,
    nextOrderNo,
    reminders: [],
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

test('the focus is on the next order once there is one, and is taken by none that follows it', async () => {
  const page = renderPage(<ReviewerDay />, {
    perms: ['audit:order:audit'],
    plugin: { name: 'audit', texts: { en } },
    replies: [day(3, null, 'LO1')],
  });
  const start = await page.findByRole('button', { name: 'Start next' });
  await waitFor(() => {
    expect(document.activeElement).toBe(start);
  });
  act(() => start.blur());
  page.server.answer(day(2, null, 'LO2'));
  page.push({ type: 'orders' });
  await page.findByText('2');
  // Space scrolls the page; on the button it would open an order.
  expect(document.activeElement).toBe(document.body);
});
