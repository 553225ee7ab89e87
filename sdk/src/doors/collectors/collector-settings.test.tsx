// @vitest-environment jsdom
import { collectorSettings } from '@kituo/sdk/contracts';
import { renderPage, reply } from '@kituo/sdk/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { CollectorSettings } from './collector-settings.tsx';
import type { SettingsRow } from './settings-fields.ts';

const { byBill } = collectorSettings;
const row: SettingsRow = {
  userNo: 'U000005',
  userName: 'achieng',
  realName: 'Achieng Ouma',
  jobNumber: 'KT000005',
  phone: '25*******005',
  deptName: 'Collection',
  groupName: 'Early',
  principalName: null,
  merchantNames: ['Haraka'],
  employeeCategory: 'OLD',
  employeeStatus: 'ON_THE_JOB',
  personnelStatus: 'NORMAL',
  isAiEmployee: false,
  isOnShift: true,
  caseLevels: ['S1'],
  productNos: [],
  productNames: [],
  billCap: null,
  amountCapCents: null,
  joinAutoAllot: true,
  firstLoanWhitelist: false,
  openCases: 12,
  otherCases: 3,
  borrowerCount: 9,
  termNos: [1, 2],
  amountInHandCents: 450_000,
  version: 2,
  allowedActions: ['updateSettings'],
};

test('a cap below what is open is agreed to before it is sent; products that nobody named stay unlimited', async () => {
  const page = renderPage(<CollectorSettings scope="BILL" title="Collectors by bill" />, {
    at: '/AdminContent/CollectionSystemNew/CollectionPersonnelNew',
    perms: ['collectionStage:personnel:update'],
    replies: [
      reply(byBill.page, { rows: [row], total: 1, totalIsExact: true }),
      reply(byBill.products, []),
      reply(byBill.update, { userNo: row.userNo, version: 3 }),
    ],
  });
  await screen.findByText('Achieng Ouma');
  fireEvent.click(await screen.findByRole('button', { name: /Edit limits: Achieng Ouma/ }));
  const form = within(await screen.findByRole('dialog'));
  expect(form.queryByRole('checkbox', { name: /Accept a limit below/ })).toBeNull();
  await userEvent.type(form.getByRole('textbox', { name: /Bill limit/ }), '10');
  fireEvent.click(await form.findByRole('checkbox', { name: /Accept a limit below/ }));
  fireEvent.click(form.getByRole('button', { name: 'Save' }));
  await waitFor(() => {
    expect(page.server.callsOf(byBill.update)[0]?.request).toEqual({
      userNo: row.userNo,
      version: 2,
      caseLevels: ['S1'],
      billCap: 10,
      amountCapCents: null,
      joinAutoAllot: true,
      firstLoanWhitelist: false,
      acceptsCapBelowOpen: true,
    });
  });
});
