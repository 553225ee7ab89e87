import { config, intake, product } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, type Person } from '../../../../testing/test-calls.ts';
import { applyPayment, receiveFlow } from '../../payments/payments/index.ts';
import { createLogger } from '../../platform/health/index.ts';
import { trialBalance } from '../../platform/ledger/index.ts';
import { addDays, businessDateOf } from '../../platform/policy/index.ts';
import { runEndOfDay } from '../end-of-day/index.ts';
import { allocateOrder, disburseOrder, loanPayout, machineReview, passOrder, refuseOrder } from '../orders/index.ts';
import { silentMoney } from '../orders/testing/lend.ts';
import { resolveAttempt, sendPayout } from '../payouts/index.ts';

/* What a version of a product's terms changes elsewhere: for what is applied for from its day on, and for nothing before. */

const today = businessDateOf(new Date());
const log = createLogger('silent');
const before: product.ProductTerms = {
  minPrincipalCents: 100_000,
  maxPrincipalCents: 1_000_000,
  termDays: 30,
  installments: 1,
  dailyInterestBps: 10,
  serviceFeeBps: 500,
  managementFeeBps: 0,
  exciseBps: 2_000,
  feeTiming: 'ON_DUE',
  lateFeeBps: 100,
  graceDays: 0,
  extensionRateBps: 50,
  extensionDays: 14,
  maxRollovers: 3,
  extendsFromDueDate: false,
  collectionScope: 'ORDER',
};
const after: product.ProductTerms = {
  ...before,
  maxPrincipalCents: 500_000,
  feeTiming: 'UPFRONT',
  lateFeeBps: 200,
  graceDays: 2,
  liquidatedDamagesBps: 500,
  coolOffDays: 9,
  extensionRateBps: 100,
  extensionDays: 7,
};

let app: TestApp;
let maker: Person;
let checker: Person;
let channel: Person;
let people: { maker: string; checker: string };
let productNo: string;
let phones = 0;

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const pages = ['/AdminContent/OperationSystem/ProductConfig'];
  const add = async (name: string, codes: readonly string[]) => {
    const { userNo, roleNo } = await addPerson(app.database, name, { pages, codes });
    await app.database.db.updateTable('role').set({ dataScope: 'ALL' }).where('roleNo', '=', roleNo).execute();
    return userNo;
  };
  people = {
    maker: await add('effects.maker', ['operation:product:save']),
    checker: await add('effects.checker', ['operation:product:audit']),
  };
  await add('effects.channel', ['audit:order:intake']);
  [maker, checker] = [await as(app, 'effects.maker'), await as(app, 'effects.checker')];
  channel = await as(app, 'effects.channel');
  await app.database.db.deleteFrom('merchantTrafficLimit').execute();
  ({ productNo } = await maker.call(product.save, { merchantNo: 'M0001', productName: 'Athari 30' }));
  await offered(before, '2026-01-01', 1);
  await app.database.db
    .updateTable('loanProduct')
    .set({ isEnabled: true })
    .where('productNo', '=', productNo)
    .execute();
});
afterAll(async () => await app[Symbol.asyncDispose]());

/** A version that two people agreed to, as if its day were `day`. */
async function offered(terms: product.ProductTerms, day: string, inDays: number): Promise<void> {
  const draft = await maker.call(config.save, {
    configKey: 'product.terms',
    subjectNo: `M0001_${productNo}`,
    value: terms,
    effectiveFrom: addDays(today, inDays),
    reason: 'New offer',
  });
  const { versionId } = draft;
  const { version } = await maker.call(config.submit, { versionId, version: draft.version });
  await checker.call(config.approve, { versionId, version });
  await app.database.db
    .updateTable('loanProductVersion')
    .set({ effectiveFrom: day })
    .where('productNo', '=', productNo)
    .where('effectiveFrom', '>', today)
    .execute();
}

async function customer(): Promise<string> {
  phones += 1;
  const { customerNo } = await channel.call(intake.customer, {
    merchantNo: 'M0001',
    phone: `25471144${String(phones).padStart(4, '0')}`,
    customerName: 'Wanjiku Athari',
    idCardNo: String(30_000_000 + phones),
  });
  return customerNo;
}
async function apply(who?: string): Promise<string> {
  const payee = { payeePhone: '254711440000', payeeName: 'Wanjiku Athari' };
  const customerNo = who ?? (await customer());
  return (await channel.call(intake.apply, { customerNo, productNo, appliedCents: 400_000, ...payee })).orderNo;
}
const termsOf = async (orderNo: string) =>
  (
    await app.database.db
      .selectFrom('loanOrder')
      .select('terms')
      .where('orderNo', '=', orderNo)
      .executeTakeFirstOrThrow()
  ).terms;

/** Reviewed by a person; both orders stand before a reviewer at the same time. */
async function reviewed(orderNo: string): Promise<void> {
  await app.database.db.transaction().execute(async (tx) => {
    await machineReview(tx, orderNo, { isPassed: true });
    await allocateOrder(tx, orderNo, people.maker, { userNo: people.checker });
  });
}
const pass = async (orderNo: string, approvedCents: number) =>
  await app.database.db
    .transaction()
    .execute(async (tx) => await passOrder(tx, orderNo, { approvedCents }, { userNo: people.maker }));
async function paidOut(orderNo: string): Promise<void> {
  const { db } = app.database;
  const by = { makerUserNo: people.maker, checkerUserNo: people.checker };
  const attemptNo = await db.transaction().execute((tx) => disburseOrder(tx, orderNo, by));
  await sendPayout({ db, money: silentMoney, subjects: { LOAN: loanPayout }, log }, attemptNo);
  const outcome = { isPaid: true, channelReference: `T${attemptNo}` } as const;
  await db.transaction().execute((tx) => resolveAttempt(tx, { LOAN: loanPayout }, attemptNo, outcome));
}
async function billOf(orderNo: string) {
  return await app.database.db
    .selectFrom('bill as b')
    .innerJoin('billBalance as l', 'l.billNo', 'b.billNo')
    .innerJoin('loanOrder as o', 'o.orderNo', 'b.orderNo')
    .select(['b.billNo', 'b.dueDate', 'l.principalCents', 'l.lateFeeCents', 'l.liquidatedDamagesCents'])
    .select(['l.serviceFeeCents', 'l.outstandingCents', 'o.paidOutCents', 'b.merchantNo'])
    .where('b.orderNo', '=', orderNo)
    .where('b.billStatus', '=', 'ACTIVE')
    .executeTakeFirstOrThrow();
}
/** What an extension costs: paid with all that is due but the principal. */
async function extended(orderNo: string, feeCents: number) {
  const bill = await billOf(orderNo);
  const amountCents = bill.outstandingCents - bill.principalCents + feeCents;
  const applied = await app.database.db.transaction().execute(async (tx) => {
    const { flowNo } = await receiveFlow(tx, {
      merchantNo: bill.merchantNo,
      paymentChannel: 'MPESA',
      paymentCode: `EXT${orderNo}`,
      account: 'BANK.MPESA_PAYBILL',
      amountCents,
      repayTime: new Date(),
    });
    const { billNo } = bill;
    const repayType = 'EXTENSION' as const;
    return await applyPayment(tx, { orderNo, billNo, repayType, flowNo, amountCents, idempotencyKey: `EXT${orderNo}` });
  });
  expect(applied.decision.surplusCents).toBe(0);
  return (await billOf(orderNo)).dueDate;
}

it('changes the bound of a review, fees, late charges and extensions of what is applied for from its day on', async () => {
  const { db } = app.database;
  const old = await apply();
  await offered(after, today, 2);
  const young = await apply();
  expect([await termsOf(old), await termsOf(young)]).toEqual([before, after]);
  for (const orderNo of [old, young]) await reviewed(orderNo);
  await expect(pass(young, 600_000)).rejects.toThrow('AMOUNT_INVALID');
  await pass(old, 600_000);
  await pass(young, 400_000);
  for (const orderNo of [old, young]) await paidOut(orderNo);
  // 5% and 20% of that are due with the bill, or kept back.
  expect(await billOf(old)).toMatchObject({ paidOutCents: 600_000, serviceFeeCents: 30_000 });
  expect(await billOf(young)).toMatchObject({ paidOutCents: 400_000 - 24_000, serviceFeeCents: 0 });

  expect(await extended(old, (600_000 * 50 * 14) / 10_000)).toBe(addDays(today, 44));
  expect(await extended(young, (400_000 * 100 * 7) / 10_000)).toBe(addDays(today, 37));

  await runEndOfDay(db, addDays(today, 44 + 4), log);
  expect(await billOf(old)).toMatchObject({ lateFeeCents: 4 * 6_000, liquidatedDamagesCents: 0 });
  // Eleven days late, two of them for nothing; damages once.
  expect(await billOf(young)).toMatchObject({ lateFeeCents: 9 * 8_000, liquidatedDamagesCents: 20_000 });
  const { rows } = await sql<{ kind: string; businessDate: string; formula: unknown }>`
    select j.journal_kind as kind, j.business_date, j.formula from journal j
    where j.cause_no = ${(await billOf(young)).billNo} and j.journal_kind = 'LIQUIDATED_DAMAGES'`.execute(db);
  expect(rows).toMatchObject([
    {
      businessDate: addDays(today, 40),
      formula: { overduePrincipalCents: 400_000, liquidatedDamagesBps: 500, dpd: 3, cutCents: 0 },
    },
  ]);
  expect((await trialBalance(db)).differenceCents).toBe(0);
});

it('keeps a declined customer from applying for the days of the product, where the code asks for fewer', async () => {
  const { db } = app.database;
  const who = await customer();
  const declined = async (coolOffDays: number) => {
    const orderNo = await apply(who);
    await reviewed(orderNo);
    await db.transaction().execute(async (tx) => {
      await refuseOrder(tx, orderNo, { refuseCode: 'R101', coolOffDays }, { userNo: people.maker });
    });
    const { coolOffUntil } = await db
      .selectFrom('loanOrder')
      .select('coolOffUntil')
      .where('orderNo', '=', orderNo)
      .executeTakeFirstOrThrow();
    await expect(apply(who)).rejects.toThrow('COOLING_OFF');
    await db.updateTable('loanOrder').set({ coolOffUntil: null }).where('orderNo', '=', orderNo).execute();
    return coolOffUntil;
  };
  expect(await declined(0)).toBe(addDays(today, 9));
  expect(await declined(30)).toBe(addDays(today, 30));
  // By the machine, too.
  const orderNo = await apply(who);
  await db.transaction().execute(async (tx) => {
    await machineReview(tx, orderNo, { isPassed: false, refuseCode: 'M101' });
  });
  await expect(apply(who)).rejects.toThrow('COOLING_OFF');
});

it('says of damages and days that no version may have where they are', async () => {
  const faults = async (more: object) => {
    const value = { ...after, ...more };
    const { data } = await maker.post(config.save, {
      configKey: 'product.terms',
      subjectNo: `M0001_${productNo}`,
      value,
      effectiveFrom: addDays(today, 1),
      reason: 'New offer',
    });
    return data.fields?.map(({ field }: { field: string }) => field);
  };
  expect(await faults({ liquidatedDamagesBps: 10_001 })).toEqual(['value.liquidatedDamagesBps']);
  expect(await faults({ coolOffDays: 366 })).toEqual(['value.coolOffDays']);
});
