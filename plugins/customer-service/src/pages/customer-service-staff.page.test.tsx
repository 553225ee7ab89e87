// @vitest-environment jsdom
import { dictionary, type personnel, servicePersonnel } from '@kituo/sdk/contracts';
import { renderPage, reply } from '@kituo/sdk/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import en from '../../locales/en.json' with { type: 'json' };
import { CustomerServiceStaffPage } from './customer-service-staff.page.tsx';

const { endpoints } = servicePersonnel;

test('says customer service staff in the words of its section', async () => {
  renderPage(<CustomerServiceStaffPage />, {
    at: '/AdminContent/CustomerServiceSystem/CustomerServiceStaff',
    perms: ['customerService:personnel:sync'],
    plugin: { name: 'test', texts: { en } },
    replies: [reply(endpoints.page, { rows: [], total: 0, totalIsExact: true })],
  });
  expect(await screen.findByRole('heading', { name: /Customer service staff/ })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Sync' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Freeze' })).toBeNull();
});

const person: personnel.PersonnelRow = {
  userNo: 'U000051',
  userName: 'moraa',
  realName: 'Moraa Nyaboke',
  jobNumber: 'CS1001',
  phone: '2547*****678',
  extension: '201',
  employeeStatus: 'ON_THE_JOB',
  employeeCategory: 'OLD',
  deptName: 'Service',
  groupName: 'Desk',
  principalUserNo: null,
  channels: [],
  spendThisMonthCents: null,
  costPerDisbursedCents: null,
  principalName: null,
  merchants: [{ merchantNo: 'M0001', merchantName: 'Haraka' }],
  dailyCap: 20,
  open: 3,
  doneToday: 1,
  openFeedback: 2,
  openEntries: 1,
  joinAutoAllot: true,
  firstLoanWhitelist: false,
  languages: ['sw'],
  handlesComplaints: true,
  isAiEmployee: false,
  isExternal: false,
  isOnShift: true,
  lastActiveAt: null,
  personnelStatus: 'NORMAL',
  userStatus: 'NORMAL',
  joinedAt: '2026-01-05T08:00:00Z',
  version: 4,
  allowedActions: ['update'],
};

test('open work is handed over to another person, with its counts said', async () => {
  const other = { ...person, userNo: 'U000052', realName: 'Otieno Ouma', open: 0 };
  const page = renderPage(<CustomerServiceStaffPage />, {
    at: '/AdminContent/CustomerServiceSystem/CustomerServiceStaff',
    perms: ['customerService:personnel:update'],
    plugin: { name: 'test', texts: { en } },
    replies: [
      reply(endpoints.page, { rows: [person, other], total: 2, totalIsExact: true }),
      reply(dictionary.getEnabledNotEnabledOptionRespDtos, []),
      reply(servicePersonnel.handOver, { handedOver: 3, kept: 0 }),
    ],
  });
  fireEvent.click(await screen.findByLabelText('More actions for Moraa Nyaboke'));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Hand over' }));
  const dialog = await screen.findByRole('dialog', { name: 'Hand over the open work of Moraa Nyaboke?' });
  expect(within(dialog).getByText('3 open items go to the chosen person.')).toBeTruthy();
  await within(dialog).findByRole('option', { name: /Otieno Ouma/ });
  fireEvent.change(within(dialog).getByLabelText(/New owner/), { target: { value: other.userNo } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Hand over' }));
  await waitFor(() => {
    expect(page.server.callsOf(servicePersonnel.handOver)[0]?.request).toEqual({
      userNo: 'U000051',
      toUserNo: 'U000052',
    });
  });
});

test('extension and category of a person are set in the form', async () => {
  const page = renderPage(<CustomerServiceStaffPage />, {
    at: '/AdminContent/CustomerServiceSystem/CustomerServiceStaff',
    perms: ['customerService:personnel:update'],
    plugin: { name: 'test', texts: { en } },
    replies: [
      reply(endpoints.page, { rows: [person], total: 1, totalIsExact: true }),
      reply(endpoints.detail, { ...person, userMerchants: person.merchants, shifts: [], history: [] }),
      reply(dictionary.getEnabledNotEnabledOptionRespDtos, []),
      reply(endpoints.update, person),
    ],
  });
  fireEvent.click(await screen.findByRole('button', { name: /^Edit: Moraa/ }));
  const dialog = await screen.findByRole('dialog', { name: 'Edit Moraa Nyaboke' });
  fireEvent.change(await within(dialog).findByLabelText(/Extension/), { target: { value: '305' } });
  fireEvent.click(within(dialog).getByText('New'));
  fireEvent.click(within(dialog).getByRole('button', { name: 'Save changes' }));
  await waitFor(() => {
    expect(page.server.callsOf(endpoints.update)[0]?.request).toMatchObject({
      extension: '305',
      employeeCategory: 'NEW',
    });
  });
});

test('says who is free by the languages they speak', async () => {
  const agent = { groupName: 'Desk', extension: '201', handlesComplaints: false, takesCalls: true };
  renderPage(<CustomerServiceStaffPage />, {
    at: '/AdminContent/CustomerServiceSystem/CustomerServiceStaff?tab=free',
    plugin: { name: 'test', texts: { en } },
    replies: [
      reply(servicePersonnel.free, [
        { ...agent, userNo: 'U1', realName: 'Moraa', languages: ['sw', 'en'] },
        { ...agent, userNo: 'U2', realName: 'Otieno', languages: [], takesCalls: false },
      ]),
    ],
  });
  expect(await screen.findAllByText(/^Moraa · Desk · extension 201 · takes calls$/)).toHaveLength(2);
  expect(screen.getByRole('heading', { name: 'sw' })).toBeTruthy();
  expect(screen.getByText('Otieno · Desk · extension 201')).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'No language noted' })).toBeTruthy();
});
