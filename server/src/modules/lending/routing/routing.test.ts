import { config, route } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, listOf, type Person } from '../../../../testing/test-calls.ts';
import { disburseOrder, loanPayout } from '../orders/index.ts';
import { approved, makeProduct } from '../orders/testing/lend.ts';
import { businessDateOf } from '../../platform/policy/index.ts';
import { accountsAt, restsAt } from './accounts.ts';
import { holdOf } from './plan-route.ts';
import { markSent, resolveAttempt } from '../payouts/index.ts';

let app: TestApp;
let maker: Person;
let checker: Person;
let people: { maker: string; checker: string };
let productNo: string;
let merchantNo: string;

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  productNo = await makeProduct(db);
  ({ merchantNo } = await db
    .selectFrom('loanProduct')
    .select('merchantNo')
    .where('productNo', '=', productNo)
    .executeTakeFirstOrThrow());
  for (const no of [2, 3]) {
    await sql`insert into account (account_code, account_kind, name_en, name_zh)
      values (${`BANK.FLOAT${no}`}, 'ASSET', ${`Float ${no}`}, ${`Float ${no}`})`.execute(db);
    await sql`insert into loaner_account (account_id, account_code, bank_code, branch, account_name, short_code,
      loaner_name, lending_channel, daily_limit_cents) values (${`FLOAT${no}`}, ${`BANK.FLOAT${no}`}, 'MPESA', 'Nairobi',
      ${`Float ${no}`}, ${`70000${no}`}, 'Kituo', 'MPESA_B2C', 100000000)`.execute(db);
  }
  const pages = ['/AdminContent/AfterLoanSystem/LoanRouting'];
  const codes = ['afterLoan:route:save', 'afterLoan:route:state', 'afterLoan:route:audit'];
  const add = async (name: string) => {
    const { userNo } = await addPerson(app.database, name, { codes, pages });
    await db.insertInto('userMerchant').values({ userNo, merchantNo }).execute();
    return userNo;
  };
  people = { maker: await add('route.maker'), checker: await add('route.checker') };
  [maker, checker] = [await as(app, 'route.maker'), await as(app, 'route.checker')];
});
afterAll(async () => await app[Symbol.asyncDispose]());

const entry = (accountId: string, weight: number, floorCents: number | null = null) => ({
  accountId,
  weight,
  dailyLimitCents: null as number | null,
  floorCents,
});
const strategy = (changes: Partial<route.RouteStrategy> = {}): route.RouteStrategy => ({
  ruleName: 'Float 2 first',
  productNos: [productNo],
  payoutType: 'MOBILE_MONEY',
  minAmountCents: 0,
  maxAmountCents: 500_000,
  fromTime: '00:00',
  toTime: '23:59',
  entries: [entry('FLOAT2', 100)],
  failOverCodes: [],
  autoSend: true,
  ...changes,
});

async function save(value: route.RouteStrategy, ruleId?: string) {
  const of = { merchantNo, value, ...(ruleId !== undefined && { ruleId }) };
  const tried = (await maker.post(route.dryRun.path, of)).data;
  if (tried.error !== undefined) return tried;
  const form = { ...of, effectiveFrom: businessDateOf(new Date()), reason: 'Trial', dryRunToken: tried.dryRunToken };
  return (await maker.post(route.save.path, form)).data;
}
async function put(value: route.RouteStrategy, ruleId?: string): Promise<string> {
  const saved = await save(value, ruleId);
  const subjectNo = `${merchantNo}_${saved.ruleId}`;
  const { rows } = (await maker.post(config.page.path, listOf({ configKey: 'afterLoan.route', subjectNo }))).data;
  const { versionId, version } = rows.find((row: { versionStatus: string }) => row.versionStatus === 'PENDING');
  await checker.post(config.approve, { versionId, version });
  return saved.ruleId;
}

const pay = async (orderNo: string): Promise<string> =>
  await app.database.db.transaction().execute(async (tx) => {
    const attemptNo = await disburseOrder(tx, orderNo, { makerUserNo: people.maker, checkerUserNo: people.checker });
    const { accountCode } = await tx
      .selectFrom('payoutAttempt')
      .select('accountCode')
      .where('attemptNo', '=', attemptNo)
      .executeTakeFirstOrThrow();
    return `${attemptNo} ${accountCode}`;
  });
const passed = async (approvedCents = 300_000) =>
  (await approved(app.database.db, { productNo, approvedCents, ...people })).orderNo;
const payNext = async (approvedCents?: number) => (await pay(await passed(approvedCents))).split(' ')[1];

it('sends the next order from the account of the strategy that somebody else approved', async () => {
  // Without a strategy it leaves the float, which nobody's books hold back.
  const why = async () =>
    (await holdOf(app.database.db, new Date()))({
      orderNo: 'LO1',
      merchantNo,
      productNo,
      payoutType: 'MOBILE_MONEY',
      approvedCents: 900_000_000_00,
    });
  expect(await why()).toBeNull();
  const enable = async (enabled: boolean) =>
    await sql`update loaner_account set enabled = ${enabled} where account_code = 'BANK.MPESA_FLOAT'`.execute(
      app.database.db,
    );
  await enable(false);
  expect(await why()).toBe('NO_ROUTE');
  await enable(true);
  expect(await payNext()).toBe('BANK.MPESA_FLOAT');
  expect((await save(strategy({ entries: [entry('NOBODY', 100)] }))).error).toBe('ACCOUNT_UNKNOWN');
  await sql`update loaner_account set enabled = false where account_id = 'FLOAT3'`.execute(app.database.db);
  expect(await save(strategy({ entries: [entry('FLOAT3', 100)] }))).toMatchObject({
    error: 'ACCOUNT_DISABLED',
    fields: [{ field: 'accountId1' }],
  });
  await sql`update loaner_account set enabled = true where account_id = 'FLOAT3'`.execute(app.database.db);
  const faulty = strategy({ entries: [entry('FLOAT2', 60)] });
  expect((await maker.post(route.dryRun.path, { merchantNo, value: faulty })).data.fields).toMatchObject([
    { field: 'value.weight1', msg: 'Shares must add up to 100%' },
  ]);
  const ruleId = await put(strategy());
  expect(await payNext()).toBe('BANK.FLOAT2');
  const [row] = (await maker.post(route.page.path, listOf({ productNo }))).data.rows;
  expect(row).toMatchObject({ ruleId, ruleStatus: 'ENABLED', entryNames: ['Float 2 100%'] });
  const dry = (await maker.post(route.dryRun.path, { merchantNo, value: strategy(), ruleId })).data;
  expect(dry).toMatchObject({ considered: 2, matched: 2, matchedInForce: 2, replayed: { unrouted: 0 } });
  expect((await save(strategy({ ruleName: 'Again' }))).error).toBe('RULE_OVERLAP');
  await put(strategy({ entries: [entry('FLOAT3', 100)] }), ruleId);
  expect(await payNext()).toBe('BANK.FLOAT3');

  // What failed leaves by another account after a listed code.
  await put(strategy({ entries: [entry('FLOAT3', 50), entry('FLOAT2', 50)], failOverCodes: ['2001'] }), ruleId);
  const orderNo = await passed();
  const [attemptNo = '', first] = (await pay(orderNo)).split(' ');
  await app.database.db.transaction().execute(async (tx) => {
    await markSent(tx, { LOAN: loanPayout }, attemptNo);
    const failed = { isPaid: false as const, failCode: '2001', failReason: 'Initiator' };
    await resolveAttempt(tx, { LOAN: loanPayout }, attemptNo, failed);
  });
  const second = (await pay(orderNo)).split(' ')[1];
  expect([first, second].toSorted()).toEqual(['BANK.FLOAT2', 'BANK.FLOAT3']);
  // The strategy's attempts are told by account and code of failure.
  const failure = { accountCode: first ?? '', attemptStatus: 'FAILED' as const, failCode: '2001' };
  const { groups, rows } = await maker.call(route.attempts, { ruleId, of: failure });
  expect(groups.find((one) => one.failCode !== null)).toMatchObject({ ...failure, attempts: 1 });
  expect(groups.reduce((sum, one) => sum + one.attempts, 0)).toBe(4);
  expect(rows).toMatchObject([{ attemptNo, orderNo, failReason: 'Initiator' }]);

  // Held, with its reason.
  await put(strategy({ entries: [entry('FLOAT2', 100, 1)] }), ruleId);
  await expect(payNext()).rejects.toMatchObject({ error: 'FLOAT_LOW' });
  await put(strategy({ entries: [{ ...entry('FLOAT2', 100), dailyLimitCents: 300_000 }] }), ruleId);
  await expect(payNext()).rejects.toMatchObject({ error: 'ACCOUNT_LIMIT_REACHED' });
  // Disabled at once: the merchant's strategy of all products takes the order.
  const { version } = (await maker.get(route.detail.path.replace('{ruleId}', ruleId))).data;
  await maker.post(route.state.path, { ruleId, version, isEnabled: false, reason: 'Rest' });
  expect(await payNext()).toBe('BANK.MPESA_FLOAT');
  await sql`update config_rule set disabled_through = 99 where config_key = 'afterLoan.route'`.execute(app.database.db);
  await expect(payNext()).rejects.toMatchObject({ error: 'NO_ROUTE' });
  // What no band takes is told before it is held.
  const narrow = { merchantNo, value: strategy({ maxAmountCents: 299_999 }) };
  const { replayed, items } = (await maker.post(route.dryRun.path, narrow)).data;
  expect(replayed).toMatchObject({ unrouted: expect.any(Number), costCents: null });
  expect(replayed.unrouted).toBeGreaterThan(4);
  expect(items[0]).toMatchObject({ outcome: 'NO_ROUTE', outcomeInForce: null });
  const wide = (
    await maker.post(route.dryRun.path, { merchantNo, value: strategy({ productNos: [], maxAmountCents: null }) })
  ).data;
  expect(wide.replayed).toMatchObject({ unrouted: 0 });
});

it('sends what goes to a bank by strategies of its own, never below what they keep', async () => {
  const { db } = app.database;
  for (const no of [1, 2]) {
    await sql`insert into account (account_code, account_kind, name_en, name_zh)
      values (${`BANK.EFT${no}`}, 'ASSET', ${`EFT ${no}`}, ${`EFT ${no}`})`.execute(db);
    await sql`insert into loaner_account (account_id, account_code, bank_code, branch, account_name, account_no,
      loaner_name, lending_channel, daily_limit_cents) values (${`EFT${no}`}, ${`BANK.EFT${no}`}, 'COOP', 'Nairobi',
      ${`EFT ${no}`}, ${`010011223${no}`}, 'Kituo', 'BANK_EFT', 100000000)`.execute(db);
  }
  const toBank = async () => {
    const orderNo = await passed();
    const payee = { payeeBankName: 'EQUITY', payeeAccountNo: '0560112233445' };
    const kind = { payoutType: 'BANK', payoutSubType: 'BANK' } as const;
    await db
      .updateTable('loanOrder')
      .set({ ...payee, ...kind })
      .where('orderNo', '=', orderNo)
      .execute();
    return (await pay(orderNo)).split(' ')[1];
  };
  // Without one: the first account that pays banks.
  expect(await toBank()).toBe('BANK.EFT1');
  const bank = { payoutType: 'BANK' as const, autoSend: false };
  expect((await save(strategy(bank))).error).toBe('ACCOUNT_UNKNOWN');
  const automatic = strategy({ ...bank, autoSend: true, entries: [entry('EFT2', 100)] });
  expect((await maker.post(route.dryRun.path, { merchantNo, value: automatic })).status).toBe(400);
  const ruleId = await put(strategy({ ...bank, ruleName: 'To banks', entries: [entry('EFT2', 100)] }));
  expect(await toBank()).toBe('BANK.EFT2');
  // Bands next to each other meet to the cent, when they are saved and when they are approved.
  const above = { ...bank, ruleName: 'Larger loans', maxAmountCents: 600_000, entries: [entry('EFT2', 100)] };
  expect(await save(strategy({ ...above, minAmountCents: 500_100 }))).toMatchObject({
    error: 'BAND_GAP',
    fields: [{ field: 'minAmountCents' }],
    facts: { from: '5,000.01', to: '5,000.99' },
  });
  expect((await save(strategy({ ...above, minAmountCents: 500_001 }))).versionStatus).toBe('PENDING');
  await put(strategy({ ...bank, ruleName: 'To banks', entries: [entry('EFT2', 100, 1)] }), ruleId);
  await expect(toBank()).rejects.toMatchObject({ error: 'FLOAT_LOW' });
});

it('rests an account for 10 minutes after more than 30% of its last 20 payouts failed', async () => {
  const { db } = app.database;
  const accountCode = 'BANK.FLOAT3';
  await db.updateTable('payoutAttempt').set({ finishedAt: null }).where('accountCode', '=', accountCode).execute();
  const now = new Date();
  const ended = async (isFailed: (index: number) => boolean, minutesAgo: number) => {
    await db.deleteFrom('payoutAttempt').where('attemptNo', 'like', 'PORST%').execute();
    const rows = Array.from({ length: 20 }, (_, index) => ({
      attemptNo: `PORST${index}`,
      subjectType: 'REFUND' as const,
      subjectNo: `RFRST${index}`,
      merchantNo,
      attemptCount: 1,
      attemptStatus: isFailed(index) ? ('FAILED' as const) : ('SUCCESS' as const),
      payeeName: 'Njeri',
      payoutChannel: 'MPESA',
      accountCode,
      amountCents: 1_000,
      finishedAt: new Date(now.getTime() - (minutesAgo * 60 + index) * 1_000),
    }));
    await db.insertInto('payoutAttempt').values(rows).execute();
    return (await restsAt(db, now)).get(accountCode)?.toISOString() ?? null;
  };
  // 6 of 20 are 30%, not more.
  expect(await ended((index) => index < 6, 1)).toBeNull();
  expect(await ended((index) => index < 7, 1)).toBe(new Date(now.getTime() + 9 * 60_000).toISOString());
  expect((await accountsAt(db, now)).get('FLOAT3')?.restsUntil).not.toBeNull();
  expect(await ended((index) => index < 7, 10)).toBeNull();
});
