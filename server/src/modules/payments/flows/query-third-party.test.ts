import { flow } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, type Person } from '../../../../testing/test-calls.ts';
import { GatewayError } from '../../platform/gateways/index.ts';
import { trialBalance } from '../../platform/ledger/index.ts';
import { businessDateOf } from '../../platform/policy/index.ts';
import { type LentLoan, lend, makeProduct, silentMoney } from '../../lending/orders/testing/lend.ts';

const PAYBILL = 'BANK.MPESA_PAYBILL';
const CODES = ['save', 'update', 'commit', 'audit'].map((code) => `afterLoan:flow:${code}`);

let app: TestApp;
let maker: Person;
let stranger: Person;
let loan: LentLoan;
let phone: string;
const asked: { shortCode: string; day: string }[] = [];
let received: () => Promise<readonly object[]>;

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  const person = async (name: string, dataScope: 'ALL' | 'MERCHANTS') => {
    const pages = ['/AdminContent/AfterLoanSystem/FlowRecordSupplement'];
    const made = await addPerson(app.database, name, { pages, codes: CODES });
    await db.updateTable('role').set({ dataScope }).where('roleNo', '=', made.roleNo).execute();
    return made.userNo;
  };
  const people = { maker: await person('query.maker', 'ALL'), checker: await person('query.checker', 'ALL') };
  await person('query.stranger', 'MERCHANTS');
  [maker, stranger] = [await as(app, 'query.maker'), await as(app, 'query.stranger')];
  loan = await lend(db, { productNo: await makeProduct(db), approvedCents: 300_000, ...people });
  ({ phone } = await db
    .selectFrom('loanOrder')
    .innerJoin('customer', 'customer.customerNo', 'loanOrder.customerNo')
    .select('customer.phone')
    .where('orderNo', '=', loan.orderNo)
    .executeTakeFirstOrThrow());
  const gateways = app.services.engine.gateways as { money: unknown; shortCodes: unknown };
  gateways.shortCodes = { PAYBILL: '600100', FLOAT: '600200' };
  gateways.money = {
    ...silentMoney,
    pullReceipts: async (of: (typeof asked)[number]) => {
      asked.push(of);
      return await received();
    },
  };
});
afterAll(async () => await app[Symbol.asyncDispose]());
beforeEach(() => {
  asked.length = 0;
  received = () => Promise.resolve([]);
});

const question = (paymentCode: string, more: object = {}) => ({
  orderNo: loan.orderNo,
  phone,
  paymentChannel: 'MPESA',
  paymentCode,
  accountId: PAYBILL,
  ...more,
});
const at = new Date(Date.now() - 60_000);
const receipt = (transactionId: string, amountCents: number) => ({
  transactionId,
  at,
  amountCents,
  phone: '254712***678',
  sender: '',
  reference: 'K1',
});
const draft = (paymentCode: string, more: object = {}) => ({
  ...question(paymentCode),
  amountCents: 250_000,
  repayTime: at.toISOString(),
  voucherIds: [],
  remark: 'Missing in the portal',
  ...more,
});

it('asks M-Pesa for a payment, keeps what it says, and records the draft at once', async () => {
  received = () => Promise.resolve([receipt('QOTHER', 100), receipt('QSERIAL1', 250_000)]);
  const told = await maker.call(flow.queryThirdParty, question('QSERIAL1'));
  const payer = { payerName: null, payerPhone: null };
  expect(told).toEqual({ amountCents: 250_000, repayTime: at.toISOString(), ...payer, toldBy: 'QUERY' });
  expect(asked[0]).toEqual({ shortCode: '600100', day: businessDateOf(new Date()) });
  // Once it said so, nobody asks again, and the draft cannot say otherwise.
  expect(await maker.call(flow.queryThirdParty, question('QSERIAL1'))).toEqual(told);
  expect(asked).toHaveLength(1);
  expect(await maker.refusalOf(flow.save, draft('QSERIAL1', { amountCents: 250_100 }))).toMatchObject({
    error: 'SERIAL_DIFFERS',
    fields: ['amountCents'],
  });
  const early = { repayTime: new Date(at.getTime() - 60_000).toISOString() };
  expect((await maker.refusalOf(flow.save, draft('QSERIAL1', early))).fields).toEqual(['repayTime']);
  const { draftNo } = await maker.call(flow.save, draft('QSERIAL1'));
  const done = await maker.call(flow.commit, { draftNo });
  expect(done).toMatchObject({ draftStatus: 'RECORDED', changeNo: null, flowNo: expect.stringMatching(/\S/) });
  const kept = await app.database.db
    .selectFrom('paymentFlow')
    .select(['amountCents', 'flowStatus', 'source', 'orderNo'])
    .where('paymentCode', '=', 'QSERIAL1')
    .executeTakeFirstOrThrow();
  expect(kept).toEqual({ amountCents: 250_000, flowStatus: 'UNMATCHED', source: 'SUPPLEMENT', orderNo: loan.orderNo });
  expect((await maker.refusalOf(flow.queryThirdParty, question('QSERIAL1'))).error).toBe('SERIAL_REPEATED');
  expect((await trialBalance(app.database.db)).differenceCents).toBe(0);
});

it('records a payment under the payer that the channel names, whoever’s loan it is put on', async () => {
  const paid = { ...receipt('QPAYER', 90_000), phone: '254799000111', sender: 'Brian Kiptoo' };
  received = () => Promise.resolve([paid]);
  const told = await maker.call(flow.queryThirdParty, question('QPAYER'));
  // Masked as personal data is for this reader; what is kept is whole.
  expect(told).toMatchObject({
    payerName: expect.stringMatching(/^Br\*+oo$/),
    payerPhone: expect.stringMatching(/\*111$/),
  });
  // Kept with the rest of the answer.
  expect(await maker.call(flow.queryThirdParty, question('QPAYER'))).toEqual(told);
  expect(asked).toHaveLength(1);
  const typed = { amountCents: 90_000, payerName: 'Somebody Else' };
  const { draftNo } = await maker.call(flow.save, draft('QPAYER', typed));
  await maker.call(flow.commit, { draftNo });
  const kept = await app.database.db
    .selectFrom('paymentFlow')
    .select(['payerName', 'payerPhone', 'orderNo'])
    .where('paymentCode', '=', 'QPAYER')
    .executeTakeFirstOrThrow();
  expect(kept).toEqual({ payerName: 'Brian Kiptoo', payerPhone: '254799000111', orderNo: loan.orderNo });
});

it('takes the word of a statement without asking', async () => {
  const { db } = app.database;
  const { runId } = await db
    .insertInto('reconDay')
    .values({ accountCode: PAYBILL, businessDate: '2026-01-05' })
    .returning('runId')
    .executeTakeFirstOrThrow();
  const line = { runId, accountCode: PAYBILL, kind: 'IN' as const, amountCents: 70_000, happenedAt: at, details: '' };
  await db
    .insertInto('reconLine')
    .values([
      { ...line, serial: 'QSTATED' },
      // Money out under the number of a payment is none, and neither is what may be a repeated line.
      { ...line, serial: 'QOUT', kind: 'OUT' as const },
      { ...line, serial: 'QMAYBE', repeatStatus: 'OPEN' as const, repeats: 'QSTATED' },
    ])
    .execute();
  expect(await maker.call(flow.queryThirdParty, question('QSTATED'))).toMatchObject({
    amountCents: 70_000,
    toldBy: 'STATEMENT',
  });
  expect(asked).toEqual([]);
  for (const serial of ['QOUT', 'QMAYBE']) {
    const { error } = await maker.refusalOf(flow.queryThirdParty, question(serial));
    expect(error).toBe('THIRD_PARTY_FLOW_NOT_FOUND');
  }
});

it('says why there is no answer', async () => {
  const refused = async (request: object, by = maker) => (await by.refusalOf(flow.queryThirdParty, request)).error;
  expect(await maker.refusalOf(flow.queryThirdParty, question('Q1', { phone: '254700000000' }))).toMatchObject({
    error: 'BAD_REQUEST',
    fields: ['phone'],
  });
  expect(await refused(question('Q1'), stranger)).toBe('ORDER_NOT_FOUND');
  expect(await refused(question(loan.orderNo))).toBe('SERIAL_EQUALS_ORDER_NO');
  expect(await refused(question('Q1'))).toBe('THIRD_PARTY_FLOW_NOT_FOUND');
  expect(await refused(question('Q1', { paymentChannel: 'BANK' }))).toBe('CHANNEL_NOT_QUERYABLE');
  expect(await refused(question('Q1', { accountId: 'BANK.MPESA_FLOAT' }))).toBe('CHANNEL_NOT_QUERYABLE');
  received = () => Promise.reject(new GatewayError('UNKNOWN', 'no answer'));
  expect(await refused(question('Q1'))).toBe('CHANNEL_SILENT');
});
