// @vitest-environment jsdom
import { auditAllot, auditOrder, dictionary } from '@kituo/sdk/contracts';
import { Refusal, renderPage, reply } from '@kituo/sdk/testing';
import type { FakeHostOptions, FakeReply } from '@kituo/sdk/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { describe, expect, test } from 'vitest';
import en from '../../locales/en.json' with { type: 'json' };
import zh from '../../locales/zh.json' with { type: 'json' };
import type { AllotRow, ManageRow, MyRow } from '../orders/order-fields.ts';
import { MyAuditPage } from './my-audit.page.tsx';
import { takeOver } from '../orders/orders-to-return.ts';
import { OrderAllocationPage } from './order-allocation.page.tsx';
import { OrderManagementAbridgmentPage } from './order-management-abridgment.page.tsx';
import { OrderManagementPage } from './order-management.page.tsx';

const A = '/AdminContent/AuditSystem/';
const basics = {
  orderNo: 'LO0000000001',
  merchantNo: 'M0001',
  merchantName: 'Kituo Credit',
  productNo: 'PR0001',
  productName: 'Haraka 14',
  customerName: 'Achieng Ouma',
  phone: '25*******001',
  loanType: 'REPEAT' as const,
  loanAmountCents: 5e5,
  applyTime: '2026-11-20T06:00:00Z',
};
const managed: ManageRow = {
  ...basics,
  orderStatus: 'PENDING_REVIEW',
  thirdPartyOrderNo: null,
  idCardNo: '11****44',
  approvedAmountCents: null,
  term: 14,
  installments: 1,
  auditTime: null,
  lendingTime: null,
  refuseCode: null,
  denialReason: null,
  incomingChannel: 'USSD',
  promotionChannel: null,
  lendingChannel: null,
  whitelistFlag: false,
  modelLevel: 'B',
  auditorUserNo: 'U2',
  auditorName: 'Otieno Odhiambo',
  dataSource: 'OWN',
  allowedActions: ['recall', 'detail', 'log'],
};
const waiting: AllotRow = {
  ...basics,
  orderStatus: 'TO_ALLOCATE',
  term: 14,
  modelLevel: 'B',
  whitelistFlag: false,
  waitingSince: basics.applyTime,
  amberAt: basics.applyTime,
  redAt: '2099-01-01T00:00:00Z',
  auditorUserNo: null,
  auditorName: null,
  allotTime: null,
  openedAt: null,
  leaseEndsAt: null,
  allowedActions: ['allocate', 'detail', 'log'],
};
const own: MyRow = {
  ...basics,
  orderStatus: 'PENDING_REVIEW',
  idCardNo: '11****44',
  modelLevel: 'B',
  dataSource: 'OWN',
  allotTime: basics.applyTime,
  openedAt: null,
  leaseEndsAt: '2099-01-01T00:00:00Z',
  auditResult: null,
  approvedAmountCents: null,
  auditTime: null,
  durationSeconds: null,
  allowedActions: ['review', 'release', 'followUp', 'detail', 'log'],
};
const aReviewer = {
  auditorUserNo: 'U2',
  auditorName: 'Otieno Odhiambo',
  groupName: null,
  openCount: 12,
  doneToday: 30,
  dailyCap: 80,
  placesLeft: 38,
  isOnShift: true,
  firstLoanWhitelist: true,
  joinAutoAllot: true,
  isAiEmployee: false,
  medianSeconds: 185,
  merchantNos: ['M0001'],
  refusal: null,
};
const tired = {
  ...aReviewer,
  auditorUserNo: 'U3',
  auditorName: 'Odinga Owino',
  refusal: 'This reviewer is off shift',
};
const listed = <Row,>(...rows: Row[]) => ({ rows, total: rows.length, totalIsExact: true });
/** Each tab reads under a name of its own. */
const named = <E extends { readonly name: string }>(endpoint: E, part: string): E => ({
  ...endpoint,
  name: `${endpoint.name}.${part}`,
});

function open(page: ReactElement, options: FakeHostOptions & { replies?: readonly FakeReply[] } = {}) {
  return renderPage(page, {
    plugin: { name: 'audit', texts: { en, zh } },
    ...options,
    replies: [
      ...(options.replies ?? []),
      reply(auditOrder.choices, { products: [], reviewers: [], promotionChannels: [] }),
      reply(auditOrder.statusTypeGroups, []),
      reply(dictionary.getEnabledNotEnabledOptionRespDtos, []),
      reply(auditAllot.auditors, [aReviewer, tired]),
      reply(auditOrder.manageSummary, {
        statuses: [{ orderStatus: 'PENDING_REVIEW', count: 7, loanAmountCents: 1_200_000 }],
        days: [],
        isExact: true,
      }),
      reply(auditOrder.mySummary, {
        dailyCap: 80,
        openCount: 1,
        doneToday: 20,
        passRate: 0.5,
        medianSeconds: 185,
        nextOrderNo: own.orderNo,
        reminders: [],
      }),
    ],
  });
}

describe('all orders', () => {
  const manage = (options: Parameters<typeof open>[1] = {}) =>
    open(<OrderManagementPage />, {
      at: `${A}OrderManagement`,
      perms: ['audit:order:recall'],
      ...options,
      replies: [...(options.replies ?? []), reply(auditOrder.manageList, listed(managed))],
    });

  test('hand what the filters find to the page that returns orders, once', async () => {
    manage({ perms: ['audit:retrieval:submit'] });
    fireEvent.click(await screen.findByRole('button', { name: 'Return 1 order…' }));
    await expect.poll(takeOver).toEqual([managed.orderNo]);
    expect(takeOver()).toEqual([]);
  });

  test('call a channel by its name, a merchant’s own too', async () => {
    manage({
      replies: [
        reply(auditOrder.choices, {
          products: [],
          reviewers: [],
          promotionChannels: [{ code: 'RADIO_1', label: 'Radio spots' }],
        }),
        reply(auditOrder.manageList, listed({ ...managed, promotionChannel: 'RADIO_1' })),
      ],
    });
    expect(await screen.findByText('Radio spots')).toBeDefined();
  });

  test('open on the last 30 days, with what each status adds up to, to be clicked', async () => {
    const page = manage();
    const status = await screen.findByRole('button', { name: /Pending review 7 KES 12,000.00/ });
    const [first] = page.server.callsOf(auditOrder.manageList);
    expect(first?.request['filters']).toHaveProperty('applyTime');
    fireEvent.click(status);
    await waitFor(() => {
      expect(page.address()).toContain('orderStatus=PENDING_REVIEW');
    });
    expect(page.server.callsOf(auditOrder.manageList).at(-1)?.request['filters']).toMatchObject({
      orderStatus: 'PENDING_REVIEW',
    });
    page.assertReleases();
  });

  test('are found by what the box recognises, whatever day it was; numbers nobody has are named', async () => {
    const page = manage();
    await screen.findByText('Achieng Ouma');
    const box = screen.getByRole('textbox', { name: /Find by order number/ });
    await userEvent.type(box, '0712 345 678');
    screen.getByText('A phone number');
    await userEvent.clear(box);
    await userEvent.type(box, 'LO0000000001, LO404');
    screen.getByText('2 order numbers');
    await userEvent.keyboard('{Enter}');
    await screen.findByText('1 number not found:');
    screen.getByText(/^ ?LO404$/);
    const asked = page.server.callsOf(auditOrder.manageList).at(-1)?.request['filters'];
    expect(asked).toEqual({ orderNo: 'LO0000000001, LO404' });
  });

  test('a row shows and copies the phone, to who may see it', async () => {
    const { unmount } = manage();
    await screen.findByText('Achieng Ouma');
    fireEvent.click(screen.getByRole('button', { name: /^More actions/ }));
    await screen.findByRole('menuitem', { name: 'Operation log' });
    expect(screen.queryByRole('menuitem', { name: 'Show phone' })).toBeNull();
    unmount();
    manage({ perms: ['audit:sensitive:reveal'] });
    await screen.findByText('Achieng Ouma');
    fireEvent.click(screen.getByRole('button', { name: /^More actions/ }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Show phone' }));
    const drawer = await screen.findByRole('dialog', { name: `Phone of ${managed.orderNo}` });
    within(drawer).getByText(managed.phone);
    within(drawer).getByRole('button', { name: /Show/ });
  });

  test('refuses more than a hundred numbers before anything is asked', async () => {
    manage();
    const box = await screen.findByRole('textbox', { name: /Find by order number/ });
    const many = Array.from({ length: 101 }, (_, index) => `LO${index}`).join('\n');
    await userEvent.click(box);
    await userEvent.paste(many);
    screen.getByText('At most 100 at a time');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Find' }).disabled).toBe(true);
  });
});

describe('allocation', () => {
  const allocation = (options: Parameters<typeof open>[1] = {}) =>
    open(<OrderAllocationPage />, {
      at: `${A}OrderAllocation`,
      perms: ['audit:order:allot'],
      ...options,
      replies: [...(options.replies ?? []), reply(named(auditAllot.page, 'waiting'), listed(waiting))],
    });

  test('shows who is how full, and why somebody gets nothing', async () => {
    allocation();
    await screen.findByText('12 open · 38 left');
    screen.getByText('This reviewer is off shift');
  });

  test('puts the server’s refusal beside the reviewer, and reads the row again', async () => {
    const page = allocation({
      replies: [
        reply(auditAllot.allot, () => {
          throw new Refusal('AUDITOR_FULL', {
            facts: { places: 0 },
            fields: [{ field: 'auditorUserNos', msg: 'This reviewer’s remaining places today: 0' }],
          });
        }),
      ],
    });
    fireEvent.click(await screen.findByRole('button', { name: /^Assign: LO/ }));
    const dialog = await screen.findByRole('dialog');
    fireEvent.click(await within(dialog).findByRole('button', { name: /Reviewer/ }));
    fireEvent.click(await screen.findByRole('option', { name: /Otieno Odhiambo/ }));
    const before = page.server.callsOf(named(auditAllot.page, 'waiting')).length;
    fireEvent.click(within(dialog).getByRole('button', { name: 'Assign' }));
    await within(dialog).findByText('This reviewer’s remaining places today: 0');
    await waitFor(() => {
      expect(page.server.callsOf(named(auditAllot.page, 'waiting')).length).toBeGreaterThan(before);
    });
  });
});

describe('one’s own queue', () => {
  test('starts the oldest with Enter and goes to the review', async () => {
    const page = open(<MyAuditPage />, {
      at: `${A}MyAudit`,
      perms: ['audit:order:audit'],
      replies: [reply(named(auditOrder.myPage, 'pending'), listed(own))],
    });
    const next = await screen.findByRole('button', { name: 'Start next' });
    await waitFor(() => {
      expect(document.activeElement).toBe(next);
    });
    screen.getByText('20 of 80');
    screen.getByText('3:05');
    // As the menu counts them.
    expect(screen.getAllByRole('tab')[0]?.textContent).toMatch(/1$/);
    await userEvent.keyboard('{Enter}');
    expect(page.address()).toBe('/AdminContent/OrderDetailAudit/OrderAudit?orderNo=LO0000000001&source=MyAudit');
  });
});

test('numbers are pasted line by line into their filter, which says what cannot be looked for', async () => {
  const page = open(<MyAuditPage />, {
    at: `${A}MyAudit`,
    replies: [
      reply(named(auditOrder.myPage, 'pending'), (request) => {
        if (auditOrder.myPage.request.parse(request).filters.orderNo === '#7') {
          const msg = 'An order number, e.g. LO0000012345';
          throw new Refusal('BAD_REQUEST', { fields: [{ field: 'filters.orderNo', msg }] });
        }
        return listed(own);
      }),
    ],
  });
  await screen.findByText('Achieng Ouma');
  const box = screen.getByRole('textbox', { name: 'Order number' });
  expect(box.getAttribute('placeholder')).toBe('LO0000012345');
  await userEvent.click(box);
  await userEvent.paste('LO1\nLO2\n');
  const asked = () => page.server.callsOf(named(auditOrder.myPage, 'pending')).at(-1)?.request.filters;
  await waitFor(() => {
    expect(asked()).toMatchObject({ orderNo: 'LO1, LO2' });
  });
  await userEvent.clear(box);
  await userEvent.type(box, '#7{Enter}');
  const wrong = await screen.findByText(/e.g. LO0000012345/);
  expect(wrong.textContent).toBe('Order number: An order number, e.g. LO0000012345');
  expect(box.getAttribute('aria-invalid')).toBe('true');
  // Asking the same again would change nothing.
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
});

test('who may not decide is offered no review in their queue', async () => {
  open(<MyAuditPage />, {
    at: `${A}MyAudit`,
    perms: ['audit:order:release'],
    replies: [
      reply(
        named(auditOrder.myPage, 'pending'),
        listed({ ...own, allowedActions: ['release', 'detail'] satisfies MyRow['allowedActions'] }),
      ),
    ],
  });
  await screen.findByText('20 of 80');
  await screen.findByText('Achieng Ouma');
  expect(screen.queryByRole('button', { name: 'Start next' })).toBeNull();
  expect(screen.queryByRole('button', { name: /^Review/ })).toBeNull();
});

describe('the short view', () => {
  test('says the same of a number nobody has and of one of another merchant', async () => {
    const page = open(<OrderManagementAbridgmentPage />, {
      at: `${A}OrderManagementAbridgment?orderNo=LO404`,
      replies: [reply(auditOrder.abridgmentList, listed())],
    });
    // The list starts with the last days: beyond them there may be one.
    await screen.findByText(/^No order with this number matches/);
    fireEvent.click(screen.getByRole('button', { name: 'Search by number only' }));
    await screen.findByText('Order number not found among your merchants');
    expect(page.server.callsOf(auditOrder.abridgmentList).at(-1)?.request.filters).toEqual({
      orderNo: 'LO404',
    });
    expect(screen.queryByRole('button', { name: 'Export' })).toBeNull();
    page.assertReleases();
  });
});
