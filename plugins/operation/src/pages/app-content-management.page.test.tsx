// @vitest-environment jsdom
import { appContent, merchant } from '@kituo/sdk/contracts';
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
const open = (shown = row) =>
  renderPage(<AppContentManagementPage />, {
    at: '/AdminContent/OperationSystem/AppContentManagement',
    plugin: { name: 'operation', texts: { en } },
    perms: ['operation:appContent:save', 'operation:appContent:publish'],
    replies: [
      reply(appContent.page, { rows: [shown], total: 1, totalIsExact: true }),
      reply(appContent.save, { ruleId: 'R000001', versionId: 'V3', versionNo: 3, versionStatus: 'PENDING' }),
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
