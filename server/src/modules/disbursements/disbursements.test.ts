import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../test-app.ts';
import { as, listOf, type Person } from '../../test-calls.ts';
import { previewing } from '../../test-previews.ts';
import { driftedBills, trialBalance } from '../ledger/index.ts';
import { loanPayout } from '../orders/index.ts';
import { approved, makeProduct } from '../orders/testing/lend.ts';
import { everyRow } from '../payments/testing/every-row.ts';
import { recordedActions } from '../payments/testing/recorded.ts';
import { markSent, markUnknown, resolveAttempt } from '../payouts/index.ts';

const PAGE = '/AdminContent/AfterLoanSystem/LoanManagement';
const CODES = ['payout:send', 'payout:retry', 'payout:cancel', 'payoutStatus:query'].map(
  (code) => `afterLoan:${code}`,
);
const SUBJECTS = { LOAN: loanPayout };

let app: TestApp;
let operator: Person;
let reviewer: Person;
let stranger: Person;
let reviewerNo: string;
let lenderNo: string;
let productNo: string;
let orderNo: string;

async function person(name: string, dataScope: 'ALL' | 'MERCHANTS') {
  const made = await addPerson(app.database, name, { pages: [PAGE], codes: CODES });
  const { db } = app.database;
  await db.updateTable('role').set({ dataScope }).where('roleNo', '=', made.roleNo).execute();
  return { userNo: made.userNo, calls: previewing(app, await as(app, name)) };
}

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  ({ calls: operator } = await person('send.operator', 'ALL'));
  ({ calls: reviewer, userNo: reviewerNo } = await person('send.reviewer', 'ALL'));
  ({ calls: stranger } = await person('send.stranger', 'MERCHANTS'));
  lenderNo = (await addPerson(app.database, 'send.allocator')).userNo;
  productNo = await makeProduct(app.database.db);
});
beforeEach(async () => {
  const facts = { productNo, approvedCents: 500_000, maker: reviewerNo, checker: lenderNo };
  ({ orderNo } = await approved(app.database.db, facts));
});
afterAll(async () => {
  expect((await trialBalance(app.database.db)).differenceCents).toBe(0);
  expect(await driftedBills(app.database.db)).toEqual([]);
  await app[Symbol.asyncDispose]();
});

async function refused(work: () => Promise<{ data: { error: string } }>, error: string) {
  const before = await everyRow(app.database.db);
  expect((await work()).data.error).toBe(error);
  expect(await everyRow(app.database.db)).toEqual(before);
}

it('pays out by another hand than the reviewer’s, again after a failure, or gives up', async () => {
  const { db } = app.database;
  await refused(() => reviewer.post('payManage/disburse', { orderNo }), 'MAKER_IS_CHECKER');
  await refused(() => stranger.post('payManage/disburse', { orderNo }), 'ORDER_NOT_FOUND');
  await refused(() => operator.post('payManage/replay', { orderNo }), 'ILLEGAL_TRANSITION');
  const before = await everyRow(db);
  const dry = await app.http.inject({
    method: 'POST',
    url: '/api/hc/web/payManage/disburse',
    headers: { 'auth-token': operator.token, 'kituo-dry-run': '1' },
    payload: { orderNo },
  });
  const { postings } = dry.json().data;
  expect(postings).toMatchObject([
    { journalKind: 'PAYOUT_SENT', accountCode: 'RECEIVABLE_PRINCIPAL', amountCents: 500_000 },
    { journalKind: 'PAYOUT_SENT', accountCode: 'PAYOUT_CLEARING', amountCents: -500_000 },
  ]);
  expect(await everyRow(db)).toEqual(before);

  const { attemptNo } = (await operator.post('payManage/disburse', { orderNo })).data;
  await refused(() => operator.post('payManage/disburse', { orderNo }), 'ILLEGAL_TRANSITION');
  await db.transaction().execute((tx) => markSent(tx, SUBJECTS, attemptNo));
  const failure = { isPaid: false, failCode: '2001', failReason: 'wrong number' } as const;
  await db.transaction().execute((tx) => resolveAttempt(tx, SUBJECTS, attemptNo, failure));
  const again = await operator.post('payManage/replay', { orderNo });
  expect(again.data.orderStatus).toBe('DISBURSING');
  const list = await operator.post('payManage/attempt/page', listOf({ subjectNo: orderNo }));
  expect(list.data.rows).toMatchObject([
    { attemptCount: 2, attemptStatus: 'CREATED' },
    { attemptCount: 1, failReason: 'wrong number', payeeAccount: '25*******678' },
  ]);
  const second = again.data.attemptNo;
  await db.transaction().execute((tx) => markSent(tx, SUBJECTS, second));
  await db.transaction().execute((tx) => resolveAttempt(tx, SUBJECTS, second, failure));
  await refused(() => stranger.post('payManage/cancel', { orderNo, reason: 'no' }), 'ORDER_NOT_FOUND'); // prettier-ignore
  const gone = await operator.post('payManage/cancel', { orderNo, reason: 'wrong account' });
  expect(gone.data.orderStatus).toBe('VOIDED');
  await refused(() => operator.post('payManage/replay', { orderNo }), 'ILLEGAL_TRANSITION');
});

it('shows what nobody knows the end of, and pays nothing again before an answer', async () => {
  const { db } = app.database;
  const { attemptNo } = (await operator.post('payManage/disburse', { orderNo })).data;
  await db.transaction().execute((tx) => markSent(tx, SUBJECTS, attemptNo));
  await db.transaction().execute((tx) => markUnknown(tx, attemptNo));
  await refused(() => operator.post('payManage/replay', { orderNo }), 'ILLEGAL_TRANSITION');
  const board = await operator.post('payManage/unknown/page', {});
  expect(board.data).toMatchObject({
    totalCents: 500_000,
    rows: [{ attemptNo, ageMinutes: 0, allowedActions: ['query'] }],
  });
  expect((await stranger.post('payManage/unknown/page', {})).data.rows).toEqual([]);
  // The channel is not set up here: nobody can be asked.
  await refused(() => operator.post('payManage/attempt/query', { attemptNo }), 'GATEWAY_MISSING');
  await refused(() => stranger.post('payManage/attempt/query', { attemptNo }), 'PAYOUT_NOT_FOUND');
  const paid = { isPaid: true, channelReference: 'SGR7' } as const;
  await db.transaction().execute((tx) => resolveAttempt(tx, SUBJECTS, attemptNo, paid));
  await refused(() => operator.post('payManage/attempt/query', { attemptNo }), 'ILLEGAL_TRANSITION'); // prettier-ignore
});

it('leaves a record of each command', async () => {
  const commands = ['payout.disburse', 'payout.replay', 'payout.cancel'];
  expect(await recordedActions(app.database.db)).toEqual(expect.arrayContaining(commands));
});
