// @vitest-environment jsdom
import { merchant, orderAcquire } from '@kituo/sdk/contracts';
import { renderPage, reply } from '@kituo/sdk/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import en from '../../locales/en.json' with { type: 'json' };
import zh from '../../locales/zh.json' with { type: 'json' };
import { OrderAcquireManagementPage } from './order-acquire-management.page.tsx';

const rule: orderAcquire.AcquireRow = {
  ruleId: 'R000001',
  merchantNo: 'M0001',
  merchantName: 'Kituo Credit',
  subjectNo: 'M0001_R000001',
  ruleStatus: 'ENABLED',
  isEnabled: true,
  hasPending: false,
  versionNo: 1,
  effectiveFrom: '2026-11-20',
  lastRunAt: null,
  lastRunItems: null,
  version: 1,
  allowedActions: ['update', 'disable'],
  ruleName: 'Daytime',
  priority: 1,
  dailyQuota: 50,
  fromTime: '08:00',
  toTime: '18:00',
  loanType: 'FIRST',
  minAmountCents: 1_000_00,
  maxAmountCents: 20_000_00,
  modelLevels: ['A'],
  termDays: [30],
  channelCodes: [],
  acquiredToday: 3,
  unitPriceCents: 35_00,
};
const record: orderAcquire.RecordRow = {
  orderNo: 'LO0000000007',
  thirdPartyOrderNo: null,
  merchantNo: 'M0001',
  merchantName: 'Kituo Credit',
  customerName: 'Achieng O.',
  phone: '25*******678',
  amountCents: 5_000_00,
  ruleName: 'Daytime',
  deliveryStatus: 'FAILED',
  acquiredAt: '2026-11-24T06:00:00Z',
  replyAt: '2026-11-24T06:00:05Z',
  attempts: 1,
  fault: 'HTTP 500',
  chargedCents: null,
  allowedActions: ['redeliver'],
};
const attempt = {
  attemptNo: 1,
  sentAt: '2026-11-24T06:00:00Z',
  tookMs: 41,
  url: 'https://merchant.example/hook',
  replyStatus: 503,
  fault: 'HTTP 503',
  replyExcerpt: 'Down for maintenance',
  requestedByName: null,
};
const listed = <Row,>(row: Row) => ({ rows: [row], total: 1, totalIsExact: true });
const open = (tab: string, perms: readonly string[]) =>
  renderPage(<OrderAcquireManagementPage />, {
    at: `/AdminContent/MerchantSystem/OrderAcquireManagement?tab=${tab}`,
    perms: perms.map((code) => `merchant:orderAcquire:${code}`),
    plugin: { name: 'merchant', texts: { en, zh } },
    replies: [
      reply(merchant.options, []),
      reply(orderAcquire.page, listed(rule)),
      reply(orderAcquire.recordPage, listed(record)),
      reply(orderAcquire.record, { row: record, attempts: [attempt], charge: null }),
      reply(orderAcquire.redeliver, { orderNo: record.orderNo, deliveryStatus: 'DELIVERED' }),
      reply(orderAcquire.simulate, {
        applied: 40,
        acquired: 12,
        unitPriceCents: 35_00,
        costCents: 420_00,
        shares: [
          { ruleName: 'Night', priority: 1, isDraft: false, acquired: 8, costCents: 280_00 },
          { ruleName: 'Daytime', priority: 2, isDraft: true, acquired: 12, costCents: 420_00 },
        ],
        days: [{ date: '2026-11-23', applied: 40, acquired: 12, quotaReachedAt: '14:05' }],
      }),
      reply(orderAcquire.save, { ruleId: 'R000001', versionId: 'V2', versionNo: 2, versionStatus: 'PENDING' }),
    ],
  });

test('a rule is edited, its quota unlimited and its levels typed with commas', async () => {
  const page = open('rules', ['save']);
  fireEvent.click((await screen.findAllByText('Edit'))[0] ?? document.body);
  const drawer = await screen.findByRole('dialog');
  fireEvent.change(await within(drawer).findByLabelText(/^Daily quota/), { target: { value: '-1' } });
  fireEvent.change(within(drawer).getByLabelText(/^Model levels/), { target: { value: 'A, B1' } });
  expect(await within(drawer).findByText(/12 of 40 applications/)).toBeTruthy();
  expect(within(drawer).getByText(/quota reached at 14:05/)).toBeTruthy();
  expect(within(drawer).getByText(/^1\. Night: 8/)).toBeTruthy();
  expect(within(drawer).getByText('No rule: 20')).toBeTruthy();
  expect(page.server.callsOf(orderAcquire.simulate).at(-1)?.request).toMatchObject({
    merchantNo: 'M0001',
    ruleId: 'R000001',
    value: { modelLevels: ['A', 'B1'], dailyQuota: -1 },
  });
  fireEvent.change(within(drawer).getByLabelText('Reason'), { target: { value: 'More' } });
  fireEvent.click(within(drawer).getByRole('button', { name: 'Submit for approval' }));
  await waitFor(() => {
    expect(page.server.callsOf(orderAcquire.save)[0]?.request).toMatchObject({
      value: { dailyQuota: -1, modelLevels: ['A', 'B1'], loanType: 'FIRST', priority: 1 },
    });
  });
  page.assertReleases();
});

test('a failed delivery is sent again', async () => {
  const page = open('orders', ['redeliver']);
  fireEvent.click((await screen.findAllByText('Redeliver'))[0] ?? document.body);
  const dialog = await screen.findByRole('alertdialog');
  fireEvent.click(within(dialog).getByRole('button', { name: 'Redeliver' }));
  expect(await screen.findByText('LO0000000007: Delivered')).toBeTruthy();
  page.assertReleases();
});

test('an acquired order shows each attempt with what was answered, and its charge', async () => {
  const page = open('orders', []);
  fireEvent.click((await screen.findAllByText('LO0000000007'))[0] ?? document.body);
  expect(await screen.findByText('Down for maintenance')).toBeTruthy();
  expect(screen.getByText('Nothing charged')).toBeTruthy();
  page.assertReleases();
});
