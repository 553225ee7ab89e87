// @vitest-environment jsdom
import { dictionary, merchant, prepaid } from '@kituo/sdk/contracts';
import { type FakeReply, renderPage, reply } from '@kituo/sdk/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { ReactElement } from 'react';
import { expect, test } from 'vitest';
import en from '../../locales/en.json' with { type: 'json' };
import zh from '../../locales/zh.json' with { type: 'json' };
import { ConsumptionRecordPage } from './consumption-record.page.tsx';
import { RechargeRecordPage } from './recharge-record.page.tsx';

const AT = '2026-11-20T06:00:00Z';
const listed = <Row,>(...rows: Row[]) => ({ rows, total: rows.length, totalIsExact: true });

const recharge: prepaid.RechargeRow = {
  rechargeNo: 'RC000000001',
  merchantNo: 'M0001',
  merchantName: 'Kituo Credit',
  amountCents: 10_000_00,
  balanceAfterCents: null,
  paymentChannel: 'BANK',
  paymentCode: 'RTGS1',
  payerAccount: '01******56',
  paidAt: AT,
  voucherIds: ['AT000001'],
  rechargeStatus: 'PENDING',
  applicantName: 'Achieng Otieno',
  auditorName: null,
  auditRemark: null,
  createdAt: AT,
  auditedAt: null,
  version: 1,
  allowedActions: ['approve', 'reject'],
};
const charge: prepaid.ConsumptionRow = {
  recordNo: 'CM000000001',
  merchantNo: 'M0001',
  merchantName: 'Kituo Credit',
  consumptionType: 'LOAN_DISBURSED',
  quantity: 1,
  unitPriceCents: 35_00,
  amountCents: 35_00,
  balanceAfterCents: 965_00,
  orderNo: 'LO0000000007',
  phone: '25*******678',
  consumedAt: AT,
  consumptionStatus: 'CHARGED',
  reverseReason: null,
  reverseRemark: null,
  applicantName: null,
  auditorName: null,
  auditRemark: null,
  version: 1,
  allowedActions: ['reverse'],
};
const summary = {
  unpaid: 2,
  unpaidCents: 3_00,
  records: 1,
  amountCents: 35_00,
  reversedCents: 0,
  byType: [{ consumptionType: 'LOAN_DISBURSED' as const, records: 1, amountCents: 35_00 }],
};
const account = { merchantNo: 'M0001', merchantName: 'Kituo Credit', balanceCents: 965_00, creditLineCents: 0 };

function open(page: ReactElement, name: string, perms: readonly string[], replies: readonly FakeReply[]) {
  return renderPage(page, {
    at: `/AdminContent/MerchantSystem/${name}`,
    perms: perms.map((code) => `merchant:${code}`),
    plugin: { name: 'merchant', texts: { en, zh } },
    replies: [
      ...replies,
      reply(dictionary.getEnabledNotEnabledOptionRespDtos, []),
      reply(dictionary.getSelectOptionRespDtos, [
        { dictKey: 'CHARGED_TWICE', label: 'Charged twice', tagColour: null, enabled: true },
      ]),
      reply(merchant.options, [{ merchantNo: 'M0001', merchantName: 'Kituo Credit', enabled: true }]),
      reply(prepaid.rechargePeople, []),
      reply(prepaid.account, { ...account, availableCents: 965_00 }),
    ],
  });
}

test('a recharge without its certificate is not sent', async () => {
  const page = open(
    <RechargeRecordPage />,
    'RechargeRecord',
    ['recharge:apply'],
    [
      reply(prepaid.rechargePage, listed(recharge)),
      reply(prepaid.rechargeApply, { rechargeNo: 'RC000000002', rechargeStatus: 'PENDING' }),
    ],
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Record recharge' }));
  const drawer = await screen.findByRole('dialog');
  const chosen = await within(drawer).findByLabelText(/^Merchant/);
  await within(chosen).findByText('Kituo Credit');
  fireEvent.change(chosen, { target: { value: 'M0001' } });
  await within(drawer).findByText(/Balance/);
  fireEvent.change(within(drawer).getByLabelText('Amount'), { target: { value: '10,000.50' } });
  fireEvent.change(within(drawer).getByLabelText('Serial number'), { target: { value: 'RTGS1' } });
  fireEvent.click(within(drawer).getByRole('button', { name: 'Submit for approval' }));
  expect(await within(drawer).findByText('The certificate cannot be empty')).toBeTruthy();
  expect(page.server.callsOf(prepaid.rechargeApply)).toEqual([]);
  page.assertReleases();
});

test('a recharge is decided with its certificate and its payment in view', async () => {
  const page = open(
    <RechargeRecordPage />,
    'RechargeRecord',
    ['recharge:audit'],
    [
      reply(prepaid.rechargePage, listed(recharge)),
      reply(prepaid.recharge, {
        row: recharge,
        vouchers: [{ attachId: 'AT000001', fileName: 'slip.pdf' }],
        journals: [],
        flow: { flowNo: 'PF000000001', amountCents: 9_000_00, repayTime: AT },
        history: [],
      }),
      reply(prepaid.rechargeAudit, {
        rechargeNo: 'RC000000001',
        rechargeStatus: 'APPROVED',
        balanceAfterCents: 10_000_00,
      }),
    ],
  );
  fireEvent.click((await screen.findAllByText('Review'))[0] ?? document.body);
  const dialog = await screen.findByRole('alertdialog');
  await within(dialog).findByText('slip.pdf');
  await within(dialog).findByText(/The payment is/);
  fireEvent.click(within(dialog).getByRole('button', { name: 'Approve' }));
  await waitFor(() => {
    expect(page.server.callsOf(prepaid.rechargeAudit)[0]?.request).toEqual({
      rechargeNo: 'RC000000001',
      isApproved: true,
    });
  });
  page.assertReleases();
});

test('a charge is reversed with the balance before and after in view', async () => {
  const page = open(
    <ConsumptionRecordPage />,
    'ConsumptionRecord',
    ['consumption:reverse'],
    [
      reply(prepaid.consumptionPage, listed(charge)),
      reply(prepaid.consumptionSummary, summary),
      reply(prepaid.consumption, {
        row: charge,
        balanceCents: 965_00,
        price: { ruleId: 'R000003', ruleName: 'Disbursements', versionNo: 2 },
        exchange: null,
        journals: [],
        history: [],
      }),
      reply(prepaid.consumptionReverse, { recordNo: 'CM000000001', consumptionStatus: 'REVERSING' }),
    ],
  );
  await screen.findByText('CM000000001');
  expect((await screen.findByText(/^Charged KES|^Charged/, { selector: 'p' })).textContent).toContain('Loan disbursed');
  expect(screen.getByText(/2 uses await a recharge/)).toBeTruthy();
  fireEvent.click((await screen.findAllByText('Reverse'))[0] ?? document.body);
  const dialog = await screen.findByRole('dialog');
  await within(dialog).findByText(/1,000\.00/);
  const why = await within(dialog).findByLabelText('Reason');
  await within(why).findByText('Charged twice');
  fireEvent.change(why, { target: { value: 'CHARGED_TWICE' } });
  fireEvent.change(within(dialog).getByLabelText('Remark'), { target: { value: 'Twice in a minute' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Submit for approval' }));
  await waitFor(() => {
    expect(page.server.callsOf(prepaid.consumptionReverse)[0]?.request).toEqual({
      recordNo: 'CM000000001',
      reverseReason: 'CHARGED_TWICE',
      remark: 'Twice in a minute',
    });
  });
  page.assertReleases();
});
