// @vitest-environment jsdom
import { dictionary, manualBlacklist, merchant } from '@kituo/sdk/contracts';
import { renderPage, reply } from '@kituo/sdk/testing';
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import en from '../../locales/en.json' with { type: 'json' };
import zh from '../../locales/zh.json' with { type: 'json' };
import { ArtificialBlacklistLibraryPage } from './artificial-blacklist-library.page.tsx';

const row: manualBlacklist.BlacklistRow = {
  entryNo: 'BL000000001',
  subjectType: 'PHONE',
  subjectValue: '25******78',
  customerName: 'Mwangi K.',
  reasonCode: 'FORGED_DOCUMENTS',
  note: 'Forged payslips',
  merchantNo: null,
  merchantName: null,
  blacklistSource: 'MANUAL',
  addedByName: 'Achieng Otieno',
  addedAt: '2026-11-20T06:00:00Z',
  expiresAt: '2027-11-20T21:00:00Z',
  hits: 2,
  blacklistState: 'ACTIVE',
  allowedActions: ['remove'],
};

const open = (perms: readonly string[]) =>
  renderPage(<ArtificialBlacklistLibraryPage />, {
    at: '/AdminContent/MerchantSystem/ArtificialBlacklistLibrary',
    perms: perms.map((code) => `merchant:blacklist:${code}`),
    plugin: { name: 'merchant', texts: { en, zh } },
    replies: [
      reply(manualBlacklist.page, { rows: [row], total: 1, totalIsExact: true }),
      reply(manualBlacklist.extendMany, { changeNo: 'CH1', items: [] }),
      reply(manualBlacklist.check, {
        entries: [{ entryNo: 'BL000000001', reasonCode: 'FRAUD', expiresAt: row.expiresAt }],
      }),
      reply(dictionary.getSelectOptionRespDtos, []),
      reply(dictionary.getEnabledNotEnabledOptionRespDtos, []),
      reply(merchant.options, []),
    ],
  });

test('an entry without evidence is not sent, a phone that is none is said so', async () => {
  const page = open(['add']);
  expect(await screen.findByText('Forged documents')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Add' }));
  const drawer = await screen.findByRole('dialog');
  fireEvent.change(await within(drawer).findByLabelText('Value'), { target: { value: '0712' } });
  fireEvent.click(within(drawer).getByRole('button', { name: 'Block' }));
  expect(await within(drawer).findByText('The certificate cannot be empty')).toBeTruthy();
  expect(page.server.callsOf(manualBlacklist.add)).toEqual([]);
  page.assertReleases();
});

test('a value is checked', async () => {
  const page = open(['check']);
  fireEvent.click(await screen.findByRole('button', { name: 'Check' }));
  const dialog = await screen.findByRole('dialog');
  fireEvent.change(await within(dialog).findByLabelText(/^Value/), { target: { value: '254712345678' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Check' }));
  expect(await screen.findByText('Blocked: Fraud')).toBeTruthy();
  expect(page.server.callsOf(manualBlacklist.check)[0]?.request).toEqual({
    subjectType: 'PHONE',
    subjectValue: '254712345678',
  });
  page.assertReleases();
});

test('chosen entries are submitted with a later last day', async () => {
  const page = open(['import']);
  fireEvent.click(await screen.findByRole('checkbox', { name: /BL000000001/ }));
  fireEvent.click(await screen.findByRole('button', { name: 'Extend' }));
  const dialog = await screen.findByRole('dialog', { name: 'Extend 1 entry' });
  fireEvent.change(await within(dialog).findByLabelText('Reason'), { target: { value: 'Still a risk' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Submit for approval' }));
  expect(await within(dialog).findByText('A date, e.g. 2026-11-30')).toBeTruthy();
  expect(page.server.callsOf(manualBlacklist.extendMany)).toEqual([]);
});
