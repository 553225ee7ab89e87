// @vitest-environment jsdom
import { hotline, merchant } from '@kituo/sdk/contracts';
import { renderPage, reply } from '@kituo/sdk/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import en from '../../locales/en.json' with { type: 'json' };
import { CustomerServiceHotlineManagementPage } from './customer-service-hotline-management.page.tsx';

const row: hotline.HotlineRow = {
  hotlineNo: 'HL1',
  merchantNo: 'M0001',
  merchantName: 'Haraka',
  contactType: 'PHONE',
  contactValue: '254709000001',
  serviceHours: [{ days: ['MON', 'TUE', 'WED', 'THU', 'FRI'], from: '08:00', to: '19:00' }],
  languages: ['en', 'sw'],
  sort: 1,
  isOpenNow: true,
  lastCheckedAt: '2026-11-23T08:00:00Z',
  checkResult: 'WORKS',
  status: 'ENABLED',
  updatedByName: 'Wanjiru',
  updatedAt: '2026-11-24T08:00:00Z',
  version: 2,
  allowedActions: ['update'],
};
const open = (allowedActions: hotline.HotlineRow['allowedActions']) =>
  renderPage(<CustomerServiceHotlineManagementPage />, {
    at: '/AdminContent/OperationSystem/CustomerServiceHotlineManagement',
    plugin: { name: 'operation', texts: { en } },
    perms: allowedActions.length > 0 ? ['operation:hotline:save'] : [],
    replies: [
      reply(hotline.page, { rows: [{ ...row, allowedActions }], total: 1, totalIsExact: true }),
      reply(hotline.usage, {
        screens: ['HELP', 'PAYMENT_LINK'],
        templates: [{ templateCode: 'T1', templateName: 'Bill due' }],
      }),
      reply(hotline.preview, [
        { contactType: 'PHONE', contactValue: '254709000001', serviceHours: [], languages: ['en'], isOpenNow: false },
      ]),
      reply(hotline.detail, { row, history: [] }),
      reply(hotline.holidays, { jobNo: 'J1' }),
      reply(hotline.save, { hotlineNo: 'HL1', version: 3 }),
      reply(merchant.options, [{ merchantNo: 'M0001', merchantName: 'Haraka', enabled: true }]),
    ],
  });

test('edits hours a day of the week, and leaves days without hours out', async () => {
  const page = open(['update']);
  fireEvent.click((await screen.findAllByRole('button', { name: /^Edit/ }))[0] as HTMLElement);
  fireEvent.change(await screen.findByLabelText(/^Sat/), { target: { value: '09:00-13:00' } });
  fireEvent.change(screen.getByLabelText(/^Holidays/), { target: { value: '09:00 – 13:00，14:00-15:00' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => {
    expect(page.server.callsOf(hotline.save)[0]?.request).toMatchObject({
      hotlineNo: 'HL1',
      version: 2,
      languages: ['en', 'sw'],
      serviceHours: [
        row.serviceHours[0],
        { days: ['SAT', 'HOLIDAY'], from: '09:00', to: '13:00' },
        { days: ['HOLIDAY'], from: '14:00', to: '15:00' },
      ],
    });
  });
});

test('shows no button to those without the code', async () => {
  open([]);
  await screen.findByText('254709000001');
  expect(screen.queryByRole('button', { name: /^(Edit|Add|Disable)/ })).toBeNull();
});

test('says where a number is shown before it is disabled', async () => {
  open(['disable']);
  fireEvent.click((await screen.findAllByRole('button', { name: /^Disable/ }))[0] as HTMLElement);
  await screen.findByText('Shown in: Help screen, Payment pages, Bill due');
});

test('previews the help screen at another moment, outside of its hours', async () => {
  const page = open(['update']);
  fireEvent.click(await screen.findByText('254709000001'));
  fireEvent.change(await screen.findByLabelText('At (EAT)'), { target: { value: '2026-12-25T21:00' } });
  await screen.findByText('Closed · en');
  await waitFor(() =>
    expect(page.server.callsOf(hotline.preview).at(-1)?.request).toEqual({
      merchantNo: 'M0001',
      at: '2026-12-25T21:00:00+03:00',
    }),
  );
});

test('sets the holiday hours of the chosen contacts at once', async () => {
  const page = open(['update']);
  fireEvent.click(await screen.findByRole('checkbox', { name: /Haraka|HL1|254709000001/ }));
  fireEvent.click(await screen.findByRole('button', { name: 'Holiday hours' }));
  const form = within(await screen.findByRole('dialog', { name: 'Holiday hours of 1 contact' }));
  fireEvent.change(form.getByLabelText(/^Holiday/), { target: { value: '09:00-13:00' } });
  fireEvent.click(form.getByRole('button', { name: 'Set hours' }));
  await waitFor(() => {
    expect(page.server.callsOf(hotline.holidays)[0]?.request).toEqual({
      hotlineNos: ['HL1'],
      hours: [{ from: '09:00', to: '13:00' }],
    });
  });
});
