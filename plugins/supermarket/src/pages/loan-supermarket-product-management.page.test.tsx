// @vitest-environment jsdom
import { marketProduct } from '@kituo/sdk/contracts';
import { renderPage, reply } from '@kituo/sdk/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import en from '../../locales/en.json' with { type: 'json' };
import { LoanSupermarketProductManagementPage } from './loan-supermarket-product-management.page.tsx';

const row: marketProduct.MarketProductRow = {
  marketProductNo: 'MP000001',
  platformCode: 'PesaNow',
  platformName: 'PesaNow Capital',
  merchantNo: 'M0001',
  productName: 'PesaNow Quick',
  otherNames: { sw: 'PesaNow Haraka' },
  logo: null,
  minAmountCents: 100_000,
  maxAmountCents: 3_000_000,
  minTermDays: 7,
  maxTermDays: 30,
  annualRateBps: 9_000,
  feesText: 'No fees',
  applyUrl: 'https://apply.pesanow.example/',
  billingMode: 'CPA',
  unitPriceCents: 18_000,
  shareBps: null,
  dailyApplyCap: -1,
  sort: 10,
  vipLevelNo: null,
  appliedToday: 4,
  logoUrl: null,
  linkHealth: 'HEALTHY',
  linkCheckedAt: '2026-11-20T06:00:00Z',
  productStatus: 'ON_SHELF',
  hasWaitingChange: false,
  version: 3,
  allowedActions: ['offShelf', 'checkLink'],
};

test('taking a product off says which recommendations lose it', async () => {
  const page = renderPage(<LoanSupermarketProductManagementPage />, {
    at: '/AdminContent/LoanSupermarketSystem/LoanSupermarketProductManagement',
    plugin: { name: 'supermarket', texts: { en } },
    perms: ['supermarket:product:offShelf'],
    replies: [
      reply(marketProduct.page, { rows: [row], total: 1, totalIsExact: true }),
      reply(marketProduct.platforms, []),
      reply(marketProduct.detail, { row, slots: ['HOME'], checks: [], history: [] }),
      reply(marketProduct.offShelf, { marketProductNo: 'MP000001', productStatus: 'OFF_SHELF' }),
    ],
  });
  expect(await screen.findByText('Unlimited')).toBeTruthy();
  expect(screen.queryByText('Add product')).toBeNull();
  fireEvent.click(screen.getByText('Take off'));
  expect(await screen.findByText(/HOME/)).toBeTruthy();
  fireEvent.change(screen.getByRole('textbox', { name: /Reason/ }), { target: { value: 'Licence ended' } });
  fireEvent.click(screen.getByText('Take off the shelf'));
  await waitFor(() => {
    expect(page.server.callsOf(marketProduct.offShelf)[0]?.request).toEqual({
      marketProductNo: 'MP000001',
      reason: 'Licence ended',
    });
  });
  page.assertReleases();
});

test('a check of the link shows what the address answered with', async () => {
  const check = {
    at: '2026-11-20T06:00:00Z',
    isHealthy: true,
    statusCode: 200,
    tookMs: 180,
    contentType: 'text/html',
    redirectTo: null,
    pageTitle: 'PesaNow',
    pageText: 'Apply in 5 minutes',
    pageSince: '2026-11-01T06:00:00Z',
    pictureOf: 'a'.repeat(64),
    pictureAt: '2026-11-01T06:00:00Z',
    checkedByName: null,
  };
  const moved = {
    ...check,
    at: '2026-11-20T05:00:00Z',
    isHealthy: false,
    statusCode: 301,
    pageText: null,
    pictureOf: null,
  };
  renderPage(<LoanSupermarketProductManagementPage />, {
    at: '/AdminContent/LoanSupermarketSystem/LoanSupermarketProductManagement',
    plugin: { name: 'supermarket', texts: { en } },
    perms: [],
    replies: [
      reply(marketProduct.page, { rows: [row], total: 1, totalIsExact: true }),
      reply(marketProduct.platforms, []),
      reply(marketProduct.detail, {
        row,
        slots: [],
        checks: [check, { ...moved, redirectTo: 'https://parked.example/' }],
        history: [],
      }),
      reply(marketProduct.preview, { card: { ...row, approvalPercent: null, decisionMinutes: null }, hidden: null }),
    ],
  });
  fireEvent.click((await screen.findAllByText('MP000001'))[0] ?? document.body);
  expect(await screen.findByText('Page: PesaNow')).toBeTruthy();
  expect(screen.getByText('Apply in 5 minutes')).toBeTruthy();
  expect(screen.getByText(/redirect to https:\/\/parked.example/)).toBeTruthy();
});

test('a draft names its product in several languages, kept beside one another', async () => {
  const draft = { ...row, productStatus: 'DRAFT' as const, allowedActions: ['update' as const] };
  const page = renderPage(<LoanSupermarketProductManagementPage />, {
    at: '/AdminContent/LoanSupermarketSystem/LoanSupermarketProductManagement',
    plugin: { name: 'supermarket', texts: { en } },
    perms: ['supermarket:product:save'],
    replies: [
      reply(marketProduct.page, { rows: [draft], total: 1, totalIsExact: true }),
      reply(marketProduct.platforms, [{ platformCode: 'PesaNow', platformName: 'PesaNow Capital', isEnabled: true }]),
      reply(marketProduct.save, { marketProductNo: 'MP000001', productStatus: 'DRAFT' }),
    ],
  });
  fireEvent.click((await screen.findAllByText('Edit'))[0] ?? document.body);
  const drawer = await screen.findByRole('dialog');
  fireEvent.change(await within(drawer).findByDisplayValue('PesaNow Quick'), { target: { value: 'PesaNow Fast' } });
  fireEvent.click(within(drawer).getByRole('button', { name: 'Save' }));
  await waitFor(() => {
    expect(page.server.callsOf(marketProduct.save)[0]?.request).toMatchObject({
      form: { productName: 'PesaNow Fast', otherNames: { sw: 'PesaNow Haraka' }, logo: null },
    });
  });
});

test('a product is shown as customers read it, in each language, with what hides it', async () => {
  const card = { ...row, approvalPercent: 62, decisionMinutes: null };
  const page = renderPage(<LoanSupermarketProductManagementPage />, {
    at: '/AdminContent/LoanSupermarketSystem/LoanSupermarketProductManagement',
    plugin: { name: 'supermarket', texts: { en } },
    replies: [
      reply(marketProduct.page, { rows: [row], total: 1, totalIsExact: true }),
      reply(marketProduct.platforms, []),
      reply(marketProduct.detail, { row, slots: [], checks: [], history: [] }),
      reply(marketProduct.preview, { card: { ...card, productName: 'PesaNow Haraka' }, hidden: 'CAP' }),
    ],
  });
  fireEvent.click(await screen.findByText('MP000001'));
  const own = within(await screen.findByRole('region', { name: 'As customers see it' }));
  expect(await own.findByText('PesaNow Haraka')).toBeTruthy();
  expect(own.getByText(/62% approved/)).toBeTruthy();
  expect(own.getByText(/Not shown/).textContent).toContain(en.RECOMMEND_HIDDEN.CAP);
  fireEvent.change(own.getByLabelText('Language'), { target: { value: 'sw' } });
  await waitFor(() => {
    expect(page.server.callsOf(marketProduct.preview).at(-1)?.request).toMatchObject({ language: 'sw' });
  });
  page.assertReleases();
});
