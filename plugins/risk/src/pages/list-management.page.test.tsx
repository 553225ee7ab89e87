// @vitest-environment jsdom
import { riskList } from '@kituo/sdk/contracts';
import { renderPage, reply } from '@kituo/sdk/testing';
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import en from '../../locales/en.json' with { type: 'json' };
import { ListManagementPage } from './list-management.page.tsx';

const row: riskList.RiskListRow = {
  entryNo: 'RL000000001',
  listType: 'BLACK',
  subjectType: 'PHONE',
  subjectValue: '25******78',
  customerName: 'Mwangi K.',
  note: 'Forged payslips',
  listSource: 'FRAUD_CASE',
  addedByName: 'Achieng Otieno',
  addedAt: '2026-11-20T06:00:00Z',
  expiresAt: '2027-11-20T21:00:00Z',
  hits: 2,
  lastHitAt: '2026-11-21T06:00:00Z',
  listStatus: 'ACTIVE',
  allowedActions: ['remove'],
};
const open = (perms: readonly string[]) =>
  renderPage(<ListManagementPage />, {
    at: '/AdminContent/RiskControlSystem/ListManagement',
    perms: perms.map((code) => `risk:list:${code}`),
    plugin: { name: 'risk', texts: { en } },
    replies: [
      reply(riskList.page, { rows: [row], total: 1, totalIsExact: true }),
      reply(riskList.detail, {
        row,
        orders: [],
        others: [
          {
            entryNo: 'RL000000009',
            listType: 'GREY',
            listSource: 'BUREAU',
            listStatus: 'REMOVED',
            note: 'Two phones',
            addedAt: '2025-11-20T06:00:00Z',
            expiresAt: '2026-11-20T21:00:00Z',
            hits: 3,
          },
        ],
        history: [],
      }),
      reply(riskList.check, { entries: [{ entryNo: 'RL000000001', listType: 'BLACK', expiresAt: row.expiresAt }] }),
    ],
  });

test('a list says what it does before somebody is put on it, and a phone that is none is not sent', async () => {
  const page = open(['add']);
  fireEvent.click(await screen.findByText('Add entry'));
  const drawer = await screen.findByRole('dialog');
  expect(await within(drawer).findByText(/machine review refuses/)).toBeTruthy();
  fireEvent.click(within(drawer).getByText('White'));
  expect(await within(drawer).findByText(/at most 180 days/)).toBeTruthy();
  fireEvent.change(within(drawer).getByLabelText('Value'), { target: { value: '0712' } });
  fireEvent.click(within(drawer).getByRole('button', { name: 'Add' }));
  expect(await within(drawer).findByText(/254 plus 9 digits/)).toBeTruthy();
  expect(page.server.callsOf(riskList.add)).toEqual([]);
  page.assertReleases();
});

test('a value is checked, and nothing else offered to who may only check', async () => {
  const page = open(['check']);
  fireEvent.click(await screen.findByText('Check'));
  const dialog = await screen.findByRole('dialog');
  fireEvent.change(await within(dialog).findByLabelText(/^Value/), { target: { value: '254712345678' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Check' }));
  expect(await screen.findByText('Listed: Black')).toBeTruthy();
  expect(screen.queryByText('Add entry')).toBeNull();
  expect(screen.queryByText('Remove')).toBeNull();
  page.assertReleases();
});

test('an entry shows every other list that the person was on, and why', async () => {
  const page = open([]);
  fireEvent.click(await screen.findByText('25******78'));
  const drawer = await screen.findByRole('dialog');
  const other = await within(drawer).findByText(/RL000000009/);
  expect(other.textContent).toContain('Grey');
  expect(other.textContent).toContain('Removed · 3 hits · Two phones');
  page.assertReleases();
});
