// @vitest-environment jsdom
import { merchant, messageAccount } from '@kituo/sdk/contracts';
import { renderPage, reply } from '@kituo/sdk/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import en from '../../locales/en.json' with { type: 'json' };
import { MessageCenterAppManagementPage } from './message-center-app-management.page.tsx';

const account: messageAccount.MessageAccountRow = {
  accountCode: 'APP_WHATSAPP',
  appId: 'M0002',
  appName: 'Haraka',
  merchantNo: 'M0002',
  merchantName: 'Haraka',
  channelType: 'WHATSAPP',
  sender: '+254 709 000 000',
  isDefault: true,
  dailyCap: -1,
  quietFrom: '21:00',
  quietTo: '07:00',
  quietHours: '21:00–07:00',
  smsAccountCode: null,
  endpointUrl: null,
  userName: null,
  phoneNumberId: '106540352242922',
  whatsAppTemplate: 'kituo_notice',
  certificateExpiresOn: '2027-06-30',
  hasSecret: true,
  sentToday: 12,
  failedPercent: 8,
  health: 'GOOD',
  domainState: null,
  status: 'ENABLED',
  hasWaitingChange: false,
  updatedAt: '2026-11-20T08:00:00Z',
  version: 1,
  allowedActions: ['update', 'disable', 'test'],
};
const channels = {
  apps: [
    { appId: 'CONSOLE', appName: 'Kituo', channels: [{ channelType: 'EMAIL' as const, state: 'SERVER' as const }] },
    { appId: 'M0002', appName: 'Haraka', channels: [{ channelType: 'PUSH' as const, state: 'NONE' as const }] },
  ],
  smsAccounts: [{ accountCode: 'MAIN', sender: 'KITUO' }],
};
const replies = [
  reply(messageAccount.page, { rows: [account], total: 1, totalIsExact: true }),
  reply(messageAccount.supportChannels, channels),
  reply(merchant.options, [{ merchantNo: 'M0002', merchantName: 'Haraka', enabled: true }]),
];
const open = (at: string, more: readonly (typeof replies)[number][] = []) =>
  renderPage(<MessageCenterAppManagementPage />, {
    at: `/AdminContent/OperationSystem/MessageCenterAppManagement${at}`,
    plugin: { name: 'operation', texts: { en } },
    perms: ['operation:messageAccount:save'],
    replies: [...more, ...replies],
  });

test('an edit keeps the key where none is typed, and sends what the channel holds alone', async () => {
  const opened = open('', [reply(messageAccount.save, { changeNo: 'CH1' })]);
  expect(await screen.findByText('21:00–07:00')).toBeTruthy();
  fireEvent.click((await screen.findAllByText('Edit'))[0] ?? document.body);
  const drawer = await screen.findByRole('dialog');
  fireEvent.change(await within(drawer).findByLabelText(/^Sender/), { target: { value: '+254 709 000 001' } });
  fireEvent.change(within(drawer).getByLabelText(/^Reason/), { target: { value: 'New number' } });
  fireEvent.click(within(drawer).getByRole('button', { name: 'Submit for approval' }));
  await waitFor(() => {
    expect(opened.server.callsOf(messageAccount.save)[0]?.request).toMatchObject({
      version: 1,
      form: { accountCode: 'APP_WHATSAPP', sender: '+254 709 000 001', secret: null, smsAccountCode: null },
    });
  });
});

test('a push key is chosen as its .json file, and no other', async () => {
  const push = { ...account, accountCode: 'APP_PUSH', channelType: 'PUSH' as const, phoneNumberId: null };
  const opened = open('', [
    reply(messageAccount.page, { rows: [{ ...push, whatsAppTemplate: null }], total: 1, totalIsExact: true }),
    reply(messageAccount.save, { changeNo: 'CH2' }),
  ]);
  fireEvent.click((await screen.findAllByText('Edit'))[0] ?? document.body);
  const drawer = await screen.findByRole('dialog');
  const picker = await waitFor(() => {
    const found = drawer.querySelector<HTMLInputElement>('input[type=file]');
    if (!found) throw new Error('no file input');
    return found;
  });
  const file = (name: string) => {
    const one = new File(['{"type":"service_account"}'], name);
    one.text = async () => await Promise.resolve('{"type":"service_account"}');
    return one;
  };
  fireEvent.change(picker, { target: { files: [file('key.p12')] } });
  expect(await within(drawer).findByText(/json/, { selector: '[role=alert]' })).toBeTruthy();
  fireEvent.change(picker, { target: { files: [file('key.json')] } });
  expect(await within(drawer).findByText('key.json')).toBeTruthy();
  fireEvent.change(within(drawer).getByLabelText(/^Reason/), { target: { value: 'New key' } });
  fireEvent.click(within(drawer).getByRole('button', { name: 'Submit for approval' }));
  await waitFor(() => {
    expect(opened.server.callsOf(messageAccount.save)[0]?.request).toMatchObject({
      form: { accountCode: 'APP_PUSH', secret: '{"type":"service_account"}' },
    });
  });
});

test('a test names its number, and says how far it came', async () => {
  const hops = [
    { hop: 'RECIPIENT' as const, isDone: true, text: '254712***678' },
    { hop: 'CREDENTIALS' as const, isDone: false, text: 'the account has no key' },
  ];
  const opened = open('', [reply(messageAccount.test, { isSent: false, hops })]);
  fireEvent.click(await screen.findByLabelText(/^More actions/));
  fireEvent.click(await screen.findByText('Test'));
  const dialog = await screen.findByRole('dialog');
  fireEvent.change(await within(dialog).findByLabelText(/^Phone/), { target: { value: '254712345678' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Send test' }));
  await waitFor(() => {
    expect(opened.server.callsOf(messageAccount.test)[0]?.request).toEqual({
      accountCode: 'APP_WHATSAPP',
      phone: '254712345678',
    });
  });
  expect(await screen.findByText(/Key ✗ the account has no key/)).toBeTruthy();
});

test('the matrix says what each app can send', async () => {
  open('?tab=channels');
  expect(await screen.findByText('Haraka (M0002)')).toBeTruthy();
  expect(screen.getByText('Server gateway')).toBeTruthy();
  expect(screen.getByText('No account')).toBeTruthy();
});
