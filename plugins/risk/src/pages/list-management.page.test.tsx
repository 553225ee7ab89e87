// @vitest-environment jsdom
import { merchant, riskList } from '@kituo/sdk/contracts';
import { renderPage, reply } from '@kituo/sdk/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import en from '../../locales/en.json' with { type: 'json' };
import { ListManagementPage } from './list-management.page.tsx';

const row: riskList.RiskListRow = {
  entryNo: 'RL000000001',
  listType: 'BLACK',
  listCode: 'FRAUD_CASE',
  listName: 'Fraud cases',
  subjectType: 'PHONE',
  subjectValue: '25******78',
  customerName: 'Mwangi K.',
  note: 'Forged payslips',
  merchantNames: [],
  listSource: 'FRAUD_CASE',
  addedByName: 'Achieng Otieno',
  addedAt: '2026-11-20T06:00:00Z',
  expiresAt: '2027-11-20T21:00:00Z',
  hits: 2,
  lastHitAt: '2026-11-21T06:00:00Z',
  listStatus: 'ACTIVE',
  allowedActions: ['remove'],
};
const list = { activeEntries: 3, hits: 7, createdAt: '2026-11-20T06:00:00Z', version: 1 } as const;
const lists: riskList.NamedListRow[] = [
  { listCode: 'BLACK', listName: 'Black list', listType: 'BLACK', createdByName: null, ...list },
  { listCode: 'BUREAU', listName: 'Bureau alerts', listType: 'GREY', createdByName: 'Achieng Otieno', ...list },
];
const open = (perms: readonly string[]) =>
  renderPage(<ListManagementPage />, {
    at: '/AdminContent/RiskControlSystem/ListManagement',
    perms: perms.map((code) => `risk:list:${code}`),
    plugin: { name: 'risk', texts: { en } },
    replies: [
      reply(merchant.options, []),
      reply(riskList.page, { rows: [row], total: 1, totalIsExact: true }),
      reply(riskList.detail, {
        row,
        orders: [
          { orderNo: 'LO2', entryNo: 'RL000000001', listName: 'Fraud cases', happenedAt: '2026-11-21T06:00:00Z' },
          { orderNo: 'LO1', entryNo: 'RL000000009', listName: 'Bureau alerts', happenedAt: '2025-11-21T06:00:00Z' },
        ],
        others: [
          {
            entryNo: 'RL000000009',
            listType: 'GREY',
            listName: 'Bureau alerts',
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
      reply(riskList.extendMany, { changeNo: 'CH1', items: [] }),
      reply(riskList.check, {
        entries: [{ entryNo: 'RL000000001', listType: 'BLACK', listName: 'Fraud cases', expiresAt: row.expiresAt }],
      }),
      reply(riskList.lists, lists),
      reply(riskList.saveList, { listCode: 'STAFF', version: 1 }),
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
  expect(await screen.findByText('Listed: Fraud cases')).toBeTruthy();
  expect(screen.queryByText('Add entry')).toBeNull();
  expect(screen.queryByText('Remove')).toBeNull();
  page.assertReleases();
});

test('lists have names; one that exists is renamed alone', async () => {
  const page = open(['add']);
  fireEvent.click(await screen.findByRole('tab', { name: 'Lists' }));
  const table = await screen.findByRole('table');
  expect(within(table).getByRole('row', { name: /Black list/ }).textContent).toContain('Standard list');
  fireEvent.click(screen.getByRole('button', { name: 'Add list' }));
  const adding = await screen.findByRole('dialog');
  fireEvent.change(within(adding).getByLabelText(/^Name/), { target: { value: 'Staff' } });
  fireEvent.change(within(adding).getByLabelText(/^Code/), { target: { value: 'staff' } });
  fireEvent.click(within(adding).getByText('White'));
  fireEvent.click(within(adding).getByRole('button', { name: 'Save' }));
  await waitFor(() => {
    expect(page.server.callsOf(riskList.saveList)[0]?.request).toEqual({
      listCode: 'STAFF',
      listName: 'Staff',
      listType: 'WHITE',
    });
  });
  const row = within(table).getByRole('row', { name: /Bureau alerts/ });
  fireEvent.click(within(row).getByRole('button', { name: 'Rename' }));
  const renaming = await screen.findByRole('dialog', { name: /List/ });
  expect(within(renaming).queryByLabelText(/^Code/)).toBeNull();
  page.assertReleases();
});

test('an entry shows every other list that the person was on, and why', async () => {
  const page = open([]);
  fireEvent.click(await screen.findByText('25******78'));
  const drawer = await screen.findByRole('dialog');
  const [met, other] = await within(drawer).findAllByText(/RL000000009/);
  expect(met?.textContent).toContain('LO1');
  expect(met?.textContent).toContain('Bureau alerts · RL000000009');
  expect(other?.textContent).toContain('Grey');
  expect(other?.textContent).toContain('Removed · 3 hits · Two phones');
  page.assertReleases();
});

test('entries that met nobody in a year are proposed, and one click from there', async () => {
  const page = open([]);
  expect(await screen.findByText(/1 active entry met no application in a year/)).toBeTruthy();
  fireEvent.click(screen.getByText('Review and remove'));
  await waitFor(() => {
    expect(page.address()).toContain('isIdle=true');
  });
  page.assertReleases();
});

test('selected entries are extended together, sent for approval with one reason', async () => {
  const page = open(['import', 'remove']);
  fireEvent.click(await screen.findByRole('checkbox', { name: /^Select row/ }));
  const bar = await screen.findByRole('region', { name: /select/i });
  fireEvent.click(within(bar).getByRole('button', { name: 'Extend' }));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByText(/Later than the present last day/)).toBeTruthy();
  fireEvent.change(within(dialog).getByLabelText(/^Last day/), { target: { value: '2028-11-30' } });
  fireEvent.change(within(dialog).getByLabelText(/^Reason/), { target: { value: 'Still a risk' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Submit for approval' }));
  await waitFor(() => {
    expect(page.server.callsOf(riskList.extendMany)[0]?.request).toEqual({
      entryNos: ['RL000000001'],
      expiresOn: '2028-11-30',
      reason: 'Still a risk',
    });
  });
  page.assertReleases();
});

test('the import and the batches are for who holds their codes', async () => {
  const page = open(['add']);
  await screen.findByText('25******78');
  expect(screen.queryByText('Import')).toBeNull();
  page.assertReleases();
});
