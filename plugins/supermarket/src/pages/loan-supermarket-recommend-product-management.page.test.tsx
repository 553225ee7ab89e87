// @vitest-environment jsdom
import { marketRecommend, merchant } from '@kituo/sdk/contracts';
import { renderPage, reply } from '@kituo/sdk/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import en from '../../locales/en.json' with { type: 'json' };
import { moved } from '../recommend/product-order.tsx';
import { LoanSupermarketRecommendProductManagementPage } from './loan-supermarket-recommend-product-management.page.tsx';

const row: marketRecommend.RecommendRow = {
  ruleId: 'R000001',
  merchantNo: 'M0001',
  merchantName: 'Haraka',
  subjectNo: 'M0001_R000001',
  ruleStatus: 'ENABLED',
  isEnabled: true,
  hasPending: false,
  versionNo: 1,
  effectiveFrom: '2026-11-20',
  lastRunAt: null,
  lastRunItems: null,
  version: 1,
  allowedActions: ['update', 'disable'],
  ruleName: 'After a refusal',
  scene: 'REFUSED',
  modelLevels: ['C'],
  vipLevelNos: [],
  refuseCodes: [],
  marketProductNos: ['MP000001'],
  productNames: ['PesaNow Quick'],
  maxShown: 3,
  rotation: 'FIXED',
  sort: 10,
  startAt: null,
  endAt: null,
  shown: 600,
  clicks: 120,
  clickPercent: 20,
  applyPercent: 25,
  approvedPercent: 40,
  incomeCents: 1_800_00,
};
const open = () =>
  renderPage(<LoanSupermarketRecommendProductManagementPage />, {
    at: '/AdminContent/LoanSupermarketSystem/LoanSupermarketRecommendProductManagement',
    plugin: { name: 'supermarket', texts: { en } },
    perms: ['supermarket:recommend:save', 'supermarket:recommend:publish'],
    replies: [
      reply(marketRecommend.page, { rows: [row], total: 1, totalIsExact: true }),
      reply(marketRecommend.products, [
        { marketProductNo: 'MP000001', productName: 'PesaNow Quick', platformName: 'PesaNow' },
      ]),
      reply(marketRecommend.save, { ruleId: 'R000001', versionId: 'V2', versionNo: 2, versionStatus: 'PENDING' }),
      reply(marketRecommend.preview, {
        ruleName: null,
        block: 'OVERDUE',
        modelLevel: 'C',
        vipLevelNo: null,
        rotation: null,
        matched: null,
        cards: [],
        alike: [],
        hidden: [],
      }),
      reply(marketRecommend.statPage, []),
      reply(merchant.options, [{ merchantNo: 'M0001', merchantName: 'Haraka', enabled: true }]),
    ],
  });

test('an audience is typed with commas and submitted for approval', async () => {
  const page = open();
  fireEvent.click((await screen.findAllByText('Edit'))[0] ?? document.body);
  const drawer = await screen.findByRole('dialog');
  fireEvent.change(await within(drawer).findByLabelText(/^VIP levels/), { target: { value: '0, 1' } });
  fireEvent.change(within(drawer).getByLabelText('Reason'), { target: { value: 'Season' } });
  fireEvent.click(within(drawer).getByRole('button', { name: 'Submit for approval' }));
  await waitFor(() => {
    expect(page.server.callsOf(marketRecommend.save)[0]?.request).toMatchObject({
      ruleId: 'R000001',
      merchantNo: 'M0001',
      value: { modelLevels: ['C'], vipLevelNos: [0, 1], refuseCodes: [], marketProductNos: ['MP000001'] },
    });
  });
});

test('a preview says why a customer is shown nothing', async () => {
  open();
  fireEvent.click((await screen.findAllByText('After a refusal'))[0] ?? document.body);
  fireEvent.change(await screen.findByLabelText('Order number'), { target: { value: 'LO1' } });
  fireEvent.click(screen.getByRole('button', { name: 'Show' }));
  expect(await screen.findByText('Nothing is shown: the customer is overdue.')).toBeTruthy();
});

test('replacing a product says what it does', async () => {
  open();
  fireEvent.click(await screen.findByRole('button', { name: 'Replace product' }));
  const dialog = await screen.findByRole('dialog');
  expect(await within(dialog).findByText(/gets a version that awaits approval/)).toBeTruthy();
});

test('a preview says why each card is shown, and why the others are not', async () => {
  const page = open();
  const card = {
    marketProductNo: 'MP000001',
    productName: 'PesaNow Quick',
    logoUrl: null,
    platformName: 'PesaNow',
    minAmountCents: 100_000,
    maxAmountCents: 900_000,
    minTermDays: 7,
    maxTermDays: 30,
    annualRateBps: 9_000,
    feesText: 'None',
    applyUrl: 'https://apply.pesanow.example/',
    vipLevelNo: null,
    approvalPercent: 40,
    decisionMinutes: 45,
  };
  page.server.answer(
    reply(marketRecommend.preview, {
      ruleName: 'After a refusal',
      block: null,
      modelLevel: 'C',
      vipLevelNo: 1,
      rotation: 'BY_APPROVAL',
      matched: { modelLevel: 'C', vipLevelNo: null, refuseCode: null },
      cards: [card],
      alike: [{ marketProductNo: card.marketProductNo, decided: 20, approvedPercent: 45 }],
      hidden: [{ marketProductNo: 'MP000002', productName: 'PesaNow Gold', reason: 'VIP_LEVEL' }],
    }),
  );
  fireEvent.click((await screen.findAllByText('After a refusal'))[0] ?? document.body);
  fireEvent.change(await screen.findByLabelText('Order number'), { target: { value: 'LO1' } });
  fireEvent.click(screen.getByRole('button', { name: 'Show' }));
  expect(await screen.findByText('Matches model level C')).toBeTruthy();
  expect(screen.getByText(/Place 1 by approval rate · 45% of 20 customers like this one approved/)).toBeTruthy();
  expect(screen.getByText('VIP level too low')).toBeTruthy();
});

test('products change places', () => {
  expect(moved(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a']);
  expect(moved(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b']);
});
