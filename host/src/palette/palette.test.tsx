// @vitest-environment jsdom
import { auditOrder, customerManage, orderDetail } from '@kituo/sdk/contracts';
import { renderPage, reply } from '@kituo/sdk/testing';
import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import en from '../../locales/en.json' with { type: 'json' };
import { HostContext, type HostActions } from '../shell/host-context.ts';
import { Palette } from './palette.tsx';

const nothing = (): void => undefined;
const later = async (): Promise<void> => undefined;
const host: HostActions = {
  version: '1',
  openOverlay: nothing,
  chooseLanguage: later,
  changeSettings: later,
  signOut: later,
  openExternal: later,
  console: {
    state: { phase: 'starting' },
    subscribe: () => nothing,
    start: later,
    signedIn: later,
    sessionEnded: nothing,
    forgetPlace: nothing,
    drawn: nothing,
    refresh: later,
    complete: later,
    retry: later,
    pageThrew: nothing,
    frameFailed: nothing,
    frameDrawn: nothing,
    navigate: nothing,
    prefetch: nothing,
    entryAt: () => null,
  },
};

it('finds settings and actions by name, and none before something is typed', async () => {
  const openOverlay = vi.fn<HostActions['openOverlay']>();
  renderPage(
    <HostContext value={{ ...host, openOverlay }}>
      <Palette leaves={[]} recent={[]} onClose={nothing} />
    </HostContext>,
    { plugin: { name: 'host', texts: { en } } },
  );
  const box = await screen.findByRole('combobox');
  expect(screen.queryAllByRole('option')).toEqual([]);
  fireEvent.change(box, { target: { value: 'change pass' } });
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Change passwordActions']);
  fireEvent.keyDown(box, { key: 'Enter' });
  expect(openOverlay.mock.calls).toEqual([['password']]);
});

it('finds orders by a number that was typed, asked for by Enter alone, and says so where there are none', async () => {
  const row = {
    orderNo: 'LO0000000012',
    customerName: 'Ja***te',
    productName: 'Haraka 14',
    statusLabel: 'Disbursed',
    applyTime: '2026-11-20T08:00:00Z',
  };
  const navigate = vi.fn<HostActions['console']['navigate']>();
  const page = renderPage(
    <HostContext value={{ ...host, console: { ...host.console, navigate } }}>
      <Palette leaves={[]} recent={[]} onClose={nothing} />
    </HostContext>,
    {
      plugin: { name: 'host', texts: { en } },
      bootstrap: { fullPaths: [orderDetail.ORDER_DETAIL_PAGE.toLowerCase()] },
      replies: [reply(auditOrder.find, ({ phone }) => (phone === '254712345678' ? [row] : []))],
    },
  );
  const box = await screen.findByRole('combobox');
  fireEvent.change(box, { target: { value: '0712 345 678' } });
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Find orders of 0712 345 678']);
  expect(page.server.callsOf(auditOrder.find)).toEqual([]);
  fireEvent.keyDown(box, { key: 'Enter' });
  const option = await screen.findByRole('option', { name: /LO0000000012/ });
  expect(option.textContent).toContain('Disbursed, 20 Nov 2026');
  fireEvent.keyDown(box, { key: 'Enter' });
  expect(navigate.mock.calls).toEqual([[`${orderDetail.ORDER_DETAIL_PAGE}?orderNo=LO0000000012&source=Search`]]);
  fireEvent.change(box, { target: { value: 'lo77' } });
  fireEvent.keyDown(box, { key: 'Enter' });
  await screen.findByText('No order of lo77 that you may see.');
  expect(page.server.callsOf(auditOrder.find).map(({ request }) => request)).toEqual([
    { phone: '254712345678' },
    { orderNo: 'LO0000000077' },
  ]);
});

it('finds customers by number, phone and ID number, for those who may open their list', async () => {
  const row: customerManage.CustomerRow = {
    customerNo: 'C000000012',
    merchantNo: 'M0001',
    customerName: 'Ja***te',
    phone: '25*******678',
    idCardNo: '12****78',
    appName: 'Haraka Mkopo',
    registeredAt: '2026-11-20T08:00:00Z',
    registerChannel: null,
    lastLoginAt: null,
    creditType: null,
    creditLimitCents: null,
    creditRemainingCents: null,
    creditExpireAt: null,
    isAdjustable: null,
    creditStatus: null,
    vipLevelNo: null,
    isBlacklisted: false,
    hasHotlinePriority: false,
    liveOrderCount: 0,
    dataStatus: 'VALID',
    dataExpireAt: null,
    accountStatus: 'OPEN',
    allowedActions: [],
  };
  const navigate = vi.fn<HostActions['console']['navigate']>();
  const page = renderPage(
    <HostContext value={{ ...host, console: { ...host.console, navigate } }}>
      <Palette leaves={[]} recent={[]} onClose={nothing} />
    </HostContext>,
    {
      plugin: { name: 'host', texts: { en } },
      bootstrap: { fullPaths: [customerManage.CUSTOMER_PAGE.toLowerCase()] },
      replies: [
        reply(customerManage.page, ({ filters }) => {
          const rows = JSON.stringify(filters) === '{"phone":"254712345678"}' ? [row] : [];
          return { rows, total: rows.length, totalIsExact: true };
        }),
      ],
    },
  );
  const box = await screen.findByRole('combobox');
  fireEvent.change(box, { target: { value: '0712 345 678' } });
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'Find customers of 0712 345 678',
  ]);
  fireEvent.keyDown(box, { key: 'Enter' });
  await screen.findByRole('option', { name: /C000000012 · Ja\*{3}te/ });
  fireEvent.keyDown(box, { key: 'Enter' });
  expect(navigate.mock.calls).toEqual([[`${customerManage.CUSTOMER_PAGE}?customerNo=C000000012&registeredAt=any`]]);
  for (const typed of ['c77', '12345678']) {
    fireEvent.change(box, { target: { value: typed } });
    fireEvent.keyDown(box, { key: 'Enter' });
    await screen.findByText(`No customer of ${typed} that you may see.`);
  }
  expect(page.server.callsOf(customerManage.page).map(({ request }) => request.filters)).toEqual([
    { phone: '254712345678' },
    { customerNo: 'C000000077' },
    { idCardNo: '12345678' },
  ]);
});
