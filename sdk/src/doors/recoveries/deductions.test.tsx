// @vitest-environment jsdom
import { deduction, dictionary } from '@kituo/sdk/contracts';
import { Refusal, renderPage, reply } from '@kituo/sdk/testing';
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
  strategyNo: null,
  strategyName: null,
  strategyCapCents: null,
  approvalMode: null,
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
  expect((await screen.findAllByText('Requested at')).length).toBeGreaterThan(0);
  expect(screen.queryByText('Allocated at')).toBeNull();
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

const reasons = reply(dictionary.getSelectOptionRespDtos, [
  { dictKey: 'HARDSHIP', label: 'Financial hardship', tagColour: null, enabled: true },
]);
const quoteOf = (...billNos: readonly string[]) =>
  reply(deduction.byOrder.quote, {
    capCents: 50_000,
    bills: billNos.map((billNo) => ({
      billNo,
      payoffCents: 540_000,
      outstanding: { ...nothing, LATE_FEE: 20_000 },
      waivable: [{ billNo, component: 'LATE_FEE' as const, amountCents: 20_000 }],
      openDeductionNo: null,
    })),
  });

/** The form, typed for these bills. */
async function typeWaiver(amount: string) {
  fireEvent.click(await screen.findByRole('button', { name: 'Request waiver' }));
  const form = within(await screen.findByRole('dialog'));
  fireEvent.change(form.getByLabelText('Order'), { target: { value: 'LO1' } });
  fireEvent.click(form.getByRole('button', { name: 'Show bills' }));
  const lines = await form.findAllByLabelText(/Late fee/);
  for (const line of lines) fireEvent.change(line, { target: { value: amount } });
  await form.findByRole('option', { name: 'Financial hardship' });
  fireEvent.change(form.getByLabelText('Reason'), { target: { value: 'HARDSHIP' } });
  fireEvent.change(form.getByLabelText('Note'), { target: { value: 'Lost the job' } });
  return { form, lines };
}

test('one form asks for waivers over several bills', async () => {
  const page = renderPage(<DeductionsScreen scope="ORDER" title="Deductions" />, {
    perms: ['collection:deduction:apply'],
    plugin,
    replies: [
      reply(deduction.byOrder.page, rows),
      reasons,
      quoteOf('B1', 'B2'),
      reply(deduction.byOrder.apply, { deductionNos: ['DN2', 'DN3'] }),
    ],
  });
  await typeWaiver('50.00');
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

test('what cannot be waived is refused in the line it is about, until that line is typed anew', async () => {
  const text = 'The waiver exceeds the amount owed for this item';
  renderPage(<DeductionsScreen scope="ORDER" title="Deductions" />, {
    perms: ['collection:deduction:apply'],
    plugin,
    replies: [
      reply(deduction.byOrder.page, rows),
      reasons,
      quoteOf('B1', 'B2'),
      reply(deduction.byOrder.apply, () => {
        throw new Refusal('DEDUCTION_ABOVE_COMPONENT', { fields: [{ field: 'items.1.amountCents', msg: text }] });
      }),
    ],
  });
  const { form, lines } = await typeWaiver('5x');
  expect(form.getAllByText('An amount in KES, such as 1,250.00')).toHaveLength(2);
  expect(form.getByRole('button', { name: 'Submit for approval' }).hasAttribute('disabled')).toBe(true);
  for (const line of lines) fireEvent.change(line, { target: { value: '300' } });
  fireEvent.click(form.getByRole('button', { name: 'Submit for approval' }));
  const alert = await form.findByRole('alert');
  expect(alert.textContent).toBe(text);
  expect(lines.map((line) => line.getAttribute('aria-invalid'))).toEqual(['false', 'true']);
  fireEvent.change(lines[1] ?? alert, { target: { value: '150' } });
  expect(form.queryByRole('alert')).toBeNull();
});

test('an order that cannot be found is said beside its number', async () => {
  renderPage(<DeductionsScreen scope="ORDER" title="Deductions" />, {
    perms: ['collection:deduction:apply'],
    plugin,
    replies: [
      reply(deduction.byOrder.page, rows),
      reasons,
      reply(deduction.byOrder.quote, () => {
        throw new Refusal('ORDER_NOT_FOUND');
      }),
    ],
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Request waiver' }));
  const form = within(await screen.findByRole('dialog'));
  fireEvent.change(form.getByLabelText('Order'), { target: { value: 'LO9' } });
  fireEvent.click(form.getByRole('button', { name: 'Show bills' }));
  expect((await form.findByText(/not found/i)).className).toContain('helper-text');
});
