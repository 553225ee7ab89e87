// @vitest-environment jsdom
// The part comes late; here it stands before the first case opens.
import '@kituo/sdk/cases';
import { chargeOff, collection, dictionary } from '@kituo/sdk/contracts';
import { renderPage, reply } from '@kituo/sdk/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { BadDebtScreen } from './index.ts';

const plugin = { name: 'collection-new', texts: { en: {}, zh: {} } };
const row: collection.BadDebtRow = {
  caseId: 'CS0000000001',
  caseNo: 'CS0000000001',
  caseScope: 'BILL',
  orderNo: 'LO1',
  billNo: 'B2',
  termNo: 2,
  installments: 3,
  merchantNo: 'M0001',
  merchantName: 'Haraka',
  productName: 'Six weeks',
  loanType: 'FIRST',
  customerNo: 'C1',
  customerName: 'Ac****no',
  phone: '25*******678',
  idCardNo: '12****78',
  dpd: 95,
  caseLevel: 'S5',
  collectionLevel: 'S5',
  caseStatus: 'BAD_DEBT_POOL',
  billStatus: 'ACTIVE',
  dueCents: 540_000,
  olderDueCents: 0,
  payoffCents: 900_000,
  collectorUserNo: null,
  collectorName: null,
  previousCollectorName: null,
  assignedAt: null,
  assignedByName: null,
  policyName: null,
  attributionStatus: null,
  cameBack: null,
  lastCollectorName: null,
  dueDate: '2026-08-17',
  siblingCount: 2,
  siblingsWith: [],
  casesOfBorrower: 1,
  loadPoints: 1,
  borrowerDueCents: 120_000,
  collectedCents: 0,
  deductedCents: 0,
  nextBillDueDate: null,
  nextBillCents: null,
  entryTime: '2026-08-20T08:00:00Z',
  followUpCount: 0,
  lastFollowUpAt: null,
  actionCode: null,
  overdueReason: null,
  nextFollowUpAt: null,
  promisedRepaymentTime: null,
  promiseAmountCents: null,
  promiseStatus: null,
  promiseNo: null,
  nextAllowedAt: null,
  badDebtReason: 'DPD_90',
  badDebtEnteredAt: '2026-11-20T08:00:00Z',
  badDebtEnteredByName: 'Baraka Njoroge',
  badDebtRemark: 'Certificate seen',
  evidence: [{ attachId: 'AT000001', fileName: 'certificate.pdf' }],
  principalCents: 500_000,
  nonPrincipalCents: 40_000,
  chargedOffCents: null,
  recoveredCents: null,
  chargeOffStatus: null,
  proposedOn: '2026-11-30',
  proposalReasons: ['AGE', 'NOTHING_PAID'],
  orderCases: 3,
  orderInPool: 1,
  outTime: null,
  outReason: null,
  dpdAtOut: null,
  dueAtEntryCents: 540_000,
  version: 1,
  allowedActions: ['leaveBadDebt'],
};
const loss: chargeOff.ChargeOffRow = {
  chargeOffNo: 'CO1',
  orderNo: 'LO1',
  merchantNo: 'M0001',
  billNos: ['B2'],
  reason: 'Cannot be found',
  chargeOffStatus: 'PENDING',
  lossCents: null,
  recoveredCents: null,
  businessDate: null,
  applicantName: 'Achieng Ouma',
  auditorName: null,
  decisionReason: null,
  createdAt: '2026-11-20T08:00:00Z',
  decidedAt: null,
  cancelRequestedByName: null,
  cancelReason: null,
  allowedActions: ['approve', 'reject'],
};
const state = { chargeOffNo: 'CO1', chargeOffStatus: 'PENDING' as const, lossCents: null };

test('a bill in the pool is charged off by itself, and only what is permitted is offered', async () => {
  const page = renderPage(<BadDebtScreen scope="BILL" title="Bad debt" />, {
    perms: ['collectionStage:chargeOff:apply'],
    plugin,
    replies: [
      reply(collection.byBill.badDebtPage, { rows: [row], total: 1, totalIsExact: true }),
      reply(chargeOff.byBill.apply, state),
    ],
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Charge off: CS0000000001' }));
  expect(screen.queryByText('Return to collection')).toBeNull();
  const asked = within(await screen.findByRole('dialog'));
  expect(await asked.findByText('Recognise a loss of KES 5,400.00 on B2?')).toBeTruthy();
  fireEvent.change(await asked.findByLabelText('Reason'), { target: { value: 'Cannot be found' } });
  fireEvent.click(asked.getByRole('button', { name: 'Submit for approval' }));
  await waitFor(() => {
    expect(page.server.callsOf(chargeOff.byBill.apply)[0]?.request).toEqual({
      orderNo: 'LO1',
      billNos: ['B2'],
      reason: 'Cannot be found',
    });
  });
});

test('by bill an older bill is left out knowingly, and many are asked for at once', async () => {
  const later: collection.BadDebtRow = { ...row, olderDueCents: 100_000, orderInPool: 2 };
  const page = renderPage(<BadDebtScreen scope="BILL" title="Bad debt" />, {
    perms: ['collectionStage:chargeOff:apply'],
    plugin,
    replies: [
      reply(collection.byBill.badDebtPage, { rows: [later], total: 1, totalIsExact: true }),
      reply(chargeOff.byBill.apply, state),
      reply(chargeOff.byBill.applyMany, { jobNo: 'JB1' }),
    ],
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Charge off: CS0000000001' }));
  const asked = within(await screen.findByRole('dialog'));
  expect(await asked.findByText('Payments reach them first. They owe KES 1,000.00.')).toBeTruthy();
  fireEvent.click(asked.getByLabelText(/All bills in the pool/));
  fireEvent.click(asked.getByLabelText(/Older bills stay in collection/));
  fireEvent.change(asked.getByLabelText('Reason'), { target: { value: 'Cannot be found' } });
  fireEvent.click(asked.getByRole('button', { name: 'Submit for approval' }));
  await waitFor(() => {
    expect(page.server.callsOf(chargeOff.byBill.apply)[0]?.request).toEqual({
      orderNo: 'LO1',
      leavesOlder: true,
      reason: 'Cannot be found',
    });
  });
  fireEvent.click(await screen.findByRole('checkbox', { name: /CS0000000001/ }));
  fireEvent.click(await screen.findByRole('button', { name: 'Charge off' }));
  const many = within(await screen.findByRole('dialog'));
  fireEvent.change(await many.findByLabelText('Reason'), { target: { value: 'Cannot be found' } });
  fireEvent.click(many.getByRole('button', { name: /^Submit/ }));
  await waitFor(() => {
    expect(page.server.callsOf(chargeOff.byBill.applyMany)[0]?.request).toEqual({
      caseIds: ['CS0000000001'],
      reason: 'Cannot be found',
    });
  });
});

test('another person approves a loss with its facts in view', async () => {
  const page = renderPage(<BadDebtScreen scope="ORDER" title="Bad debt" />, {
    at: '/AdminContent/CollectionSystem/BadDebtManagement?tab=losses',
    perms: ['collection:chargeOff:audit'],
    plugin,
    replies: [
      reply(chargeOff.byOrder.page, { rows: [loss], total: 1, totalIsExact: true }),
      reply(chargeOff.byOrder.check, { ...state, chargeOffStatus: 'APPROVED', lossCents: 540_000 }),
    ],
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Approve: CO1' }));
  const asked = within(await screen.findByRole('alertdialog'));
  expect(asked.getByText('What LO1 owes becomes bad-debt expense today. The claim stays.')).toBeTruthy();
  fireEvent.click(asked.getByRole('button', { name: 'Approve' }));
  await waitFor(() => {
    expect(page.server.callsOf(chargeOff.byOrder.check)[0]?.request).toEqual({ chargeOffNo: 'CO1', isApproved: true });
  });
});

test('a case in the pool shows its proof, and its desk notes what was done about it', async () => {
  const noted: collection.BadDebtRow = { ...row, allowedActions: ['leaveBadDebt', 'followUp'] };
  const page = renderPage(<BadDebtScreen scope="BILL" title="Bad debt" />, {
    perms: ['collectionStage:followUp:save', 'collectionStage:repayLink:create'],
    plugin,
    replies: [
      reply(collection.byBill.badDebtPage, { rows: [noted], total: 1, totalIsExact: true }),
      reply(collection.byBill.allotOne, {
        row: noted,
        bills: [],
        assignments: [],
        promises: [],
        followUps: [],
        events: [],
        contacts: [],
        deductions: [],
        payments: [],
        inDuplum: null,
        hidesOrder: true,
        hidesContacts: true,
      }),
      reply(dictionary.getSelectOptionRespDtos, [
        { dictKey: 'NO_ANSWER', label: 'No answer', tagColour: null, enabled: true },
      ]),
      reply(dictionary.getEnabledNotEnabledOptionRespDtos, []),
      reply(collection.byBill.followUpSave, { followUpId: 1, promiseNo: null }),
    ],
  });
  fireEvent.click(await screen.findByText('CS0000000001'));
  expect(await screen.findByRole('button', { name: 'certificate.pdf' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Open order/ })).toBeNull();
  expect(await screen.findByRole('button', { name: 'Payment link' })).toBeTruthy();
  fireEvent.click(await screen.findByRole('button', { name: /No answer/ }));
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => {
    expect(page.server.callsOf(collection.byBill.followUpSave)[0]?.request).toMatchObject({
      caseId: 'CS0000000001',
      actionCode: 'NO_ANSWER',
    });
  });
});
