// @vitest-environment jsdom
import { aiHelp, contactRight, customerManage } from '@kituo/sdk/contracts';
import { renderPage, reply } from '@kituo/sdk/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import en from '../../locales/en.json' with { type: 'json' };
import { AiHelpUidDecryptPage } from './ai-help-uid-decrypt.page.tsx';
import { CustomerManagePage } from './customer-manage.page.tsx';

const row: customerManage.CustomerRow = {
  customerNo: 'C000000001',
  merchantNo: 'M0001',
  customerName: 'Njeri Wambui',
  phone: '25*******678',
  idCardNo: '23***89',
  appName: 'Kituo Credit',
  registeredAt: '2026-11-20T06:00:00Z',
  registerChannel: null,
  lastLoginAt: null,
  creditType: null,
  creditLimitCents: null,
  creditRemainingCents: null,
  creditExpireAt: null,
  isAdjustable: null,
  creditStatus: null,
  vipLevelNo: null,
  hasHotlinePriority: false,
  isBlacklisted: false,
  liveOrderCount: 0,
  dataStatus: 'VALID',
  dataExpireAt: null,
  accountStatus: 'OPEN',
  allowedActions: ['logout', 'close'],
};

test('an account is closed with its certificate alone, after its effect was said', async () => {
  const page = renderPage(<CustomerManagePage />, {
    at: '/AdminContent/CustomerServiceSystem/CustomerManage',
    perms: ['customerService:customer:logout', 'customerService:customer:close'],
    plugin: { name: 'customer-service', texts: { en } },
    replies: [
      reply(customerManage.page, { rows: [row], total: 1, totalIsExact: true }),
      reply(customerManage.logout, { customerNo: 'C000000001' }),
    ],
  });
  fireEvent.click(await screen.findByRole('button', { name: /^Log out: C/ }));
  const dialog = await screen.findByRole('dialog');
  fireEvent.change(within(dialog).getByLabelText(/^Reason/), { target: { value: 'Lost phone' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Log out' }));
  await waitFor(() => {
    expect(page.server.callsOf(customerManage.logout)[0]?.request).toEqual({
      customerNo: 'C000000001',
      reason: 'Lost phone',
    });
  });
});

test('customers are filtered by the channels that the merchants buy, in their words', async () => {
  const page = renderPage(<CustomerManagePage />, {
    at: '/AdminContent/CustomerServiceSystem/CustomerManage?columns=customerNo,registerChannel&registerChannel=RADIO_7',
    plugin: { name: 'customer-service', texts: { en } },
    replies: [
      reply(customerManage.page, { rows: [{ ...row, registerChannel: 'RADIO_7' }], total: 1, totalIsExact: true }),
      reply(customerManage.channels, [{ code: 'RADIO_7', label: 'Radio spots' }]),
    ],
  });
  await screen.findByText('C000000001');
  expect((await screen.findAllByText(/Radio spots/)).length).toBeGreaterThan(0);
  expect(page.server.callsOf(customerManage.page)[0]?.request).toMatchObject({
    filters: { registerChannel: 'RADIO_7' },
  });
});

test('UIDs are looked up with a purpose, and those of nobody say so', async () => {
  const nobody = {
    isOldKey: false,
    customerNo: null,
    customerName: null,
    phone: null,
    appName: null,
    registeredAt: null,
    hasLiveOrder: false,
  };
  renderPage(<AiHelpUidDecryptPage />, {
    at: '/AdminContent/CustomerServiceSystem/AiHelpUidDecrypt',
    perms: ['customerService:aiHelp:decrypt'],
    plugin: { name: 'customer-service', texts: { en } },
    replies: [reply(aiHelp.decrypt, { rows: [{ ...nobody, uid: 'nonsense', result: 'INVALID' }] })],
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Decrypt UIDs' }));
  const dialog = await screen.findByRole('dialog');
  fireEvent.change(await within(dialog).findByLabelText(/^UIDs/), { target: { value: 'nonsense' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Decrypt' }));
  expect((await within(dialog).findAllByText('All options must be filled')).length).toBeGreaterThan(0);
});

test('a stop is lifted from the card, with a request that names its proof', async () => {
  const page = renderPage(<CustomerManagePage />, {
    at: '/AdminContent/CustomerServiceSystem/CustomerManage',
    perms: ['customerService:customer:contact'],
    plugin: { name: 'customer-service', texts: { en } },
    replies: [
      reply(customerManage.page, { rows: [row], total: 1, totalIsExact: true }),
      reply(customerManage.one, {
        row,
        sex: null,
        age: null,
        county: null,
        employer: null,
        monthlyIncomeCents: null,
        payDay: null,
        speakingLanguage: null,
        limit: null,
        showsProfile: false,
        expiredKinds: [],
        orders: [],
        coupons: [],
        feedback: [],
        calls: [],
        offersAgreedAt: null,
        blocks: [{ blockId: 7, blockKind: 'DO_NOT_CALL', note: 'Said so' }],
        history: [],
      }),
      reply(contactRight.blockLift, { changeNo: 'CH1' }),
    ],
  });
  fireEvent.click(await screen.findByText('C000000001'));
  expect(await screen.findByText(/Has not agreed to offers/)).toBeTruthy();
  fireEvent.click(await screen.findByRole('button', { name: 'Lift: Do not call' }));
  const dialog = await screen.findByRole('dialog', { name: 'Lift the stop: Do not call' });
  fireEvent.change(within(dialog).getByLabelText(/^Reason/), { target: { value: 'Wrote to us' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Submit for approval' }));
  expect(await within(dialog).findByText(/certificate cannot be empty/i)).toBeTruthy();
  expect(page.server.callsOf(contactRight.blockLift)).toEqual([]);
});
