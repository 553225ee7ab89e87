// @vitest-environment jsdom
import { change, dictionary, file, merchant, payout, refund, transfer } from '@kituo/sdk/contracts';
import type { ReplyOf } from '@kituo/sdk/contracts';
import { type FakeReply, Refusal, renderPage, reply } from '@kituo/sdk/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { ReactElement } from 'react';
import { expect, test } from 'vitest';
import en from '../../locales/en.json' with { type: 'json' };
import zh from '../../locales/zh.json' with { type: 'json' };
import { CashTransferApplyForPage } from './cash-transfer-apply-for.page.tsx';
import { CashTransferAuditPage } from './cash-transfer-audit.page.tsx';
import { ClientRefundAuditManagementPage } from './client-refund-audit-management.page.tsx';
import { ClientRefundManagementPage } from './client-refund-management.page.tsx';

const listed = <Row,>(...rows: Row[]) => ({ rows, total: rows.length, totalIsExact: true });

const refundRow: refund.RefundRow = {
  refundNo: 'RF000000001',
  orderNo: 'LO0000000007',
  merchantNo: 'M0001',
  customerNo: 'C1',
  customerName: 'Achieng Otieno',
  phone: '25*******678',
  flowNo: 'PF000000001',
  paymentCode: 'SGR7ABCDE1',
  paymentChannel: 'MPESA',
  payerName: 'Achieng Otieno',
  payerPhone: '25*******678',
  payeeName: 'Brian Kiptoo',
  payeeAccount: '25*******444',
  payeeBankCode: null,
  registeredName: null,
  nameMatch: null,
  isOtherPayee: true,
  isVerifyIgnored: false,
  amountCents: 350_00,
  creditCents: 350_00,
  refundChannel: 'MPESA',
  refundStatus: 'CREATED',
  auditStatus: 'PENDING',
  verifyStatus: 'NOT_VERIFIED',
  isUnknown: false,
  reasonCode: null,
  remark: 'Paid twice',
  auditRemark: null,
  voucherIds: [],
  applicantUserNo: 'U4',
  applicantName: 'Kipchoge Kiprono',
  checkerName: null,
  secondCheckerName: null,
  applyTime: '2026-11-20T06:00:00Z',
  successTime: null,
  failReason: null,
  attemptCount: 0,
  waitingSince: '2026-11-20T06:00:00Z',
  allowedActions: [],
};
const whole: ReplyOf<typeof refund.detail> = {
  ...refundRow,
  vouchers: [],
  verifyIgnoredReason: null,
  verifyIgnoredByName: null,
  operatorName: null,
  decidedAt: null,
  lineage: { repayTime: '2026-11-20T05:30:00Z', paidCents: 5_770_00, appliedCents: 5_420_00, surpluses: [] },
  openBill: null,
  signals: [{ signal: 'PAYEE_ELSEWHERE', customers: 2 }],
  earlier: [],
  journals: [],
  history: [],
};
const transferRow: transfer.TransferRow = {
  transferNo: 'TR000000001',
  merchantNo: 'M0001',
  merchantName: 'Kituo Credit',
  transferType: 'OWN_ACCOUNT',
  sourceAccountId: 'BANK.MPESA_PAYBILL',
  sourceAccountName: 'M-Pesa paybill',
  targetAccountId: 'BANK.MPESA_FLOAT',
  flowNo: null,
  payeeName: 'M-Pesa payout float',
  payeeAccount: null,
  amountCents: 400_000_00,
  sourceBalanceCents: 900_000_00,
  purpose: 'Fill the float',
  transferStatus: 'SUBMITTED',
  releaseStatus: null,
  attemptCount: 0,
  failReason: null,
  applicantName: 'Kipchoge Kiprono',
  auditorName: null,
  releaserName: null,
  auditRemark: null,
  applyTime: '2026-11-20T06:00:00Z',
  auditTime: null,
  releaseTime: null,
  successTime: null,
  waitingSince: '2026-11-20T06:00:00Z',
  version: 1,
  allowedActions: [],
};
const account = (accountId: string, accountName: string, availableCents: number) => ({
  accountId,
  accountName,
  balanceCents: availableCents,
  inFlightCents: 0,
  availableCents,
  dailyOutCents: 100_000_00,
});
const paybill = account('BANK.MPESA_PAYBILL', 'M-Pesa paybill', 900_000_00);
const float = account('BANK.MPESA_FLOAT', 'M-Pesa payout float', 50_000_00);

function open(page: ReactElement, name: string, perms: readonly string[], replies: readonly FakeReply[]) {
  return renderPage(page, {
    at: `/AdminContent/ChargeToAnAccountSystem/${name}`,
    perms: perms.map((code) => `charge:${code}`),
    plugin: { name: 'charge', texts: { en, zh } },
    replies: [
      ...replies,
      reply(dictionary.getEnabledNotEnabledOptionRespDtos, []),
      reply(dictionary.getSelectOptionRespDtos, []),
      reply(merchant.options, [{ merchantNo: 'M0001', merchantName: 'Kituo Credit', enabled: true }]),
      reply(transfer.accounts, [paybill, float]),
      reply(transfer.people, []),
      reply(refund.people, []),
      reply(payout.attempts, listed()),
    ],
  });
}

test('a refund is requested out of the credit of an order, which says what it could pay instead', async () => {
  const page = open(
    <ClientRefundManagementPage />,
    'ClientRefundManagement',
    ['refund:submit'],
    [
      reply(refund.page, listed(refundRow)),
      reply(refund.creditPage, {
        rows: [
          {
            flowNo: 'PF000000001',
            orderNo: 'LO0000000007',
            merchantNo: 'M0001',
            customerNo: 'C1',
            customerName: 'Achieng Otieno',
            paymentCode: 'SGR7ABCDE1',
            paymentChannel: 'MPESA',
            payerName: 'Achieng Otieno',
            payerPhone: '25*******678',
            repayTime: '2026-11-20T05:30:00Z',
            creditCents: 350_00,
            heldCents: 0,
            freeCents: 350_00,
            isPayerKnown: true,
            openBill: {
              orderNo: 'LO0000000009',
              billNo: 'B9',
              dueDate: '2026-12-01',
              outstandingCents: 200_00,
              outstandingAfterCents: 0,
              creditAfterCents: 150_00,
            },
          },
        ],
      }),
      reply(refund.submit, {
        refundNo: 'RF000000002',
        refundStatus: 'CREATED',
        auditStatus: 'PENDING',
        verifyStatus: 'NOT_VERIFIED',
      }),
    ],
  );
  await screen.findByText('RF000000001');
  fireEvent.click(screen.getByRole('button', { name: 'Request refund' }));
  const drawer = await screen.findByRole('dialog');
  fireEvent.change(await within(drawer).findByLabelText(/^Order/), { target: { value: 'LO0000000007' } });
  const flow = await within(drawer).findByLabelText(/^Payment number/);
  await within(flow).findByText(/SGR7ABCDE1/);
  fireEvent.change(flow, { target: { value: 'PF000000001' } });
  await within(drawer).findByText(/Open bill B9 of LO0000000009 instead/);
  fireEvent.change(within(drawer).getByLabelText('Amount'), { target: { value: '350' } });
  fireEvent.change(within(drawer).getByLabelText('Remark'), { target: { value: 'Paid twice' } });
  await within(drawer).findByText(/A refund cannot be undone once initiated/);
  fireEvent.click(within(drawer).getByRole('button', { name: 'Submit for approval' }));
  await waitFor(() => {
    expect(page.server.callsOf(refund.submit)[0]?.request).toMatchObject({
      flowNo: 'PF000000001',
      amountCents: 350_00,
      payee: null,
      remark: 'Paid twice',
    });
  });
});

test('finance decides a refund with payer, payee and signals in view, and pays it out', async () => {
  const payable: refund.RefundRow = {
    ...refundRow,
    refundNo: 'RF000000003',
    auditStatus: 'APPROVED',
    verifyStatus: 'PASSED',
    allowedActions: ['payout'],
  };
  const page = open(
    <ClientRefundAuditManagementPage />,
    'ClientRefundAuditManagement',
    ['refund:check', 'refund:payout', 'refundPayee:check'],
    [
      reply(refund.auditPage, listed({ ...refundRow, allowedActions: ['approve', 'reject', 'verify'] }, payable)),
      reply(refund.detail, whole),
      reply(refund.approve, {
        refundNo: refundRow.refundNo,
        refundStatus: 'CREATED',
        auditStatus: 'APPROVED',
        verifyStatus: 'NOT_VERIFIED',
      }),
      reply(refund.payout, {
        refundNo: payable.refundNo,
        refundStatus: 'IN_PROGRESS',
        auditStatus: 'APPROVED',
        verifyStatus: 'PASSED',
        attemptNo: 'PA1',
      }),
    ],
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Review: RF000000001' }));
  const decision = await screen.findByRole('alertdialog');
  await within(decision).findByText('This account received refunds of 2 other customers.');
  await within(decision).findByText('Brian Kiptoo');
  fireEvent.click(within(decision).getByRole('button', { name: 'Approve' }));
  await waitFor(() => {
    expect(page.server.callsOf(refund.approve)[0]?.request).toEqual({ refundNo: 'RF000000001' });
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Pay out: RF000000003' }));
  const ask = await screen.findByRole('alertdialog');
  await within(ask).findByText(/Pay KES 350.00 to Brian Kiptoo now\? It cannot be undone/);
  fireEvent.click(within(ask).getByRole('button', { name: 'Pay out' }));
  await waitFor(() => {
    expect(page.server.callsOf(refund.payout)).toHaveLength(1);
  });
});

test('batches of refunds wait on a tab of their own', async () => {
  open(
    <ClientRefundAuditManagementPage />,
    'ClientRefundAuditManagement?tab=batches',
    ['refundBatch:audit'],
    [reply(change.changeFamilies.refundBatch.page, listed())],
  );
  await screen.findByText('No batches requested.');
});

test('a transfer is requested with both accounts before and after in view', async () => {
  const page = open(
    <CashTransferApplyForPage />,
    'CashTransferApplyFor',
    ['transfer:submit', 'transfer:giveUp'],
    [
      reply(transfer.page, listed({ ...transferRow, transferStatus: 'REJECTED', allowedActions: ['copy'] })),
      reply(transfer.preview, {
        source: { ...paybill, afterCents: 500_000_00, runwayDays: 5 },
        target: { ...float, afterCents: 450_000_00, runwayDays: 4 },
        flow: null,
      }),
      reply(file.attachList, []),
    ],
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Copy as new: TR000000001' }));
  const drawer = await screen.findByRole('dialog');
  await within(drawer).findByText('5 days');
  expect(within(drawer).getByText('KES 500,000.00')).toBeTruthy();
  // The certificate of the rejected request does not count for the new one.
  fireEvent.click(within(drawer).getByRole('button', { name: 'Submit for approval' }));
  await within(drawer).findByText('The certificate cannot be empty');
  expect(page.server.callsOf(transfer.submit)).toEqual([]);
});

test('finance releases all approved transfers with one key, against the total that it typed', async () => {
  const page = open(
    <CashTransferAuditPage />,
    'CashTransferAudit',
    ['transfer:audit', 'transfer:payout'],
    [
      reply(transfer.auditPage, listed({ ...transferRow, transferStatus: 'APPROVED', allowedActions: ['release'] })),
      reply(transfer.oneKeyPreview, {
        transferNos: ['TR000000001'],
        totalCents: 400_000_00,
        sources: [
          {
            sourceAccountId: 'BANK.MPESA_PAYBILL',
            sourceAccountName: 'M-Pesa paybill',
            transfers: 1,
            totalCents: 400_000_00,
            lowWaterCents: 100_000_00,
            afterCents: 500_000_00,
          },
        ],
        payees: [{ payeeName: 'M-Pesa payout float', transfers: 1, totalCents: 400_000_00 }],
        items: [
          {
            transferNo: 'TR000000001',
            payeeName: 'M-Pesa payout float',
            sourceAccountName: 'M-Pesa paybill',
            amountCents: 400_000_00,
            afterCents: 500_000_00,
            isBelowLowWater: false,
          },
        ],
        leftOut: [{ transferNo: 'TR000000002', error: 'MAKER_IS_CHECKER', text: 'You requested this' }],
      }),
      reply(transfer.oneKeyPayout, () => {
        throw new Refusal('TOTAL_MISMATCH', { fields: [{ field: 'totalCents', msg: 'The total differs' }] });
      }),
    ],
  );
  await screen.findByRole('button', { name: 'Release: TR000000001' });
  fireEvent.click(screen.getByRole('button', { name: 'One-key payout' }));
  const dialog = await screen.findByRole('dialog');
  await within(dialog).findByText(/TR000000002: You requested this/);
  fireEvent.change(within(dialog).getByLabelText('Enter the total to confirm'), { target: { value: '400,000' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Release all' }));
  await waitFor(() => {
    expect(page.server.callsOf(transfer.oneKeyPayout)[0]?.request).toEqual({
      transferNos: ['TR000000001'],
      totalCents: 400_000_00,
    });
  });
  await within(dialog).findByText('The total differs');
});
