// @vitest-environment jsdom
import { change, orderAudit, orderDetail, reviewConfig } from '@kituo/sdk/contracts';
import type { orderFile } from '@kituo/sdk/contracts';
import { Refusal, renderPage, reply } from '@kituo/sdk/testing';
import type { FakeReply } from '@kituo/sdk/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import en from '../../locales/en.json' with { type: 'json' };
import zh from '../../locales/zh.json' with { type: 'json' };
import { OrderAuditPage } from './order-audit.page.tsx';

const AT = '/AdminContent/OrderDetailAudit/OrderAudit?orderNo=LO1&source=MyAudit';

const header: orderFile.OrderHeader = {
  ...{ orderNo: 'LO1', thirdPartyOrderNo: null, orderStatus: 'PENDING_REVIEW' },
  ...{ stateSince: '2026-11-20T08:00:00Z', merchantNo: 'M0001', merchantName: 'Haraka Mkopo' },
  ...{ productName: 'Mwezi 30', customerName: 'Wanjiku Kamau', loanType: 'FIRST' },
  ...{ whitelistFlag: false, modelLevel: 'A', loanAmountCents: 1_000_000 },
  ...{ approvedAmountCents: null, auditorUserNo: 'U0001', auditorName: 'Tester' },
  ...{ openedAt: null, leaseEndsAt: null, returnedUntil: null, version: 1 },
  allowedActions: ['review'],
};
const file: orderFile.OrderEntry = {
  ...{ header, timeline: [], plan: [], details: null },
  ...{ isAddressBookHidden: true, reviewConfig: null },
};
const panel = (part: Partial<orderAudit.Panel> = {}): orderAudit.Panel => ({
  orderNo: 'LO1',
  openedAt: '2026-11-20T08:00:00Z',
  leaseEndsAt: new Date(Date.now() + 1_700_000).toISOString(),
  leaseMinutes: 30,
  steps: [
    { stepName: 'Apps', required: false, evidenceTab: 'APP_LIST', answers: ['CONFIRMED'] },
    {
      stepName: 'Selfie',
      required: true,
      evidenceTab: 'ESSENTIAL',
      answers: ['CONSISTENT', 'UNCLEAR'],
    },
  ],
  ...{ draft: null, leftBehind: null, isFaceCompulsory: false, returnDays: 7 },
  bounds: {
    loanAmountCents: 1_000_000,
    productMaximumCents: 2_000_000,
    remainingCreditCents: 800_000,
    maximumCents: 800_000,
  },
  ...{ correctableItems: [], autoSend: true, isProposalOnly: false, proposal: null },
  payee: {
    payoutType: 'MOBILE_MONEY',
    payoutSubType: 'MPESA',
    accountName: 'Wanjiku',
    account: '25*******678',
  },
  ...{ waitingChangeNo: null, sentBackNote: null, similar: [], recentRefuseCodes: [] },
  ...part,
});
const decided: orderAudit.Decided = {
  ...{ orderNo: 'LO1', orderStatus: 'PENDING_DISBURSEMENT', reviewNo: 'RV1', auditResult: 'PASS' },
  ...{ waitsFor: null, isSent: true, nextOrderNo: null },
};

function open(replies: FakeReply[] = [], perms = ['audit:order:audit']) {
  return renderPage(<OrderAuditPage />, {
    at: AT,
    perms,
    plugin: { name: 'order-detail', texts: { en, zh } },
    replies: [
      ...replies,
      reply(orderDetail.entry, file),
      reply(orderDetail.record, { records: [], rounds: [] }),
      reply(orderAudit.open, panel()),
      reply(orderAudit.draft, { savedAt: '2026-11-20T08:01:00Z', leaseEndsAt: null }),
      reply(orderAudit.borrowerLine, { phone: '25*******678', isAllowed: true, left: 3, text: null, nextAllowedAt: null }),
      reply(orderAudit.repaymentPreview, { paidOutCents: 1, totalCents: 1, bills: [] }),
      reply(reviewConfig.refuseCodes, []),
      reply(change.changeFamilies.payoutChange.page, { rows: [], total: 0, totalIsExact: true }),
    ],
  }); // prettier-ignore
}
const decision = async () => {
  await screen.findByRole('radiogroup', { name: 'Result' });
  return screen.getByRole('complementary', { name: 'Decision' });
};
const keys = (key: string, more: object) => {
  fireEvent.keyDown(document, { key, ...more });
  fireEvent.keyUp(document, { key, ...more });
};

test('starts at the amount cut to the bound, asks with amount and account, and sends what was chosen', async () => {
  const page = open([reply(orderAudit.audit, decided)]);
  const form = within(await decision());
  expect((await form.findAllByRole('radiogroup'))[0]?.getAttribute('aria-labelledby')).toBe(
    'step-1',
  );
  keys('1', { altKey: true });
  const amount = await form.findByLabelText(/^Approved amount/);
  expect(amount).toHaveProperty('value', '8000');
  fireEvent.change(amount, { target: { value: '9,000' } });
  expect(await form.findByText(/above 0 and at most KES 8,000.00/)).toBeTruthy();
  fireEvent.change(amount, { target: { value: '7,500' } });
  keys('Enter', { ctrlKey: true });
  const asked = await screen.findByRole('dialog', { name: 'Pass LO1?' });
  expect(asked.textContent).toContain(
    'KES 7,500.00, to be paid to 25*******678? It is then disbursed by itself.',
  );
  fireEvent.click(within(asked).getByRole('button', { name: 'Pass' }));
  await screen.findByText('LO1 is passed and being paid out');
  expect(page.server.callsOf(orderAudit.audit)[0]?.request).toMatchObject({
    auditResult: 'PASS',
    approvedAmountCents: 750_000,
  });
});

test('shows the server’s message beside the field and keeps what was typed', async () => {
  const page = open([
    reply(orderAudit.audit, () => {
      throw new Refusal('BAD_REQUEST', {
        fields: [{ field: 'steps.1', msg: 'All options must be filled' }],
      });
    }),
  ]);
  const form = within(await decision());
  await form.findAllByRole('radiogroup');
  keys('2', { altKey: true });
  fireEvent.change(await form.findByLabelText(/^Remark/), { target: { value: 'No income' } });
  keys('Enter', { ctrlKey: true });
  fireEvent.click(
    within(await screen.findByRole('dialog')).getByRole('button', { name: 'Refuse' }),
  );
  expect(await form.findByText('All options must be filled')).toBeTruthy();
  expect(form.getByLabelText(/^Remark/)).toHaveProperty('value', 'No income');
  await waitFor(() => {
    expect(page.server.callsOf(orderAudit.draft).at(-1)?.request).toMatchObject({
      content: { auditResult: 'REFUSE', remark: 'No income' },
    });
  });
});

test('calls the borrower once a click, and says why not where the gate is shut', async () => {
  const page = open([reply(orderAudit.callBorrower, { attemptId: 1, left: 2 })]);
  const form = within(await decision());
  fireEvent.click(await form.findByRole('button', { name: 'Call the borrower' }));
  expect(await screen.findByText('Your extension rings now; 2 more calls today')).toBeTruthy();
  expect(page.server.callsOf(orderAudit.callBorrower)).toHaveLength(1);
  page.unmount();
  const shut = {
    phone: '25*******678',
    isAllowed: false,
    left: 0,
    text: 'Outside contact hours',
    nextAllowedAt: null,
  };
  open([reply(orderAudit.borrowerLine, shut)]);
  const later = within(await decision());
  expect(await later.findByText('Outside contact hours')).toBeTruthy();
  expect(later.getByRole('button', { name: 'Call the borrower' })).toHaveProperty('disabled', true);
});

test('locks the form when somebody else has the order meanwhile', async () => {
  open([
    reply(orderAudit.draft, () => {
      throw new Refusal('REVIEW_TAKEN_OVER', { facts: { who: 'Achieng', at: '10:05' } });
    }),
  ]);
  const form = within(await decision());
  await form.findAllByRole('radiogroup');
  keys('1', { altKey: true });
  expect(await form.findByRole('alert')).toBeTruthy();
  await waitFor(() => {
    expect(form.getByRole('button', { name: 'Pass' })).toHaveProperty('disabled', true);
  });
});

test('shows the file alone, with the holder, to whoever does not have the order', async () => {
  open([
    reply(orderAudit.open, () => {
      throw new Refusal('REVIEW_TAKEN_OVER', { facts: { who: 'Achieng', at: '10:05' } });
    }),
  ]);
  expect(await screen.findByRole('alert')).toBeTruthy();
  expect(screen.queryByRole('complementary')).toBeNull();
  expect(await screen.findByRole('heading', { name: /LO1/ })).toBeTruthy();
});
