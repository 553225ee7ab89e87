import { almostSettled, autoRule, change, payment } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, listOf, type Person } from '../../../../testing/test-calls.ts';
import { createLogger } from '../../platform/health/index.ts';
import { driftedBills, trialBalance } from '../../platform/ledger/index.ts';
import { lend, makeProduct } from '../../lending/orders/testing/lend.ts';
import { applyPayment, receiptTopics, receiveFlow, rollBack, writeOffWaiting } from '../payments/index.ts';
import { businessDateOf, startOfBusinessDate } from '../../platform/policy/index.ts';
import { waitsFor } from '../payments/auto-write-off.ts';
import { putRule } from '../../platform/rules/testing/put-rule.ts';
import { settleAlmost } from './index.ts';

let app: TestApp;
let saver: Person;
let people: { maker: string; checker: string };
let productNo: string;
let merchantNo: string;
let serial = 0;
const log = createLogger('silent');
const HOUR = 3_600_000;
/** 10:00 and 22:00 EAT of today. */
const MORNING = new Date(startOfBusinessDate(businessDateOf(new Date())).getTime() + 10 * HOUR);

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  productNo = await makeProduct(db);
  ({ merchantNo } = await db
    .selectFrom('loanProduct')
    .select('merchantNo')
    .where('productNo', '=', productNo)
    .executeTakeFirstOrThrow());
  const codes = [
    'autoWriteOff:save',
    'autoWriteOff:audit',
    'autoSettle:save',
    'autoSettle:audit',
    'zeroSettle:settle',
    'zeroSettle:audit',
  ].map((code) => `afterLoan:${code}`);
  const pages = ['AutoWriteOffAmountConfig', 'AutoSettlementConfig'].map(
    (page) => `/AdminContent/AfterLoanSystem/${page}`,
  );
  const add = async (name: string) => {
    const { userNo } = await addPerson(app.database, name, { codes, pages });
    await db.insertInto('userMerchant').values({ userNo, merchantNo }).execute();
    return userNo;
  };
  people = { maker: await add('auto.maker'), checker: await add('auto.checker') };
  saver = await as(app, 'auto.maker');
});
afterAll(async () => await app[Symbol.asyncDispose]());

const ruleIds = new Map<string, string>();
let versionNo = 0;
/** The next version of the merchant's one rule of a family. */
async function inForce(configKey: string, value: object) {
  versionNo += 1;
  const ruleId = ruleIds.get(configKey);
  const of = { configKey, merchantNo, versionNo, ...people, ...(ruleId !== undefined && { ruleId }) };
  const named = { ruleName: 'A rule', ...value };
  ruleIds.set(configKey, await putRule(app.database.db, { ...of, value: named }));
}
const RULE = {
  ruleName: 'All payments',
  paymentChannel: null,
  minAmountCents: 100,
  maxAmountCents: 25_000_000,
  surplusMaxCents: 5_000,
  matchKeys: ['REPAYMENT_CODE' as const],
  workingHoursOnly: false,
};
const loan = () => lend(app.database.db, { productNo, approvedCents: 300_000, ...people });
const billOf = (orderNo: string) =>
  app.database.db
    .selectFrom('bill')
    .innerJoin('billBalance', 'billBalance.billNo', 'bill.billNo')
    .innerJoin('loanOrder', 'loanOrder.orderNo', 'bill.orderNo')
    .select(['bill.billNo', 'bill.billStatus', 'outstandingCents', 'orderStatus'])
    .where('bill.orderNo', '=', orderNo)
    .executeTakeFirstOrThrow();
const topics = receiptTopics();
async function pay(reference: string, amountCents: number, phone = '254712345678') {
  serial += 1;
  const paymentCode = `AUTO${serial}`;
  const fields = {
    TransactionType: 'Pay Bill',
    TransID: paymentCode,
    TransTime: new Date(Date.now() + 3 * HOUR).toISOString().replace(/\D/g, '').slice(0, 14),
    TransAmount: (amountCents / 100).toFixed(2),
    BusinessShortCode: '600000',
    BillRefNumber: reference,
    MSISDN: phone,
    FirstName: 'Wanjiku',
  };
  await app.database.db.transaction().execute(
    async (tx) =>
      void (await topics['mpesa/c2b/confirmation']?.handle(tx, fields, {
        callback: { receivedAt: new Date() },
      } as never)),
  );
  return await app.database.db
    .selectFrom('paymentFlow')
    .select(['flowNo', 'flowStatus', 'unmatchedFor', 'orderNo'])
    .where('paymentCode', '=', paymentCode)
    .executeTakeFirstOrThrow();
}
const codeOf = async (orderNo: string) =>
  (
    await app.database.db
      .selectFrom('loanOrder')
      .select('repaymentCode')
      .where('orderNo', '=', orderNo)
      .executeTakeFirstOrThrow()
  ).repaymentCode;

it('lets a payment through by its rule alone', () => {
  const facts = { amountCents: 50_000, owedCents: 60_000, isWithinHours: true, hasDraft: false };
  expect(waitsFor(null, { ...facts, amountCents: 1, hasDraft: true })).toBeNull();
  expect(waitsFor(RULE, facts)).toBeNull();
  for (const amountCents of [99, 25_000_001])
    expect(waitsFor(RULE, { ...facts, amountCents })).toBe('AMOUNT_OUT_OF_RULE');
  expect(waitsFor(RULE, { ...facts, amountCents: 65_000 })).toBeNull();
  expect(waitsFor(RULE, { ...facts, amountCents: 65_001 })).toBe('SURPLUS_ABOVE_RULE');
  expect(waitsFor({ ...RULE, surplusMaxCents: null }, { ...facts, amountCents: 900_000 })).toBeNull();
  expect(waitsFor(RULE, { ...facts, hasDraft: true })).toBe('DRAFT_WAITS');
  const atNight = { ...facts, isWithinHours: false };
  expect(waitsFor(RULE, atNight)).toBeNull();
  expect(waitsFor({ ...RULE, workingHoursOnly: true }, atNight)).toBe('OUTSIDE_HOURS');
});

it('writes off what the rule lets it, says why the rest waits, and takes up what waited for time', async () => {
  const { db } = app.database;
  const one = await loan();
  const code = await codeOf(one.orderNo);
  // Before a rule: all that a code matches.
  expect(await pay(code, 50)).toMatchObject({ flowStatus: 'APPLIED', unmatchedFor: null });
  await inForce('afterLoan.autoWriteOff', { ...RULE, minAmountCents: 10_000 });
  expect(await pay(code, 9_900)).toMatchObject({
    flowStatus: 'UNMATCHED',
    unmatchedFor: 'AMOUNT_OUT_OF_RULE',
    orderNo: one.orderNo,
  });
  const { outstandingCents } = await billOf(one.orderNo);
  expect(await pay(code, outstandingCents + 5_100)).toMatchObject({ unmatchedFor: 'SURPLUS_ABOVE_RULE' });
  expect(await pay(code, 10_000)).toMatchObject({ flowStatus: 'APPLIED' });
  const draft = {
    merchantNo,
    orderNo: one.orderNo,
    repayType: 'GENERIC',
    rows: '[]',
    makerUserNo: people.maker,
  } as const;
  const { taskNo } = await db.insertInto('writeOffTask').values(draft).returning('taskNo').executeTakeFirstOrThrow();
  const held = await pay(code, 20_000);
  expect(held).toMatchObject({ flowStatus: 'UNMATCHED', unmatchedFor: 'DRAFT_WAITS' });
  expect(await writeOffWaiting(db, new Date(), log)).toBe(0);
  await db.deleteFrom('writeOffTask').where('taskNo', '=', taskNo).execute();
  await Promise.all([writeOffWaiting(db, new Date(), log), writeOffWaiting(db, new Date(), log)]);
  expect(
    await db
      .selectFrom('paymentFlow')
      .select(['flowStatus', 'unmatchedFor'])
      .where('flowNo', '=', held.flowNo)
      .executeTakeFirstOrThrow(),
  ).toEqual({ flowStatus: 'APPLIED', unmatchedFor: null });
  const uses = await db
    .selectFrom('paymentApplication')
    .select('applicationNo')
    .where('flowNo', '=', held.flowNo)
    .execute();
  expect(uses).toHaveLength(1);
  // What it did is told with the key and what went where.
  const { items } = (
    await saver.call(autoRule.writeOffRunPage, listOf({ ruleId: ruleIds.get('afterLoan.autoWriteOff') ?? '' }))
  ).rows[0] ?? { items: [] };
  expect(items.find(({ subjectNo }) => subjectNo === held.flowNo)?.facts).toEqual({
    orderNo: one.orderNo,
    matchKey: 'REPAYMENT_CODE',
    appliedCents: 20_000,
    creditedCents: 0,
  });
  expect((await trialBalance(db)).differenceCents).toBe(0);
});

it('finds a loan by the phone and exactly the payoff, where one alone fits', async () => {
  const { db } = app.database;
  const two = await loan();
  const { phone } = await db
    .selectFrom('customer')
    .select('phone')
    .where('customerNo', '=', two.customerNo)
    .executeTakeFirstOrThrow();
  const { outstandingCents } = await billOf(two.orderNo);
  expect(await pay('WRONG', outstandingCents, phone)).toMatchObject({ flowStatus: 'UNMATCHED', orderNo: null });
  await inForce('afterLoan.autoWriteOff', { ...RULE, matchKeys: ['REPAYMENT_CODE', 'PHONE_AND_PAYOFF'] });
  expect(await pay('WRONG', outstandingCents - 1_00, phone)).toMatchObject({ orderNo: null });
  expect(await pay('WRONG', outstandingCents, phone)).toMatchObject({ flowStatus: 'APPLIED', orderNo: two.orderNo });
  expect(await billOf(two.orderNo)).toMatchObject({ billStatus: 'SETTLED', orderStatus: 'CLOSED' });
});

/** A loan of which all but the last `leftCents` are paid; what is left is a fee, or its principal. */
async function nearlyPaid(leftCents: number, isPrincipal = false) {
  const { db } = app.database;
  const one = await loan();
  const { billNo, outstandingCents } = await billOf(one.orderNo);
  serial += 1;
  await db.transaction().execute(async (tx) => {
    const amountCents = outstandingCents - leftCents;
    const { flowNo } = await receiveFlow(tx, {
      merchantNo,
      paymentChannel: 'MPESA',
      paymentCode: `NEAR${serial}`,
      account: 'BANK.MPESA_PAYBILL',
      amountCents,
      repayTime: new Date(),
    });
    // The principal first: the order of this loan, so that a fee is what remains.
    if (!isPrincipal)
      await tx
        .updateTable('bill')
        .set({
          allocationOrder: [
            'PRINCIPAL',
            'INTEREST',
            'EXCISE',
            'MANAGEMENT_FEE',
            'LATE_FEE',
            'LIQUIDATED_DAMAGES',
            'EXTENSION_SERVICE_FEE',
            'SERVICE_FEE',
          ],
        })
        .where('billNo', '=', billNo)
        .execute();
    await applyPayment(tx, {
      orderNo: one.orderNo,
      billNo,
      repayType: 'PARTIAL',
      flowNo,
      amountCents,
      idempotencyKey: `near-${serial}`,
    });
  });
  return { ...one, billNo };
}

it('closes bills with next to nothing on them, and its rollback takes the waiver back', async () => {
  const { db } = app.database;
  const [small, large, capped] = [await nearlyPaid(3_000), await nearlyPaid(6_000), await nearlyPaid(4_000)];
  expect(await settleAlmost(db, MORNING, log)).toBe(0);
  // Listed with what keeps them open: of KES 60 nobody says that it is almost nothing.
  const open = async () =>
    (await saver.call(almostSettled.page, listOf({}))).rows
      .filter(({ orderNo }) => [small.orderNo, large.orderNo, capped.orderNo].includes(orderNo))
      .map(({ outstandingCents, blockedBy }) => [outstandingCents, blockedBy]);
  expect(await open()).toEqual([
    [3_000, 'NO_RULE'],
    [4_000, 'NO_RULE'],
  ]);
  await inForce('afterLoan.autoSettle', {
    residualMaxCents: 5_000,
    productNos: [],
    components: ['LATE_FEE'],
    useCredit: false,
    dailyCapCents: 6_000,
  });
  expect(await settleAlmost(db, new Date(), log)).toBe(0);
  expect(await open()).toEqual([
    [3_000, 'NOT_IN_RULE'],
    [4_000, 'NOT_IN_RULE'],
  ]);
  await inForce('afterLoan.autoSettle', {
    residualMaxCents: 5_000,
    productNos: [],
    components: ['LATE_FEE', 'SERVICE_FEE'],
    useCredit: false,
    dailyCapCents: 6_000,
  });
  await Promise.all([settleAlmost(db, new Date(), log), settleAlmost(db, new Date(), log)]);
  expect(await billOf(small.orderNo)).toMatchObject({
    billStatus: 'SETTLED',
    outstandingCents: 0,
    orderStatus: 'CLOSED',
  });
  expect(await billOf(large.orderNo)).toMatchObject({
    billStatus: 'ACTIVE',
    outstandingCents: 6_000,
  });
  // The day's cap: 30 shillings are left of 60, and this one owes 40.
  expect(await billOf(capped.orderNo)).toMatchObject({ billStatus: 'ACTIVE' });
  expect(await open()).toEqual([[4_000, 'DAILY_CAP']]);
  const waiver = await db
    .selectFrom('deduction')
    .select(['deductionStatus', 'applicantUserNo', 'decidedBy', 'totalCents'])
    .where('billNo', '=', small.billNo)
    .execute();
  expect(waiver).toEqual([
    { deductionStatus: 'APPLIED', applicantUserNo: people.maker, decidedBy: people.checker, totalCents: 3_000 },
  ]);
  expect([await driftedBills(db), (await trialBalance(db)).differenceCents]).toEqual([[], 0]);
  await db
    .transaction()
    .execute((tx) => rollBack(tx, { orderNo: small.orderNo, kind: 'SETTLE_ROLLBACK', idempotencyKey: 'auto-back' }));
  const back = await billOf(small.orderNo);
  expect(back).toMatchObject({ billStatus: 'ACTIVE', orderStatus: 'DISBURSED' });
  expect(back.outstandingCents).toBeGreaterThan(300_000);
  expect(
    (
      await db
        .selectFrom('deduction')
        .select('deductionStatus')
        .where('billNo', '=', small.billNo)
        .executeTakeFirstOrThrow()
    ).deductionStatus,
  ).toBe('REVERSED');
  expect([await driftedBills(db), (await trialBalance(db)).differenceCents]).toEqual([[], 0]);
});

it('says beforehand what a rule would do, to whom may know', async () => {
  const rule = {
    ruleName: 'Rests',
    productNos: [],
    residualMaxCents: 5_000,
    components: ['SERVICE_FEE'],
    useCredit: false,
    dailyCapCents: 1_000,
  };
  const dryRun = async (value: object, of = merchantNo) =>
    (await saver.post(autoRule.settleDryRun, { merchantNo: of, value })).data;
  // A rest of principal is no bill of the rule: it would be in the way of those that are.
  const { orderNo } = await nearlyPaid(2_000, true);
  expect(await dryRun(rule)).toMatchObject({ matched: 1, amountCents: 1_000, items: [{ outcome: 'WAIVER' }] });
  expect((await dryRun({ ...rule, components: ['LATE_FEE'] })).items).toEqual([]);
  expect(await billOf(orderNo)).toMatchObject({ billStatus: 'ACTIVE', outstandingCents: 2_000 });
  expect(await dryRun({ ...rule, components: ['PRINCIPAL'] })).toMatchObject({
    error: 'NOT_WAIVABLE',
    fields: [{ field: 'value.components' }],
  });
  expect(await dryRun({ ...rule, residualMaxCents: 5_001 })).toMatchObject({
    fields: [{ field: 'value.residualMaxCents' }],
  });
  expect((await dryRun(rule, 'M9999')).error).toBe('REFERENCE_UNKNOWN');
  const flows = await saver.post(autoRule.writeOffDryRun, { merchantNo, value: RULE });
  // A smaller surplus lets fewer through; those that end differently come first.
  const strict = (await saver.post(autoRule.writeOffDryRun, { merchantNo, value: { ...RULE, surplusMaxCents: 0 } }))
    .data;
  const loose = (await saver.post(autoRule.writeOffDryRun, { merchantNo, value: { ...RULE, surplusMaxCents: null } }))
    .data;
  expect(strict.matched).toBeLessThan(loose.matched);
  expect(flows.data.considered).toBeGreaterThanOrEqual(flows.data.matched);
  const range = { ...RULE, minAmountCents: 500, maxAmountCents: 500 };
  const reversed = await saver.post(autoRule.writeOffDryRun, { merchantNo, value: range });
  expect(reversed.data).toMatchObject({ error: 'AMOUNT_RANGE', fields: [{ field: 'value.minAmountCents' }] });
});

it('closes a bill by hand and waives its rest within the cap once another person approves', async () => {
  const { db } = app.database;
  const checker = await as(app, 'auto.checker');
  const [rest, more, unpaid] = [await nearlyPaid(4_500), await nearlyPaid(5_100), await loan()];
  const settle = async (billNo: string, reason?: string) =>
    (await saver.post(payment.zeroSettle, { billNo, ...(reason !== undefined && { reason }) })).data;
  // Above the cap; principal and excise; never without a reason.
  expect((await settle(more.billNo, 'Too much')).error).toBe('RESIDUAL_NOT_WAIVABLE');
  expect((await settle((await billOf(unpaid.orderNo)).billNo, 'All of it')).error).toBe('RESIDUAL_NOT_WAIVABLE');
  expect(await settle(rest.billNo)).toMatchObject({ error: 'BAD_REQUEST', fields: [{ field: 'reason' }] });
  const asked = await settle(rest.billNo, 'KES 45 left over');
  expect(asked).toMatchObject({ billNo: rest.billNo, billStatus: 'ACTIVE', changeNo: expect.stringMatching(/\S/) });
  expect(await billOf(rest.orderNo)).toMatchObject({ billStatus: 'ACTIVE', outstandingCents: 4_500 });
  expect((await settle(rest.billNo, 'Again')).error).toBe('CHANGE_WAITING');
  const { changeNo } = asked;
  const { approve } = change.changeFamilies.zeroSettle;
  expect((await saver.post(approve, { changeNo })).data.error).toBe('CHANGE_OWN');
  const done = await checker.post(approve, { changeNo });
  expect(done.data.result).toEqual({ billNo: rest.billNo, billStatus: 'SETTLED' });
  expect(await billOf(rest.orderNo)).toMatchObject({
    billStatus: 'SETTLED',
    outstandingCents: 0,
    orderStatus: 'CLOSED',
  });
  const waiver = await db
    .selectFrom('deduction')
    .select(['deductionStatus', 'applicantUserNo', 'decidedBy', 'totalCents', 'reason'])
    .where('billNo', '=', rest.billNo)
    .execute();
  const two = { applicantUserNo: people.maker, decidedBy: people.checker };
  expect(waiver).toEqual([{ deductionStatus: 'APPLIED', ...two, totalCents: 4_500, reason: 'ZERO_SETTLE' }]);
  expect([await driftedBills(db), (await trialBalance(db)).differenceCents]).toEqual([[], 0]);
});
