import { balance } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { balanceParameters, resultBody } from '../../../../../sandbox/src/mpesa-bodies.ts';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, listOf, type Person } from '../../../../testing/test-calls.ts';
import { GatewayError } from '../../platform/gateways/index.ts';
import { businessDateOf } from '../../platform/policy/index.ts';
import { silentMoney } from '../../lending/orders/testing/lend.ts';

const SECRET = 'a-secret-that-nobody-can-guess';
const PAGES = ['/AdminContent/AfterLoanSystem/BalanceManagement'];

let app: TestApp;
let finance: Person;
let channel: { money: unknown; shortCodes: unknown };
const asked: { queryNo: string; shortCode: string }[] = [];
let answers: () => unknown = () => undefined;

beforeAll(async () => {
  const env = { KITUO_CALLBACK_SECRET: SECRET, KITUO_PUBLIC_URL: 'http://127.0.0.1:1' };
  app = await createTestApp({ content: 'seeded', env });
  const { roleNo } = await addPerson(app.database, 'fetch.finance', {
    codes: ['afterLoan:balance:save'],
    pages: PAGES,
  });
  await app.database.db.updateTable('role').set({ dataScope: 'ALL' }).where('roleNo', '=', roleNo).execute();
  finance = await as(app, 'fetch.finance');
  channel = app.services.engine.gateways as typeof channel;
  channel.shortCodes = { PAYBILL: '600100', FLOAT: '600200' };
  channel.money = {
    ...silentMoney,
    askBalance: async (question: (typeof asked)[number]) => {
      asked.push(question);
      answers();
      return await silentMoney.askBalance(question);
    },
  };
});
afterAll(async () => await app[Symbol.asyncDispose]());
beforeEach(() => {
  asked.length = 0;
  answers = () => undefined;
});

/** As Safaricom calls us; worked off when it returns. */
async function tell(topic: string, body: object): Promise<void> {
  const url = `/gateway/${SECRET}/${topic}`;
  const reply = await app.http.inject({ method: 'POST', url, payload: body });
  expect(reply.statusCode).toBe(200);
  await app.services.engine.callbacks.settled();
}
const said = (shillings: number, queryNo: string) => {
  const about = { receipt: '', conversationId: null, resultCode: 0, description: 'Done' };
  return resultBody(about, { id: queryNo, parameters: balanceParameters(shillings, new Date()) });
};
const rowOf = async (accountId: string) =>
  (await finance.call(balance.page, listOf({}))).rows.find((row) => row.accountId === accountId);
/** Asked, and gone: the channel is called once that is committed. */
async function fetchOne(): Promise<void> {
  const before = asked.length;
  await finance.call(balance.entryFetch, { accountIds: ['MPESA_PAYBILL'] });
  await expect.poll(() => asked.length).toBe(before + 1);
}

it('asks M-Pesa for a balance; the answer is an entry beside the books, and nothing is posted', async () => {
  const journals = async () => (await sql`select from journal`.execute(app.database.db)).rows.length;
  const before = await journals();
  await fetchOne();
  expect(asked).toEqual([{ queryNo: expect.stringMatching(/^BQ\d{9}$/), shortCode: '600100' }]);
  expect(await rowOf('MPESA_PAYBILL')).toMatchObject({ fetchStatus: 'WAITING' });
  // It is on its way: asked twice, it goes once.
  expect(await finance.call(balance.entryFetch, { accountIds: ['MPESA_PAYBILL'] })).toEqual({ asked: 1 });
  expect(asked).toHaveLength(1);
  const queryNo = asked[0]?.queryNo ?? '';
  await tell(`mpesa/balance/result/${queryNo}`, said(700_123.45, queryNo));
  expect(await rowOf('MPESA_PAYBILL')).toMatchObject({
    lastBalanceCents: 70_012_345,
    source: 'CHANNEL',
    entryDate: businessDateOf(new Date()),
    enteredBy: 'fetch.finance',
    fetchStatus: null,
  });
  // Told again, it states nothing new; a number of nobody's neither.
  await tell(`mpesa/balance/result/${queryNo}`, said(1, queryNo));
  await tell('mpesa/balance/result/BQ999999999', said(1, 'BQ999999999'));
  expect(await rowOf('MPESA_PAYBILL')).toMatchObject({ lastBalanceCents: 70_012_345 });
  expect(await journals()).toBe(before);
  const told = app.database.db.selectFrom('domainEvent').select('subjectNo').where('topic', '=', 'balance.answered');
  expect(await told.execute()).toEqual([{ subjectNo: 'MPESA_PAYBILL' }]);
});

it('keeps the old value where the channel gives no answer or says no, and says which', async () => {
  await fetchOne();
  const late = sql`update balance_query set asked_at = asked_at - interval '2 minutes'`;
  await late.execute(app.database.db);
  expect(await rowOf('MPESA_PAYBILL')).toMatchObject({ lastBalanceCents: 70_012_345, fetchStatus: 'NO_ANSWER' });
  await fetchOne();
  const queryNo = asked.at(-1)?.queryNo ?? '';
  await tell(`mpesa/balance/timeout/${queryNo}`, said(1, queryNo));
  expect(await rowOf('MPESA_PAYBILL')).toMatchObject({ lastBalanceCents: 70_012_345, fetchStatus: 'NO_ANSWER' });
  await fetchOne();
  const third = asked.at(-1)?.queryNo ?? '';
  const refusal = {
    receipt: '',
    conversationId: null,
    resultCode: 2006,
    description: 'The receiver party is invalid.',
  };
  await tell(`mpesa/balance/result/${third}`, resultBody(refusal, { id: third }));
  const failed = { fetchStatus: 'FAILED', fetchFault: 'The receiver party is invalid.' };
  expect(await rowOf('MPESA_PAYBILL')).toMatchObject({ lastBalanceCents: 70_012_345, ...failed });
  answers = () => {
    throw new GatewayError('REFUSED', 'Bad Request - Invalid PartyA', { code: '400.002.02' });
  };
  await fetchOne();
  const fault = async () => (await rowOf('MPESA_PAYBILL'))?.fetchFault;
  await expect.poll(fault).toBe('Bad Request - Invalid PartyA');
});

it('asks for all accounts at once, and refuses where nothing can be asked', async () => {
  expect((await finance.call(balance.entryFetch, { accountIds: null })).asked).toBeGreaterThanOrEqual(2);
  await expect
    .poll(() => asked.map(({ shortCode }) => shortCode))
    .toEqual(expect.arrayContaining(['600100', '600200']));
  const bank = (await finance.call(balance.page, listOf({ paymentCompany: 'BANK' }))).rows[0];
  expect(bank?.allowedActions ?? []).not.toContain('fetch');
  const none = { accountIds: ['NOT_OURS'] };
  expect((await finance.post(balance.entryFetch, none)).data.error).toBe('BALANCE_NOT_ASKED');
  const { money } = channel;
  channel.money = null;
  expect((await finance.post(balance.entryFetch, { accountIds: null })).data.error).toBe('BALANCE_NOT_ASKED');
  channel.money = money;
});
