// @vitest-environment jsdom
import { serviceCoupon } from '@kituo/sdk/contracts';
import { renderPage, reply } from '@kituo/sdk/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { ReactElement } from 'react';
import { expect, test } from 'vitest';
import en from '../../locales/en.json' with { type: 'json' };
import { CustomerServiceCouponAuditPage } from './customer-service-coupon-audit.page.tsx';
import { CustomerServiceCouponConfigPage } from './customer-service-coupon-config.page.tsx';
import { MyCustomerServiceCouponApplyPage } from './my-customer-service-coupon-apply.page.tsx';

const application: serviceCoupon.ApplicationRow = {
  couponApplicationNo: 'CA000000001',
  configNo: 'SC000001',
  couponContent: 'Sorry',
  couponType: 'DISCOUNT',
  merchantNo: 'M0001',
  merchantName: 'Kituo Credit',
  amountCents: 10_000,
  totalCents: 20_000,
  quantity: 2,
  customerCount: 1,
  phone: '25*******678',
  customerName: 'Njeri Wambui',
  reason: 'Charged twice',
  feedbackNo: null,
  recordNo: null,
  voucherCount: 1,
  applicationStatus: 'PENDING',
  applicantName: 'Achieng',
  decidedByName: null,
  decisionReason: null,
  createdAt: '2026-11-20T06:00:00Z',
  decidedAt: null,
  issuedCount: 0,
  failedCount: 0,
  couponNo: null,
  couponStatus: null,
  allowedActions: ['approve', 'reject'],
};
const config: serviceCoupon.ConfigRow = {
  configNo: 'SC000001',
  couponTemplateNo: 'CT000001',
  couponContent: 'Sorry',
  couponType: 'DISCOUNT',
  amountCents: 10_000,
  validityDays: 7,
  useRule: {},
  merchantNo: 'M0001',
  merchantName: 'Kituo Credit',
  perSendLimit: 2,
  perDayLimit: 5,
  perApplicationLimit: 2,
  appliedToday: 2,
  configStatus: 'ENABLED',
  versionNo: 1,
  effectiveFrom: '2026-11-20T06:00:00Z',
  makerName: 'Achieng',
  checkerName: 'Brian',
  decisionReason: null,
  updatedAt: '2026-11-20T06:00:00Z',
  allowedActions: ['update', 'disable'],
};
const { own, toAudit } = serviceCoupon;
const decided = { couponApplicationNo: 'CA000000001', applicationStatus: 'APPROVED', issued: 2 } as const;
const habits = { asked: 4, approved: 3, rejected: 1, totalCents: 50_000, sameCustomers: 2 };
const details = { ...application, vouchers: [], coupons: [], recentCoupons: 3, failures: [], habits };
const listed = <Row,>(row: Row) => ({ rows: [row], total: 1, totalIsExact: true });

function open(page: ReactElement, name: string, query = '') {
  return renderPage(page, {
    at: `/AdminContent/CustomerServiceSystem/${name}${query}`,
    perms: ['apply', 'audit', 'config'].map((action) => `customerService:coupon:${action}`),
    plugin: { name: 'customer-service', texts: { en } },
    replies: [
      reply(own.page, listed(application)),
      reply(toAudit.page, listed(application)),
      reply(toAudit.detail, details),
      reply(serviceCoupon.applicants, []),
      reply(serviceCoupon.approve, decided),
      reply(serviceCoupon.configs, listed(config)),
      reply(serviceCoupon.configSave, { configNo: 'SC000002', configStatus: 'PENDING_APPROVAL' }),
      reply(serviceCoupon.templateOptions, [
        {
          value: 'CT000001',
          label: 'Sorry · Kituo Credit',
          couponType: 'DISCOUNT',
          amountCents: 10_000,
          validityDays: 7,
          useRule: { minAmountCents: 100_000 },
          agents: 3,
        },
      ]),
      reply(serviceCoupon.configDisable, { configNo: 'SC000001', configStatus: 'DISABLED' }),
      reply(serviceCoupon.remaining, [{ ...config, left: 3 }]),
      reply(serviceCoupon.checkPhones, { found: [], unknown: ['25*******678'] }),
    ],
  });
}

test('an application is approved with its sum and the customers’ coupons in view', async () => {
  const page = open(<CustomerServiceCouponAuditPage />, 'CustomerServiceCouponAudit');
  fireEvent.click(await screen.findByRole('button', { name: /^Approve: CA/ }));
  const dialog = await screen.findByRole('alertdialog');
  expect(within(dialog).getByText('Issues 2 coupons, KES 200.00 in total.')).toBeTruthy();
  expect(await within(dialog).findByText(/3 coupons to these customers/)).toBeTruthy();
  expect(within(dialog).getByText('2 of them for the same customers')).toBeTruthy();
  fireEvent.click(within(dialog).getByRole('button', { name: 'Approve' }));
  await waitFor(() => {
    expect(page.server.callsOf(serviceCoupon.approve)).toHaveLength(1);
  });
});

test('an application says what is left today, and which numbers are no customer’s', async () => {
  open(<MyCustomerServiceCouponApplyPage />, 'MyCustomerServiceCouponApply');
  fireEvent.click(await screen.findByRole('button', { name: 'Apply' }));
  const form = await screen.findByRole('dialog');
  await within(form).findByRole('option', { name: /Sorry/ });
  fireEvent.change(within(form).getByLabelText('Setting'), { target: { value: 'SC000001' } });
  fireEvent.change(within(form).getByLabelText('Phone numbers'), { target: { value: '254712345678' } });
  expect(await within(form).findByText(/3 left today/)).toBeTruthy();
  expect(await within(form).findByText('1 number belongs to no customer')).toBeTruthy();
});

test('a setting is taken out of use once what stays possible was said', async () => {
  const page = open(<CustomerServiceCouponConfigPage />, 'CustomerServiceCouponConfig');
  fireEvent.click(await screen.findByLabelText(/^More actions for Sorry/));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Disable' }));
  const dialog = await screen.findByRole('alertdialog');
  expect(within(dialog).getByText(/Pending ones can still be decided/)).toBeTruthy();
  fireEvent.click(within(dialog).getByRole('button', { name: 'Disable' }));
  await waitFor(() => {
    expect(page.server.callsOf(serviceCoupon.configDisable)[0]?.request).toEqual({ configNo: 'SC000001' });
  });
});

test('other limits are a new version for approval, with what a day may cost at most', async () => {
  const page = open(<CustomerServiceCouponConfigPage />, 'CustomerServiceCouponConfig');
  fireEvent.click(await screen.findByRole('button', { name: /^Change limits: / }));
  const dialog = await screen.findByRole('dialog');
  expect(await within(dialog).findByText(/bills from KES 1,000\.00/)).toBeTruthy();
  fireEvent.change(within(dialog).getByLabelText('Per agent and day'), { target: { value: '10' } });
  expect(await within(dialog).findByText('At most KES 3,000.00 a day: 3 agents')).toBeTruthy();
  fireEvent.click(within(dialog).getByRole('button', { name: 'Submit for approval' }));
  await waitFor(() => {
    expect(page.server.callsOf(serviceCoupon.configSave)[0]?.request).toMatchObject({
      configNo: 'SC000001',
      couponTemplateNo: 'CT000001',
      perDayLimit: 10,
    });
  });
});

test('a feedback leads to the form for its customer', async () => {
  open(<MyCustomerServiceCouponApplyPage />, 'MyCustomerServiceCouponApply', '?forFeedback=FB00000012');
  const form = await screen.findByRole('dialog');
  expect(await within(form).findByDisplayValue('FB00000012')).toBeTruthy();
  expect(within(form).getByText('Leave empty for the customer of the feedback')).toBeTruthy();
});

test('a call leads to the form for who rang, and a file of numbers is taken in the place of typed ones', async () => {
  const page = open(<MyCustomerServiceCouponApplyPage />, 'MyCustomerServiceCouponApply', '?forCall=IC000000012');
  const form = await screen.findByRole('dialog');
  expect(await within(form).findByDisplayValue('IC000000012')).toBeTruthy();
  expect(within(form).getByText('Leave empty for the customer who rang.')).toBeTruthy();
  await within(form).findByRole('option', { name: /Sorry/ });
  fireEvent.change(within(form).getByLabelText('Setting'), { target: { value: 'SC000001' } });
  const file = new File(['Phone\n0711000001\n'], 'phones.csv', { type: 'text/csv' });
  fireEvent.change(within(form).getByLabelText('File of phone numbers'), { target: { files: [file] } });
  await waitFor(() => {
    expect(page.server.callsOf(serviceCoupon.checkPhones)[0]?.request).toEqual({
      configNo: 'SC000001',
      phones: ['254711000001'],
    });
  });
});
