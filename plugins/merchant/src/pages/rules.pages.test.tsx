// @vitest-environment jsdom
import { consumptionPrice, maturity, merchant } from '@kituo/sdk/contracts';
import { renderPage, reply } from '@kituo/sdk/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import en from '../../locales/en.json' with { type: 'json' };
import zh from '../../locales/zh.json' with { type: 'json' };
import { readTiers, writeTiers } from '../prices/tiers.ts';
import { ConsumptionTypeConfigPage } from './consumption-type-config.page.tsx';
import { MaturityConfigManagementPage } from './maturity-config-management.page.tsx';

const common = {
  ruleId: 'R000001',
  merchantNo: 'M0001',
  merchantName: 'Kituo Credit',
  subjectNo: 'M0001_R000001',
  ruleStatus: 'ENABLED' as const,
  isEnabled: true,
  hasPending: false,
  versionNo: 1,
  effectiveFrom: '2026-11-20',
  lastRunAt: null,
  lastRunItems: null,
  version: 1,
  allowedActions: ['update' as const, 'disable' as const],
};
const price: consumptionPrice.ConsumptionPriceRow = {
  ...common,
  ruleName: 'Disbursements',
  typeCode: 'LOAN_DISBURSED',
  names: {},
  otherMerchantNos: [],
  otherMerchantNames: [],
  isForAll: false,
  consumptionType: 'LOAN_DISBURSED',
  unitPriceCents: 35_00,
  freeQuota: 10,
  tiers: [{ fromCount: 1_000, priceCents: 25_00 }],
  lastMonthCents: 700_00,
};
const rule: maturity.MaturityRow = {
  ...common,
  ruleName: 'Weekends',
  productNos: [],
  productNames: [],
  countFrom: 'DISBURSEMENT_DAY',
  rollRule: 'NEXT_BUSINESS_DAY',
  paydayAlign: 0,
  termDays: [],
  dueCutoff: '23:59',
  graceDays: 0,
  reminderDays: [-3],
};
const listed = <Row,>(row: Row) => ({ rows: [row], total: 1, totalIsExact: true });
const merchants = reply(merchant.options, [{ merchantNo: 'M0001', merchantName: 'Kituo Credit', enabled: true }]);

test('tiers are typed one a line, and read by their digits', () => {
  expect(readTiers(writeTiers(price.tiers))).toEqual(price.tiers);
  expect(readTiers('5:0.1\n\n10 : 2')).toEqual([
    { fromCount: 5, priceCents: 10 },
    { fromCount: 10, priceCents: 200 },
  ]);
  expect(readTiers('cheap')[0]?.fromCount).toBeNaN();
});

test('a price is changed from a day on, by a version', async () => {
  const page = renderPage(<ConsumptionTypeConfigPage />, {
    at: '/AdminContent/MerchantSystem/ConsumptionTypeConfig',
    perms: ['merchant:consumptionType:save'],
    plugin: { name: 'merchant', texts: { en, zh } },
    replies: [
      merchants,
      reply(consumptionPrice.page, listed(price)),
      reply(consumptionPrice.impact, [
        {
          merchantNo: 'M1',
          merchantName: 'Haraka',
          months: [{ month: '2026-10', uses: 12, chargedCents: 70_00, repricedCents: 80_00 }],
        },
      ]),
      reply(consumptionPrice.save, { ruleId: 'R000001', versionId: 'V2', versionNo: 2, versionStatus: 'PENDING' }),
    ],
  });
  fireEvent.click((await screen.findAllByText('Edit'))[0] ?? document.body);
  const drawer = await screen.findByRole('dialog');
  fireEvent.change(await within(drawer).findByLabelText(/^Unit price/), { target: { value: '40' } });
  expect(await within(drawer).findByText(/2026-10 · 12 uses · KES 70\.00 → KES 80\.00/)).toBeTruthy();
  fireEvent.change(within(drawer).getByLabelText('Reason'), { target: { value: 'New contract' } });
  fireEvent.click(within(drawer).getByRole('button', { name: 'Submit for approval' }));
  await waitFor(() => {
    expect(page.server.callsOf(consumptionPrice.save)[0]?.request).toMatchObject({
      ruleId: 'R000001',
      merchantNo: 'M0001',
      value: { unitPriceCents: 40_00, freeQuota: 10, tiers: price.tiers },
    });
  });
  page.assertReleases();
});

test('disabling a price says what it charged, and that use becomes free', async () => {
  renderPage(<ConsumptionTypeConfigPage />, {
    at: '/AdminContent/MerchantSystem/ConsumptionTypeConfig',
    perms: ['merchant:consumptionType:save'],
    plugin: { name: 'merchant', texts: { en, zh } },
    replies: [merchants, reply(consumptionPrice.page, listed(price))],
  });
  fireEvent.click(await screen.findByLabelText('More actions for Disbursements'));
  fireEvent.click(await screen.findByText('Disable'));
  const dialog = await screen.findByRole('dialog');
  expect(await within(dialog).findByText('Charged by it in the last 30 days: KES 700.00')).toBeTruthy();
  expect(within(dialog).getByText('Use becomes free of charge. Nothing is blocked.')).toBeTruthy();
});

test('a due-date rule shows twelve months of examples while it is edited', async () => {
  const page = renderPage(<MaturityConfigManagementPage />, {
    at: '/AdminContent/MerchantSystem/MaturityConfigManagement',
    perms: ['merchant:maturity:save'],
    plugin: { name: 'merchant', texts: { en, zh } },
    replies: [
      merchants,
      reply(maturity.page, listed(rule)),
      reply(maturity.products, []),
      reply(maturity.preview, [{ lentOn: '2026-12-01', plainDate: '2026-12-31', dueDate: '2027-01-04' }]),
      reply(maturity.dueLoad, {
        loans: 2,
        days: [{ day: '2027-01-02', isBusinessDay: false, currentCents: 5_000_00, draftCents: 7_000_00 }],
      }),
    ],
  });
  fireEvent.click((await screen.findAllByText('Edit'))[0] ?? document.body);
  const drawer = await screen.findByRole('dialog');
  expect(await within(drawer).findByText('4 Jan 2027')).toBeTruthy();
  expect(await within(drawer).findByText(/1 due day without staff/)).toBeTruthy();
  page.assertReleases();
});

test.each([
  [0, '-'],
  [25, '25'],
])('a due-date rule with payday %i shows %s', async (paydayAlign, shown) => {
  renderPage(<MaturityConfigManagementPage />, {
    at: '/AdminContent/MerchantSystem/MaturityConfigManagement',
    perms: [],
    plugin: { name: 'merchant', texts: { en, zh } },
    replies: [merchants, reply(maturity.page, listed({ ...rule, paydayAlign })), reply(maturity.products, [])],
  });
  fireEvent.click((await screen.findAllByText('Weekends'))[0] ?? document.body);
  const drawer = await screen.findByRole('dialog');
  expect((await within(drawer).findByText('Payday')).nextElementSibling?.textContent).toBe(shown);
});

test('the calendar names its holidays', async () => {
  const page = renderPage(<MaturityConfigManagementPage />, {
    at: '/AdminContent/MerchantSystem/MaturityConfigManagement?tab=calendar',
    perms: [],
    plugin: { name: 'merchant', texts: { en, zh } },
    replies: [reply(maturity.calendar, [{ day: '2026-12-12', dayName: 'Jamhuri Day', countsAsBusinessDay: false }])],
  });
  expect((await screen.findAllByText(/Jamhuri Day/)).length).toBeGreaterThan(0);
  expect(screen.queryByText('Name a day')).toBeNull();
  page.assertReleases();
});
