// @vitest-environment jsdom
import { collectorPause, deduction, dictionary, smsTemplate, telephony } from '@kituo/sdk/contracts';
import { Refusal, renderPage, reply } from '@kituo/sdk/testing';
import type { FakeReply } from '@kituo/sdk/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { systemOf } from './case-system.ts';
import type { CaseScope } from './case-system.ts';
import { MyCases } from './my-cases.tsx';
import { aCase, detailOf, listed } from './testing/a-case.ts';

const open = { isAllowed: true, error: null, text: null, nextAllowedAt: null, left: 2 };
const shut = {
  isAllowed: false,
  error: 'CONTACT_CAP',
  text: 'This number was contacted 3 times today.',
  nextAllowedAt: '2026-11-25T05:00:00Z',
  left: 0,
};
const line = {
  contactPerson: 'BORROWER' as const,
  partyId: null,
  partyName: 'Achieng Ouma',
  phone: '25*******001',
  hasAgreed: true,
  triedToday: 1,
  call: open,
  sms: shut,
};

const NOTHING_OWED = {
  LATE_FEE: 0,
  LIQUIDATED_DAMAGES: 0,
  EXTENSION_SERVICE_FEE: 0,
  MANAGEMENT_FEE: 0,
  SERVICE_FEE: 0,
  EXCISE: 0,
  INTEREST: 0,
  PRINCIPAL: 0,
};

describe.each<CaseScope>(['ORDER', 'BILL'])('one’s own cases (%s)', (scope) => {
  const { of, area } = systemOf(scope);
  const mine = {
    caseStatus: 'COLLECTING',
    allowedActions: ['followUp', 'promise', 'call', 'sms', 'waive', 'retain'],
  } as const;
  // A note that was begun is kept by its case.
  const [one, other] = scope === 'ORDER' ? ['CS0000000001', 'CS0000000002'] : ['CS0000000011', 'CS0000000012'];
  const first = aCase(scope, { ...mine, caseId: one, caseNo: one, allowedActions: [...mine.allowedActions] });
  const second = aCase(scope, { ...first, caseId: other, caseNo: other });
  const start = (replies: readonly FakeReply[] = []) =>
    renderPage(<MyCases scope={scope} title="My cases" source="MyCollection" />, {
      at: '/AdminContent/CollectionSystem/MyCollection',
      perms: ['followUp:save', 'promise:save', 'contact:call', 'contact:sms', 'case:retain', 'deduction:apply'].map(
        (code) => `${area}:${code}`,
      ),
      replies: [
        ...replies,
        reply(of.selfPage, listed(first, second)),
        reply(of.selfSummary, {
          promises: [{ day: '2026-12-02', cases: 2, amountCents: 90_000 }],
          cases: 2,
          dueCents: 240_000,
          untouchedToday: 2,
          promisesDueToday: 1,
          brokenPromises: 0,
          byLevel: [],
        }),
        reply(of.selfNext, (request) => {
          const { skip } = of.selfNext.request.parse(request);
          const row = skip.includes(first.caseId) ? second : first;
          return { next: { row, score: 65, reasons: ['promiseDue' as const, 'callable' as const] } };
        }),
        reply(of.selfOne, ({ caseId }) => detailOf(caseId === second.caseId ? second : first)),
        reply(of.contactGate, [line]),
        reply(collectorPause.mine, { pauseReason: null, beganAt: null }),
        reply(dictionary.getSelectOptionRespDtos, [
          { dictKey: 'PROMISED', label: 'Promised to pay', tagColour: null, enabled: true },
          { dictKey: 'NO_ANSWER', label: 'No answer', tagColour: null, enabled: true },
        ]),
        reply(dictionary.getEnabledNotEnabledOptionRespDtos, []),
      ],
    });

  test('next best case with its reasons, dialled, noted with two keys, then the next', async () => {
    const page = start([
      reply(of.call, { attemptId: 1, callNo: null }),
      reply(of.followUpSave, { followUpId: 1, promiseNo: null }),
    ]);
    const next = await screen.findByRole('button', { name: 'Next case' });
    await waitFor(() => {
      expect(next.hasAttribute('disabled')).toBe(false);
    });
    fireEvent.click(next);
    await screen.findByRole('heading', { name: one });
    screen.getByText('Promise due today', { selector: '.cases-reason' });
    expect((await screen.findByRole('button', { name: 'SMS' })).hasAttribute('disabled')).toBe(true);
    fireEvent.click(screen.getByRole('button', { name: 'Call' }));
    await waitFor(() => {
      expect(page.server.callsOf(of.call)[0]?.request).toEqual({ caseId: first.caseId, partyId: null });
    });
    await screen.findByRole('button', { name: '2 No answer' });
    await userEvent.keyboard('2');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await waitFor(() => {
      expect(page.server.callsOf(of.followUpSave)[0]?.request).toEqual({
        caseId: first.caseId,
        contactPerson: 'BORROWER',
        contactChannel: 'CALL',
        actionCode: 'NO_ANSWER',
        remark: 'No answer',
      });
    });
    await screen.findByRole('heading', { name: other });
    page.assertReleases();
  });

  test('any outcome is saved in four keys at most: those far down the list, and those that ask why', async () => {
    const reached = 'PROMISED WILL_PAY_LATER PAID_CLAIMED PARTLY_PAID ASKED_DEDUCTION ASKED_EXTENSION DISPUTED';
    const others = 'REFUSED_TO_PAY CALL_BACK NOT_REACHED NO_ANSWER BUSY SWITCHED_OFF NUMBER_FAULT SMS_SENT';
    const codes = `${reached} ${others}`.split(' ');
    const options = (all: readonly string[]) =>
      all.map((dictKey) => ({ dictKey, label: dictKey, tagColour: null, enabled: true }));
    const page = start([
      reply(of.followUpSave, { followUpId: 1, promiseNo: null }),
      reply(dictionary.getSelectOptionRespDtos, ({ dictKey }) =>
        options(dictKey === 'ACTION_CODE' ? codes : ['SALARY_LATE', 'FORGOT']),
      ),
    ]);
    let pressed = 0;
    document.addEventListener('keydown', () => {
      pressed += 1;
    });
    const saves = async (keys: string, expected: object, count: number) => {
      pressed = 0;
      await userEvent.keyboard(keys);
      await waitFor(() => {
        expect(page.server.callsOf(of.followUpSave)[count]?.request).toMatchObject(expected);
      });
      expect(pressed).toBeLessThanOrEqual(4);
    };
    const save = '{Control>}{Enter}{/Control}';
    fireEvent.click(await screen.findByText(one));
    await screen.findByRole('button', { name: '02 NO_ANSWER' });
    await saves(`02${save}`, { caseId: first.caseId, actionCode: 'NO_ANSWER' }, 0);
    await screen.findByRole('heading', { name: other });
    await screen.findByRole('button', { name: '2 WILL_PAY_LATER' });
    await saves(`22${save}`, { caseId: second.caseId, actionCode: 'WILL_PAY_LATER', overdueReason: 'FORGOT' }, 1);
  });

  test('says what is promised for which day, and lists those of one', async () => {
    const page = start();
    fireEvent.click(await screen.findByRole('button', { name: /2 · KES 900.00/ }));
    await waitFor(() => {
      expect(page.server.callsOf(of.selfPage).at(-1)?.request).toMatchObject({
        filters: { promisedRepaymentTime: { from: '2026-12-02', to: '2026-12-02' }, promiseStatus: 'OPEN' },
      });
    });
  });

  test('d calls whom the gate lets through; until it opens, the button says how long', async () => {
    const guarantor = { ...line, contactPerson: 'GUARANTOR' as const, partyId: 4, partyName: 'Otieno Ouma' };
    const later = new Date(Date.now() + 125 * 60_000).toISOString();
    const page = start([
      reply(of.contactGate, [{ ...line, call: { ...shut, nextAllowedAt: later } }, guarantor]),
      reply(of.call, { attemptId: 1, callNo: null }),
    ]);
    fireEvent.click(await screen.findByText(other));
    await screen.findByRole('button', { name: /Call · 2 h [45] min left/ });
    await userEvent.keyboard('gd');
    expect(page.server.callsOf(of.call)).toHaveLength(0);
    await userEvent.keyboard('d');
    await waitFor(() => {
      expect(page.server.callsOf(of.call).map(({ request }) => request)).toEqual([
        { caseId: second.caseId, partyId: 4 },
      ]);
    });
  });

  test('a case that was paid or handed on meanwhile takes nothing more', async () => {
    start([
      reply(of.selfOne, () => {
        throw new Refusal('CASE_NOT_YOURS');
      }),
    ]);
    fireEvent.click(await screen.findByText(other));
    await screen.findByText('This case was closed or assigned to another collector');
    expect(screen.queryByRole('button', { name: 'Promise' })).toBeNull();
    expect(screen.queryByRole('button', { name: /Save, next case/ })).toBeNull();
  });

  test('a call in the browser says why it failed, tells the server, and is tried again past the gate', async () => {
    const callNo = 'kc0123456789abcdef01234567';
    const failed = { callDirection: 'OUT' as const, callStatus: 'FAILED' as const, hangupCause: 'NOT_PLACED' };
    const page = start([
      reply(of.call, { attemptId: 1, callNo }),
      reply(telephony.signIn, () => {
        throw new Refusal('TELEPHONE_MISSING');
      }),
      reply(telephony.abandon, {
        ...failed,
        callNo,
        customerNo: null,
        customerName: null,
        phone: '25*******001',
        hotline: null,
        startedAt: '2026-11-28T09:00:00Z',
        answeredAt: null,
        endedAt: '2026-11-28T09:00:01Z',
        talkSeconds: 0,
      }),
    ]);
    const next = await screen.findByRole('button', { name: 'Next case' });
    await waitFor(() => {
      expect(next.hasAttribute('disabled')).toBe(false);
    });
    fireEvent.click(next);
    fireEvent.click(await screen.findByRole('button', { name: 'Call' }));
    const dock = await screen.findByRole('complementary', { name: 'Call' });
    await within(dock).findByText('The telephone cannot be reached.');
    within(dock).getByText('Achieng Ouma');
    expect(page.server.callsOf(telephony.abandon)[0]?.request).toEqual({ callNo });
    fireEvent.click(within(dock).getByRole('button', { name: 'Retry' }));
    await waitFor(() => {
      expect(page.server.callsOf(of.call)).toHaveLength(2);
    });
    await waitFor(() => {
      expect(page.server.callsOf(telephony.abandon)).toHaveLength(2);
    });
    const again = await screen.findByRole('complementary', { name: 'Call' });
    fireEvent.click(await within(again).findByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('complementary', { name: 'Call' })).toBeNull();
  });

  test('a refusal stands beside its field, and what is typed survives another case', async () => {
    start([
      reply(of.followUpSave, () => {
        throw new Refusal('BAD_REQUEST', { fields: [{ field: 'overdueReason', msg: 'Please choose' }] });
      }),
    ]);
    fireEvent.click(await screen.findByText(one));
    fireEvent.click(await screen.findByRole('button', { name: '1 Promised to pay' }));
    await userEvent.type(screen.getByRole('textbox', { name: 'Note' }), 'Pays on Friday');
    fireEvent.click(screen.getByRole('button', { name: 'Save, next case' }));
    await screen.findByText('Please choose');
    fireEvent.click(screen.getByText(other));
    await screen.findByRole('heading', { name: other });
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Note' }).value).toBe('');
    fireEvent.click(screen.getByText(one));
    await screen.findByRole('heading', { name: one });
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Note' }).value).toBe('Pays on Friday');
  });

  test('by bill a borrower’s cases stand under one heading', async () => {
    start();
    await screen.findByRole('row', { name: new RegExp(first.caseNo) });
    expect(screen.queryAllByRole('rowheader', { name: /^Achieng Ouma · 1 case/ })).toHaveLength(
      scope === 'BILL' ? 1 : 0,
    );
  });

  test('a template goes to the borrowers of the chosen cases, and a note to each case, by one job each', async () => {
    const page = start([
      reply(of.smsMany, { jobNo: 'JB1' }),
      reply(smsTemplate.list, [{ templateCode: 'OVERDUE_NOTICE', templateName: 'Overdue notice' }]),
      reply(of.notReachedMany, { jobNo: 'JB2' }),
      reply(dictionary.getSelectOptionRespDtos, [
        { dictKey: 'PROMISED', label: 'Promised to pay', tagColour: null, enabled: true },
        { dictKey: 'NO_ANSWER', label: 'No answer', tagColour: null, enabled: true },
      ]),
    ]);
    await screen.findByText(one);
    const choose = () => {
      for (const caseNo of [one, other]) fireEvent.click(screen.getByLabelText(`Select row ${caseNo}`));
      return within(screen.getByRole('region', { name: 'Selected rows' }));
    };
    fireEvent.click(choose().getByRole('button', { name: 'SMS' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Send' }));
    await waitFor(() => {
      expect(page.server.callsOf(of.smsMany)[0]?.request).toEqual({
        caseIds: [one, other],
        templateCode: 'OVERDUE_NOTICE',
        language: 'en',
      });
    });
    fireEvent.click(choose().getByRole('button', { name: 'Not reached' }));
    const form = within(await screen.findByRole('dialog'));
    // Outcomes of a talk are not offered.
    await form.findByRole('option', { name: 'No answer' });
    expect(form.queryByRole('option', { name: 'Promised to pay' })).toBeNull();
    await userEvent.type(form.getByRole('textbox', { name: 'Note' }), 'Rang twice');
    fireEvent.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(() => {
      expect(page.server.callsOf(of.notReachedMany)[0]?.request).toEqual({
        caseIds: [one, other],
        contactChannel: 'CALL',
        actionCode: 'NO_ANSWER',
        remark: 'Rang twice',
      });
    });
  });

  test('a waiver is requested for the case’s own order', async () => {
    const billNo = first.billNo ?? 'B1';
    const { quote, apply } = scope === 'ORDER' ? deduction.byOrder : deduction.byBill;
    const line = { billNo, component: 'LATE_FEE' as const, amountCents: 20_000 };
    const page = start([
      reply(quote, {
        capCents: 50_000,
        bills: [billNo, 'B9'].map((no) => ({
          billNo: no,
          payoffCents: 540_000,
          outstanding: { ...NOTHING_OWED, LATE_FEE: 20_000 },
          waivable: [{ ...line, billNo: no }],
          openDeductionNo: null,
        })),
      }),
      reply(apply, { deductionNos: ['DN1'] }),
    ]);
    fireEvent.click(await screen.findByText(one));
    fireEvent.click(await screen.findByRole('button', { name: 'Request waiver' }));
    const form = within(await screen.findByRole('dialog'));
    const lines = await form.findAllByLabelText(/Late fee/);
    // Of a case by bill its own bill alone.
    expect(lines).toHaveLength(scope === 'ORDER' ? 2 : 1);
    fireEvent.change(lines[0] ?? document.body, { target: { value: '50' } });
    await form.findByRole('option', { name: 'No answer' });
    fireEvent.change(form.getByLabelText('Reason'), { target: { value: 'NO_ANSWER' } });
    fireEvent.change(form.getByLabelText('Note'), { target: { value: 'Lost the job' } });
    fireEvent.click(form.getByRole('button', { name: 'Submit for approval' }));
    await waitFor(() => {
      expect(page.server.callsOf(apply)[0]?.request).toEqual({
        orderNo: first.orderNo,
        items: [{ ...line, amountCents: 5_000 }],
        reason: 'NO_ANSWER',
        remark: 'Lost the job',
      });
    });
  });
});
