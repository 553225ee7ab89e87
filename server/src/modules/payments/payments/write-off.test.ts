import { commandPreview, payment } from '@kituo/sdk/contracts';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, listOf, type Person } from '../../../../testing/test-calls.ts';
import { previewing } from '../../../../testing/test-previews.ts';
import { attachFile } from '../../platform/files/testing/attach-file.ts';
import { driftedBills, trialBalance } from '../../platform/ledger/index.ts';
import { type LentLoan, lend, makeProduct } from '../../lending/orders/testing/lend.ts';
import { applicationTaskMachine } from '../../../state-machine/machines/application-task.machine.ts';
import { receiveFlow } from './index.ts';
import { everyRow } from './testing/every-row.ts';
import { recordedActions } from './testing/recorded.ts';
import { refuseUnlisted } from './testing/unlisted-pairs.ts';

const PAGE = '/AdminContent/AfterLoanSystem/RepaymentManagementNew';
const CODES = ['save', 'update', 'commit', 'commitMulti'].map((one) => `afterLoan:writeOff:${one}`);
const ROLLBACKS = ['afterLoan:rollback:settle', 'afterLoan:rollback:full'];
const DRY = { 'kituo-dry-run': '1' };

let app: TestApp;
let operator: Person;
let single: Person;
let stranger: Person;
let people: { maker: string; checker: string };
let productNo: string;
let loan: LentLoan;
let billNo: string;

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const { database } = app;
  const rights = { pages: [PAGE], codes: [...CODES, ...ROLLBACKS, 'afterLoan:zeroSettle:settle'] };
  await addPerson(database, 'repayments', rights);
  await addPerson(database, 'single.flow', { pages: [PAGE], codes: ['afterLoan:writeOff:commit'] });
  const outsider = await addPerson(database, 'other.merchant', rights);
  await database.db.updateTable('role').set({ dataScope: 'MERCHANTS' }).where('roleNo', '=', outsider.roleNo).execute();
  await database.db
    .updateTable('role')
    .set({ dataScope: 'ALL' })
    .where('roleName', 'in', ['role of repayments', 'role of single.flow'])
    .execute();
  operator = previewing(app, await as(app, 'repayments'));
  single = previewing(app, await as(app, 'single.flow'));
  stranger = await as(app, 'other.merchant');
  people = {
    maker: (await addPerson(database, 'lend.maker')).userNo,
    checker: (await addPerson(database, 'lend.checker')).userNo,
  };
  productNo = await makeProduct(database.db);
});
beforeEach(async () => {
  // 5,000.00 lent, 350.00 fees, 70.00 excise.
  loan = await lend(app.database.db, { productNo, approvedCents: 500_000, ...people });
  billNo = (await bill()).billNo;
});
afterAll(async () => {
  expect((await trialBalance(app.database.db)).differenceCents).toBe(0);
  expect(await driftedBills(app.database.db)).toEqual([]);
  await app[Symbol.asyncDispose]();
});

const bill = async () =>
  await app.database.db
    .selectFrom('bill')
    .innerJoin('billBalance', 'billBalance.billNo', 'bill.billNo')
    .select(['bill.billNo', 'bill.billStatus', 'outstandingCents'])
    .where('orderNo', '=', loan.orderNo)
    .executeTakeFirstOrThrow();

let serial = 0;
async function receive(amountCents: number, repayTime = new Date()): Promise<string> {
  const paymentCode = `WO${String((serial += 1)).padStart(8, '0')}`;
  await app.database.db.transaction().execute((tx) =>
    receiveFlow(tx, {
      merchantNo: loan.merchantNo,
      paymentChannel: 'MPESA',
      paymentCode,
      account: 'BANK.MPESA_PAYBILL',
      amountCents,
      repayTime,
      payerPhone: '254711000222',
    }),
  );
  return paymentCode;
}

const row = (paymentCode: string, writeOffAmountCents: number | null) => ({
  paymentCode,
  paymentChannel: 'MPESA',
  writeOffAmountCents,
  isrecord: true,
});
const form = (rows: object[], more: object = {}) => ({
  orderNo: loan.orderNo,
  billNo,
  repayType: 'SETTLE',
  rows,
  ...more,
});

async function dry(path: string, payload: object) {
  const reply = await app.http.inject({
    method: 'POST',
    url: `/api/hc/web/${path}`,
    headers: { 'auth-token': operator.token, ...DRY },
    payload,
  });
  return reply.json();
}

const COMMIT = 'rePayManage/writeOff/commit';

describe('a write-off', () => {
  it('is previewed, then settles the bill by two flows, with what the preview said', async () => {
    const [first, second] = [await receive(300_000), await receive(300_000)];
    const request = form([row(first, 300_000), row(second, 250_000)]);
    const before = await everyRow(app.database.db);
    const { data: read } = await operator.post(payment.writeOffPreview, request);
    const { data } = await dry(COMMIT, request);
    const preview = commandPreview.parse(data);
    expect(preview.seen).toBe(read.seen);
    expect(await everyRow(app.database.db)).toEqual(before);
    expect(preview.confirmations).toEqual(['SURPLUS_TO_CREDIT']);
    expect(preview.postings.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(0);
    expect(preview.after[0]?.facts).toMatchObject({
      orderStatus: 'CLOSED',
      bills: { [billNo]: { billStatus: 'SETTLED', outstandingCents: 0 } },
    });

    const refused = await operator.post(payment.writeOffCommit, request);
    expect(refused.data).toMatchObject({
      error: 'CONFIRMATION_NEEDED',
      facts: { confirm: 'SURPLUS_TO_CREDIT' },
    });
    const reply = await app.http.inject({
      method: 'POST',
      url: `/api/hc/web/${COMMIT}`,
      headers: {
        'auth-token': operator.token,
        'idempotency-key': randomUUID(),
        'kituo-seen': preview.seen,
      },
      payload: { ...request, acknowledged: preview.confirmations },
    });
    const done = reply.json().data;
    expect(done).toMatchObject({ taskStatus: 'DONE', settledBillNos: [billNo] });
    expect(done.applications.map(({ surplusCents }: { surplusCents: number }) => surplusCents)).toEqual([0, 8_000]);
    // What was posted is what the preview said, number for number but for those it made up.
    const posted = await app.database.db
      .selectFrom('posting')
      .innerJoin('journal', 'journal.journalId', 'posting.journalId')
      .select(['journalKind', 'accountCode', 'amountCents', 'billNo', 'flowNo', 'component'])
      .where('causeType', '=', 'APPLICATION')
      .where(
        'causeNo',
        'in',
        done.applications.map(({ flowNo }: { flowNo: string }) => flowNo),
      )
      .orderBy('posting.journalId')
      .orderBy('lineNo')
      .execute();
    const said = preview.postings.map(({ businessDate, customerNo, reversesId, ...line }) => line);
    expect(posted).toEqual(said);
    expect(await bill()).toMatchObject({ billStatus: 'SETTLED', outstandingCents: 0 });

    const list = await operator.post(payment.applications, listOf({ billNo }));
    expect(list.data.rows.map(({ allowedActions }: { allowedActions: string[] }) => allowedActions)).toEqual([
      ['settle', 'full'],
      ['settle', 'full'],
    ]);

    // Written off in one batch, undone in one.
    const undone = await operator.post(payment.rollbackSettle, {
      orderNo: loan.orderNo,
      billNo,
      reason: 'wrong customer',
    });
    expect(undone.data.applications).toHaveLength(2);
    expect(await bill()).toMatchObject({ billStatus: 'ACTIVE', outstandingCents: 542_000 });
    const again = await operator.post(payment.rollbackFull, {
      orderNo: loan.orderNo,
      reason: 'again',
    });
    expect(again.data.error).toBe('NO_WRITE_OFF_RECORD');
  });

  it('is refused where the loan moved since the preview', async () => {
    const [first, second] = [await receive(100_000), await receive(50_000)];
    const partial = (code: string, cents: number) => form([row(code, cents)], { repayType: 'PARTIAL' });
    const { data: preview } = await dry(COMMIT, partial(first, 100_000));
    expect((await operator.post(payment.writeOffCommit, partial(second, 50_000))).code).toBe(0);
    const before = await everyRow(app.database.db);
    const reply = await app.http.inject({
      method: 'POST',
      url: `/api/hc/web/${COMMIT}`,
      headers: {
        'auth-token': operator.token,
        'idempotency-key': randomUUID(),
        'kituo-seen': preview.seen,
      },
      payload: partial(first, 100_000),
    });
    expect(reply.json().data.error).toBe('STATE_MOVED');
    expect(await everyRow(app.database.db)).toEqual(before);
  });

  it('answers a repeated key byte for byte, and refuses it with another payload', async () => {
    const code = await receive(100_000);
    const request = form([row(code, 100_000)], { repayType: 'PARTIAL' });
    const key = randomUUID();
    const first = await operator.post(payment.writeOffCommit, request, key);
    const before = await everyRow(app.database.db);
    const second = await operator.post(payment.writeOffCommit, request, key);
    expect(second.body.equals(first.body)).toBe(true);
    const other = await operator.post(payment.writeOffCommit, form([row(code, 1)], { repayType: 'PARTIAL' }), key);
    expect(other.data.error).toBe('IDEMPOTENCY_KEY_REUSED');
    expect(await everyRow(app.database.db)).toEqual(before);
  });

  it('takes one of two commits under one key at once, and tells the other to wait', async () => {
    const request = form([row(await receive(100_000), 100_000)], { repayType: 'PARTIAL' });
    const key = randomUUID();
    const replies = await Promise.all([1, 2].map(() => operator.post(payment.writeOffCommit, request, key)));
    const errors = replies.filter(({ code }) => code !== 0).map(({ data }) => data.error);
    // Whoever comes while the first still works is told so; whoever comes after it gets its answer.
    expect(errors.every((error) => error === 'IN_FLIGHT')).toBe(true);
    expect(replies.some(({ code }) => code === 0)).toBe(true);
    const { rows } = (await operator.post(payment.applications, listOf({ billNo }))).data;
    expect(rows).toHaveLength(1);
  });

  it('is undone with all others of its order, last first, in one batch', async () => {
    const partial = (code: string) => form([row(code, 10_000)], { repayType: 'PARTIAL' });
    for (const code of [await receive(10_000), await receive(10_000), await receive(10_000)]) {
      expect((await operator.post(payment.writeOffCommit, partial(code))).code).toBe(0);
    }
    const request = { orderNo: loan.orderNo, reason: 'all of them' };
    const preview = await operator.post(payment.rollbackPreview, { ...request, kind: 'FULL' });
    expect(preview.data.postings.every(({ reversesId }: { reversesId: number }) => reversesId > 0)).toBe(true);
    expect((await bill()).outstandingCents).toBe(512_000);
    const undone = await operator.post(payment.rollbackFull, request);
    const numbers = undone.data.applications.map(({ applicationNo }: { applicationNo: string }) => applicationNo);
    expect(numbers).toEqual(numbers.toSorted().toReversed());
    expect(numbers).toHaveLength(3);
    expect((await bill()).outstandingCents).toBe(542_000);
  });

  it('keeps a draft, amends it, finishes it once', async () => {
    const code = await receive(100_000);
    const draft = form([row(code, null)], { repayType: 'PARTIAL' });
    const saved = await operator.post(payment.writeOffSave, draft);
    const { taskNo, version } = saved.data;
    const whole = form([row(code, 100_000)], { repayType: 'PARTIAL', taskNo });
    const update = { ...whole, version };
    expect((await operator.post(payment.writeOffUpdate, update)).code).toBe(0);
    expect((await operator.post(payment.writeOffUpdate, update)).data.error).toBe('STALE');
    const page = await operator.post(payment.writeOffTasks, listOf({ billNo }));
    expect(page.data.rows[0]).toMatchObject({ taskNo, allowedActions: ['update', 'commit'] });
    expect((await operator.post(payment.writeOffCommit, whole)).data.taskNo).toBe(taskNo);
    const second = await operator.post(payment.writeOffCommit, {
      ...whole,
      rows: [row(await receive(1_000), 1_000)],
    });
    expect(second.data.error).toBe('ILLEGAL_TRANSITION');
  });
});

describe('what a write-off refuses, writing nothing', () => {
  const refused = async (request: object, error: string, by = operator, field?: string) => {
    const before = await everyRow(app.database.db);
    const { data } = await by.post(payment.writeOffCommit, request);
    expect(data.error).toBe(error);
    if (field !== undefined) expect(data.fields[0].field).toBe(field);
    expect(await everyRow(app.database.db)).toEqual(before);
  };

  it('rows that are no rows, each in its cell', async () => {
    const code = await receive(600_000);
    await refused(form([row('', 1)]), 'FORM_INCOMPLETE', operator, 'rows.0.paymentCode');
    const empty = form([row(code, 1), row(code, null)]);
    await refused(empty, 'FORM_INCOMPLETE', operator, 'rows.1.writeOffAmountCents');
    await refused(form([row(code, 0)]), 'ZERO_AMOUNT_FIELD');
    await refused(form([row(loan.orderNo, 1)]), 'SERIAL_EQUALS_ORDER_NO');
    await refused(form([row(code, 1), row(code, 1)]), 'SERIAL_REPEATED');
    const typed = form([{ ...row(code, 1), isrecord: false }]);
    await refused(typed, 'BAD_REQUEST', operator, 'voucherIds');
    await refused({ ...typed, voucherIds: ['AT-none'] }, 'ATTACHMENT_NOT_FOUND', operator, 'voucherIds');
    const voucherIds = ['AT-typed'];
    await attachFile(app.database.db, { attachmentNo: 'AT-typed', subjectType: 'order', subjectNo: loan.orderNo });
    await refused({ ...typed, voucherIds }, 'SERIAL_REPEATED');
    await refused(form([row('NOBODY', 1)]), 'SERIAL_NOT_FOUND');
    await refused(form([row(code, 600_001)]), 'ABOVE_WRITABLE');
  });

  it('amounts that do not fit what is requested', async () => {
    const code = await receive(600_000);
    const of = (repayType: string, cents: number) => form([row(code, cents)], { repayType });
    await refused(of('SETTLE', 499_999), 'SETTLE_BELOW_LOAN');
    await refused(of('SETTLE', 541_999), 'DEDUCTION_NEEDED');
    await refused(of('PARTIAL', 542_000), 'CHOOSE_SETTLE');
    await refused(of('EXTENSION', 10), 'EXTENSION_SHORT');
    await refused(of('SETTLE', 600_000), 'CONFIRMATION_NEEDED');
    await refused(form([row(code, 1)], { repayType: 'GENERIC' }), 'FORM_INCOMPLETE');
    await refused(form([row(code, 1)], { deductionNo: 'DE-none' }), 'DEDUCTION_NOT_FOUND');
    await refused(form([row(code, 1)], { billNo: 'B-none' }), 'BILL_NOT_FOUND');
    const early = await receive(1_000, new Date(Date.now() - 3 * 86_400_000));
    await refused(form([row(early, 1_000)], { repayType: 'PARTIAL' }), 'BEFORE_LOAN_DATE');
    const late = await receive(1_000, new Date(Date.now() + 3_600_000));
    await refused(form([row(late, 1_000)], { repayType: 'PARTIAL' }), 'PAID_IN_FUTURE');
  });

  it('several flows by who may only write off one, and orders of other merchants', async () => {
    const [first, second] = [await receive(1_000), await receive(1_000)];
    await refused(form([row(first, 1_000), row(second, 1_000)]), 'FORBIDDEN', single);
    await refused(form([row(first, 1_000)]), 'ORDER_NOT_FOUND', stranger);
  });

  it('a loan that is closed, by a person or by the system', async () => {
    const code = await receive(542_000);
    expect((await operator.post(payment.writeOffCommit, form([row(code, 542_000)]))).code).toBe(0);
    const more = await receive(1_000);
    await refused(form([row(more, 1_000)]), 'ILLEGAL_TRANSITION');
    await refused(form([row(code, 1)]), 'ILLEGAL_TRANSITION');
    await app.database.db
      .updateTable('paymentApplication')
      .set({ makerUserNo: null })
      .where('orderNo', '=', loan.orderNo)
      .execute();
    await refused(form([row(more, 1_000)]), 'WRITTEN_OFF_BY_SYSTEM');
  });

  it('a flow that is used up, naming where', async () => {
    const code = await receive(100_000);
    const partial = (cents: number) => form([row(code, cents)], { repayType: 'PARTIAL' });
    expect((await operator.post(payment.writeOffCommit, partial(100_000))).code).toBe(0);
    const { data } = await operator.post(payment.writeOffCommit, partial(1));
    expect(data).toMatchObject({
      error: 'SERIAL_WRITTEN_OFF',
      facts: { orderNo: loan.orderNo, billNo },
    });
  });
});

describe('a customer’s credit', () => {
  it('pays the rest of a bill, and is credit again after a rollback', async () => {
    // Another loan of the same customer leaves a surplus that covers this one whole.
    const code = await receive(542_000 + 600_000);
    const settled = form([row(code, 1_142_000)], { acknowledged: ['SURPLUS_TO_CREDIT'] });
    expect((await operator.post(payment.writeOffCommit, settled)).code).toBe(0);
    const { customerNo } = loan;
    loan = await lend(app.database.db, { productNo, approvedCents: 500_000, ...people });
    await app.database.db.updateTable('loanOrder').set({ customerNo }).where('orderNo', '=', loan.orderNo).execute();
    billNo = (await bill()).billNo;
    const plan = await operator.post(payment.billsOfOrder, { orderNo: loan.orderNo });
    expect(plan.data).toMatchObject({ creditCents: 600_000, bills: [{ payoffCents: 542_000 }] });
    expect(plan.data.bills[0].allowedActions).toEqual(['writeOff', 'zeroSettle']);
    const { data: preview } = await dry('zeroSettle/settle', { billNo });
    expect(preview.postings[0]).toMatchObject({
      journalKind: 'CREDIT_REUSE',
      accountCode: 'SUSPENSE',
      amountCents: -542_000,
    });
    expect((await operator.post(payment.zeroSettle, { billNo })).data.billStatus).toBe('SETTLED');
    expect((await operator.post(payment.zeroSettle, { billNo })).data.error).toBe('ILLEGAL_TRANSITION');
    const undo = { orderNo: loan.orderNo, reason: 'not theirs' };
    expect((await operator.post(payment.rollbackSettle, undo)).code).toBe(0);
    const flows = await operator.post(payment.flowsOfOrder, { orderNo: loan.orderNo });
    expect(flows.data.rows[0]).toMatchObject({
      creditCents: 600_000,
      writableCents: 0,
      flowStatus: 'APPLIED',
      payerPhone: '25*******222',
    });
  });

  it('pays part of a bill, never more than there is', async () => {
    const code = await receive(542_000 + 100_000);
    const all = form([row(code, 642_000)], { acknowledged: ['SURPLUS_TO_CREDIT'] });
    const [{ flowNo }] = (await operator.post(payment.writeOffCommit, all)).data.applications;
    const { customerNo } = loan;
    loan = await lend(app.database.db, { productNo, approvedCents: 500_000, ...people });
    const use = (amountCents: number) => ({
      orderNo: loan.orderNo,
      billNo: null,
      repayType: 'GENERIC',
      flowNo,
      amountCents,
    });
    // Somebody else's credit is nobody's to use.
    const strange = await operator.post(payment.creditUse, use(60_000));
    expect(strange.data.error).toBe('CREDIT_SHORT');
    await app.database.db.updateTable('loanOrder').set({ customerNo }).where('orderNo', '=', loan.orderNo).execute();
    const done = await operator.post(payment.creditUse, use(60_000));
    expect(done.data).toMatchObject({ appliedCents: 60_000, surplusCents: 0 });
    const short = await operator.post(payment.creditUse, use(40_001));
    expect(short.data).toMatchObject({ error: 'CREDIT_SHORT', facts: { creditCents: 40_000 } });
    expect((await bill()).outstandingCents).toBe(482_000);
  });

  it('is refused where it does not reach', async () => {
    const before = await everyRow(app.database.db);
    const { data } = await operator.post(payment.zeroSettle, { billNo });
    expect(data.error).toBe('RESIDUAL_NOT_WAIVABLE');
    expect(await everyRow(app.database.db)).toEqual(before);
  });
});

it('takes in each state of a task what its machine lists, and else moves no row', async () => {
  const { db } = app.database;
  const draft = form([row(await receive(100_000), 100_000)], { repayType: 'PARTIAL' });
  const { taskNo, version } = (await operator.post(payment.writeOffSave, draft)).data;
  const refused = await refuseUnlisted({
    db,
    machine: applicationTaskMachine,
    tables: ['write_off_task'],
    put: async (taskStatus) =>
      await db.updateTable('writeOffTask').set({ taskStatus }).where('taskNo', '=', taskNo).execute(),
    commands: {
      // Amended only as long as nobody committed it.
      update: {
        gives: ['commit'],
        call: () => operator.post(payment.writeOffUpdate, { ...draft, taskNo, version }),
      },
      commit: { gives: ['commit', 'retry'], call: () => operator.post(payment.writeOffCommit, { ...draft, taskNo }) },
      retry: {
        gives: ['retry'],
        call: () => operator.post(payment.writeOffRetry, { taskNo }),
      },
    },
  });
  expect(refused).toBe(8);
});

it('leaves a record of each command', async () => {
  const commands = [
    'payment.writeOffSave',
    'payment.writeOffUpdate',
    'payment.writeOffCommit',
    'payment.rollbackSettle',
    'payment.rollbackFull',
    'payment.zeroSettle',
    'payment.creditUse',
  ];
  expect(await recordedActions(app.database.db)).toEqual(expect.arrayContaining(commands));
});
