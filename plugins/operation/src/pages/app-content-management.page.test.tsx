// @vitest-environment jsdom
import { appConfig, appContent, dictionary, merchant, paymentVisual } from '@kituo/sdk/contracts';
import { renderPage, reply } from '@kituo/sdk/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import en from '../../locales/en.json' with { type: 'json' };
import { AppContentManagementPage } from './app-content-management.page.tsx';

const row: appContent.AppContentRow = {
  ruleId: 'R000001',
  merchantNo: 'M0001',
  merchantName: 'Haraka',
  subjectNo: 'M0001_R000001',
  ruleStatus: 'ENABLED',
  isEnabled: true,
  hasPending: false,
  versionNo: 2,
  effectiveFrom: '2026-11-20',
  lastRunAt: null,
  lastRunItems: null,
  version: 1,
  allowedActions: ['update', 'disable'],
  ruleName: 'Loan agreement',
  contentType: 'CONTRACT',
  slot: 'APPLICATION',
  audience: 'ALL',
  os: null,
  paymentMethod: null,
  title: { en: 'Loan agreement' },
  content: { en: 'Order {{orderNo}}' },
  link: null,
  sort: 10,
  startAt: null,
  endAt: null,
  languages: ['en'],
  signed: 3,
  views: 0,
};
const open = (shown = row, tab = 'contents') =>
  renderPage(<AppContentManagementPage />, {
    at: `/AdminContent/OperationSystem/AppContentManagement?tab=${tab}`,
    plugin: { name: 'operation', texts: { en } },
    perms: ['operation:appContent:save', 'operation:appContent:publish', 'user:cache:delete'],
    replies: [
      reply(appContent.page, { rows: [shown], total: 1, totalIsExact: true }),
      reply(appContent.save, { ruleId: 'R000001', versionId: 'V3', versionNo: 3, versionStatus: 'PENDING' }),
      reply(appConfig.page, { rows: [], total: 0, totalIsExact: true }),
      reply(appConfig.save, { ruleId: 'R000002', versionId: 'V9', versionNo: 1, versionStatus: 'PENDING' }),
      reply(dictionary.deleteCache, {}),
      reply(appContent.preview, [
        {
          ruleId: 'R000009',
          contentType: 'BANNER',
          slot: 'HOME_TOP',
          paymentMethod: null,
          title: 'Krismasi njema',
          content: 'Riba nafuu',
          link: null,
          imageUrl: null,
          sort: 1,
          attachId: null,
        },
      ]),
      reply(paymentVisual.forApp, [{ method: 'PAYBILL', payTo: '600100', accountName: null }]),
      reply(appContent.contractPreview, {
        filled: { title: 'Loan agreement', text: 'Order LO1' },
        signed: { title: 'Loan agreement', text: 'Older words', versionNo: 1, signedAt: '2026-11-01T06:00:00Z' },
      }),
      reply(merchant.options, [{ merchantNo: 'M0001', merchantName: 'Haraka', enabled: true }]),
    ],
  });

test('a contract is filled from an order, beside what was signed', async () => {
  open();
  fireEvent.click((await screen.findAllByText('Loan agreement'))[0] ?? document.body);
  fireEvent.change(await screen.findByLabelText('Order number'), { target: { value: 'LO1' } });
  fireEvent.click(screen.getByRole('button', { name: 'Show' }));
  expect(await screen.findByText('Order LO1')).toBeTruthy();
  expect(screen.getByText('Older words')).toBeTruthy();
});

test('an edit names the variables, and an empty link is none', async () => {
  const page = open();
  fireEvent.click((await screen.findAllByText('Edit'))[0] ?? document.body);
  const drawer = await screen.findByRole('dialog');
  expect(await within(drawer).findByText(/\{\{customerName\}\}/)).toBeTruthy();
  fireEvent.change(within(drawer).getByLabelText('Reason'), { target: { value: 'Clearer' } });
  fireEvent.click(within(drawer).getByRole('button', { name: 'Submit for approval' }));
  await waitFor(() => {
    expect(page.server.callsOf(appContent.save)[0]?.request).toMatchObject({
      ruleId: 'R000001',
      value: { link: null, title: { en: 'Loan agreement' }, contentType: 'CONTRACT' },
    });
  });
});

test('a banner is previewed as the app shows it while it is written, and keeps its image', async () => {
  const image = { attachId: 'a-1', fileName: 'banner.png' };
  const banner: appContent.AppContentRow = {
    ...row,
    contentType: 'BANNER',
    title: { en: 'Borrow again' },
    content: { en: 'In two minutes' },
    image,
  };
  const page = open(banner);
  fireEvent.click((await screen.findAllByText('Edit'))[0] ?? document.body);
  const drawer = await screen.findByRole('dialog');
  const frame = await within(drawer).findByRole('figure');
  expect(within(frame).getByText('Borrow again')).toBeTruthy();
  expect(within(frame).getByText('In two minutes')).toBeTruthy();
  expect(await within(drawer).findByText('banner.png')).toBeTruthy();
  fireEvent.change(within(drawer).getByLabelText('Reason'), { target: { value: 'Clearer' } });
  fireEvent.click(within(drawer).getByRole('button', { name: 'Submit for approval' }));
  await waitFor(() => {
    expect(page.server.callsOf(appContent.save)[0]?.request).toMatchObject({ value: { image } });
  });
});

test('a hint to a payment method that customers do not see is warned of', async () => {
  open({ ...row, contentType: 'PAYMENT_HINT', slot: 'REPAYMENT', paymentMethod: 'BANK_TRANSFER' });
  fireEvent.click((await screen.findAllByText('Edit'))[0] ?? document.body);
  const drawer = await screen.findByRole('dialog');
  expect(await within(drawer).findByText(/do not see this payment method/)).toBeTruthy();
});

test('caches are cleared once it was confirmed', async () => {
  const page = open();
  fireEvent.click(await screen.findByRole('button', { name: 'Clear cache' }));
  await screen.findByText(/Nothing is lost/);
  fireEvent.click(screen.getAllByRole('button', { name: 'Clear cache' }).at(-1) ?? document.body);
  await waitFor(() => {
    expect(page.server.callsOf(dictionary.deleteCache)).toHaveLength(1);
  });
});

test('a setting is refused beside its field where it is no JSON, and submitted where it is', async () => {
  const page = open(row, 'appConfig');
  fireEvent.click((await screen.findAllByRole('button', { name: 'Add' }))[0] ?? document.body);
  const drawer = await screen.findByRole('dialog', { name: 'Add app setting' });
  fireEvent.change(await within(drawer).findByLabelText('Key'), { target: { value: 'payment.retry' } });
  fireEvent.change(within(drawer).getByLabelText('Value (JSON)'), { target: { value: '{"times": }' } });
  fireEvent.change(within(drawer).getByLabelText('Reason'), { target: { value: 'Slow networks' } });
  fireEvent.click(within(drawer).getByRole('button', { name: 'Submit for approval' }));
  await within(drawer).findByText(/JSON/, { selector: '[role="alert"], .bp6-form-helper-text, p, div' });
  expect(page.server.callsOf(appConfig.save)).toHaveLength(0);
});

test('the app is previewed for a kind of customer, in a language, at a moment', async () => {
  const page = open();
  fireEvent.click((await screen.findAllByText('Loan agreement'))[0] ?? document.body);
  await screen.findByText('Krismasi njema');
  fireEvent.click(screen.getByRole('button', { name: 'sw' }));
  fireEvent.click(screen.getByRole('button', { name: en.APP_AUDIENCE.OVERDUE }));
  fireEvent.change(screen.getByLabelText('Shown at (EAT)'), { target: { value: '2026-12-24T08:00' } });
  await waitFor(() => {
    expect(page.server.callsOf(appContent.preview).at(-1)?.request).toEqual({
      merchantNo: 'M0001',
      at: '2026-12-24T08:00:00+03:00',
      audience: 'OVERDUE',
      language: 'sw',
    });
  });
});
