// @vitest-environment jsdom
import { formatDate } from '@kituo/sdk';
import { dictionary, file as uploads, orderAudit, orderDetail, reviewConfig } from '@kituo/sdk/contracts';
import { Refusal, reply } from '@kituo/sdk/testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import {
  answer,
  CODES,
  decided,
  decision,
  file,
  header,
  keys,
  open,
  optional,
  panel,
} from '../testing/order-audit.tsx';

test('starts at the amount cut to the bound, asks with amount and account, and sends what was chosen', async () => {
  const page = open([reply(orderAudit.audit, decided)]);
  const form = within(await decision());
  expect((await form.findAllByRole('radiogroup'))[0]?.getAttribute('aria-labelledby')).toBe('step-1');
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
  expect(asked.textContent).toContain('KES 7,500.00, to be paid to 25*******678? It is disbursed automatically.');
  fireEvent.click(within(asked).getByRole('button', { name: 'Pass' }));
  await screen.findByText('LO1 passed, disbursement in progress');
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
  fireEvent.change(form.getByLabelText(/^Decline reason/), { target: { value: 'R05' } });
  await answer(await decision(), false);
  keys('Enter', { ctrlKey: true });
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Decline' }));
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
  const page = open([reply(orderAudit.open, panel({ steps: [{ ...optional, stepNameZh: '应用列表' }] }))], 'zh');
  const apps = await screen.findByRole('radiogroup', { name: /^应用列表/ });
  fireEvent.click(within(apps).getByRole('radio'));
  await waitFor(() => {
    expect(page.server.callsOf(orderAudit.draft)[0]?.request).toMatchObject({
      content: { steps: [{ stepName: 'Apps', answer: 'CONFIRMED' }] },
    });
  });
});

test('calls the borrower once a click, and says why not where the gate is shut', async () => {
  const page = open([reply(orderAudit.callBorrower, { attemptId: 1, callNo: null, left: 2 })]);
  const form = within(await decision());
  const call = await form.findByRole('button', { name: 'Call borrower' });
  // Shut until it is known whether they may be called.
  await waitFor(() => {
    expect(call).toHaveProperty('disabled', false);
  });
  fireEvent.click(call);
  expect(await screen.findByText('Your extension is ringing. 2 more calls today.')).toBeTruthy();
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
  expect(later.getByRole('button', { name: 'Call borrower' })).toHaveProperty('disabled', true);
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
  expect(form.getByRole('button', { name: 'My queue' })).toBeTruthy();
  expect(form.queryByRole('button', { name: 'Release' })).toBeNull();
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
  expect(await screen.findByText('Draft not saved, retrying')).toBeTruthy();
});

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
  await form.findByText('Draft not saved, retrying');
  await act(async () => {
    keepFirst();
    await first;
  });
  expect(form.getByText('Draft not saved, retrying')).toBeTruthy();
});

test('names the day of a new application before a refusal, and what was attached to an answer', async () => {
  const attachment = { attachId: 'A1', fileName: 'payslip.pdf' };
  const content = {
    auditResult: 'REFUSE' as const,
    refuseCode: 'R05',
    remark: 'No income',
    steps: [
      {
        stepName: 'Selfie',
        answer: 'CONSISTENT',
        attachment,
      },
    ],
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
  const asked = await screen.findByRole('dialog', { name: 'Decline LO1?' });
  expect(asked.textContent).toContain(
    `The customer can apply again from ${formatDate(new Date(Date.now() + 30 * 86_400_000))}.`,
  );
  fireEvent.click(within(asked).getByRole('button', { name: 'Decline' }));
  await screen.findByText('LO1 declined');
  expect(page.server.callsOf(orderAudit.audit)[0]?.request.steps).toContainEqual({
    stepName: 'Selfie',
    answer: 'CONSISTENT',
    attachment,
  });
});

test('keeps what is answered and typed while a proof is on its way to the server', async () => {
  const proof = {
    attachId: 'A7',
    fileName: 'proof.pdf',
    contentType: 'application/pdf',
    bytes: 4,
    md5: '',
    subjectType: 'order',
    subjectNo: 'LO1',
    uploadedBy: 'Tester',
    uploadedAt: '2026-11-20T08:00:00Z',
    allowedActions: [],
  };
  const replies = [reply(uploads.uploadAttach, proof), reply(dictionary.getEnabledNotEnabledOptionRespDtos, [])];
  open(replies, 'en', ['audit:order:audit', 'audit:attach:upload']);
  const form = within(await decision());
  const files = [new File(['%PDF'], 'proof.pdf', { type: 'application/pdf' })];
  const choose = async (group: RegExp, name: string) => {
    const found = within(await form.findByRole('radiogroup', { name: group }));
    fireEvent.click(found.getByRole('radio', { name }));
  };
  await choose(/^Selfie/, 'Consistent');
  const [picker] = form.getAllByLabelText<HTMLInputElement>('Attach a document to Selfie');
  if (picker) fireEvent.change(picker, { target: { files } });
  await choose(/^Apps/, 'Confirmed');
  await form.findByText('proof.pdf');
  expect(
    within(form.getByRole('radiogroup', { name: /^Apps/ })).getByRole('radio', { name: 'Confirmed' }),
  ).toHaveProperty('checked', true);
  keys('1', { altKey: true });
  await choose(/^Change bank card/, 'Yes');
  fireEvent.change(await form.findByLabelText('Proof of account'), { target: { files } });
  fireEvent.change(form.getByLabelText(/^Account name/), { target: { value: 'Wanjiku Kamau' } });
  await waitFor(() => {
    expect(form.getAllByText('proof.pdf')).toHaveLength(2);
  });
  expect(form.getByLabelText(/^Account name/)).toHaveProperty('value', 'Wanjiku Kamau');
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

test('keys 1 2 3 answer: the focus stands on the first step at load and goes on by itself, to the result at the end', async () => {
  const page = open([reply(orderAudit.draft, { savedAt: '2026-11-20T08:01:00Z', leaseEndsAt: null })]);
  const form = within(await decision());
  const selfie = await form.findByRole('radiogroup', { name: /^Selfie/ });
  const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key });
  await waitFor(() => {
    expect(selfie.contains(document.activeElement)).toBe(true);
  });
  press('1');
  const apps = form.getByRole('radiogroup', { name: /^Apps/ });
  expect(apps.contains(document.activeElement)).toBe(true);
  press('1');
  const results = form.getByRole('radiogroup', { name: /result/i });
  expect(results.contains(document.activeElement)).toBe(true);
  press('1');
  await waitFor(() => {
    expect(page.server.callsOf(orderAudit.draft).at(-1)?.request).toMatchObject({
      content: { auditResult: 'PASS', steps: [{ answer: 'CONFIRMED' }, { answer: 'CONSISTENT' }] },
    });
  });
});

test('the last decision leads to My reviews, one before it to the next order', async () => {
  const page = open([reply(orderAudit.audit, { ...decided, nextOrderNo: 'LO2' })]);
  const pass = async () => {
    await answer(await decision(), false);
    keys('1', { altKey: true });
    await answer(await decision(), true);
    keys('Enter', { ctrlKey: true });
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Pass' }));
  };
  await pass();
  await waitFor(() => {
    expect(page.address()).toBe('/AdminContent/OrderDetailAudit/OrderAudit?orderNo=LO2&source=MyAudit');
  });
  page.server.answer(reply(orderAudit.audit, { ...decided, orderNo: 'LO2' }));
  await waitFor(() => {
    expect(screen.queryByRole('dialog')).toBeNull();
  });
  await pass();
  await waitFor(() => {
    expect(page.address()).toBe('/AdminContent/AuditSystem/MyAudit');
  });
  await screen.findByText('LO2 passed, disbursement in progress');
});

test('Evidence opens and marks the section of its step, and an answer adds nothing above the next one', async () => {
  open();
  const form = within(await decision());
  const selfie = (await form.findByRole('radiogroup', { name: /^Selfie/ })).parentElement ?? document.body;
  const parts = () => selfie.querySelectorAll('*').length;
  const before = parts();
  fireEvent.click(within(selfie).getByRole('radio', { name: 'Unclear' }));
  expect(parts()).toBe(before);
  fireEvent.click(within(selfie).getByRole('button', { name: 'Evidence' }));
  await waitFor(() => {
    const marked = document.querySelector('[data-marked]');
    const tabs = within(screen.getByRole('group', { name: 'Evidence of LO1' }));
    expect(marked?.getAttribute('aria-labelledby')).toBe(tabs.getByRole('tab', { selected: true }).id);
  });
});
