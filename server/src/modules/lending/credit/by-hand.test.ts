import { customerCredit, prepaid, wallet } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, type Person } from '../../../../testing/test-calls.ts';
import { previewing } from '../../../../testing/test-previews.ts';
import { creditMachine } from '../../parties/customers/index.ts';
import { trialBalance } from '../../platform/ledger/index.ts';
import { expectRefusal } from '../../payments/payments/testing/every-row.ts';
import { refuseUnlisted } from '../../payments/payments/testing/unlisted-pairs.ts';

/** What staff do by hand for customers and merchants: limits, rewards, withdrawals, charges, credit lines. */
const CODES = [
  'operation:creditLimit:grant',
  'operation:creditLimit:close',
  'operation:creditLimit:audit',
  'afterLoan:wallet:grant',
  'afterLoan:wallet:query',
  'afterLoan:walletWithdrawal:submit',
  'afterLoan:walletBatch:audit',
  'merchant:consumption:charge',
  'merchant:config:save',
  'merchant:config:audit',
];
const PAGES = [
  'OperationSystem/TemporaryCreditLimitIssuance',
  'MerchantSystem/MerchantConfigManagement',
  'AfterLoanSystem/WalletRecords',
].map((page) => `/AdminContent/${page}`);

let app: TestApp;
let maker: ReturnType<typeof previewing>;
let checker: Person;
let elsewhere: Person;
let merchantNo: string;
let customerNo: string;
let customers = 0;

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  ({ merchantNo } = await db
    .selectFrom('merchant')
    .select('merchantNo')
    .orderBy('merchantNo')
    .limit(1)
    .executeTakeFirstOrThrow());
  for (const name of ['hand.maker', 'hand.checker', 'hand.elsewhere']) {
    const { userNo } = await addPerson(app.database, name, { codes: CODES, pages: PAGES });
    if (name !== 'hand.elsewhere') await db.insertInto('userMerchant').values({ userNo, merchantNo }).execute();
  }
  maker = previewing(app, await as(app, 'hand.maker'));
  checker = previewing(app, await as(app, 'hand.checker'));
  elsewhere = await as(app, 'hand.elsewhere');
});
beforeEach(async () => {
  customers += 1;
  const phone = `2547666${String(customers).padStart(5, '0')}`;
  ({ customerNo } = await app.database.db
    .insertInto('customer')
    .values({ merchantNo, customerName: 'Achieng Hand', phone, idCardNo: '12345678' })
    .returning('customerNo')
    .executeTakeFirstOrThrow());
});
afterAll(async () => {
  expect((await trialBalance(app.database.db)).differenceCents).toBe(0);
  await app[Symbol.asyncDispose]();
});

/** Every row that a refused command may not touch. */
async function rows(): Promise<unknown> {
  const digests = ['customer_credit', 'wallet', 'wallet_withdrawal', 'merchant_prepaid'].map(
    (table) => `(select md5(string_agg(x::text, '|' order by x::text)) from ${table} x) as ${table}`,
  );
  const counts = [
    'wallet_reward',
    'merchant_consumption',
    'journal',
    'change_request',
    'audit_log',
    'domain_event',
    'idempotency_record',
  ].map((table) => `(select count(*) from ${table}) as ${table}`);
  const found = await sql`select ${sql.raw([...digests, ...counts].join(', '))}`.execute(app.database.db);
  return found.rows[0];
}
async function refused(work: () => Promise<{ data: { error: string } }>, error: string) {
  const before = await rows();
  expect((await work()).data.error).toBe(error);
  expect(await rows()).toEqual(before);
}
const agree = (family: string, changeNo: string, who = checker) => who.post(`${family}/change/approve`, { changeNo });

it('gives a limit by two people to who has none, and ends it before its time', async () => {
  const requested = (more: object = {}) => ({
    customerNo,
    creditType: 'REVOLVING',
    limitCents: 20_000_00,
    expiresAt: '2999-01-01T00:00:00.000Z',
    reason: 'Ten loans repaid',
    ...more,
  });
  const close = () => maker.post(customerCredit.close, { customerNo, reason: 'Moved abroad' });
  await refused(close, 'CREDIT_NOT_FOUND');
  await refused(() => elsewhere.post(customerCredit.open, requested()), 'CUSTOMER_NOT_FOUND');
  for (const [more, field] of [
    [{ limitCents: 0 }, 'limitCents'],
    [{ limitCents: 150 }, 'limitCents'],
    [{ expiresAt: '2020-01-01T00:00:00.000Z' }, 'expiresAt'],
  ] as const) {
    expect((await maker.post(customerCredit.open, requested(more))).data.fields).toMatchObject([{ field }]);
  }
  const { changeNo } = (await maker.post(customerCredit.open, requested())).data;
  await refused(() => maker.post(customerCredit.open, requested()), 'CHANGE_WAITING');
  await refused(() => agree('customerCredit', changeNo, maker), 'CHANGE_OWN');
  expect((await agree('customerCredit', changeNo)).data.result.creditStatus).toBe('GRANTED');
  await refused(() => maker.post(customerCredit.open, requested()), 'CREDIT_LIVE');
  const limit = async () => (await maker.get(customerCredit.one, { customerNo })).data.limit;
  expect(await limit()).toMatchObject({ limitCents: 20_000_00, remainingCents: 20_000_00, creditStatus: 'GRANTED' });
  expect((await elsewhere.get(customerCredit.one, { customerNo })).data.error).toBe('CUSTOMER_NOT_FOUND');
  expect((await close()).data.creditStatus).toBe('EXPIRED');
  expect(await limit()).toMatchObject({ remainingCents: 0, creditStatus: 'EXPIRED' });
  await refused(close, 'ILLEGAL_TRANSITION');
  // One that is over makes room; one that begins later is neither in force nor to be closed.
  const later = await maker.post(customerCredit.open, requested({ grantedAt: '2998-01-01T00:00:00.000Z' }));
  expect((await agree('customerCredit', later.data.changeNo)).data.result.creditStatus).toBe('GRANTING');
  await refused(close, 'ILLEGAL_TRANSITION');
});

it('is ended while it is granted alone, and none is given beside it', async () => {
  const { db } = app.database;
  const day = (days: number) => new Date(Date.now() + days * 86_400_000);
  const requested = {
    customerNo,
    creditType: 'REVOLVING',
    limitCents: 20_000_00,
    expiresAt: day(9).toISOString(),
    reason: 'Ten loans repaid',
  };
  const { changeNo } = (await maker.post(customerCredit.open, requested)).data;
  const { payload } = await db
    .selectFrom('changeRequest')
    .select('payload')
    .where('changeNo', '=', changeNo)
    .executeTakeFirstOrThrow();
  expect((await agree('customerCredit', changeNo)).code).toBe(0);
  const moments = { GRANTING: [1, 9], GRANTED: [-1, 9], EXPIRED: [-9, -1] } as const;
  const put = async (creditStatus: keyof typeof moments) => {
    const [from, until] = moments[creditStatus];
    const change = { creditStatus, grantedAt: day(from), expiresAt: day(until) };
    await db.updateTable('customerCredit').set(change).where('customerNo', '=', customerNo).execute();
  };
  const tables = ['customer_credit', 'change_request'];
  const close = () => maker.post(customerCredit.close, { customerNo, reason: 'Moved abroad' });
  const count = await refuseUnlisted({
    db,
    machine: creditMachine,
    tables,
    put,
    commands: { close: { gives: ['expire'], call: close } },
  });
  expect(count).toBe(2);
  const waiting = {
    changeState: 'PENDING',
    payload: JSON.stringify(payload),
    decidedBy: null,
    decidedAt: null,
  } as const;
  await db.updateTable('changeRequest').set(waiting).where('changeNo', '=', changeNo).execute();
  for (const state of ['GRANTING', 'GRANTED'] as const) {
    await put(state);
    await expectRefusal(db, tables, 'CREDIT_LIVE', () => maker.post(customerCredit.open, requested), state);
    await expectRefusal(db, tables, 'CREDIT_LIVE', () => agree('customerCredit', changeNo), state);
  }
  await put('EXPIRED');
  expect((await agree('customerCredit', changeNo)).code).toBe(0);
});

it('gives a reward by two people once a cause, and asks for it out of the wallet', async () => {
  const requested = {
    customerNo,
    rewardType: 'TASK',
    causeNo: 'SURVEY1',
    amountCents: 500_00,
    reason: 'Promised by phone',
  };
  await refused(() => elsewhere.post(wallet.grant, requested), 'CUSTOMER_NOT_FOUND');
  const request = (amountCents: number, who: Person = maker) =>
    who.post(wallet.request, { customerNo, amountCents, reason: 'Asked by phone' });
  await refused(() => request(100_00), 'WALLET_SHORT');
  const { changeNo } = (await maker.post(wallet.grant, requested)).data;
  await refused(() => agree('wallet/batch', changeNo, maker), 'CHANGE_OWN');
  expect((await agree('wallet/batch', changeNo)).data.result.rewardNo).toMatch(/./);
  await refused(() => maker.post(wallet.grant, requested), 'CAUSE_REPEATED');
  await refused(() => request(150), 'WHOLE_SHILLINGS');
  await refused(() => request(500_00, elsewhere), 'CUSTOMER_NOT_FOUND');
  const { withdrawNo, withdrawStatus } = (await request(300_00)).data;
  expect(withdrawStatus).toBe('REQUESTED');
  await refused(() => request(300_00), 'WALLET_SHORT');
  const statement = async () => (await maker.get(wallet.statement, { customerNo })).data;
  expect(await statement()).toMatchObject({ balanceCents: 500_00, heldCents: 300_00 });
  expect((await maker.get(wallet.withdrawal, { withdrawNo })).data.row).toMatchObject({
    withdrawStatus: 'REQUESTED',
    amountCents: 300_00,
  });
});

it('charges a merchant once a cause, within balance and a line that two people drew', async () => {
  const charge = (causeNo: string, unitPriceCents: number, more: object = {}, who: Person = maker) =>
    who.post(prepaid.consumptionCharge, {
      merchantNo,
      consumptionType: 'DATA_QUERY',
      causeNo,
      quantity: 2,
      unitPriceCents,
      remark: 'Counted by hand',
      ...more,
    });
  const line = (creditLineCents: number, who: Person = maker) =>
    who.post(prepaid.creditLine, { merchantNo, creditLineCents, reason: 'Agreed with their finance' });
  const account = async () => (await maker.get(prepaid.account, { merchantNo })).data;
  const { balanceCents, creditLineCents, availableCents } = await account();
  await refused(() => charge('Q1', availableCents + 100), 'PREPAID_SHORT');
  await refused(() => line(creditLineCents), 'NOTHING_CHANGES');
  await refused(() => line(100_00, elsewhere), 'REFERENCE_UNKNOWN');
  const wanted = creditLineCents + 1_000_00;
  const { changeNo } = (await line(wanted)).data;
  await refused(() => line(wanted), 'CHANGE_WAITING');
  await refused(() => agree('merchant/config', changeNo, maker), 'CHANGE_OWN');
  expect((await agree('merchant/config', changeNo)).code).toBe(0);
  expect(await account()).toMatchObject({ creditLineCents: wanted, availableCents: availableCents + 1_000_00 });

  const unit = balanceCents / 2 + creditLineCents / 2 + 250_00;
  const charged = (await charge('Q1', unit)).data;
  expect(charged).toMatchObject({ amountCents: 2 * unit, balanceAfterCents: balanceCents - 2 * unit });
  await refused(() => charge('Q1', unit), 'CAUSE_REPEATED');
  await refused(() => charge('Q2', 100, {}, elsewhere), 'REFERENCE_UNKNOWN');
  await refused(() => charge('Q2', 100, { orderNo: 'LO-none' }), 'ORDER_NOT_FOUND');
  await refused(() => line(0), 'CREDIT_LINE_IN_USE');
});

it('was refused where what was seen had moved', () => {
  const proven = ['wallet/withdrawal/request', 'consumptionRecord/charge'];
  expect([...maker.seen]).toEqual(expect.arrayContaining(proven));
});
