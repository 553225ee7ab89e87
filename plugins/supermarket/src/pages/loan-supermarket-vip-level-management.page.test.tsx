// @vitest-environment jsdom
import { marketProduct, merchant, vipLevel } from '@kituo/sdk/contracts';
import { renderPage, reply } from '@kituo/sdk/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import en from '../../locales/en.json' with { type: 'json' };
import { LoanSupermarketVipLevelManagementPage } from './loan-supermarket-vip-level-management.page.tsx';

const level: vipLevel.VipLevelRow = {
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
  ruleName: 'Silver',
  levelNo: 1,
  minSettledOrders: 2,
  minOnTimePercent: 80,
  maxDpd: 7,
  validDays: 90,
  couponTemplateNo: null,
  couponName: null,
  limitStepUpBps: 500,
  members: 12,
};
const member: vipLevel.MemberRow = {
  customerNo: 'C1',
  customerName: 'Achieng Otieno',
  phone: '25*******678',
  merchantNo: 'M0001',
  merchantName: 'Haraka',
  levelNo: 1,
  vipSource: 'RULE',
  settledOrders: 3,
  onTimePercent: 100,
  maxDpd: 0,
  changedAt: '2026-11-20T06:00:00Z',
  expiresAt: '2027-02-20T06:00:00Z',
  hasWaitingChange: false,
  version: 1,
  allowedActions: ['adjust'],
};
const open = (tab: string) =>
  renderPage(<LoanSupermarketVipLevelManagementPage />, {
    at: `/AdminContent/LoanSupermarketSystem/LoanSupermarketVipLevelManagement?tab=${tab}`,
    bootstrap: { fullPaths: ['/admincontent/loansupermarketsystem/loansupermarketproductmanagement'] },
    plugin: { name: 'supermarket', texts: { en } },
    perms: ['supermarket:vipLevel:save', 'supermarket:vipLevel:adjust'],
    replies: [
      reply(vipLevel.page, { rows: [level], total: 1, totalIsExact: true }),
      reply(vipLevel.memberPage, { rows: [member], total: 1, totalIsExact: true }),
      reply(marketProduct.opened, [
        { marketProductNo: 'MP000002', productName: 'PesaNow Salary', productStatus: 'ON_SHELF' },
      ]),
      reply(vipLevel.templates, []),
      reply(vipLevel.recalculate, { members: 3, rises: 2, falls: 1, coupons: 0 }),
      reply(vipLevel.simulate, {
        levels: [{ levelNo: 1, levelName: 'Silver', membersNow: 12, membersThen: 14 }],
        rises: 2,
        falls: 1,
        fallNotice: {
          isEnabled: false,
          texts: [{ levelBefore: 2, levelNo: 1, members: 1, language: 'en', text: 'Dear Achieng, now Silver' }],
        },
        couponCents: 10_000,
        months: [{ month: '2026-10', rises: 2, couponCents: 10_000 }],
        creditCents: 0,
      }),
      reply(vipLevel.member, {
        row: member,
        moves: [
          { levelBefore: 0, levelNo: 1, vipSource: 'RULE', movedAt: '2026-11-20T06:00:00Z' },
          { levelBefore: null, levelNo: 0, vipSource: 'MANUAL', movedAt: '2026-10-20T06:00:00Z' },
        ],
        orders: [
          {
            orderNo: 'LO1',
            isSettled: true,
            closedAt: '2026-11-19T06:00:00Z',
            settledBills: 3,
            onTimeBills: 2,
            maxDpd: 4,
          },
        ],
      }),
      reply(vipLevel.save, { ruleId: 'R000001', versionId: 'V2', versionNo: 2, versionStatus: 'PENDING' }),
      reply(vipLevel.memberAdjust, { changeNo: 'CH1' }),
      reply(merchant.options, [{ merchantNo: 'M0001', merchantName: 'Haraka', enabled: true }]),
    ],
  });

test('an increase is typed in percent and kept in basis points', async () => {
  const page = open('levels');
  fireEvent.click((await screen.findAllByText('Edit'))[0] ?? document.body);
  const drawer = await screen.findByRole('dialog');
  fireEvent.change(await within(drawer).findByLabelText(/^Limit increase/), { target: { value: '7.5' } });
  fireEvent.change(within(drawer).getByLabelText('Reason'), { target: { value: 'Season' } });
  fireEvent.click(within(drawer).getByRole('button', { name: 'Submit for approval' }));
  await waitFor(() => {
    expect(page.server.callsOf(vipLevel.save)[0]?.request).toMatchObject({
      ruleId: 'R000001',
      value: { levelNo: 1, limitStepUpBps: 750, couponTemplateNo: null },
    });
  });
});

test('a member’s level is adjusted until a day', async () => {
  const page = open('members');
  fireEvent.click((await screen.findAllByText('Adjust'))[0] ?? document.body);
  const dialog = await screen.findByRole('dialog');
  fireEvent.change(await within(dialog).findByLabelText(/^Level/), { target: { value: '2' } });
  fireEvent.change(within(dialog).getByLabelText(/^Last day/), { target: { value: '2099-12-31' } });
  fireEvent.change(within(dialog).getByLabelText('Reason'), { target: { value: 'Complaint settled' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Submit for approval' }));
  await waitFor(() => {
    expect(page.server.callsOf(vipLevel.memberAdjust)[0]?.request).toMatchObject({ customerNo: 'C1', levelNo: 2 });
  });
});

test('a member shows the levels before and the loans that counted', async () => {
  open('members');
  fireEvent.click((await screen.findAllByText('Achieng Otieno'))[0] ?? document.body);
  const drawer = await screen.findByRole('dialog');
  expect((await within(drawer).findByText(/level 0 → level 1/)).textContent).toContain('By rule');
  expect(within(drawer).getByText(/no level → level 0/)).toBeTruthy();
  expect(within(drawer).getByText('LO1').closest('li')?.textContent).toContain('2 of 3 bills on time');
});

test('a draft is tried before it is submitted: who rises, who falls, what it costs', async () => {
  const page = open('levels');
  fireEvent.click((await screen.findAllByText('Edit'))[0] ?? document.body);
  const drawer = await screen.findByRole('dialog');
  fireEvent.click(await within(drawer).findByRole('button', { name: 'Simulate' }));
  expect(await within(drawer).findByText('2 rise, 1 fall')).toBeTruthy();
  expect(within(drawer).getByText('level 1 Silver: 12 → 14')).toBeTruthy();
  expect(within(drawer).getByText('2 → 1 (1): Dear Achieng, now Silver')).toBeTruthy();
  expect(within(drawer).getByText(/The node VIP level lowered is off/)).toBeTruthy();
  expect(page.server.callsOf(vipLevel.simulate)[0]?.request).toMatchObject({
    merchantNo: 'M0001',
    draft: { levelNo: 1, ruleName: 'Silver' },
  });
});

test('a level names the products that it opens, each a click away', async () => {
  const page = open('levels');
  fireEvent.click((await screen.findAllByText('Silver'))[0] ?? document.body);
  const drawer = await screen.findByRole('dialog');
  const link = await within(drawer).findByRole('link', { name: 'PesaNow Salary' });
  expect(link.getAttribute('href')).toBe(
    '/AdminContent/LoanSupermarketSystem/LoanSupermarketProductManagement?marketProductNo=MP000002',
  );
  expect(page.server.callsOf(marketProduct.opened)[0]?.request).toMatchObject({ merchantNo: 'M0001', levelNo: 1 });
  page.assertReleases();
});
