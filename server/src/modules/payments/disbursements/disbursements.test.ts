import { change, job, payout, payoutOrder } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import { type StateOf, statesOf } from '../../../state-machine/index.ts';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, fieldOf, listOf, type Person } from '../../../../testing/test-calls.ts';
import { previewing } from '../../../../testing/test-previews.ts';
import { attachFile } from '../../platform/files/testing/attach-file.ts';
import { createLogger } from '../../platform/health/index.ts';
import { businessDateOf } from '../../platform/policy/index.ts';
import { startJobWorker } from '../../platform/jobs/index.ts';
import { driftedBills, trialBalance } from '../../platform/ledger/index.ts';
import { loanPayout, orderMachine } from '../../lending/orders/index.ts';
import { approved, makeProduct, silentMoney } from '../../lending/orders/testing/lend.ts';
import { waitingOrder } from '../../lending/orders/testing/review.ts';
import { everyRow, expectRefusal } from '../payments/testing/every-row.ts';
import { recordedActions } from '../payments/testing/recorded.ts';
import { refuseUnlisted } from '../payments/testing/unlisted-pairs.ts';
import { markSent, markUnknown, payoutAttemptMachine, resolveAttempt } from '../../lending/payouts/index.ts';

const PAGE = '/AdminContent/AfterLoanSystem/LoanManagement';
const CODES = [
  'payout:query',
  'payout:send',
  'payout:retry',
  'payout:cancel',
  'payoutStatus:query',
  'payoutBatch:run',
  'offlineLoan:import',
].map((code) => `afterLoan:${code}`);
const AUDITS = ['afterLoan:payoutBatch:audit', 'afterLoan:offlineLoan:audit'];
const SUBJECTS = { LOAN: loanPayout };

let app: TestApp;
let operator: Person;
/** Paths that the operator looked at before, and that were refused where the state had moved. */
let looked: ReadonlySet<string>;
let reviewer: Person;
let auditor: Person;
let operatorNo: string;
let stop: () => Promise<void>;
let stranger: Person;
let reviewerNo: string;
let lenderNo: string;
let productNo: string;
let orderNo: string;

async function person(name: string, dataScope: 'ALL' | 'MERCHANTS', codes = CODES) {
  const made = await addPerson(app.database, name, { pages: [PAGE], codes });
  const { db } = app.database;
  await db.updateTable('role').set({ dataScope }).where('roleNo', '=', made.roleNo).execute();
  return { userNo: made.userNo, calls: previewing(app, await as(app, name)) };
}

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  stop = await startJobWorker({ db: app.database.db, services: app.services, log: createLogger('silent') });
  const made = await person('send.operator', 'ALL');
  ({ calls: operator, userNo: operatorNo } = made);
  looked = made.calls.seen;
  ({ calls: auditor } = await person('send.auditor', 'ALL', [...CODES, ...AUDITS]));
  ({ calls: reviewer, userNo: reviewerNo } = await person('send.reviewer', 'ALL', [...CODES, ...AUDITS]));
  ({ calls: stranger } = await person('send.stranger', 'MERCHANTS'));
  lenderNo = (await addPerson(app.database, 'send.allocator')).userNo;
  productNo = await makeProduct(app.database.db);
  await attachFile(app.database.db, { attachmentNo: 'AT1', subjectType: 'order', subjectNo: 'LO1' });
});
beforeEach(async () => {
  const people = { maker: reviewerNo, checker: lenderNo };
  ({ orderNo } = await approved(app.database.db, { productNo, approvedCents: 500_000, ...people }));
});
afterAll(async () => {
  await stop();
  expect((await trialBalance(app.database.db)).differenceCents).toBe(0);
  expect(await driftedBills(app.database.db)).toEqual([]);
  await app[Symbol.asyncDispose]();
});

async function refused(work: () => Promise<{ data: { error: string } }>, error: string) {
  const before = await everyRow(app.database.db);
  expect((await work()).data.error).toBe(error);
  expect(await everyRow(app.database.db)).toEqual(before);
}

const dryRun = async (token: string, path: string, payload: object) => {
  const headers = { 'auth-token': token, 'kituo-dry-run': '1' };
  const reply = await app.http.inject({ method: 'POST', url: `/api/hc/web/${path}`, headers, payload });
  return reply.json();
};
const statusOf = async (no: string) =>
  (
    await app.database.db
      .selectFrom('loanOrder')
      .select('orderStatus')
      .where('orderNo', '=', no)
      .executeTakeFirstOrThrow()
  ).orderStatus;

it('pays out by another hand than the reviewer’s, again after a failure, or gives up', async () => {
  const { db } = app.database;
  await refused(() => reviewer.post(payout.disburse, { orderNo }), 'MAKER_IS_CHECKER');
  await refused(() => stranger.post(payout.disburse, { orderNo }), 'ORDER_NOT_FOUND');
  await refused(() => operator.post(payout.replay, { orderNo }), 'ILLEGAL_TRANSITION');
  const before = await everyRow(db);
  const { postings } = (await dryRun(operator.token, 'payManage/disburse', { orderNo })).data;
  expect(postings).toMatchObject([
    { journalKind: 'PAYOUT_SENT', accountCode: 'RECEIVABLE_PRINCIPAL', amountCents: 500_000 },
    { journalKind: 'PAYOUT_SENT', accountCode: 'PAYOUT_CLEARING', amountCents: -500_000 },
  ]);
  expect(await everyRow(db)).toEqual(before);

  const { attemptNo } = (await operator.post(payout.disburse, { orderNo })).data;
  await refused(() => operator.post(payout.disburse, { orderNo }), 'ILLEGAL_TRANSITION');
  await db.transaction().execute((tx) => markSent(tx, SUBJECTS, attemptNo));
  const failure = { isPaid: false, failCode: '2001', failReason: 'wrong number' } as const;
  await db.transaction().execute((tx) => resolveAttempt(tx, SUBJECTS, attemptNo, failure));
  const again = await operator.post(payout.replay, { orderNo });
  expect(again.data.orderStatus).toBe('DISBURSING');
  const list = await operator.post(payout.attempts, listOf({ subjectNo: orderNo }));
  expect(list.data.rows).toMatchObject([
    { attemptCount: 2, attemptStatus: 'CREATED' },
    { attemptCount: 1, failReason: 'wrong number', payeeAccount: '25*******678' },
  ]);
  const second = again.data.attemptNo;
  await db.transaction().execute((tx) => markSent(tx, SUBJECTS, second));
  await db.transaction().execute((tx) => resolveAttempt(tx, SUBJECTS, second, failure));
  await refused(() => stranger.post(payout.cancel, { orderNo, reason: 'no' }), 'ORDER_NOT_FOUND');
  const gone = await operator.post(payout.cancel, { orderNo, reason: 'wrong account' });
  expect(gone.data.orderStatus).toBe('VOIDED');
  await refused(() => operator.post(payout.replay, { orderNo }), 'ILLEGAL_TRANSITION');
});

it('shows what nobody knows the end of, and pays nothing again before an answer', async () => {
  const { db } = app.database;
  const { attemptNo } = (await operator.post(payout.disburse, { orderNo })).data;
  await db.transaction().execute((tx) => markSent(tx, SUBJECTS, attemptNo));
  await db.transaction().execute((tx) => markUnknown(tx, attemptNo));
  await refused(() => operator.post(payout.replay, { orderNo }), 'ILLEGAL_TRANSITION');
  const board = await operator.post(payout.unknown, {});
  expect(board.data).toMatchObject({
    totalCents: 500_000,
    rows: [{ attemptNo, ageMinutes: 0, allowedActions: ['query'] }],
  });
  expect((await stranger.post(payout.unknown, {})).data.rows).toEqual([]);
  // The channel is not set up here: nobody can be asked.
  await refused(() => operator.post(payout.queryAttempt, { attemptNo }), 'GATEWAY_MISSING');
  await refused(() => stranger.post(payout.queryAttempt, { attemptNo }), 'PAYOUT_NOT_FOUND');
  const paid = { isPaid: true, channelReference: 'SGR7' } as const;
  await db.transaction().execute((tx) => resolveAttempt(tx, SUBJECTS, attemptNo, paid));
  await refused(() => operator.post(payout.queryAttempt, { attemptNo }), 'ILLEGAL_TRANSITION');
});

it('does many in one batch once another person agreed, and says beforehand what would be refused', async () => {
  const { db } = app.database;
  const own = await approved(db, { productNo, approvedCents: 200_000, maker: operatorNo, checker: lenderNo });
  const orderNos = [orderNo, own.orderNo];
  const request = { orderNos, reason: 'Float was empty overnight' };
  await refused(() => stranger.post(payout.batchDisburse, request), 'ORDER_NOT_FOUND');
  await refused(() => operator.post(payout.batchReplay, request), 'ILLEGAL_TRANSITION');
  await refused(() => operator.post(payout.batchCancel, request), 'ILLEGAL_TRANSITION');
  const dry = (await dryRun(operator.token, 'payManage/batchDisburse', request)).data;
  expect(dry.reply.items).toMatchObject([
    { subjectNo: orderNo, error: null },
    { subjectNo: own.orderNo, error: 'MAKER_IS_CHECKER' },
  ]);
  expect(dry.postings).toMatchObject([
    { accountCode: 'RECEIVABLE_PRINCIPAL', amountCents: 500_000 },
    { amountCents: -500_000 },
  ]);
  const before = await everyRow(db);
  const asked = await operator.post(payout.batchDisburse, request);
  const { changeNo } = asked.data;
  expect(await statusOf(orderNo)).toBe('PENDING_DISBURSEMENT');
  expect(await everyRow(db)).not.toEqual(before);
  await refused(() => operator.post(change.changeFamilies.payoutBatch.approve, { changeNo }), 'FORBIDDEN');
  const agreed = await auditor.post(change.changeFamilies.payoutBatch.approve, { changeNo });
  const jobNo = fieldOf(agreed.data.result, 'jobNo');
  const ended = async () => (await auditor.get(job.detail, { jobNo })).data;
  await expect.poll(async () => (await ended()).jobStatus).toBe('PARTIAL_SUCCESS');
  expect(await ended()).toMatchObject({ total: 2, succeeded: 1, failed: 1 });
  // Neither of the two people reviewed what goes out: the item of the one who asked stays.
  expect([await statusOf(orderNo), await statusOf(own.orderNo)]).toEqual(['DISBURSING', 'PENDING_DISBURSEMENT']);
  const { attemptNo } = await db
    .selectFrom('payoutAttempt')
    .select('attemptNo')
    .where('subjectNo', '=', orderNo)
    .executeTakeFirstOrThrow();
  await db.transaction().execute((tx) => markSent(tx, SUBJECTS, attemptNo));
  const failure = { isPaid: false, failCode: '2001', failReason: 'wrong number' } as const;
  await db.transaction().execute((tx) => resolveAttempt(tx, SUBJECTS, attemptNo, failure));
  const cancel = { orderNos: [orderNo], reason: 'Given up' };
  const second = (await operator.post(payout.batchCancel, cancel)).data.changeNo;
  const { data } = await auditor.post(change.changeFamilies.payoutBatch.approve, { changeNo: second });
  const cancelNo = fieldOf(data.result, 'jobNo');
  const cancelled = async () => (await auditor.get(job.detail, { jobNo: cancelNo })).data.jobStatus;
  await expect.poll(cancelled).toBe('SUCCESS');
  expect(await statusOf(orderNo)).toBe('VOIDED');
});

it('books a loan that was paid without the channel, by two people, with both journals at once', async () => {
  const { db } = app.database;
  const { auditTime } = await db
    .selectFrom('loanOrder')
    .select('auditTime')
    .where('orderNo', '=', orderNo)
    .executeTakeFirstOrThrow();
  const at = (auditTime ?? new Date()).toISOString();
  const book = (more: object = {}, by = operator) =>
    by.post(payout.offlineLoan, {
      orderNo,
      approvalTime: at,
      lendingTime: at,
      loanerAccountId: 'BANK.MAIN',
      disbursementCode: 'EFT77',
      voucherIds: ['AT1'],
      reason: 'Customer has no phone',
      ...more,
    });
  const approve = async (changeNo: string, by = auditor) =>
    await by.post(change.changeFamilies.offlineLoan.approve, { changeNo });
  const early = '2020-01-01T00:00:00.000Z';
  await refused(() => book({ approvalTime: early, lendingTime: early }), 'LENDING_BEFORE_AUDIT');
  await refused(() => book({ loanerAccountId: 'BANK.NOWHERE' }), 'ACCOUNT_UNKNOWN');
  await refused(() => book({}, stranger), 'ORDER_NOT_FOUND');
  for (const [more, field] of [
    [{ approvalTime: '' }, 'approvalTime'],
    [{ lendingTime: '2999-01-01T00:00:00.000Z' }, 'lendingTime'],
    [{ voucherIds: [] }, 'voucherIds'],
    [{ approvalTime: '2999-01-01T00:00:00.000Z' }, 'lendingTime'],
  ] as const) {
    expect((await book(more)).data.fields).toMatchObject([{ field }]);
  }
  const unpassed = await waitingOrder(db, { productNo });
  await refused(() => book({ orderNo: unpassed }), 'ILLEGAL_TRANSITION');
  const { changeNo } = (await book()).data;
  expect(await statusOf(orderNo)).toBe('PENDING_DISBURSEMENT');
  await refused(() => approve(changeNo, operator), 'FORBIDDEN');
  await refused(() => approve(changeNo, reviewer), 'MAKER_IS_CHECKER');
  const attemptNo = fieldOf((await approve(changeNo)).data.result, 'attemptNo');
  expect(await statusOf(orderNo)).toBe('DISBURSED');
  const lines = await db
    .selectFrom('posting as p')
    .innerJoin('journal as j', 'j.journalId', 'p.journalId')
    .select(['j.journalKind', 'p.accountCode', 'p.amountCents'])
    .where('j.causeNo', '=', attemptNo)
    .orderBy('p.journalId')
    .orderBy('p.lineNo')
    .execute();
  expect(lines).toEqual([
    { journalKind: 'PAYOUT_SENT', accountCode: 'RECEIVABLE_PRINCIPAL', amountCents: 500_000 },
    { journalKind: 'PAYOUT_SENT', accountCode: 'PAYOUT_CLEARING', amountCents: -500_000 },
    { journalKind: 'PAYOUT_SUCCEEDED', accountCode: 'PAYOUT_CLEARING', amountCents: 500_000 },
    { journalKind: 'PAYOUT_SUCCEEDED', accountCode: 'BANK.MAIN', amountCents: -500_000 },
  ]);
  await refused(() => book(), 'ILLEGAL_TRANSITION');
  const facts = { productNo, approvedCents: 200_000, maker: reviewerNo, checker: lenderNo };
  const other = await approved(db, facts);
  const now = new Date().toISOString();
  const again = { orderNo: other.orderNo, approvalTime: now, lendingTime: now };
  await refused(() => book(again), 'SERIAL_REPEATED');
});

it('takes in each state of an order what its machine lists, and else moves no row', async () => {
  const { db } = app.database;
  const reason = 'Tried';
  const { auditTime } = await db
    .selectFrom('loanOrder')
    .select('auditTime')
    .where('orderNo', '=', orderNo)
    .executeTakeFirstOrThrow();
  const at = (auditTime ?? new Date()).toISOString();
  const proof = { disbursementCode: 'EFT99', voucherIds: ['AT1'] };
  const offline = { approvalTime: at, lendingTime: at, loanerAccountId: 'BANK.MAIN', ...proof };
  const call =
    (path: string, more: object = {}) =>
    () =>
      operator.post(`payManage/${path}`, { orderNo, ...more });
  const batch = (path: string) => () => operator.post(`payManage/${path}`, { orderNos: [orderNo], reason });
  const refused = await refuseUnlisted({
    db,
    machine: orderMachine,
    tables: ['change_request'],
    put: async (orderStatus) =>
      await db.updateTable('loanOrder').set({ orderStatus }).where('orderNo', '=', orderNo).execute(),
    commands: {
      disburse: { gives: ['disburse'], call: call('disburse') },
      replay: { gives: ['replay'], call: call('replay') },
      cancel: { gives: ['cancel'], call: call('cancel', { reason }) },
      offlineLoan: {
        gives: ['disburse', 'replay'],
        call: call('offlineLoan', { ...offline, reason }),
      },
      batchDisburse: { gives: ['disburse'], call: batch('batchDisburse') },
      batchReplay: { gives: ['replay'], call: batch('batchReplay') },
      batchCancel: { gives: ['cancel'], call: batch('batchCancel') },
    },
  });
  expect(refused).toBe(76);
  await db.updateTable('loanOrder').set({ orderStatus: 'VOIDED' }).where('orderNo', '=', orderNo).execute();
});

it('asks about, sends and ends an attempt in the states that list it alone, and begins none beside it', async () => {
  const { db } = app.database;
  const { attemptNo } = (await operator.post(payout.disburse, { orderNo })).data;
  /** What the engine does automatically, by the name of what it answered or refused. */
  const said = (work: (tx: Tx) => Promise<unknown>) => async () => {
    try {
      return { data: { error: String(await db.transaction().execute(work)) } };
    } catch (fault) {
      if (fault instanceof AppError) return { data: { error: fault.error } };
      throw fault;
    }
  };
  const paid = { isPaid: true, channelReference: 'SGR9' } as const;
  const failed = { isPaid: false, failCode: '2001', failReason: 'wrong number' } as const;
  const put = async (attemptStatus: StateOf<typeof payoutAttemptMachine>) =>
    await db.updateTable('payoutAttempt').set({ attemptStatus }).where('attemptNo', '=', attemptNo).execute();
  const known = { UNKNOWN: 'undefined', SUCCESS: 'undefined', FAILED: 'undefined' };
  const refused = await refuseUnlisted({
    db,
    machine: payoutAttemptMachine,
    tables: ['payout_query', 'posting'],
    put,
    commands: {
      query: { gives: ['succeed', 'fail'], call: () => operator.post(payout.queryAttempt, { attemptNo }) },
      send: { gives: ['send'], call: said((tx) => markSent(tx, SUBJECTS, attemptNo)) },
      pay: {
        gives: ['succeed'],
        call: said((tx) => resolveAttempt(tx, SUBJECTS, attemptNo, paid)),
        refusals: { SUCCESS: 'repeated', FAILED: 'contradicted' },
      },
      fail: {
        gives: ['fail'],
        call: said((tx) => resolveAttempt(tx, SUBJECTS, attemptNo, failed)),
        refusals: { SUCCESS: 'contradicted', FAILED: 'repeated' },
      },
      doubt: { gives: ['timeOut'], call: said((tx) => markUnknown(tx, attemptNo)), refusals: known },
    },
  });
  expect(refused).toBe(17);
  await put('UNKNOWN');
  const { gateways } = app.services.engine;
  Object.assign(gateways, { money: silentMoney });
  expect((await operator.post(payout.queryAttempt, { attemptNo })).code).toBe(0);
  expect(looked).toContain('payManage/attempt/query');
  Object.assign(gateways, { money: null });
  await db.updateTable('loanOrder').set({ orderStatus: 'DISBURSE_FAILED' }).where('orderNo', '=', orderNo).execute();
  for (const status of statesOf(payoutAttemptMachine).filter((one) => one !== 'FAILED')) {
    await put(status);
    for (const [path, more] of [
      ['replay', {}],
      ['cancel', { reason: 'No' }],
    ] as const)
      await expectRefusal(
        db,
        ['payout_attempt'],
        'PAYOUT_LIVE',
        () => operator.post(`payManage/${path}`, { orderNo, ...more }),
        `${path} ${status}`,
      );
  }
  await put('FAILED');
  expect((await operator.post(payout.cancel, { orderNo, reason: 'No' })).code).toBe(0);
});

it('leaves a record of each command', async () => {
  const commands = ['payout.disburse', 'payout.replay', 'payout.cancel'];
  expect(await recordedActions(app.database.db)).toEqual(expect.arrayContaining(commands));
});

it('shows the traffic limit that admitted an order, and what it admitted today', async () => {
  const { db } = app.database;
  const read = async () => (await operator.call(payoutOrder.detail, { orderNo })).row.trafficLimit;
  expect(await read()).toBeNull();
  const { merchantNo } = await db
    .updateTable('loanOrder')
    .set({ admittedUnder: 1 })
    .where('orderNo', '=', orderNo)
    .returning('merchantNo')
    .executeTakeFirstOrThrow();
  await db.insertInto('merchantTrafficLimit').values({ merchantNo, settledOrderCount: 1, dailyLimit: 30 }).execute();
  const limit = { settledOrderCount: 1, dailyLimit: 30 };
  expect(await read()).toEqual({ ...limit, admittedToday: 0 });
  const admission = { merchantNo, admissionKind: 'APPLICATION', settledOrderCount: 1, admitted: 7 } as const;
  await db
    .insertInto('trafficAdmission')
    .values([
      { ...admission, bizDate: businessDateOf(new Date()) },
      { ...admission, bizDate: '2026-01-05', admitted: 30 },
      { ...admission, bizDate: businessDateOf(new Date()), admissionKind: 'REGISTRATION', admitted: 9 },
    ])
    .execute();
  expect(await read()).toEqual({ ...limit, admittedToday: 7 });
  const { trafficLimits } = await operator.call(payoutOrder.detail, { orderNo });
  expect(trafficLimits).toEqual([{ ...limit, admittedToday: 7 }]);
});
