// @vitest-environment jsdom
import { formatDate } from '@kituo/sdk';
import {
  change,
  dictionary,
  file as uploads,
  orderAudit,
  orderDetail,
  reviewConfig,
} from '@kituo/sdk/contracts';
import type { orderFile } from '@kituo/sdk/contracts';
import { Refusal, renderPage, reply } from '@kituo/sdk/testing';
import type { FakeReply } from '@kituo/sdk/testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
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
const optional = { stepName: 'Apps', required: false, evidenceTab: 'APP_LIST' as const, answers: ['CONFIRMED'] }; // oxfmt-ignore
const panel = (part: Partial<orderAudit.Panel> = {}): orderAudit.Panel => ({
  orderNo: 'LO1',
  openedAt: '2026-11-20T08:00:00Z',
  leaseEndsAt: new Date(Date.now() + 1_700_000).toISOString(),
  leaseMinutes: 30,
  steps: [
    optional,
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
    merchantMinimumCents: null,
    merchantMaximumCents: null,
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

const code = {
  ...{ refuseCode: 'R05', parentCode: 'R0', text: 'Income', denialReason: { en: 'Income' } },
  ...{ coolOffDays: 30, reReviewAllowed: true, isEnabled: true, isUsed: true, version: 1 },
  ...{ waitingChangeNo: null, allowedActions: [] },
};
const CODES = [{ ...code, refuseCode: 'R0', parentCode: null }, code];

function open(replies: FakeReply[] = [], language = 'en', perms = ['audit:order:audit']) {
  return renderPage(<OrderAuditPage />, {
    at: AT,
    language,
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
  }); // oxfmt-ignore
}
const decision = async () => {
  await screen.findByRole('radiogroup', { name: 'Result' });
  return screen.getByRole('complementary', { name: 'Decision' });
};
/** Answers the step and, on a pass, that the account stays. */
const answer = async (form: Awaited<ReturnType<typeof decision>>, isPass: boolean) => {
  const choose = async (group: RegExp, name: string) => {
    const found = within(await within(form).findByRole('radiogroup', { name: group }));
    fireEvent.click(found.getByRole('radio', { name }));
  };
  await choose(/^Selfie/, 'Consistent');
  if (!isPass) return;
  await choose(/^Change the bank card/, 'No');
  await choose(/^Change the payout type/, 'No');
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
  // What is not answered is marked; nobody is asked to confirm it.
  keys('Enter', { ctrlKey: true });
  expect(await form.findAllByText(/All options must be filled/)).toHaveLength(6);
  expect(screen.queryByRole('dialog')).toBeNull();
  await answer(await decision(), true);
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
    reply(reviewConfig.refuseCodes, CODES),
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
  await form.findByRole('option', { name: /^R05/ });
  fireEvent.change(form.getByLabelText(/^Refusal reason/), { target: { value: 'R05' } });
  await answer(await decision(), false);
  keys('Enter', { ctrlKey: true });
  fireEvent.click(
    within(await screen.findByRole('dialog')).getByRole('button', { name: 'Refuse' }),
  );
  expect(await form.findAllByText(/All options must be filled/)).toHaveLength(2);
  fireEvent.click(form.getByRole('button', { name: 'Selfie' }));
  const selfie = form.getByRole('radiogroup', { name: /^Selfie/ });
  expect(selfie.contains(document.activeElement)).toBe(true);
  expect(form.getByLabelText(/^Remark/)).toHaveProperty('value', 'No income');
  await waitFor(() => {
    expect(page.server.callsOf(orderAudit.draft).at(-1)?.request).toMatchObject({
      content: { auditResult: 'REFUSE', remark: 'No income' },
    });
  });
});

test('names a step as its reader does, and keeps the answer by the name of the record', async () => {
  const page = open(
    [reply(orderAudit.open, panel({ steps: [{ ...optional, stepNameZh: '应用列表' }] }))],
    'zh',
  );
  const apps = await screen.findByRole('radiogroup', { name: /^应用列表/ });
  fireEvent.click(within(apps).getByRole('radio'));
  await waitFor(() => {
    expect(page.server.callsOf(orderAudit.draft)[0]?.request).toMatchObject({
      content: { steps: [{ stepName: 'Apps', answer: 'CONFIRMED' }] },
    });
  });
});

test('calls the borrower once a click, and says why not where the gate is shut', async () => {
  const page = open([reply(orderAudit.callBorrower, { attemptId: 1, left: 2 })]);
  const form = within(await decision());
  const call = await form.findByRole('button', { name: 'Call the borrower' });
  // Shut until it is known whether they may be called.
  await waitFor(() => {
    expect(call).toHaveProperty('disabled', false);
  });
  fireEvent.click(call);
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

test('says at once that the order was given to somebody else, and who has it; what was typed stays', async () => {
  const page = open();
  const form = within(await decision());
  keys('2', { altKey: true });
  fireEvent.change(await form.findByLabelText(/^Remark/), { target: { value: 'No income' } });
  page.server.answer(
    reply(orderDetail.entry, { ...file, header: { ...header, auditorUserNo: 'U0002' } }),
    reply(orderAudit.open, () => {
      throw new Refusal('REVIEW_TAKEN_OVER', { facts: { who: 'Achieng', at: '10:05' } });
    }),
  );
  page.push({ type: 'orders' });
  expect((await form.findByRole('alert')).textContent).toContain('has had this order since');
  expect(form.getByLabelText(/^Remark/)).toHaveProperty('value', 'No income');
  expect(form.getByRole('button', { name: 'To my queue' })).toBeTruthy();
  expect(form.queryByRole('button', { name: 'Give back' })).toBeNull();
});

test('keeps the last keys of whoever leaves, and says when a draft could not be kept', async () => {
  const page = open();
  const form = within(await decision());
  keys('2', { altKey: true });
  fireEvent.change(await form.findByLabelText(/^Remark/), { target: { value: 'Half a sen' } });
  page.unmount();
  await waitFor(() => {
    expect(page.server.callsOf(orderAudit.draft).at(-1)?.request).toMatchObject({
      content: { remark: 'Half a sen' },
    });
  });
  open([
    reply(orderAudit.draft, () => {
      throw new Refusal('PAYOUT_CHANGE_WAITS');
    }),
  ]);
  await decision();
  keys('1', { altKey: true });
  expect(await screen.findByText('Draft not kept; trying again')).toBeTruthy();
}); // oxfmt-ignore

test('says that a draft was not kept though an earlier one is kept after it', async () => {
  let keepFirst: () => void = () => undefined;
  const first = new Promise((resolve) => {
    keepFirst = () => resolve({ savedAt: '2026-11-20T08:01:00Z', leaseEndsAt: null });
  });
  let asked = 0;
  const answer = () => {
    asked += 1;
    if (asked > 1) throw new Refusal('PAYOUT_CHANGE_WAITS');
    return first;
  };
  open([{ endpoint: orderAudit.draft, answer }]);
  const form = within(await decision());
  keys('2', { altKey: true });
  const remark = await form.findByLabelText(/^Remark/);
  fireEvent.change(remark, { target: { value: 'Half' } });
  await waitFor(() => {
    expect(asked).toBe(1);
  });
  fireEvent.change(remark, { target: { value: 'Half a sentence' } });
  await form.findByText('Draft not kept; trying again');
  await act(async () => {
    keepFirst();
    await first;
  });
  expect(form.getByText('Draft not kept; trying again')).toBeTruthy();
});

test('names the day of a new application before a refusal, and what was attached to an answer', async () => {
  const attachment = { attachId: 'A1', fileName: 'payslip.pdf' };
  const content = {
    ...{ auditResult: 'REFUSE' as const, refuseCode: 'R05', remark: 'No income' },
    steps: [{ stepName: 'Selfie', answer: 'CONSISTENT', attachment }],
  };
  const page = open([
    reply(reviewConfig.refuseCodes, CODES),
    reply(orderAudit.open, panel({ draft: { content, savedAt: '2026-11-20T08:01:00Z' } })),
    reply(orderAudit.audit, {
      ...decided,
      auditResult: 'REFUSE',
      orderStatus: 'REFUSED',
      isSent: false,
    }),
  ]);
  const form = within(await decision());
  await form.findByText('payslip.pdf');
  await form.findByText(/after 30 days/);
  keys('Enter', { ctrlKey: true });
  const asked = await screen.findByRole('dialog', { name: 'Refuse LO1?' });
  expect(asked.textContent).toContain(
    `a new application is possible from ${formatDate(new Date(Date.now() + 30 * 86_400_000))}.`,
  );
  fireEvent.click(within(asked).getByRole('button', { name: 'Refuse' }));
  await screen.findByText('LO1 is refused');
  expect(page.server.callsOf(orderAudit.audit)[0]?.request.steps).toContainEqual({
    ...{ stepName: 'Selfie', answer: 'CONSISTENT', attachment },
  });
});

test('keeps what is answered and typed while a proof is on its way to the server', async () => {
  const proof = { ...{ attachId: 'A7', fileName: 'proof.pdf', contentType: 'application/pdf', bytes: 4 }, ...{ md5: '', subjectType: 'order', subjectNo: 'LO1', uploadedBy: 'Tester' }, uploadedAt: '2026-11-20T08:00:00Z', allowedActions: [] };
  const replies = [reply(uploads.uploadAttach, proof), reply(dictionary.getEnabledNotEnabledOptionRespDtos, [])];
  open(replies, 'en', ['audit:order:audit', 'audit:attach:upload']);
  const form = within(await decision());
  const files = [new File(['%PDF'], 'proof.pdf', { type: 'application/pdf' })];
  const choose = async (group: RegExp, name: string) => {
    const found = within(await form.findByRole('radiogroup', { name: group }));
    fireEvent.click(found.getByRole('radio', { name }));
  };
  await choose(/^Selfie/, 'Consistent');
  const [picker] = form.getAllByLabelText<HTMLInputElement>('Attach something to Selfie');
  if (picker) fireEvent.change(picker, { target: { files } });
  await choose(/^Apps/, 'Confirmed');
  await form.findByText('proof.pdf');
  expect(within(form.getByRole('radiogroup', { name: /^Apps/ })).getByRole('radio', { name: 'Confirmed' })).toHaveProperty('checked', true);
  keys('1', { altKey: true });
  await choose(/^Change the bank card/, 'Yes');
  fireEvent.change(await form.findByLabelText('Proof of the account'), { target: { files } });
  fireEvent.change(form.getByLabelText(/^Account name/), { target: { value: 'Wanjiku Kamau' } });
  await waitFor(() => {
    expect(form.getAllByText('proof.pdf')).toHaveLength(2);
  });
  expect(form.getByLabelText(/^Account name/)).toHaveProperty('value', 'Wanjiku Kamau');
}); // oxfmt-ignore

describe('a pass to another account', () => {
  const waiting: change.ChangeRow = {
    ...{ changeNo: 'CH1', changeState: 'PENDING', kind: 'payoutChange.pass', title: 'Pass' },
    ...{ subjectNo: 'LO1', subjectName: 'LO1', makerUserNo: 'U0001', makerName: 'Tester' },
    before: { payoutType: 'MOBILE_MONEY', payoutSubType: 'MPESA', accountName: 'W***', account: '25*******678' },
    after: { payoutType: 'BANK', payoutSubType: 'ACCOUNT', accountName: 'W***', account: 'KCB 11******52', evidenceAttachId: 'A1', approvedAmountCents: 750_000 },
    ...{ createdAt: '2026-11-20T08:00:00Z', decidedByName: null, decidedAt: null },
    ...{ reason: null, decisionReason: null, lapsesAt: '2026-11-21T08:00:00Z', concerns: [] },
    allowedActions: ['approve', 'reject'],
  }; // oxfmt-ignore
  const { approve, reject, withdraw, page: waitingPage } = change.changeFamilies.payoutChange;
  const listed = { rows: [waiting], total: 1, totalIsExact: true as const };

  test('asks for the account and its proof, keeps what was typed where it is refused, and then waits', async () => {
    const proof = { ...{ attachId: 'A7', fileName: 'statement.pdf', contentType: 'application/pdf', bytes: 4 }, ...{ md5: '', subjectType: 'order', subjectNo: 'LO1', uploadedBy: 'Tester' }, uploadedAt: '2026-11-20T08:00:00Z', allowedActions: [] };
    const page = open([
      reply(uploads.uploadAttach, proof),
      reply(dictionary.getEnabledNotEnabledOptionRespDtos, []),
      reply(orderAudit.audit, () => {
        throw new Refusal('PAYEE_NAME_DIFFERS', { fields: [{ field: 'payee.accountName', msg: 'Not the name of the customer' }] });
      }),
    ]);
    const form = within(await decision());
    keys('1', { altKey: true });
    const group = async (name: RegExp) => within(await form.findByRole('radiogroup', { name }));
    fireEvent.click((await group(/^Change the bank card/)).getByRole('radio', { name: 'Yes' }));
    fireEvent.click((await group(/^Change the payout type/)).getByRole('radio', { name: 'No' }));
    fireEvent.change(await form.findByLabelText(/^Account name/), { target: { value: 'Njeri Kamau' } });
    fireEvent.change(form.getByLabelText(/^Phone/), { target: { value: '254711222333' } });
    fireEvent.change(form.getByLabelText('Proof of the account'), { target: { files: [new File(['%PDF'], 'statement.pdf', { type: 'application/pdf' })] } });
    await form.findByText('statement.pdf');
    fireEvent.click((await group(/^Selfie/)).getByRole('radio', { name: 'Consistent' }));
    const pass = async () => {
      keys('Enter', { ctrlKey: true });
      const asked = await screen.findByRole('dialog', { name: 'Pass LO1?' });
      expect(asked.textContent).toContain('The new payout account must be confirmed by a second person.');
      fireEvent.click(within(asked).getByRole('button', { name: 'Pass' }));
    };
    await pass();
    expect(await form.findAllByText(/Not the name of the customer/)).toHaveLength(2);
    expect(form.getByLabelText(/^Phone/)).toHaveProperty('value', '254711222333');
    page.server.answer(reply(orderAudit.audit, { ...decided, orderStatus: 'PENDING_REVIEW', waitsFor: 'SECOND_PERSON', changeNo: 'CH1', isSent: false }));
    fireEvent.change(form.getByLabelText(/^Account name/), { target: { value: 'Wanjiku Kamau' } });
    await waitFor(() => {
      expect(screen.queryByRole('dialog')).toBeNull();
    });
    await pass();
    const told = await screen.findByText('LO1 waits for a second person');
    expect(page.server.callsOf(orderAudit.audit).at(-1)?.request).toMatchObject({
      ...{ changeBankCard: true, changePayoutType: false },
      payee: { payoutType: 'MOBILE_MONEY', accountName: 'Wanjiku Kamau', phone: '254711222333', evidenceAttachId: 'A7' },
    });
    // An account that nobody agreed to is kept in no draft.
    expect(JSON.stringify(page.server.callsOf(orderAudit.draft))).not.toContain('254711222333');
    // Until somebody decides, the reviewer takes it back and decides anew.
    page.server.answer(reply(withdraw, { ...waiting, changeState: 'WITHDRAWN' }));
    expect(screen.queryByRole('complementary', { name: 'Decision' })).toBeNull();
    const toast = told.closest<HTMLElement>('.bp6-toast') ?? document.body;
    fireEvent.click(within(toast).getByRole('button', { name: 'Withdraw' }));
    await screen.findByText('Withdrawn: LO1 is yours to decide again');
    expect(page.server.callsOf(withdraw)[0]?.request).toEqual({ changeNo: 'CH1' });
    await decision();
  }); // oxfmt-ignore

  test('to an e-wallet asks for its account and sends nothing of a bank', async () => {
    const proof = { ...{ attachId: 'A8', fileName: 'wallet.pdf', contentType: 'application/pdf', bytes: 4 }, ...{ md5: '', subjectType: 'order', subjectNo: 'LO1', uploadedBy: 'Tester' }, uploadedAt: '2026-11-20T08:00:00Z', allowedActions: [] };
    const page = open([
      reply(uploads.uploadAttach, proof),
      reply(dictionary.getEnabledNotEnabledOptionRespDtos, []),
      reply(orderAudit.audit, { ...decided, orderStatus: 'PENDING_REVIEW', waitsFor: 'SECOND_PERSON', changeNo: 'CH1', isSent: false }),
    ]);
    const form = within(await decision());
    keys('1', { altKey: true });
    const group = async (name: RegExp) => within(await form.findByRole('radiogroup', { name }));
    fireEvent.click((await group(/^Change the bank card/)).getByRole('radio', { name: 'No' }));
    fireEvent.click((await group(/^Change the payout type/)).getByRole('radio', { name: 'Yes' }));
    fireEvent.click((await group(/^Selfie/)).getByRole('radio', { name: 'Consistent' }));
    fireEvent.change(await form.findByLabelText(/^Payout type/), { target: { value: 'SASAPAY' } });
    expect(form.queryByLabelText(/^Account number/)).toBeNull();
    fireEvent.change(form.getByLabelText(/^Account name/), { target: { value: 'Wanjiku Kamau' } });
    fireEvent.change(form.getByLabelText(/^Phone/), { target: { value: '254711222333' } });
    fireEvent.change(form.getByLabelText('Proof of the account'), { target: { files: [new File(['%PDF'], 'wallet.pdf', { type: 'application/pdf' })] } });
    await form.findByText('wallet.pdf');
    keys('Enter', { ctrlKey: true });
    // Beside the field, and in the list of what is missing.
    expect(await form.findAllByText('Content cannot be blank')).toHaveLength(2);
    fireEvent.change(form.getByLabelText(/^E-wallet account/), { target: { value: 'wanjiku.k' } });
    keys('Enter', { ctrlKey: true });
    const asked = await screen.findByRole('dialog', { name: 'Pass LO1?' });
    fireEvent.click(within(asked).getByRole('button', { name: 'Pass' }));
    await screen.findByText('LO1 waits for a second person');
    expect(page.server.callsOf(orderAudit.audit)[0]?.request).toMatchObject({
      payee: { payoutType: 'E_WALLET', payoutSubType: 'SASAPAY', accountName: 'Wanjiku Kamau', phone: '254711222333', eWalletAccount: 'wanjiku.k', evidenceAttachId: 'A8' },
    });
    expect(JSON.stringify(page.server.callsOf(orderAudit.draft))).not.toContain('wanjiku.k');
  }); // oxfmt-ignore

  test('is compared, proven and decided by a second person, who says why not', async () => {
    const page = renderPage(<OrderAuditPage />, {
      at: '/AdminContent/OrderDetailAudit/OrderAudit',
      perms: ['audit:payoutChange:approve'],
      plugin: { name: 'order-detail', texts: { en, zh } },
      replies: [
        reply(waitingPage, listed),
        reply(approve, { change: { ...waiting, changeState: 'APPROVED' }, result: null }),
        reply(reject, { ...waiting, changeState: 'REJECTED' }),
      ],
    });
    const account = await screen.findByRole('row', { name: /25\*+678/ });
    expect(account.textContent).toContain('KCB 11******52');
    expect(screen.getByRole('button', { name: 'Show the proof' })).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Send back' }));
    const form = await screen.findByRole('dialog');
    const send = within(form).getByRole('button', { name: 'Send back' });
    fireEvent.click(send);
    await within(form).findByText('Content cannot be blank');
    expect(page.server.callsOf(reject)).toHaveLength(0);
    fireEvent.change(within(form).getByLabelText(/^Reason/), { target: { value: 'Not hers' } });
    fireEvent.click(send);
    await waitFor(() => {
      expect(page.server.callsOf(reject)[0]?.request).toEqual({ changeNo: 'CH1', reason: 'Not hers' });
    });
  }); // oxfmt-ignore

  test('locks the reviewer’s form until it is decided, and brings the note back at once', async () => {
    const page = open([reply(orderAudit.open, panel({ leaseEndsAt: null, waitingChangeNo: 'CH1' }))]);
    const form = within(await decision());
    await form.findByText(/A second person is looking at the change/);
    expect(form.getByRole('button', { name: 'Pass' })).toHaveProperty('disabled', true);
    page.server.answer(reply(orderAudit.open, panel({ sentBackNote: 'The statement is of somebody else' })));
    page.push({ type: 'change', changeNo: 'CH1', changeState: 'REJECTED' });
    await form.findByText(/The statement is of somebody else/);
    keys('1', { altKey: true });
    await waitFor(() => {
      expect(form.getByRole('button', { name: 'Pass' })).toHaveProperty('disabled', false);
    });
  }); // oxfmt-ignore
});

test('shows the file alone to whoever may not decide, and opens no lease', async () => {
  const page = open([], 'en', []);
  expect(await screen.findByRole('heading', { name: /LO1/ })).toBeTruthy();
  expect(screen.queryByRole('complementary')).toBeNull();
  expect(page.server.callsOf(orderAudit.open)).toHaveLength(0);
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
