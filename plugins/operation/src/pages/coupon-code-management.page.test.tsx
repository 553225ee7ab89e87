// @vitest-environment jsdom
import { coupon } from '@kituo/sdk/contracts';
import { renderPage, reply } from '@kituo/sdk/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import en from '../../locales/en.json' with { type: 'json' };
import { CouponCodeManagementPage } from './coupon-code-management.page.tsx';

const template: coupon.TemplateRow = {
  couponTemplateNo: 'CT1',
  merchantNo: 'M0001',
  merchantName: 'Haraka',
  couponContent: 'KES 200 off',
  couponType: 'DISCOUNT',
  amountCents: 20_000,
  discountBps: null,
  validityDays: 30,
  useRule: { minAmountCents: 100_000, loanType: 'REPEAT' },
  versionNo: null,
  openVersion: null,
  templateStatus: 'ENABLED',
  makerName: 'Wanjiru',
  checkerName: 'Otieno',
  createdAt: '2026-11-24T08:00:00Z',
  allowedActions: ['grant'],
};
const issued: coupon.CouponRow = {
  couponNo: 'CP1',
  couponTemplateNo: 'CT1',
  couponContent: 'KES 200 off',
  couponType: 'DISCOUNT',
  amountCents: 20_000,
  discountBps: null,
  validityDays: 30,
  useRule: {},
  issuedVia: 'PROMO_CODE',
  promoCode: 'KARIBU200',
  merchantNo: 'M0001',
  customerNo: 'C1',
  phone: '25*****001',
  couponStatus: 'AVAILABLE',
  freezeReason: null,
  heldOrderNo: null,
  billNo: null,
  usedCents: null,
  effectiveOn: '2026-11-24',
  expiresAt: '2026-12-24T00:00:00Z',
  issuedAt: '2026-11-24T08:00:00Z',
  allowedActions: ['freeze'],
};

function open(perms: string[], tab = '') {
  return renderPage(<CouponCodeManagementPage />, {
    at: `/AdminContent/OperationSystem/CouponCodeManagement${tab}`,
    plugin: { name: 'operation', texts: { en } },
    perms,
    replies: [
      reply(coupon.templatePage, { rows: [template], total: 1, totalIsExact: true }),
      reply(coupon.couponPage, { rows: [issued], total: 1, totalIsExact: true }),
      reply(coupon.couponGrant, { couponApplicationNo: 'CA1' }),
      reply(coupon.couponFreeze, { couponNo: 'CP1', couponStatus: 'FROZEN' }),
      reply(coupon.couponDetail, {
        row: issued,
        application: {
          couponApplicationNo: 'CA1',
          applicantName: 'Wanjiru',
          decidedByName: 'Otieno',
          reason: 'Thanks',
        },
        history: [
          {
            action: 'coupon.issue',
            happenedAt: '2026-11-24T08:00:00Z',
            byName: 'Otieno',
            before: null,
            after: { couponStatus: 'PENDING_EFFECT' },
            reason: null,
          },
        ],
      }),
    ],
  });
}

test('says when a coupon may be used, and applies for it for pasted numbers', async () => {
  const page = open(['operation:coupon:grant']);
  await screen.findByText(/bills from KES 1,000\.00/);
  fireEvent.click((await screen.findAllByRole('button', { name: /Grant/ }))[0] as HTMLElement);
  fireEvent.change(await screen.findByLabelText('Phone numbers'), {
    target: { value: '254712000001\n254712000002' },
  });
  fireEvent.change(screen.getByLabelText('Reason'), { target: { value: 'Thanks' } });
  fireEvent.click(screen.getByRole('button', { name: 'Submit for approval' }));
  await waitFor(() => {
    expect(page.server.callsOf(coupon.couponGrant)[0]?.request).toMatchObject({
      couponTemplateNo: 'CT1',
      phones: ['254712000001', '254712000002'],
      reason: 'Thanks',
    });
  });
});

test('shows the life of an issued coupon, and freezes it with a reason', async () => {
  const page = open(['operation:coupon:freeze'], '?tab=coupons');
  fireEvent.click((await screen.findAllByText('KES 200 off'))[0] as HTMLElement);
  const drawer = await screen.findByRole('dialog');
  await within(drawer).findByText(/Application CA1: Wanjiru · Otieno · Thanks/);
  fireEvent.click(within(drawer).getByRole('button', { name: 'Freeze' }));
  fireEvent.change(await screen.findByLabelText('Reason'), { target: { value: 'Checked' } });
  fireEvent.click(screen.getAllByRole('button', { name: 'Freeze' }).at(-1) as HTMLElement);
  await waitFor(() => {
    expect(page.server.callsOf(coupon.couponFreeze)[0]?.request).toEqual({ couponNo: 'CP1', reason: 'Checked' });
  });
});
