// @vitest-environment jsdom
import { change, dictionary, file as uploads, orderAudit } from '@kituo/sdk/contracts';
import { Refusal, renderPage, reply } from '@kituo/sdk/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import en from '../../locales/en.json' with { type: 'json' };
import zh from '../../locales/zh.json' with { type: 'json' };
import { decided, decision, keys, open, panel } from '../testing/order-audit.tsx';
import { OrderAuditPage } from './order-audit.page.tsx';

describe('a pass to another account', () => {
  const waiting: change.ChangeRow = {
    changeNo: 'CH1',
    changeState: 'PENDING',
    kind: 'payoutChange.pass',
    title: 'Pass',
    subjectNo: 'LO1',
    subjectName: 'LO1',
    makerUserNo: 'U0001',
    makerName: 'Tester',
    before: {
      payoutType: 'MOBILE_MONEY',
      payoutSubType: 'MPESA',
      accountName: 'W***',
      account: '25*******678',
    },
    after: {
      payoutType: 'BANK',
      payoutSubType: 'ACCOUNT',
      accountName: 'W***',
      account: 'KCB 11******52',
      evidenceAttachId: 'A1',
      approvedAmountCents: 75e4,
    },
    createdAt: '2026-11-20T08:00:00Z',
    decidedByName: null,
    decidedAt: null,
    reason: null,
    decisionReason: null,
    lapsesAt: '2026-11-21T08:00:00Z',
    concerns: [],
    allowedActions: ['approve', 'reject'],
  };
  const { approve, reject, withdraw, page: waitingPage } = change.changeFamilies.payoutChange;
  const listed = { rows: [waiting], total: 1, totalIsExact: true as const };

  test('asks for the account and its proof, keeps what was typed where it is refused, and then waits', async () => {
    const proof = {
      attachId: 'A7',
      fileName: 'statement.pdf',
      contentType: 'application/pdf',
      bytes: 4,
      md5: '',
      subjectType: 'order',
      subjectNo: 'LO1',
      uploadedBy: 'Tester',
      uploadedAt: '2026-11-20T08:00:00Z',
      allowedActions: [],
    };
    const page = open([
      reply(uploads.uploadAttach, proof),
      reply(dictionary.getEnabledNotEnabledOptionRespDtos, []),
      reply(orderAudit.audit, () => {
        throw new Refusal('PAYEE_NAME_DIFFERS', {
          fields: [{ field: 'payee.accountName', msg: 'Not the name of the customer' }],
        });
      }),
    ]);
    const form = within(await decision());
    keys('1', { altKey: true });
    const group = async (name: RegExp) => within(await form.findByRole('radiogroup', { name }));
    fireEvent.click((await group(/^Change bank card/)).getByRole('radio', { name: 'Yes' }));
    fireEvent.click((await group(/^Change payout type/)).getByRole('radio', { name: 'No' }));
    fireEvent.change(await form.findByLabelText(/^Account name/), { target: { value: 'Njeri Kamau' } });
    fireEvent.change(form.getByLabelText(/^Phone/), { target: { value: '254711222333' } });
    fireEvent.change(form.getByLabelText('Proof of account'), {
      target: { files: [new File(['%PDF'], 'statement.pdf', { type: 'application/pdf' })] },
    });
    await form.findByText('statement.pdf');
    fireEvent.click((await group(/^Selfie/)).getByRole('radio', { name: 'Consistent' }));
    const pass = async () => {
      keys('Enter', { ctrlKey: true });
      const asked = await screen.findByRole('dialog', { name: 'Pass LO1?' });
      expect(asked.textContent).toContain('The new payout account requires approval.');
      fireEvent.click(within(asked).getByRole('button', { name: 'Pass' }));
    };
    await pass();
    expect(await form.findAllByText(/Not the name of the customer/)).toHaveLength(2);
    expect(form.getByLabelText(/^Phone/)).toHaveProperty('value', '254711222333');
    page.server.answer(
      reply(orderAudit.audit, {
        ...decided,
        orderStatus: 'PENDING_REVIEW',
        waitsFor: 'SECOND_PERSON',
        changeNo: 'CH1',
        isSent: false,
      }),
    );
    fireEvent.change(form.getByLabelText(/^Account name/), { target: { value: 'Wanjiku Kamau' } });
    await waitFor(() => {
      expect(screen.queryByRole('dialog')).toBeNull();
    });
    await pass();
    const told = await screen.findByText('LO1 sent for approval');
    expect(page.server.callsOf(orderAudit.audit).at(-1)?.request).toMatchObject({
      changeBankCard: true,
      changePayoutType: false,
      payee: {
        payoutType: 'MOBILE_MONEY',
        accountName: 'Wanjiku Kamau',
        phone: '254711222333',
        evidenceAttachId: 'A7',
      },
    });
    // An account that nobody agreed to is kept in no draft.
    expect(JSON.stringify(page.server.callsOf(orderAudit.draft))).not.toContain('254711222333');
    // Until somebody decides, the reviewer takes it back and decides again.
    page.server.answer(reply(withdraw, { ...waiting, changeState: 'WITHDRAWN' }));
    await waitFor(() => {
      expect(screen.queryByRole('complementary', { name: 'Decision' })).toBeNull();
    });
    const toast = told.closest<HTMLElement>('.bp6-toast') ?? document.body;
    fireEvent.click(within(toast).getByRole('button', { name: 'Withdraw' }));
    await screen.findByText('Withdrawn. You can decide LO1 again.');
    expect(page.server.callsOf(withdraw)[0]?.request).toEqual({ changeNo: 'CH1' });
    await decision();
  });

  test('to an e-wallet asks for its account and sends nothing of a bank', async () => {
    const proof = {
      attachId: 'A8',
      fileName: 'wallet.pdf',
      contentType: 'application/pdf',
      bytes: 4,
      md5: '',
      subjectType: 'order',
      subjectNo: 'LO1',
      uploadedBy: 'Tester',
      uploadedAt: '2026-11-20T08:00:00Z',
      allowedActions: [],
    };
    const page = open([
      reply(uploads.uploadAttach, proof),
      reply(dictionary.getEnabledNotEnabledOptionRespDtos, []),
      reply(orderAudit.audit, {
        ...decided,
        orderStatus: 'PENDING_REVIEW',
        waitsFor: 'SECOND_PERSON',
        changeNo: 'CH1',
        isSent: false,
      }),
    ]);
    const form = within(await decision());
    keys('1', { altKey: true });
    const group = async (name: RegExp) => within(await form.findByRole('radiogroup', { name }));
    fireEvent.click((await group(/^Change bank card/)).getByRole('radio', { name: 'No' }));
    fireEvent.click((await group(/^Change payout type/)).getByRole('radio', { name: 'Yes' }));
    fireEvent.click((await group(/^Selfie/)).getByRole('radio', { name: 'Consistent' }));
    fireEvent.change(await form.findByLabelText(/^Payout type/), { target: { value: 'SASAPAY' } });
    expect(form.queryByLabelText(/^Account number/)).toBeNull();
    fireEvent.change(form.getByLabelText(/^Account name/), { target: { value: 'Wanjiku Kamau' } });
    fireEvent.change(form.getByLabelText(/^Phone/), { target: { value: '254711222333' } });
    fireEvent.change(form.getByLabelText('Proof of account'), {
      target: { files: [new File(['%PDF'], 'wallet.pdf', { type: 'application/pdf' })] },
    });
    await form.findByText('wallet.pdf');
    keys('Enter', { ctrlKey: true });
    // Beside the field, and in the list of what is missing.
    expect(await form.findAllByText('Content cannot be blank')).toHaveLength(2);
    fireEvent.change(form.getByLabelText(/^E-wallet account/), { target: { value: 'wanjiku.k' } });
    keys('Enter', { ctrlKey: true });
    const asked = await screen.findByRole('dialog', { name: 'Pass LO1?' });
    fireEvent.click(within(asked).getByRole('button', { name: 'Pass' }));
    await screen.findByText('LO1 sent for approval');
    expect(page.server.callsOf(orderAudit.audit)[0]?.request).toMatchObject({
      payee: {
        payoutType: 'E_WALLET',
        payoutSubType: 'SASAPAY',
        accountName: 'Wanjiku Kamau',
        phone: '254711222333',
        eWalletAccount: 'wanjiku.k',
        evidenceAttachId: 'A8',
      },
    });
    expect(JSON.stringify(page.server.callsOf(orderAudit.draft))).not.toContain('wanjiku.k');
  });

  test('is compared, proven and decided by an approver, who says why not', async () => {
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
    expect(screen.getByRole('button', { name: 'Show proof' })).toBeTruthy();
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
  });

  test('locks the reviewer’s form until it is decided, and brings the note back at once', async () => {
    const page = open([reply(orderAudit.open, panel({ leaseEndsAt: null, waitingChangeNo: 'CH1' }))]);
    const form = within(await decision());
    await form.findByText(/The payout account change is awaiting approval/);
    expect(form.getByRole('button', { name: 'Pass' })).toHaveProperty('disabled', true);
    page.server.answer(reply(orderAudit.open, panel({ sentBackNote: 'The statement is of somebody else' })));
    page.push({ type: 'change', changeNo: 'CH1', changeState: 'REJECTED' });
    await form.findByText(/The statement is of somebody else/);
    keys('1', { altKey: true });
    await waitFor(() => {
      expect(form.getByRole('button', { name: 'Pass' })).toHaveProperty('disabled', false);
    });
  });
});
