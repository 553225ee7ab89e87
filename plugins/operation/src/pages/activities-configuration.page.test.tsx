// @vitest-environment jsdom
import { merchant, taskAward } from '@kituo/sdk/contracts';
import { renderPage, reply } from '@kituo/sdk/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import en from '../../locales/en.json' with { type: 'json' };
import { ActivitiesConfigurationPage } from './activities-configuration.page.tsx';

const row: taskAward.ActivityRow = {
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
  ruleName: 'Pay on time',
  activityType: 'ON_TIME_REPAYMENT',
  onTimeDays: null,
  awardType: 'WALLET',
  awardCents: 50_00,
  couponTemplateNo: null,
  points: null,
  couponName: null,
  budgetCents: 5_000_00,
  perCustomerMax: 1,
  perDayMax: 100,
  startAt: '2026-11-20T06:00:00Z',
  endAt: '2026-12-20T06:00:00Z',
  activityStatus: 'RUNNING',
  spentCents: 100_00,
  participants: 3,
  awarded: 2,
};
const award: taskAward.AwardRow = {
  awardNo: 'AW1',
  activityName: 'Pay on time',
  merchantNo: 'M0001',
  merchantName: 'Haraka',
  customerNo: 'C1',
  customerName: 'Achieng Otieno',
  phone: '25*******678',
  awardType: 'WALLET',
  awardOutcome: 'BUDGET',
  amountCents: 0,
  points: null,
  couponNo: null,
  rewardNo: null,
  awardedAt: '2026-11-24T06:00:00Z',
};
const open = (tab: string) =>
  renderPage(<ActivitiesConfigurationPage />, {
    at: `/AdminContent/OperationSystem/ActivitiesConfiguration?tab=${tab}`,
    plugin: { name: 'operation', texts: { en } },
    perms: ['operation:activity:save', 'operation:activity:stop'],
    replies: [
      reply(taskAward.page, { rows: [row], total: 1, totalIsExact: true }),
      reply(taskAward.recordPage, { rows: [award], total: 1, totalIsExact: true }),
      reply(taskAward.templates, []),
      reply(taskAward.figures, {
        days: [{ bizDate: '2026-11-24', awarded: 2, spentCents: 100_00 }],
        refused: [{ awardOutcome: 'BUDGET', awards: 4 }],
        inviters: [{ customerNo: 'C000000007', invited: 5, devices: 2, sharing: 4 }],
      }),
      reply(taskAward.save, { ruleId: 'R000001', versionId: 'V2', versionNo: 2, versionStatus: 'PENDING' }),
      reply(merchant.options, [{ merchantNo: 'M0001', merchantName: 'Haraka', enabled: true }]),
    ],
  });

test('a new amount is a version with its moments kept', async () => {
  const page = open('activities');
  fireEvent.click((await screen.findAllByText('Edit'))[0] ?? document.body);
  const drawer = await screen.findByRole('dialog');
  fireEvent.change(await within(drawer).findByLabelText(/^Amount/), { target: { value: '75' } });
  fireEvent.change(within(drawer).getByLabelText('Reason'), { target: { value: 'Season' } });
  fireEvent.click(within(drawer).getByRole('button', { name: 'Submit for approval' }));
  await waitFor(() => {
    expect(page.server.callsOf(taskAward.save)[0]?.request).toMatchObject({
      ruleId: 'R000001',
      value: { awardCents: 75_00, couponTemplateNo: null, activityType: 'ON_TIME_REPAYMENT' },
    });
  });
});

test('what was not awarded says why', async () => {
  open('awards');
  expect(await screen.findByText('Budget used up')).toBeTruthy();
});

test('the details say what each day cost, why others got nothing and whose friends share telephones', async () => {
  open('activities');
  fireEvent.click((await screen.findAllByText('Pay on time'))[0] ?? document.body);
  const drawer = await screen.findByRole('dialog');
  await within(drawer).findByText(/24 Nov 2026 · 2 awarded/);
  within(drawer).getByText(/Budget used up: 4/);
  within(drawer).getByText(/C000000007 · 5 invited on 2 devices · 4 customers share devices/);
});
