import { balance, change, loanerAccount, payeeChange, payoutOrder, repayAccount } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, found, listOf, type Person } from '../../../../testing/test-calls.ts';
import { attachFile } from '../../platform/files/testing/attach-file.ts';
import { putRule } from '../../platform/rules/testing/put-rule.ts';

let app: TestApp;
let finance: Person;
let disburser: Person;
let repayer: Person;
let approver: Person;

beforeAll(async () => {
  app = await createTestApp({ content: 'lending' });
  finance = await as(app, 'finance');
  disburser = await as(app, 'disburser');
  repayer = await as(app, 'repayer');
  approver = await as(app, 'kipruto.sang');
});
afterAll(() => app[Symbol.asyncDispose]());

it('each list of the money desk is read by a demo person, by every filter of its page', async () => {
  const lists: readonly (readonly [Person, string, Readonly<Record<string, unknown>>])[] = [
    [disburser, 'payManage/page', {}],
    [disburser, 'payManage/page', { payoutStatus: 'FAILURE' }],
    [disburser, 'payManage/page', { orderStatus: 'PAYOUT' }],
    [disburser, 'payManage/page', { payoutStatus: 'UNKNOWN', holdReason: 'LIMIT_REACHED', failCode: '1' }],
    [
      disburser,
      'payManage/page',
      { phone: '254712345678', idCardNo: '12345678', disbursementCode: 'X', merchantNo: 'M0001' },
    ],
    [
      disburser,
      'payManage/page',
      { payoutType: 'BANK', lendingChannel: 'MPESA_B2C', lendingTime: { from: '2026-01-01' } },
    ],
    [
      finance,
      'loan-bank/page',
      { loanerName: 'kit', merchantNo: 'M0001', bankCode: 'MPESA', enabled: true, lendingChannel: 'MPESA_B2C' },
    ],
    [
      finance,
      'loansRepayBankMent/page',
      { paymentChannel: 'MPESA', merchantNo: 'M0001', unmatchedOver: { from: 0 }, enabled: true },
    ],
    [finance, 'balanceManage/page', { paymentCompany: 'MPESA' }],
    [
      finance,
      'balanceManage/page',
      { onlyDifferent: true, belowLowWater: true, entryDate: { from: '2026-01-01' }, bankCode: 'X' },
    ],
    [
      repayer,
      'rePayManage/flow/page',
      { amountCents: { from: 1 }, repayTime: { from: '2026-01-01', to: '2027-01-01' } },
    ],
    [repayer, 'rePayManage/flow/page', { source: 'CALLBACK', phone: '254712345678', ownerUserNo: 'U000004' }],
    [repayer, 'rePayManage/flow/unmatched/page', {}],
    [repayer, 'rePayManage/flow/draft/page', {}],
    [disburser, 'wallet/withdrawal/page', { withdrawStatus: 'FAILED', amountCents: { to: 5 }, customerName: 'a' }],
    [disburser, 'wallet/reward/page', { rewardType: 'ON_TIME', customerName: 'a', amountCents: { from: 1 } }],
  ];
  for (const [person, path, filters] of lists) {
    const reply = await person.post(path, listOf(filters));
    expect(reply.code, `${path} ${JSON.stringify(filters)} ${JSON.stringify(reply).slice(0, 300)}`).toBe(0);
  }
  const orders = await disburser.post(payoutOrder.page, listOf({}));
  expect(orders.data.rows.length).toBeGreaterThan(5);
  // A group of states is all of them, and nothing else.
  const states = async (orderStatus: string) => {
    const { rows, total } = (await disburser.post(payoutOrder.page, listOf({ orderStatus }))).data;
    return { total, of: new Set(rows.map((one: payoutOrder.PayoutOrderRow) => one.orderStatus)) };
  };
  const ended = await states('LOAN');
  const [disbursed, closed] = [await states('DISBURSED'), await states('CLOSED')];
  expect(ended.total).toBe(disbursed.total + closed.total);
  expect([...ended.of].every((one) => one === 'DISBURSED' || one === 'CLOSED')).toBe(true);
});

const LOANER = {
  loanerName: 'Kituo Float Two',
  lendingChannel: 'MPESA_B2C',
  bankCode: 'MPESA',
  branch: 'Nairobi',
  accountName: 'Float 2',
  accountNo: null,
  shortCode: '700123',
  dailyLimitCents: 5_000_000_00,
  merchantNos: ['M0001', 'M0002'],
  reason: 'A second float',
};

async function approved(family: string, changeNo: string) {
  const reply = await approver.post(`${family}/change/approve`, { changeNo });
  expect(reply.code, JSON.stringify(reply).slice(0, 300)).toBe(0);
  return reply.data.result;
}

it('a payout account is created, changed and enabled by two persons, and disabled at once by one', async () => {
  const asked = await finance.post(loanerAccount.save, LOANER);
  const { changeNo } = asked.data;
  expect(changeNo).toMatch(/\w+/);
  expect((await finance.post(change.changeFamilies.loanerAccount.approve, { changeNo })).data.error).toBe('CHANGE_OWN');
  const { accountId } = await approved('loan-bank', changeNo);
  expect((await finance.post(loanerAccount.save, LOANER)).data.error).toBe('ACCOUNT_EXISTS');
  const noNumber = await finance.post(loanerAccount.save, { ...LOANER, shortCode: null });
  expect(noNumber.data.fields).toContainEqual(expect.objectContaining({ field: 'accountNo' }));
  expect((await finance.post(loanerAccount.save, { ...LOANER, shortCode: '1' })).status).toBe(400);

  const row = (await finance.post(loanerAccount.page, listOf({ loanerName: 'Float Two' }))).data.rows[0];
  expect(row).toMatchObject({ accountId, enabled: true, shortCode: '700123', allowedActions: ['update', 'disable'] });
  const edited = { ...LOANER, branch: 'Mombasa', accountId, version: row.version };
  const update = await finance.post(loanerAccount.update, edited);
  expect((await finance.post(loanerAccount.update, edited)).data.error).toBe('REQUEST_PENDING');
  await approved('loan-bank', update.data.changeNo);
  expect((await finance.post(loanerAccount.update, edited)).data.error).toBe('STALE');

  const off = { accountId, enabled: false, reason: 'Closed' };
  expect((await finance.post(loanerAccount.state, off)).data).toEqual({ accountId });
  expect((await finance.post(loanerAccount.state, off)).data.error).toBe('ILLEGAL_TRANSITION');
  const on = await finance.post(loanerAccount.state, { ...off, enabled: true });
  await approved('loan-bank', on.data.changeNo);
  const detail = (await finance.get(loanerAccount.detail, { accountId })).data;
  expect(detail.row).toMatchObject({ enabled: true, branch: 'Mombasa' });
  expect(detail.history).toHaveLength(4);
  // What loans left by keeps its number and its channel.
  const float = (await finance.get(loanerAccount.detail, { accountId: 'MPESA_FLOAT' })).data.row;
  const { loanerName, lendingChannel, bankCode, branch, accountName, dailyLimitCents, version } = float;
  const paidFrom = { loanerName, lendingChannel, bankCode, branch, accountName, dailyLimitCents, version };
  const merchantNos = ['M0001', 'M0002', 'M0003'];
  const renumbered = {
    ...paidFrom,
    merchantNos,
    accountId: 'MPESA_FLOAT',
    accountNo: null,
    shortCode: '799999',
    reason: 'Try',
  };
  expect((await finance.post(loanerAccount.update, renumbered)).data).toMatchObject({
    error: 'ACCOUNT_FIXED',
    fields: [{ field: 'accountNo' }],
  });
  const last = await finance.post(loanerAccount.state, { accountId: 'MPESA_FLOAT', enabled: false, reason: 'Try' });
  expect(last.data.error).toBe('ROUTE_WITHOUT_ACCOUNT');
  expect((await disburser.post(loanerAccount.save, LOANER)).status).toBe(403);
  // With another entry of every route the orders move there.
  const { db } = app.database;
  const { rows } = await sql<{ ruleId: string; merchantNo: string; versionNo: number; value: object }>`
    select r.rule_id, r.merchant_no, n.version_no, n.value from config_rule r join config_rule_now n using (rule_id)
    where r.config_key = 'afterLoan.route' and n.value ->> 'payoutType' = 'MOBILE_MONEY'`.execute(db);
  expect(rows.length).toBeGreaterThan(0);
  const share = { dailyLimitCents: null, floorCents: null };
  for (const { value, versionNo, ...rule } of rows) {
    const entries = ['MPESA_FLOAT', accountId].map((one) => ({ ...share, accountId: one, weight: 50 }));
    const people = { maker: 'U000003', checker: 'U000001', from: new Date(Date.now() - 60_000) };
    const next = { ...rule, ...people, configKey: 'afterLoan.route', versionNo: versionNo + 20 };
    await putRule(db, { ...next, value: { ...value, entries } });
  }
  const moved = await finance.post(loanerAccount.state, { accountId: 'MPESA_FLOAT', enabled: false, reason: 'Rest' });
  expect(moved.data).toEqual({ accountId: 'MPESA_FLOAT' });
  const alone = await finance.post(loanerAccount.state, { accountId, enabled: false, reason: 'Rest' });
  expect(alone.data).toMatchObject({ error: 'ROUTE_WITHOUT_ACCOUNT' });
  const again = await finance.post(loanerAccount.state, { accountId: 'MPESA_FLOAT', enabled: true, reason: 'Back' });
  await approved('loan-bank', again.data.changeNo);
});

it('a receiving account keeps its bounds and its range apart, and no merchant is left without one', async () => {
  const form = {
    paymentChannel: 'BANK',
    bankCode: 'KCB',
    branch: 'Westlands',
    accountName: 'Collections',
    accountNo: '1234567890',
    shortCode: null,
    codeRule: 'VIRTUAL',
    minCents: 100_00,
    maxCents: 250_000_00,
    merchantNos: ['M0001', 'M0002', 'M0003'],
    reason: 'A bank',
  };
  const narrow = await finance.post(repayAccount.save, { ...form, maxCents: 100_00 });
  expect(narrow.data.fields).toContainEqual(expect.objectContaining({ field: 'maxCents' }));
  expect((await finance.post(repayAccount.save, { ...form, minCents: 1 })).status).toBe(400);
  const paybill = { accountId: 'MPESA_PAYBILL', enabled: false, reason: 'Try' };
  expect((await finance.post(repayAccount.state, paybill)).data.error).toBe('MERCHANT_WITHOUT_ACCOUNT');
  // Nor by taking a merchant off it.
  const kept = (await finance.get(repayAccount.detail, { accountId: 'MPESA_PAYBILL' })).data.row;
  const { paymentChannel, bankCode, branch, accountName, shortCode, codeRule, minCents, maxCents, version } = kept;
  const numbers = { paymentChannel, bankCode, branch, accountName, accountNo: null, shortCode };
  const fewer = {
    ...numbers,
    codeRule,
    minCents,
    maxCents,
    accountId: 'MPESA_PAYBILL',
    version,
    merchantNos: ['M0001', 'M0002'],
    reason: 'One less',
  };
  expect((await finance.post(repayAccount.update, fewer)).data).toMatchObject({
    error: 'MERCHANT_WITHOUT_ACCOUNT',
    fields: [{ field: 'merchantNos' }],
  });
  const ids: string[] = [];
  for (const accountNo of ['1234567890', '2234567890']) {
    const { changeNo } = (await finance.post(repayAccount.save, { ...form, accountNo })).data;
    ids.push((await approved('loansRepayBankMent', changeNo)).accountId);
  }
  expect((await finance.post(repayAccount.save, form)).data.error).toBe('ACCOUNT_EXISTS');
  const range = { version: 0, from: '800000', to: '800999', reason: 'Numbers' };
  const asked = await finance.post(repayAccount.virtualRange, { ...range, accountId: ids[0] });
  await approved('loansRepayBankMent', asked.data.changeNo);
  const second = { ...range, accountId: ids[1], from: '800500', to: '801000' };
  expect((await finance.post(repayAccount.virtualRange, second)).data.error).toBe('RANGE_OVERLAP');
});

it('counts the numbers of an account up to 10,000, and says that there are more', async () => {
  const { db } = app.database;
  const accountId = 'MPESA_PAYBILL';
  const counted = async () => (await finance.get(repayAccount.detail, { accountId })).data.row;
  expect(await counted()).toMatchObject({ virtualNumbers: 0, isCountExact: true });
  const issue = (from: number, to: number) =>
    db.transaction().execute(async (tx) => {
      // Numbers of loans that are not there: ten thousand loans would take the test a minute.
      await sql`set local session_replication_role = replica`.execute(tx);
      await sql`insert into virtual_account (virtual_no, order_no, merchant_no, account_id, made_by)
        select (7000000 + n)::text, 'LO-many-' || n, 'M0001', ${accountId}, 'U000004'
        from generate_series(${from}::int, ${to}::int) n`.execute(tx);
    });
  await issue(1, 10_000);
  expect(await counted()).toMatchObject({ virtualNumbers: 10_000, isCountExact: true });
  await issue(10_001, 10_003);
  expect(await counted()).toMatchObject({ virtualNumbers: 10_000, isCountExact: false });
  await sql`delete from virtual_account where order_no like 'LO-many-%'`.execute(db);
});

it('keeps what customers type as the account while links point to it', async () => {
  const { db } = app.database;
  const loan = await db
    .selectFrom('loanOrder')
    .select(['orderNo', 'merchantNo', 'customerNo'])
    .where('orderStatus', '=', 'DISBURSED')
    .limit(1)
    .executeTakeFirstOrThrow();
  const accountId = 'MPESA_PAYBILL';
  const link = { ...loan, accountId, amountCents: 500_00, keyId: 'k202611', madeBy: 'U000004' };
  await db
    .insertInto('paymentLink')
    .values({ ...link, expiresAt: new Date(Date.now() + 3_600_000) })
    .execute();
  const { row } = (await finance.get(repayAccount.detail, { accountId })).data;
  const { paymentChannel, bankCode, branch, accountName, shortCode, minCents, maxCents, version } = row;
  const form = { paymentChannel, bankCode, branch, accountName, accountNo: null, shortCode, minCents, maxCents };
  const merchantNos = ['M0001', 'M0002', 'M0003'];
  const other = { ...form, merchantNos, version, accountId, codeRule: 'PHONE', reason: 'Customers type their phone' };
  const refused = await finance.post(repayAccount.update, other);
  expect(refused.data).toMatchObject({ error: 'LINKS_OPEN', fields: [{ field: 'codeRule' }] });
  expect(refused.data.facts.count).toBeGreaterThan(0);
  await db.updateTable('paymentLink').set({ linkStatus: 'REVOKED' }).where('accountId', '=', accountId).execute();
  const { changeNo } = (await finance.post(repayAccount.update, other)).data;
  expect(changeNo).toMatch(/\w+/);
  await finance.post(change.changeFamilies.repayAccount.withdraw, { changeNo });
});

it('a balance is entered once a day, explained where it differs, and corrected by two persons', async () => {
  const accountId = 'MPESA_PAYBILL';
  const before = (await finance.get(balance.detail, { accountId })).data;
  const { day: entryDate, ledgerCents } = found(before.days.at(-1));
  expect(before.days).toHaveLength(30);
  expect(ledgerCents).toBe(before.row.ledgerBalanceCents);
  const entry = { accountId, entryDate, balanceCents: ledgerCents + 150_00 };
  const unexplained = await finance.post(balance.entrySave, entry);
  expect(unexplained.data.fields).toContainEqual(expect.objectContaining({ field: 'remark' }));
  const future = await finance.post(balance.entrySave, { ...entry, entryDate: '2999-01-01', remark: 'x' });
  expect(future.data.fields).toContainEqual(expect.objectContaining({ field: 'entryDate' }));
  expect((await finance.post(balance.entrySave, { ...entry, remark: 'A late fee' })).code).toBe(0);
  const again = await finance.post(balance.entrySave, { ...entry, remark: 'Again' });
  expect(again.data.error).toBe('BALANCE_EXISTS');
  const correction = { accountId, balanceCents: ledgerCents, reason: 'Typed wrong', voucherIds: ['AT1'] };
  expect((await finance.post(balance.entryCorrect, correction)).data.error).toBe('ATTACHMENT_NOT_FOUND');
  const { db } = app.database;
  await attachFile(db, { attachmentNo: 'AT1', subjectType: 'balance', subjectNo: accountId });
  const { changeNo } = (await finance.post(balance.entryCorrect, correction)).data;
  await approved('balanceManage', changeNo);
  const after = (await finance.get(balance.detail, { accountId })).data;
  expect(after.row).toMatchObject({ lastBalanceCents: ledgerCents, differenceCents: 0, entryDate });
  const today = after.entries.filter((one: { entryDate: string }) => one.entryDate === entryDate);
  expect(today.map((one: { isReplaced: boolean }) => one.isReplaced).toSorted()).toEqual([false, true]);
  expect(today.find((one: { isReplaced: boolean }) => !one.isReplaced)?.reason).toBe('Typed wrong');
  const mark = await finance.post(balance.lowWaterSave, { accountId, lowWaterCents: ledgerCents + 1 });
  expect(mark.code).toBe(0);
  const low = await finance.post(balance.page, listOf({ belowLowWater: true }));
  expect(low.data.rows).toContainEqual(expect.objectContaining({ accountId }));
});

it('an order on its way out is read with its attempts’ journals, and its account changes with an approval alone', async () => {
  const { rows } = (await disburser.post(payoutOrder.page, listOf({ orderStatus: 'DISBURSE_FAILED' }))).data;
  const [failed] = rows;
  expect(failed).toMatchObject({ payoutStatus: 'FAILURE' });
  const detail = (await disburser.get(payoutOrder.detail, { orderNo: failed.orderNo })).data;
  expect(detail.journals.length).toBeGreaterThan(1);
  const request = {
    orderNo: failed.orderNo,
    payee: {
      payoutType: 'BANK',
      payoutSubType: 'ACCOUNT',
      accountName: 'Somebody Else',
      phone: '254700000001',
      bankName: 'KCB',
      bankCardNo: '1122334455',
      evidenceAttachId: 'AT0',
    },
    ignoreCardVerify: false,
    reason: 'The phone is blocked',
  };
  const refused = await disburser.post(payeeChange.changeBankCard, request);
  expect(refused.data.error).toBe('CARD_VERIFY_FAILED');
  const { error } = (await disburser.post(payeeChange.changeBankCard, { ...request, ignoreCardVerify: true })).data;
  expect(error).toBe('REFERENCE_UNKNOWN');
});
