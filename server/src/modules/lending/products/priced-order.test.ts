import { config, intake, product } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { needed } from '../../../needed.ts';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, type Person } from '../../../../testing/test-calls.ts';
import { previewing } from '../../../../testing/test-previews.ts';
import { applyPayment, receiveFlow } from '../../payments/payments/index.ts';
import { createLogger } from '../../platform/health/index.ts';
import { driftedBills, trialBalance } from '../../platform/ledger/index.ts';
import { addDays, businessDateOf } from '../../platform/policy/index.ts';
import { runEndOfDay } from '../end-of-day/index.ts';
import { allocateOrder, disburseOrder, loanPayout, machineReview, passOrder } from '../orders/index.ts';
import { silentMoney } from '../orders/testing/lend.ts';
import { resolveAttempt, sendPayout } from '../payouts/index.ts';

/* A product of equal instalments, from its version through the app's offer to the last payment. */

const PAGE = '/AdminContent/OperationSystem/ProductConfig';
const today = businessDateOf(new Date());
const tomorrow = addDays(today, 1);
const terms: product.ProductTerms = {
  minPrincipalCents: 500_000,
  maxPrincipalCents: 10_000_000,
  termDays: 90,
  termMonths: 3,
  installments: 3,
  interestMethod: 'ANNUITY',
  rateUnit: 'ANNUAL',
  dailyInterestBps: 0,
  interestBps: 3_650,
  dayCount: 'ACTUAL_365',
  startGraceDays: 5,
  serviceFeeBps: 100,
  managementFeeBps: 0,
  serviceFeeCents: 25_000,
  exciseBps: 2_000,
  feeTiming: 'UPFRONT',
  lateFeeBps: 0,
  graceDays: 0,
  extensionRateBps: 50,
  extensionDays: 14,
  maxRollovers: 3,
  extendsFromDueDate: false,
  collectionScope: 'ORDER',
};
const log = createLogger('silent');

let app: TestApp;
let maker: Person;
let checker: Person;
let channel: Person;
let people: { maker: string; checker: string };

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const codes = ['save', 'enable', 'audit'].map((action) => `operation:product:${action}`);
  const policy = ['save', 'audit'].map((action) => `operation:regulatoryPolicy:${action}`);
  const add = async (name: string, more: readonly string[]) => {
    const { userNo, roleNo } = await addPerson(app.database, name, { pages: [PAGE], codes: more });
    await app.database.db.updateTable('role').set({ dataScope: 'ALL' }).where('roleNo', '=', roleNo).execute();
    return userNo;
  };
  people = {
    maker: await add('priced.maker', [...codes, ...policy]),
    checker: await add('priced.checker', [...codes, ...policy]),
  };
  await add('priced.channel', ['audit:order:intake']);
  maker = previewing(app, await as(app, 'priced.maker'));
  checker = previewing(app, await as(app, 'priced.checker'));
  channel = await as(app, 'priced.channel');
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
});

const added = async (productName: string) =>
  (await maker.post(product.save, { merchantNo: 'M0001', productName })).data.productNo as string;
const drafted = async (configKey: string, value: unknown, subjectNo?: string) =>
  (
    await maker.post(config.save, {
      configKey,
      value,
      effectiveFrom: tomorrow,
      reason: 'New prices',
      ...(subjectNo !== undefined && { subjectNo }),
    })
  ).data;
async function agreed(draft: config.ConfigVersion) {
  const named = { versionId: draft.versionId, version: draft.version };
  const { version } = (await maker.post(config.submit, named)).data;
  return (await checker.post(config.approve, { ...named, version })).data;
}
const faultsOf = async (productNo: string, value: object) => {
  const { fields = [] } = await drafted('product.terms', value, `M0001_${productNo}`);
  return fields.map(({ field }: { field: string }) => field);
};

/** The version of the product, as if its day had come, and the product on offer. */
async function offered(productNo: string, value: product.ProductTerms) {
  const { versionStatus } = await agreed(await drafted('product.terms', value, `M0001_${productNo}`));
  expect(versionStatus).toBe('SCHEDULED');
  const { db } = app.database;
  await db
    .updateTable('loanProductVersion')
    .set({ effectiveFrom: '2026-01-01' })
    .where('productNo', '=', productNo)
    .execute();
  await db.updateTable('loanProduct').set({ isEnabled: true }).where('productNo', '=', productNo).execute();
}

async function lent(orderNo: string, approvedCents: number): Promise<void> {
  const { db } = app.database;
  await db.transaction().execute(async (tx) => {
    await machineReview(tx, orderNo, { isPassed: true });
    await allocateOrder(tx, orderNo, people.maker, { userNo: people.checker });
    await passOrder(tx, orderNo, { approvedCents }, { userNo: people.maker });
  });
  const by = { makerUserNo: people.maker, checkerUserNo: people.checker };
  const attemptNo = await db.transaction().execute((tx) => disburseOrder(tx, orderNo, by));
  await sendPayout({ db, money: silentMoney, subjects: { LOAN: loanPayout }, log }, attemptNo);
  const outcome = { isPaid: true, channelReference: `T${attemptNo}` } as const;
  await db.transaction().execute((tx) => resolveAttempt(tx, { LOAN: loanPayout }, attemptNo, outcome));
}

const billsOf = async (orderNo: string) =>
  await app.database.db
    .selectFrom('bill as b')
    .innerJoin('billBalance as l', 'l.billNo', 'b.billNo')
    .select(['b.termNo', 'b.dueDate', 'b.billStatus', 'b.principalCents', 'l.interestCents', 'l.outstandingCents'])
    .where('b.orderNo', '=', orderNo)
    .orderBy('b.termNo')
    .execute();

it('prices an order by an annuity from its version to its last payment, as the app was told', async () => {
  const { db } = app.database;
  const productNo = await added('Sawa 3');
  await offered(productNo, terms);
  const quoted = await maker.call(product.quote, { productNo, principalCents: 1_000_000, lentOn: today, terms });
  const { customerNo } = await channel.call(intake.customer, {
    merchantNo: 'M0001',
    phone: '254711666001',
    customerName: 'Achieng Sawa',
    idCardNo: '31234567',
  });
  const offer = await channel.call(intake.offer, { customerNo, productNo, principalCents: 1_000_000 });
  expect(offer).toMatchObject({ interestMethod: 'ANNUITY', rateUnit: 'ANNUAL', interestBps: 3_650, termMonths: 3 });
  expect(offer.example).toEqual(quoted);
  // 1% and 250.00, and 20% excise on both, are kept back.
  expect(offer.example).toMatchObject({ principalCents: 1_000_000, paidOutCents: 1_000_000 - 35_000 - 7_000 });
  const example = needed(offer.example, 'an example');
  expect(example.totalCostCents).toBe(example.repaidCents - example.paidOutCents);
  expect(example.aprPercent).toBeGreaterThan(36.5);
  const small = await channel.post(intake.offer, { customerNo, productNo, principalCents: 100_000 });
  expect(small.data).toMatchObject({ error: 'AMOUNT_INVALID', fields: [{ field: 'principalCents' }] });

  const payee = { payeePhone: '254711666001', payeeName: 'Achieng Sawa' };
  const { orderNo } = await channel.call(intake.apply, { customerNo, productNo, appliedCents: 1_000_000, ...payee });
  await lent(orderNo, 1_000_000);
  const made = await billsOf(orderNo);
  expect(made.map(({ dueDate, principalCents }) => [dueDate, principalCents])).toEqual(
    example.bills.map(({ dueDate, principalCents }) => [dueDate, principalCents]),
  );

  // Every night of the loan: what accrued is what the plan said, to the cent.
  await runEndOfDay(db, addDays(today, 110), log);
  const accrued = await billsOf(orderNo);
  expect(accrued.map(({ interestCents, outstandingCents }) => [interestCents, outstandingCents])).toEqual(
    example.bills.map(({ interestCents, totalCents }) => [interestCents, totalCents]),
  );
  // Equal instalments, but for the days before the first term and the rounding of the last.
  const [, second = 0, third = 0] = accrued.map(({ outstandingCents }) => outstandingCents);
  expect(Math.abs(second - third)).toBeLessThanOrEqual(3);

  await db.transaction().execute(async (tx) => {
    const amountCents = example.repaidCents;
    const { flowNo } = await receiveFlow(tx, {
      merchantNo: 'M0001',
      paymentChannel: 'MPESA',
      paymentCode: 'SAWA1',
      account: 'BANK.MPESA_PAYBILL',
      amountCents,
      repayTime: new Date(),
    });
    const paid = { orderNo, billNo: null, repayType: 'GENERIC', flowNo, amountCents, idempotencyKey: 'SAWA1' } as const;
    await applyPayment(tx, paid);
  });
  expect((await billsOf(orderNo)).map(({ billStatus, outstandingCents }) => [billStatus, outstandingCents])).toEqual(
    Array.from({ length: 3 }, () => ['SETTLED', 0]),
  );
  const order = await db
    .selectFrom('loanOrder')
    .select('orderStatus')
    .where('orderNo', '=', orderNo)
    .executeTakeFirst();
  expect(order?.orderStatus).toBe('CLOSED');
  expect((await trialBalance(db)).differenceCents).toBe(0);
  expect(await driftedBills(db)).toEqual([]);
});

it('lets a loan that is repaid early owe the interest of the days it had', async () => {
  const productNo = await added('Sawa flat');
  const flat = { ...terms, interestMethod: 'FLAT', startGraceDays: 0, rateUnit: 'MONTHLY', interestBps: 300 } as const;
  await offered(productNo, { ...flat, dayCount: 'THIRTY_360' });
  const { customerNo } = await channel.call(intake.customer, {
    merchantNo: 'M0001',
    phone: '254711666002',
    customerName: 'Barasa Flat',
    idCardNo: '31234568',
  });
  const payee = { payeePhone: '254711666002', payeeName: 'Barasa Flat' };
  const { orderNo } = await channel.call(intake.apply, { customerNo, productNo, appliedCents: 1_000_000, ...payee });
  await lent(orderNo, 1_000_000);
  const [first] = await billsOf(orderNo);
  const { rows } = await sql<{ days: number; total: number }>`
    select due_date - interest_from as days, interest_total_cents::int as total from bill
    where order_no = ${orderNo} and term_no = 1`.execute(app.database.db);
  // 3% a month of 10,000.00 is 300.00 for each of three months, whatever is repaid between.
  expect(rows[0]?.total).toBe(30_000);
  await runEndOfDay(app.database.db, addDays(today, 10), log);
  const days = rows[0]?.days ?? 0;
  const [after, next] = await billsOf(orderNo);
  expect(after?.outstandingCents).toBe((first?.principalCents ?? 0) + Math.floor((30_000 * 10) / days));
  expect(next?.interestCents).toBe(0);
});

it('says of each fault of rates and months where it is', async () => {
  const productNo = await added('Sawa faults');
  expect(await faultsOf(productNo, { ...terms, termMonths: 4, termDays: 120 })).toEqual(['value.installments']);
  expect(await faultsOf(productNo, { ...terms, termDays: 91 })).toEqual(['value.termDays']);
  expect(await faultsOf(productNo, { ...terms, interestBps: undefined })).toEqual(['value.interestBps']);
  expect(await faultsOf(productNo, { ...terms, dailyInterestBps: 10 })).toEqual(['value.dailyInterestBps']);
  expect(await faultsOf(productNo, { ...terms, startGraceDays: 91 })).toEqual(['value.startGraceDays']);
  expect(await faultsOf(productNo, { ...terms, serviceFeeCents: 500_000 })).toEqual(['value.serviceFeeBps']);
  const greedy = {
    ...terms,
    termDays: 360,
    termMonths: 12,
    installments: 12,
    rateUnit: 'MONTHLY',
    interestBps: 100_000,
  };
  expect(await faultsOf(productNo, greedy)).toEqual(['value.interestBps']);
});

it('refuses a price above the cap of its day, names it with its source, and not before', async () => {
  const productNo = await added('Sawa caps');
  const none = { maxAnnualInterestBps: null, maxAprBps: null, maxTotalCostBps: null };
  const source = 'Circular 7 of 2026';
  const nameless = await drafted('policy.priceCaps', none);
  expect(nameless.fields).toMatchObject([{ field: 'value.source' }]);
  const quote = { productNo, principalCents: 1_000_000, terms };
  expect((await maker.post(product.quote, { ...quote, lentOn: tomorrow })).code).toBe(0);
  await agreed(await drafted('policy.priceCaps', { ...none, maxAnnualInterestBps: 3_600, source }));
  const above = await drafted('product.terms', terms, `M0001_${productNo}`);
  expect(above).toMatchObject({ error: 'INTEREST_ABOVE_CAP', fields: [{ field: 'value.interestBps' }] });
  const refused = await maker.post(product.quote, { ...quote, lentOn: tomorrow });
  expect(refused.msg).toBe(`Interest of 36.5% a year is above the cap of 36% (${source})`);
  expect(refused.data.fields).toMatchObject([{ field: 'terms.interestBps' }]);
  // The product stays available until the cap takes effect; a date before the first policy is checked by today’s.
  expect((await maker.post(product.quote, { ...quote, lentOn: '2001-01-01' })).code).toBe(0);
  expect((await maker.post(product.quote, { ...quote, lentOn: today })).code).toBe(0);
  // A cap that came after the version stops what the app is offered and may apply for.
  await offered(await added('Sawa old'), { ...terms, interestBps: 3_600 });
  const { db } = app.database;
  const dear = { ...terms, interestBps: 4_000 };
  const old = await db
    .selectFrom('loanProduct')
    .select('productNo')
    .where('productName', '=', 'Sawa old')
    .executeTakeFirstOrThrow();
  await db
    .updateTable('loanProductVersion')
    .set({ terms: JSON.stringify(dear) })
    .where('productNo', '=', old.productNo)
    .execute();
  const { customerNo } = await channel.call(intake.customer, {
    merchantNo: 'M0001',
    phone: '254711666003',
    customerName: 'Chebet Cap',
    idCardNo: '31234569',
  });
  const ask = { customerNo, productNo: old.productNo };
  expect((await channel.post(intake.offer, ask)).code).toBe(0);
  await sql`insert into regulatory_policy (policy_key, effective_from, value, source)
    values ('priceCaps', ${today}, ${JSON.stringify({ ...none, maxTotalCostBps: 500 })}::jsonb, ${source})`.execute(db);
  expect((await channel.post(intake.offer, ask)).data.error).toBe('COST_ABOVE_CAP');
  const payee = { payeePhone: '254711666003', payeeName: 'Chebet Cap' };
  const applied = await channel.post(intake.apply, { ...ask, appliedCents: 1_000_000, ...payee });
  expect(applied.data.error).toBe('COST_ABOVE_CAP');
  const within = await drafted('product.terms', { ...terms, interestBps: 3_600 }, `M0001_${productNo}`);
  expect(within.versionStatus).toBe('DRAFT');
});
