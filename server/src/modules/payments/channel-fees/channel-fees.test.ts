import { change, channelFee } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkMachine } from '../../../state-machine/testing/machine-checks.ts';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, fieldOf, listOf, type Person } from '../../../../testing/test-calls.ts';
import { previewing } from '../../../../testing/test-previews.ts';
import { trialBalance } from '../../platform/ledger/index.ts';
import { everyRow } from '../payments/testing/every-row.ts';
import { channelFeeMachine } from './channel-fee.machine.ts';

checkMachine(channelFeeMachine, { BOOKED: ['REVERSED'], REVERSED: [] });

const PAGES = ['/AdminContent/AfterLoanSystem/ReconciliationManagement'];
const CODES = ['resolve', 'audit'].map((action) => `afterLoan:reconDifference:${action}`);

let app: TestApp;
let maker: Person;
let checker: Person;
let elsewhere: Person;
let merchantNo: string;

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  ({ merchantNo } = await db
    .selectFrom('merchant')
    .select('merchantNo')
    .orderBy('merchantNo')
    .limit(1)
    .executeTakeFirstOrThrow());
  for (const name of ['fee.maker', 'fee.checker', 'fee.elsewhere']) {
    const { userNo } = await addPerson(app.database, name, { codes: CODES, pages: PAGES });
    if (name !== 'fee.elsewhere') await db.insertInto('userMerchant').values({ userNo, merchantNo }).execute();
  }
  maker = previewing(app, await as(app, 'fee.maker'));
  checker = previewing(app, await as(app, 'fee.checker'));
  elsewhere = await as(app, 'fee.elsewhere');
});
afterAll(async () => await app[Symbol.asyncDispose]());

const fee = (more: object = {}) => ({
  merchantNo,
  accountId: 'BANK.MPESA_PAYBILL',
  statementCode: 'CHG001',
  chargedOn: '2026-02-01',
  amountCents: 1_234_56,
  reason: 'On the statement',
  ...more,
});
const book = (more: object = {}, who = maker) => who.post(channelFee.book, fee(more));
const agree = (changeNo: string, who = checker) =>
  who.post(change.changeFamilies.reconDifference.approve, { changeNo });
async function charges(): Promise<number> {
  const { accounts, differenceCents } = await trialBalance(app.database.db);
  expect(differenceCents).toBe(0);
  return accounts.find(({ accountCode }) => accountCode === 'CHANNEL_CHARGES')?.balanceCents ?? 0;
}
async function refused(work: () => Promise<{ data: { error: string } }>, error: string) {
  const before = await everyRow(app.database.db);
  expect((await work()).data.error).toBe(error);
  expect(await everyRow(app.database.db)).toEqual(before);
}

it('is booked by two people once a line of the statement, and taken back by two', async () => {
  const before = await charges();
  const { changeNo } = (await book()).data;
  await refused(() => book(), 'CHANGE_WAITING');
  expect(await charges()).toBe(before);
  await refused(() => agree(changeNo, maker), 'CHANGE_OWN');
  const feeNo = fieldOf((await agree(changeNo)).data.result, 'feeNo');
  expect(await charges()).toBe(before + 1_234_56);
  await refused(() => book(), 'SERIAL_REPEATED');

  const reverse = () => maker.post(channelFee.reverse, { feeNo, reason: 'Another house’s' });
  await refused(() => elsewhere.post(channelFee.reverse, { feeNo, reason: 'x' }), 'CHANNEL_FEE_NOT_FOUND');
  await agree((await reverse()).data.changeNo);
  expect(await charges()).toBe(before);
  await refused(reverse, 'ILLEGAL_TRANSITION');
  const list = await maker.post(channelFee.page, listOf({ statementCode: 'CHG001' }));
  expect(list.data.rows).toMatchObject([
    { feeNo, feeStatus: 'REVERSED', accountId: 'BANK.MPESA_PAYBILL', allowedActions: [] },
  ]);
  expect((await elsewhere.post(channelFee.page, listOf())).data.rows).toEqual([]);
  // Booked by mistake is not booked: the line may come again.
  expect((await book()).data.changeNo).toMatch(/./);
});

it('refuses what cannot be, beside its field', async () => {
  for (const [answer, field] of [
    [await book({ amountCents: 0 }), 'amountCents'],
    [await book({ chargedOn: '2999-01-01' }), 'chargedOn'],
    [await book({ accountId: 'BANK.NOWHERE' }), 'accountId'],
    [await book({ accountId: 'SUSPENSE' }), 'accountId'],
    [await book({ statementCode: ' ' }), 'statementCode'],
    [await book({}, elsewhere), 'merchantNo'],
  ] as const) {
    expect(answer.data.fields).toMatchObject([{ field }]);
  }
});
