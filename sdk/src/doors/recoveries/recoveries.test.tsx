// @vitest-environment jsdom
import { caseRepay, caseRollback } from '@kituo/sdk/contracts';
import type { CommandPreview, ReplyOf } from '@kituo/sdk/contracts';
import { Refusal, renderPage, reply } from '@kituo/sdk/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { RepaymentsScreen, RollbacksScreen } from './index.ts';

const plugin = { name: 'collection', texts: { en: {}, zh: {} } };
const row: caseRepay.RepayRow = {
  lineNo: 'AP1-B2',
  applicationNo: 'AP1',
  orderNo: 'LO1',
  billNo: 'B2',
  termNo: 2,
  merchantNo: 'M0001',
  customerName: 'Achieng Otieno',
  phone: '25*******678',
  flowNo: 'FL1',
  paymentCode: 'SGR1',
  paymentChannel: 'MPESA',
  cameThroughNo: 'PL000000001',
  contactBeforeAt: '2026-11-19T08:00:00Z',
  contactBeforeName: 'Achieng Ouma',
  repayTime: '2026-11-20T08:00:00Z',
  appliedAt: '2026-11-20T08:01:00Z',
  caseNo: 'CS1',
  collectorUserNo: 'U5',
  collectorName: 'Achieng Ouma',
  dpdAtRepay: 4,
  appliedCents: 100_000,
  principalCents: 60_000,
  interestCents: 30_000,
  feesCents: 10_000,
  lateFeeCents: 10_000,
  deductedCents: 0,
  couponCents: 0,
  surplusCents: 0,
  flowAmountCents: 300_000,
  leftOnBillCents: 50_000,
  shareOfFlow: '2 / 3',
  repayType: 'GENERIC',
  levelAtRepay: 'S1',
  billStatus: 'ACTIVE',
  applicationStatus: 'LIVE',
  rolledBackAt: null,
  rollbackType: null,
  operatorName: null,
  reason: null,
  siblingBillNos: ['B1', 'B3'],
  appliedToSiblingsCents: 200_000,
  allowedActions: ['correctAttribution', 'goToRollback', 'settleRollback', 'fullRollback'],
};
const one = { rows: [row], total: 1, totalIsExact: true };
const summary = { count: 1, reversed: 0, appliedCents: 100_000, uncreditedCents: 0 };

test('a repayment is credited to another who had the case, once approved', async () => {
  const page = renderPage(<RepaymentsScreen scope="BILL" title="Repayments" />, {
    perms: ['collectionStage:attribution:update'],
    plugin,
    replies: [
      reply(caseRepay.byBill.page, one),
      reply(caseRepay.byBill.summary, summary),
      reply(caseRepay.byBill.collectors, [{ userNo: 'U6', realName: 'Baraka Njoroge', cases: 1 }]),
      reply(caseRepay.byBill.correct, { changeNo: 'CH1' }),
    ],
  });
  expect(await screen.findByText('1 repayment: KES 1,000.00')).toBeTruthy();
  expect(page.server.callsOf(caseRepay.byBill.page)[0]?.request['filters']).toHaveProperty('repayTime');
  fireEvent.click(await screen.findByRole('button', { name: 'Correct credit: AP1-B2' }));
  await screen.findByText('Credit KES 1,000.00 of AP1-B2 to');
  await screen.findByRole('option', { name: 'Baraka Njoroge' });
  fireEvent.change(within(await screen.findByRole('dialog')).getByLabelText('Collector'), { target: { value: 'U6' } });
  fireEvent.change(screen.getByLabelText('Reason'), { target: { value: 'They made the call' } });
  fireEvent.click(screen.getByRole('button', { name: 'Submit for approval' }));
  await waitFor(() => {
    expect(page.server.callsOf(caseRepay.byBill.correct)[0]?.request).toEqual({
      lineNos: ['AP1-B2'],
      collectionUserNo: 'U6',
      reason: 'They made the call',
    });
  });
});

const undone: ReplyOf<typeof caseRollback.byBill.settle> = {
  orderNo: 'LO1',
  inCollection: [{ billNo: 'B1', caseLevel: 'S2' as const }],
  cases: [],
  promises: [],
  applications: [
    {
      applicationNo: 'AP1',
      flowNo: 'FL1',
      repayType: 'GENERIC',
      appliedCents: 300_000,
      surplusCents: 0,
      journalIds: [7],
      deductionNos: [],
      couponNos: [],
      reopenedBillNos: [],
      successorBillNo: null,
    },
  ],
};
const preview: CommandPreview = {
  before: [],
  after: [],
  postings: [],
  confirmations: [],
  reply: undone,
  seen: 'seen-1',
};

test('by bill, a rollback names its bill and runs under the codes of cases', async () => {
  const page = renderPage(<RollbacksScreen scope="BILL" title="Rollbacks" />, {
    perms: ['collectionStage:rollback:settle', 'collectionStage:rollback:full'],
    plugin,
    replies: [
      reply(caseRollback.byBill.page, one),
      reply(caseRollback.byBill.preview, preview),
      reply(caseRollback.byBill.settle, undone),
      reply(caseRollback.byBill.bulk, { changeNo: 'CH2', items: [] }),
    ],
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Undo newest: AP1-B2' }));
  await screen.findByText('Undo 1 write-off, KES 3,000.00? The money returns to its payment.');
  fireEvent.change(screen.getByLabelText('Reason'), { target: { value: 'Wrong order' } });
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => {
    expect(page.server.callsOf(caseRollback.byBill.settle)[0]?.request).toMatchObject({
      orderNo: 'LO1',
      billNo: 'B2',
      applicationNo: 'AP1',
    });
  });
});

test('a case that comes back to the pool is offered to its last collector, where the user may give cases out', async () => {
  const moved = { fromStatus: 'CLOSED', toStatus: 'POOL', fromLevel: 'S1', toLevel: 'S2' } as const;
  const brought = { ...undone, cases: [{ caseNo: 'CS1', ...moved }] };
  const returned = [{ caseNo: 'CS1', collectorName: 'Achieng Ouma', error: null }];
  const open = (perms: readonly string[]) =>
    renderPage(<RollbacksScreen scope="BILL" title="Rollbacks" />, {
      perms: ['collectionStage:rollback:settle', ...perms],
      plugin,
      replies: [
        reply(caseRollback.byBill.page, one),
        reply(caseRollback.byBill.preview, ({ returnsCases }) => ({
          ...preview,
          reply: returnsCases === true ? { ...brought, returned } : brought,
        })),
        reply(caseRollback.byBill.settle, { ...brought, returned }),
      ],
    });
  const question = 'Return the case to its last collector';
  const without = open([]);
  fireEvent.click(await screen.findByRole('button', { name: 'Undo newest: AP1-B2' }));
  await screen.findByText('Case CS1 is open again at S2');
  expect(screen.queryByLabelText(question)).toBeNull();
  without.unmount();

  const page = open(['collectionStage:case:distribute']);
  fireEvent.click(await screen.findByRole('button', { name: 'Undo newest: AP1-B2' }));
  fireEvent.click(await screen.findByLabelText(question));
  await screen.findByText('Case CS1 returns to Achieng Ouma');
  fireEvent.change(screen.getByLabelText('Reason'), { target: { value: 'Wrong order' } });
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => {
    expect(page.server.callsOf(caseRollback.byBill.settle)[0]?.request).toMatchObject({ returnsCases: true });
  });
});

test('many bills are typed one a line, and wait for an approver', async () => {
  const page = renderPage(<RollbacksScreen scope="BILL" title="Rollbacks" />, {
    perms: ['collectionStage:rollback:full'],
    plugin,
    replies: [
      reply(caseRollback.byBill.page, { rows: [], total: 0, totalIsExact: true }),
      reply(caseRollback.byBill.bulk, { changeNo: 'CH2', items: [] }),
    ],
  });
  const [start] = await screen.findAllByRole('button', { name: 'Roll back' });
  if (start) fireEvent.click(start);
  fireEvent.change(await screen.findByLabelText('Numbers'), { target: { value: 'B1\nB2, B1' } });
  fireEvent.change(screen.getByLabelText('Reason'), { target: { value: 'Booked twice' } });
  fireEvent.click(screen.getByRole('button', { name: 'Submit for approval' }));
  await waitFor(() => {
    expect(page.server.callsOf(caseRollback.byBill.bulk)[0]?.request).toEqual({
      rollbackType: 'SETTLE',
      nos: ['B1', 'B2'],
      reason: 'Booked twice',
    });
  });
});

test('a write-off that is not the newest is undone with the newer ones', async () => {
  const page = renderPage(<RollbacksScreen scope="BILL" title="Rollbacks" />, {
    perms: ['collectionStage:rollback:settle', 'collectionStage:rollback:full'],
    plugin,
    replies: [
      reply(caseRollback.byBill.page, one),
      reply(caseRollback.byBill.preview, ({ kind }) => {
        if (kind === 'SETTLE') throw new Refusal('NOT_NEWEST');
        return preview;
      }),
      reply(caseRollback.byBill.full, undone),
    ],
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Undo newest: AP1-B2' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Undo the newer ones too' }));
  await screen.findByText('Undo 1 write-off, KES 3,000.00? The money returns to its payment.');
  // The other dialog is gone.
  await waitFor(() => {
    expect(screen.getAllByLabelText('Reason')).toHaveLength(1);
  });
  fireEvent.change(screen.getByLabelText('Reason'), { target: { value: 'Wrong order' } });
  fireEvent.click(screen.getByRole('button', { name: 'Undo all' }));
  await waitFor(() => {
    expect(page.server.callsOf(caseRollback.byBill.full)[0]?.request).toMatchObject({ orderNo: 'LO1', billNo: 'B2' });
  });
});
