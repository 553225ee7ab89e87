import { DRY_RUN_HEADER, flow, payment, transfer } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { payoutSubjects } from '../../../open-engine.ts';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, type Person } from '../../../../testing/test-calls.ts';
import { previewing } from '../../../../testing/test-previews.ts';
import { expireChanges } from '../../platform/changes/index.ts';
import { driftedBills, trialBalance } from '../../platform/ledger/index.ts';
import { type LentLoan, lend, makeProduct } from '../../lending/orders/testing/lend.ts';
import { flowMachine, receiveFlow } from '../payments/index.ts';
import { expectRefusal } from '../payments/testing/every-row.ts';
import { refuseUnlisted } from '../payments/testing/unlisted-pairs.ts';
import { markSent, markUnknown, type PayoutOutcome, resolveAttempt } from '../../lending/payouts/index.ts';

const PAGES = ['/AdminContent/AfterLoanSystem/FlowRecordSupplement'];
const CODES = [
  'afterLoan:flow:reverse',
  'afterLoan:flow:audit',
  'afterLoan:writeOff:commit',
  'afterLoan:flow:assign',
  'afterLoan:reconDifference:resolve',
  'charge:transfer:submit',
];
const TABLES = [
  'payment_flow',
  'change_request',
  'payout_attempt',
  'posting',
  'cash_transfer',
  'write_off_task',
  'payment_application',
];
const ASK = 'rePayManage/flow/requestReversal';

let app: TestApp;
let maker: Person;
let checker: Person;
let stranger: Person;
let loan: LentLoan;
let serial = 0;

async function person(name: string, dataScope: 'ALL' | 'MERCHANTS'): Promise<Person> {
  const { roleNo } = await addPerson(app.database, name, { pages: PAGES, codes: CODES });
  await app.database.db.updateTable('role').set({ dataScope }).where('roleNo', '=', roleNo).execute();
  return previewing(app, await as(app, name));
}

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  maker = await person('back.maker', 'ALL');
  checker = await person('back.checker', 'ALL');
  stranger = await person('back.stranger', 'MERCHANTS');
  const lenders = {
    maker: (await addPerson(app.database, 'back.lender')).userNo,
    checker: (await addPerson(app.database, 'back.approver')).userNo,
  };
  const productNo = await makeProduct(app.database.db);
  loan = await lend(app.database.db, { productNo, approvedCents: 500_000, ...lenders });
});
afterAll(async () => {
  expect((await trialBalance(app.database.db)).differenceCents).toBe(0);
  expect(await driftedBills(app.database.db)).toEqual([]);
  await app[Symbol.asyncDispose]();
});

/** Money of somebody who meant another number. */
async function received(more: object = {}): Promise<{ flowNo: string; paymentCode: string }> {
  const paymentCode = `WRONG${(serial += 1)}`;
  const { flowNo } = await app.database.db.transaction().execute(
    async (tx) =>
      await receiveFlow(tx, {
        merchantNo: loan.merchantNo,
        paymentChannel: 'MPESA',
        paymentCode,
        account: 'BANK.MPESA_PAYBILL',
        amountCents: 80_000,
        repayTime: new Date(),
        payerPhone: '254722000111',
        ...more,
      }),
  );
  return { flowNo, paymentCode };
}
const flowOf = async (flowNo: string) =>
  await app.database.db
    .selectFrom('paymentFlow')
    .select(['flowStatus', 'heldCents', 'returnedCents', 'writableCents'])
    .where('flowNo', '=', flowNo)
    .executeTakeFirstOrThrow();
const FREE = { flowStatus: 'RECEIVED', heldCents: 0, returnedCents: 0, writableCents: 80_000 };
const HELD = { flowStatus: 'RECEIVED', heldCents: 80_000, returnedCents: 0, writableCents: 0 };

const ask = async (flowNo: string, by: Person = maker) =>
  await by.post(ASK, { flowNo, reason: 'Paid to us by mistake' });
const decide = async (command: 'approve' | 'reject' | 'withdraw', changeNo: string, by: Person) =>
  await by.post(`rePayManage/flow/change/${command}`, {
    changeNo,
    ...(command === 'reject' && { reason: 'It is ours' }),
  });
const refused = async (error: string, work: () => Promise<{ data: { error: string } }>) =>
  await expectRefusal(app.database.db, TABLES, error, work);

/** Requested and agreed to: the attempt that waits to be sent. */
async function agreed(flowNo: string): Promise<string> {
  const { changeNo } = (await ask(flowNo)).data;
  const { data } = await decide('approve', changeNo, checker);
  return String(data.result.attemptNo);
}
async function sent(attemptNo: string): Promise<void> {
  await app.database.db.transaction().execute((tx) => markSent(tx, payoutSubjects, attemptNo));
}
async function answered(attemptNo: string, outcome: PayoutOutcome) {
  return await app.database.db.transaction().execute((tx) => resolveAttempt(tx, payoutSubjects, attemptNo, outcome));
}
const attemptOf = async (attemptNo: string) =>
  await app.database.db
    .selectFrom('payoutAttempt')
    .selectAll()
    .where('attemptNo', '=', attemptNo)
    .executeTakeFirstOrThrow();
const NO = { isPaid: false, failCode: 'R000002', failReason: 'The OriginalTransactionID is invalid.' } as const;

it('asks for an approver and holds the flow meanwhile', async () => {
  const { flowNo, paymentCode } = await received();
  const { data, code } = await ask(flowNo);
  expect(code).toBe(0);
  expect(await flowOf(flowNo)).toEqual(HELD);
  const { changeNo } = data;
  const row = { orderNo: loan.orderNo, billNo: null, repayType: 'GENERIC', acknowledged: [] };
  const rows = [{ paymentCode, paymentChannel: 'MPESA', writeOffAmountCents: 1_000, isrecord: true }];
  const back = { transferType: 'RETURN_TO_PAYER', flowNo, amountCents: 1_000, purpose: 'Back', voucherIds: ['AT1'] };
  const stated = { flowNo, statementCents: 90_000, reason: 'As stated' };
  await refused('WRITABLE_ZERO', () => maker.post(payment.writeOffCommit, { ...row, rows }));
  await refused('ABOVE_WRITABLE', () => maker.post(transfer.submit, back));
  await refused('FLOW_HAS_APPLICATIONS', () => maker.post(flow.adjust, stated));
  const booked = { flowNo, reason: 'Denied' };
  await refused('FLOW_HAS_APPLICATIONS', () => maker.post(flow.reverse, booked));
  await refused('FLOW_HAS_APPLICATIONS', () => ask(flowNo));
  await refused('CHANGE_OWN', () => decide('approve', changeNo, maker));
  await refused('CHANGE_NOT_FOUND', () => decide('approve', changeNo, stranger));
  expect(await flowOf(flowNo)).toEqual(HELD);
  expect((await decide('approve', changeNo, checker)).code).toBe(0);
  expect(await flowOf(flowNo)).toEqual(HELD);
});

it('previews the receipt mirrored', async () => {
  const { flowNo } = await received();
  const reply = await app.http.inject({
    method: 'POST',
    url: `/api/hc/web/${ASK}`,
    headers: { 'auth-token': maker.token, [DRY_RUN_HEADER]: '1' },
    payload: { flowNo, reason: 'Paid to us by mistake' },
  });
  const text = JSON.stringify(reply.json().data);
  expect(text).toContain('BANK.MPESA_PAYBILL');
  expect(text).toContain('-80000');
  expect(await flowOf(flowNo)).toEqual(FREE);
});

it('is REVERSED with the channel’s yes, the receipt mirrored once, by both people', async () => {
  const { flowNo, paymentCode } = await received();
  const attemptNo = await agreed(flowNo);
  expect(await attemptOf(attemptNo)).toMatchObject({
    subjectType: 'REVERSAL',
    subjectNo: flowNo,
    reversesReference: paymentCode,
    amountCents: 80_000,
    attemptStatus: 'CREATED',
  });
  await sent(attemptNo);
  await app.database.db.transaction().execute((tx) => markUnknown(tx, attemptNo));
  expect(await flowOf(flowNo)).toEqual(HELD);
  await refused('FLOW_HAS_APPLICATIONS', () => ask(flowNo));
  const yes = { isPaid: true, channelReference: `BACK${flowNo}` } as const;
  expect(await answered(attemptNo, yes)).toBe('resolved');
  expect(await answered(attemptNo, yes)).toBe('repeated');
  expect(await answered(attemptNo, NO)).toBe('contradicted');
  expect(await flowOf(flowNo)).toEqual({
    flowStatus: 'REVERSED',
    heldCents: 0,
    returnedCents: 80_000,
    writableCents: 0,
  });
  const journals = await app.database.db
    .selectFrom('journal')
    .innerJoin('posting', 'posting.journalId', 'journal.journalId')
    .select(['journalKind', 'accountCode', 'amountCents', 'makerUserNo', 'checkerUserNo'])
    .where('posting.flowNo', '=', flowNo)
    .orderBy('posting.amountCents')
    .execute();
  const mirrored = journals.filter(({ journalKind }) => journalKind === 'CHANNEL_REVERSAL');
  expect(mirrored.map(({ accountCode, amountCents }) => [accountCode, amountCents])).toEqual([
    ['BANK.MPESA_PAYBILL', -80_000],
    ['SUSPENSE', 80_000],
  ]);
  expect(mirrored[0]?.makerUserNo).not.toBe(mirrored[0]?.checkerUserNo);
  expect(journals.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(0);
  await refused('ILLEGAL_TRANSITION', () => ask(flowNo));
});

it('is what it was with the channel’s no, says why, and may be asked for again', async () => {
  const { flowNo } = await received();
  const first = await agreed(flowNo);
  await sent(first);
  expect(await answered(first, NO)).toBe('resolved');
  expect(await flowOf(flowNo)).toEqual(FREE);
  expect(await attemptOf(first)).toMatchObject({ attemptStatus: 'FAILED', failCode: 'R000002' });
  const second = await agreed(flowNo);
  expect(await attemptOf(second)).toMatchObject({ attemptCount: 2, attemptStatus: 'CREATED' });
});

it('is free again where the request is rejected, withdrawn or forgotten', async () => {
  const { db } = app.database;
  const { flowNo } = await received();
  for (const [command, by] of [
    ['reject', checker],
    ['withdraw', maker],
  ] as const) {
    const { changeNo } = (await ask(flowNo)).data;
    expect(await flowOf(flowNo)).toEqual(HELD);
    expect((await decide(command, changeNo, by)).code).toBe(0);
    expect(await flowOf(flowNo)).toEqual(FREE);
  }
  const { changeNo } = (await ask(flowNo)).data;
  const lapsesAt = new Date(Date.now() - 1_000);
  await db.updateTable('changeRequest').set({ lapsesAt }).where('changeNo', '=', changeNo).execute();
  await refused('ILLEGAL_TRANSITION', () => decide('approve', changeNo, checker));
  expect(await expireChanges(db, app.services)).toBe(1);
  expect(await flowOf(flowNo)).toEqual(FREE);
});

it('is refused for what the channel cannot take back, and for a flow of others', async () => {
  const cents = await received({ amountCents: 80_050 });
  await refused('WHOLE_SHILLINGS', () => ask(cents.flowNo));
  const float = await received({ account: 'BANK.MPESA_FLOAT' });
  await refused('FLOW_NOT_REVERSIBLE', () => ask(float.flowNo));
  const other = await received({ paymentChannel: 'AIRTEL' });
  await refused('FLOW_NOT_REVERSIBLE', () => ask(other.flowNo));
  const mine = await received();
  await refused('SERIAL_NOT_FOUND', () => ask(mine.flowNo, stranger));
  await refused('SERIAL_NOT_FOUND', () => ask('FL-none'));
  const detail = await maker.get(flow.detail, { flowNo: mine.flowNo });
  expect(detail.data.allowedActions).toContain('requestReversal');
  const unfit = await maker.get(flow.detail, { flowNo: cents.flowNo });
  expect(unfit.data.allowedActions).not.toContain('requestReversal');
});

it('is asked for and agreed to in the states that list it alone', async () => {
  const { db } = app.database;
  const free = await received();
  const waiting = await received();
  const { changeNo } = (await ask(waiting.flowNo)).data;
  const count = await refuseUnlisted({
    db,
    machine: flowMachine,
    tables: TABLES.filter((table) => table !== 'payment_flow'),
    put: async (flowStatus) => {
      const both = [free.flowNo, waiting.flowNo];
      await db.updateTable('paymentFlow').set({ flowStatus }).where('flowNo', 'in', both).execute();
    },
    commands: {
      ask: { gives: ['reverse'], call: () => ask(free.flowNo) },
      agree: { gives: ['reverse'], call: () => decide('approve', changeNo, checker) },
    },
  });
  expect(count).toBe(8);
  const back = { flowStatus: 'UNMATCHED' } as const;
  await db.updateTable('paymentFlow').set(back).where('flowNo', 'in', [free.flowNo, waiting.flowNo]).execute();
});
