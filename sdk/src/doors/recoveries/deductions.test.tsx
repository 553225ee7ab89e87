// @vitest-environment jsdom
import { deduction } from '@kituo/sdk/contracts';
import { renderPage, reply } from '@kituo/sdk/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { DeductionsScreen } from './index.ts';

const plugin = { name: 'collection', texts: { en: {}, zh: {} } };
const nothing = {
  LATE_FEE: 0,
  LIQUIDATED_DAMAGES: 0,
  EXTENSION_SERVICE_FEE: 0,
  MANAGEMENT_FEE: 0,
  SERVICE_FEE: 0,
  EXCISE: 0,
  INTEREST: 0,
  PRINCIPAL: 0,
};
const row: deduction.DeductionRow = {
  deductionNo: 'DN1',
  strategyName: null,
  orderNo: 'LO1',
  billNo: 'B1',
  termNo: 1,
  merchantNo: 'M0001',
  caseNo: 'CS1',
  caseLevel: 'S2',
  customerName: 'Achieng Otieno',
  payoffCents: 540_000,
  olderDueCents: 0,
  reason: 'HARDSHIP',
  remark: 'Lost the job',
  requestedCents: 25_000,
  approvedCents: null,
  expectedPayCents: 515_000,
  amounts: { ...nothing, LATE_FEE: 20_000, INTEREST: 5_000 },
  deductionStatus: 'PENDING',
  applicantUserNo: 'U5',
  applicantName: 'Achieng Ouma',
  auditorName: null,
  appliedAt: '2026-11-20T08:00:00Z',
  decidedAt: null,
  decisionReason: null,
  lapsesAt: null,
  applicationNo: null,
  allowedActions: ['approve', 'reject'],
};
const decided = { deductionNo: 'DN1', deductionStatus: 'APPROVED' as const, approvedCents: 15_000, lapsesAt: null };
const rows = { rows: [row], total: 1, totalIsExact: true };

test('an approver lowers one item of a waiver, and sends all of them', async () => {
  const page = renderPage(<DeductionsScreen scope="ORDER" title="Deductions" />, {
    perms: ['collection:deduction:audit'],
    plugin,
    replies: [reply(deduction.byOrder.page, rows), reply(deduction.byOrder.approve, decided)],
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Approve: DN1' }));
  await screen.findByText(/Waive KES 250.00 on LO1 if KES 5,150.00 arrives by 23:59/);
  fireEvent.change(await screen.findByLabelText('Late fee'), { target: { value: '100' } });
  fireEvent.click(screen.getByRole('button', { name: 'Approve' }));
  await waitFor(() => {
    expect(page.server.callsOf(deduction.byOrder.approve)[0]?.request).toEqual({
      deductionNo: 'DN1',
      items: [
        { component: 'LATE_FEE', amountCents: 10_000 },
        { component: 'INTEREST', amountCents: 5_000 },
      ],
    });
  });
});

test('a waiver that expires, and one that is requested, are shown without a reload', async () => {
  let deductionStatus: deduction.DeductionRow['deductionStatus'] = 'APPROVED';
  const page = renderPage(<DeductionsScreen scope="ORDER" title="Deductions" />, {
    perms: [],
    plugin,
    replies: [reply(deduction.byOrder.page, () => ({ ...rows, rows: [{ ...row, deductionStatus }] }))],
  });
  await screen.findByText('DN1');
  const reads = () => page.server.callsOf(deduction.byOrder.page).length;
  const before = reads();
  deductionStatus = 'LAPSED';
  page.push({ type: 'changed', things: [{ subjectType: 'deduction', subjectNo: 'DN1' }] });
  await waitFor(() => {
    expect(reads()).toBe(before + 1);
  });
  page.push({ type: 'changed', things: [{ subjectType: 'deduction', subjectNo: 'DN2' }] });
  await waitFor(() => {
    expect(reads()).toBe(before + 2);
  });
});

test('one form asks for waivers over several bills', async () => {
  const page = renderPage(<DeductionsScreen scope="ORDER" title="Deductions" />, {
    perms: ['collection:deduction:apply'],
    plugin,
    replies: [
      reply(deduction.byOrder.page, rows),
      reply(deduction.byOrder.quote, {
        capCents: 50_000,
        bills: ['B1', 'B2'].map((billNo) => ({
          billNo,
          payoffCents: 540_000,
          outstanding: { ...nothing, LATE_FEE: 20_000 },
          waivable: [{ billNo, component: 'LATE_FEE' as const, amountCents: 20_000 }],
          openDeductionNo: null,
        })),
      }),
      reply(deduction.byOrder.apply, { deductionNos: ['DN2', 'DN3'] }),
    ],
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Request waiver' }));
  const asked = within(await screen.findByRole('dialog'));
  fireEvent.change(asked.getByLabelText('Order'), { target: { value: 'LO1' } });
  fireEvent.click(screen.getByRole('button', { name: 'Show bills' }));
  const fields = await asked.findAllByLabelText(/Late fee/);
  for (const field of fields) fireEvent.change(field, { target: { value: '50.00' } });
  fireEvent.change(asked.getByLabelText('Reason'), { target: { value: 'HARDSHIP' } });
  fireEvent.change(asked.getByLabelText('Note'), { target: { value: 'Lost the job' } });
  expect(screen.getByText('Total waiver: KES 100.00')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Submit for approval' }));
  await waitFor(() => {
    expect(page.server.callsOf(deduction.byOrder.apply)[0]?.request).toEqual({
      orderNo: 'LO1',
      items: [
        { billNo: 'B1', component: 'LATE_FEE', amountCents: 5_000 },
        { billNo: 'B2', component: 'LATE_FEE', amountCents: 5_000 },
      ],
      reason: 'HARDSHIP',
      remark: 'Lost the job',
    });
  });
});
