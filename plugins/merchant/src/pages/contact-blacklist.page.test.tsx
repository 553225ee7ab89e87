// @vitest-environment jsdom
import { contactBlacklist, dictionary, merchant } from '@kituo/sdk/contracts';
import { renderPage, reply } from '@kituo/sdk/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import en from '../../locales/en.json' with { type: 'json' };
import zh from '../../locales/zh.json' with { type: 'json' };
import { ContactBlacklistPage } from './contact-blacklist.page.tsx';

const row: contactBlacklist.ContactBlacklistRow = {
  blockId: '7',
  phone: '25*******678',
  customerNo: null,
  merchantNo: 'M0001',
  merchantName: 'Kituo Credit',
  blockKind: 'OBJECTED',
  blockScopes: ['NO_CALL', 'NO_SMS'],
  linkedCustomers: 2,
  attemptsBlocked: 3,
  note: 'Asked us to stop',
  feedbackNo: null,
  blockSource: 'MANUAL',
  addedByName: 'Achieng Otieno',
  addedAt: '2026-11-20T06:00:00Z',
  expiresAt: null,
  removedByName: null,
  blacklistStatus: 'ACTIVE',
  allowedActions: ['remove'],
};

function open(perms: readonly string[]) {
  return renderPage(<ContactBlacklistPage />, {
    at: '/AdminContent/MerchantSystem/ContactBlacklist',
    perms: perms.map((code) => `merchant:contactBlacklist:${code}`),
    plugin: { name: 'merchant', texts: { en, zh } },
    replies: [
      reply(contactBlacklist.page, { rows: [row], total: 1, totalIsExact: true }),
      reply(contactBlacklist.detail, {
        row,
        attempts: [
          { attemptId: 1, attemptedAt: '2026-11-21T06:00:00Z', purpose: 'COLLECTION', channel: 'CALL', byName: null },
        ],
        history: [],
      }),
      reply(contactBlacklist.add, { blockId: '8' }),
      reply(contactBlacklist.check, {
        blocks: [{ blockKind: 'DEATH', blockScopes: ['ALL'], addedAt: '2026-11-20T06:00:00Z', expiresAt: null }],
      }),
      reply(dictionary.getSelectOptionRespDtos, []),
      reply(merchant.options, [{ merchantNo: 'M0001', merchantName: 'Kituo Credit', enabled: true }]),
    ],
  });
}

test('a number is blocked, and a complaint needs its feedback', async () => {
  const page = open(['add']);
  expect((await screen.findAllByText(/No calls/)).length).toBeGreaterThan(0);
  fireEvent.click(screen.getByRole('button', { name: 'Block number' }));
  const drawer = await screen.findByRole('dialog');
  const chosen = await within(drawer).findByLabelText(/^Merchant/);
  await within(chosen).findByText('Kituo Credit');
  fireEvent.change(chosen, { target: { value: 'M0001' } });
  fireEvent.change(within(drawer).getByLabelText(/^Phone/), { target: { value: '254712345678' } });
  fireEvent.change(within(drawer).getByLabelText('Reason'), { target: { value: 'COMPLAINT' } });
  fireEvent.change(await within(drawer).findByLabelText('Feedback'), { target: { value: 'FB000000001' } });
  fireEvent.change(within(drawer).getByLabelText('Remark'), { target: { value: 'Complained by phone' } });
  fireEvent.click(within(drawer).getByRole('button', { name: 'Block' }));
  await waitFor(() => {
    expect(page.server.callsOf(contactBlacklist.add)[0]?.request).toEqual({
      merchantNo: 'M0001',
      phone: '254712345678',
      blockReason: 'COMPLAINT',
      blockScopes: ['ALL'],
      feedbackNo: 'FB000000001',
      expiresOn: null,
      note: 'Complained by phone',
    });
  });
  page.assertReleases();
});

test('a number is checked, and its blocked attempts stand in the drawer', async () => {
  const page = open(['check']);
  fireEvent.click(await screen.findByRole('button', { name: 'Check number' }));
  const dialog = await screen.findByRole('dialog');
  fireEvent.change(await within(dialog).findByLabelText(/^Phone/), { target: { value: '254712345678' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Check' }));
  expect(await screen.findByText('Blocked: Reported deceased')).toBeTruthy();
  expect(screen.queryByText('Remove')).toBeNull();
  page.assertReleases();
});
