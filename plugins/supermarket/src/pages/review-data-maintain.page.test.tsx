// @vitest-environment jsdom
import { partner } from '@kituo/sdk/contracts';
import { renderPage, reply } from '@kituo/sdk/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import en from '../../locales/en.json' with { type: 'json' };
import { ReviewDataMaintainPage } from './review-data-maintain.page.tsx';

const row: partner.PartnerDayRow = {
  partnerDayNo: 'PD000000001',
  bizDate: '2026-11-20',
  merchantNo: 'M0001',
  platformCode: 'PesaNow',
  platformName: 'PesaNow Capital',
  marketProductNo: 'MP000001',
  productName: 'PesaNow Quick',
  clicks: 120,
  ourApplied: 30,
  partnerApplied: 34,
  approved: 9,
  rejected: 20,
  disbursedCents: 5_850_000,
  decisionMinutes: 45,
  unitPriceCents: 18_000,
  shareBps: null,
  dueCents: 162_000,
  difference: 4,
  reviewSource: 'API',
  dayStatus: 'OPEN',
  remark: '',
  explanation: '',
  paymentNo: null,
  version: 1,
  allowedActions: ['save', 'confirm'],
};
const open = (perms: string[]) =>
  renderPage(<ReviewDataMaintainPage />, {
    at: '/AdminContent/LoanSupermarketSystem/ReviewDataMaintain',
    plugin: { name: 'supermarket', texts: { en } },
    perms,
    replies: [
      reply(partner.page, { rows: [row], total: 1, totalIsExact: true }),
      reply(partner.products, [
        {
          marketProductNo: 'MP000001',
          productName: 'PesaNow Quick',
          platformCode: 'PesaNow',
          platformName: 'PesaNow Capital',
        },
      ]),
      reply(partner.confirm, { changeNo: 'CH1' }),
    ],
  });

test('a day is confirmed by who may, with what follows said before', async () => {
  const page = open(['supermarket:review:confirm']);
  fireEvent.click(await screen.findByText('Confirm'));
  expect(await screen.findByText(/booked as income once approved/)).toBeTruthy();
  fireEvent.change(screen.getByRole('textbox', { name: /Reason/ }), { target: { value: 'Agreed by mail' } });
  fireEvent.click(screen.getByText('Submit for approval'));
  await waitFor(() => {
    expect(page.server.callsOf(partner.confirm)[0]?.request).toEqual({
      partnerDayNo: 'PD000000001',
      reason: 'Agreed by mail',
    });
  });
  page.assertReleases();
});

test('a day is reported of a product, while the filter chooses among partners', async () => {
  const page = open(['supermarket:review:save']);
  fireEvent.click(await screen.findByText('Add day'));
  const product = within(await screen.findByRole('dialog')).getByLabelText('Product');
  expect(await within(product).findByRole('option', { name: 'PesaNow Quick' })).toBeTruthy();
  expect(within(product).queryByRole('option', { name: 'PesaNow Capital' })).toBeNull();
  page.assertReleases();
});

test('who may only look sees no action', async () => {
  const page = open([]);
  expect(await screen.findByText('PesaNow Quick')).toBeTruthy();
  for (const label of ['Confirm', 'Edit', 'Add day', 'Import', 'Record payment']) {
    expect(screen.queryByText(label)).toBeNull();
  }
  page.assertReleases();
});
