// @vitest-environment jsdom
import { merchant, unrenewedLoanSms } from '@kituo/sdk/contracts';
import { renderPage, reply } from '@kituo/sdk/testing';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import en from '../../locales/en.json' with { type: 'json' };
import { unrenewedOf, unrenewedValues } from '../unrenewed/unrenewed.form.tsx';
import { UnrenewedLoanSmsConfigPage } from './unrenewed-loan-sms-config.page.tsx';

const row: unrenewedLoanSms.UnrenewedRow = {
  configNo: 'UN00000001',
  configName: 'Come back',
  merchantNo: 'M1',
  merchantName: 'Haraka',
  productNos: ['PR0001'],
  productNames: ['Salary loan'],
  steps: [
    {
      daysSinceSettled: 1,
      sendTime: '09:30',
      templateNo: 'ST000000001',
      templateName: 'Again',
      couponTemplateNo: null,
      couponContent: null,
    },
    {
      daysSinceSettled: 7,
      sendTime: '10:00',
      templateNo: 'ST000000002',
      templateName: 'Last',
      couponTemplateNo: 'CT000001',
      couponContent: 'KES 100',
    },
  ],
  minOnTimeCount: 1,
  excludeMaxDpdOver: null,
  excludeReappliedDays: null,
  dailyCap: 500,
  holdOutPercent: 10,
  attributionDays: 7,
  sentYesterday: 12,
  nudgedCount: 24,
  renewedCount: 2,
  renewalRate: 8.3,
  costCents: 1_920,
  status: 'PENDING_APPROVAL',
  effectiveFrom: '2026-12-01',
  updatedByName: 'Wanjiru',
  approvedByName: null,
  updatedAt: '2026-11-28T07:00:00Z',
  version: 2,
  allowedActions: ['approve', 'return'],
};

test('lists strategies with their days, window and rate', async () => {
  renderPage(<UnrenewedLoanSmsConfigPage />, {
    at: '/AdminContent/MarketingManagement/UnrenewedLoanSmsConfig',
    plugin: { name: 'marketing', texts: { en } },
    perms: ['marketing:unrenewed:approve'],
    replies: [
      reply(unrenewedLoanSms.page, { rows: [row], totalIsExact: true, total: 1 }),
      reply(unrenewedLoanSms.options, { products: [], templates: [], coupons: [] }),
      reply(merchant.options, []),
    ],
  });
  await waitFor(() => expect(screen.getAllByText('Come back').length).toBeGreaterThan(0));
  expect(screen.getByText('8.3%')).toBeDefined();
  expect(screen.queryByText(en.action.unrenewedAdd.label)).toBeNull();
});

test('what is filled in is what was saved; a step without days is no step', () => {
  const request = unrenewedOf(row, unrenewedValues(row));
  expect(request).toMatchObject({ configNo: 'UN00000001', version: 2 });
  expect(request.steps).toEqual(row.steps.map(({ templateName: _name, couponContent: _content, ...step }) => step));
  expect(unrenewedLoanSms.save.request.safeParse(request).success).toBe(true);
  const falls = { ...unrenewedValues(row), steps_1_daysSinceSettled: 1 };
  const { error } = unrenewedLoanSms.save.request.safeParse(unrenewedOf(row, falls));
  expect(error?.issues[0]?.path).toEqual(['steps', 1, 'daysSinceSettled']);
  expect(unrenewedOf(row, { ...falls, steps_1_daysSinceSettled: null }).steps).toHaveLength(1);
});
