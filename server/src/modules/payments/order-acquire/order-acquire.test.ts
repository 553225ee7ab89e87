import { config, job, orderAcquire } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Receiver, startReceiver } from '../../../../testing/receiver.ts';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, listOf, type Person } from '../../../../testing/test-calls.ts';
import { approved, makeProduct } from '../../lending/orders/testing/lend.ts';
import { seedRule } from '../../../seed/rules.ts';
import { addDays, businessDateOf } from '../../platform/policy/index.ts';
import { sendDueEvents } from '../merchant-services/index.ts';
import { exchangeOf } from '../prepaid/exchange.ts';
import { chargeUses } from '../prepaid/index.ts';
import { createLogger } from '../../platform/health/index.ts';
import { startJobWorker } from '../../platform/jobs/index.ts';
import { acquireApplied } from './deliver.ts';
import { speaksOf } from './rules.ts';

let app: TestApp;
let receiver: Receiver;
let maker: Person;
let checker: Person;
let people: { maker: string; checker: string };
let merchantNo: string;
let productNo: string;
const RULE: orderAcquire.AcquireRule = {
  ruleName: 'All day',
  priority: 1,
  dailyQuota: 2,
  fromTime: '00:00',
  toTime: '24:00',
  loanType: null,
  minAmountCents: 0,
  maxAmountCents: 10_000_00,
  modelLevels: [],
  termDays: [],
  channelCodes: [],
};

beforeAll(async () => {
  receiver = await startReceiver();
  app = await createTestApp({ content: 'seeded', env: { CALLBACK_STAND_IN_URL: receiver.url } });
  const { db } = app.database;
  productNo = await makeProduct(db);
  ({ merchantNo } = await db
    .selectFrom('loanProduct')
    .select('merchantNo')
    .where('productNo', '=', productNo)
    .executeTakeFirstOrThrow());
  const add = async (name: string, codes: readonly string[]) => {
    const pages = ['/AdminContent/MerchantSystem/OrderAcquireManagement'];
    const { userNo } = await addPerson(app.database, name, { pages, codes });
    await db.insertInto('userMerchant').values({ userNo, merchantNo }).execute();
    return userNo;
  };
  people = {
    maker: await add('acquire.maker', ['merchant:orderAcquire:save', 'merchant:orderAcquire:redeliver']),
    checker: await add('acquire.checker', ['merchant:config:audit']),
  };
  [maker, checker] = [await as(app, 'acquire.maker'), await as(app, 'acquire.checker')];
  await db
    .insertInto('merchantService')
    .values({
      merchantNo,
      services: ['ORDER_ACQUIRE'],
      billingModel: 'PREPAID',
      callbackUrl: 'https://merchant.example/hook',
      ipAllowList: [],
      contactPhone: '254700000800',
      contactEmail: 'ops@merchant.example',
      alarmAtCents: null,
      serviceStatus: 'ENABLED',
    })
    .onConflict((conflict) => conflict.column('merchantNo').doUpdateSet({ serviceStatus: 'ENABLED' }))
    .execute();
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
  await receiver[Symbol.asyncDispose]();
});

it('speaks of applications by time, amount, type, level, term and channel', () => {
  const loan = { merchantNo: 'M1', loanType: 'FIRST', appliedCents: 3_000_00, modelLevel: 'A' } as const;
  const order = { ...loan, termDays: 30, promotionChannel: 'GOOGLE_1' };
  const says = (more: Partial<orderAcquire.AcquireRule>, clock = '12:00') =>
    speaksOf({ ...RULE, ...more }, order, clock);
  expect(says({})).toBe(true);
  expect(says({ fromTime: '08:00', toTime: '12:00' })).toBe(false);
  expect(says({ loanType: 'REPEAT' })).toBe(false);
  expect(says({ minAmountCents: 5_000_00 })).toBe(false);
  expect([says({ modelLevels: ['A'] }), says({ modelLevels: ['B'] })]).toEqual([true, false]);
  expect([says({ termDays: [14, 30] }), says({ termDays: [14] })]).toEqual([true, false]);
  expect([says({ channelCodes: ['GOOGLE_1'] }), says({ channelCodes: ['TIKTOK_1'] })]).toEqual([true, false]);
  const organic = { ...order, promotionChannel: null };
  expect(speaksOf({ ...RULE, channelCodes: ['GOOGLE_1'] }, organic, '12:00')).toBe(false);
});

it('delivers what a rule speaks of while the merchant has a balance and the day has room', async () => {
  const { db } = app.database;
  const send = async () =>
    await sendDueEvents({
      db,
      kinds: app.services.merchantEvents,
      standIn: app.services.settings.gateways.callbackStandIn,
      log: createLogger('silent'),
    });
  const applied = async () => {
    const { orderNo } = await approved(db, { productNo, approvedCents: 3_000_00, ...people });
    const event = { topic: 'order.applied', subjectType: 'order', subjectNo: orderNo };
    const stored = await db.selectFrom('domainEvent').selectAll().limit(1).executeTakeFirstOrThrow();
    await acquireApplied(db).take([{ ...stored, ...event }]);
    await send();
    return orderNo;
  };
  const rowOf = async (orderNo: string) =>
    (await maker.post(orderAcquire.recordPage, listOf({ orderNo }))).data.rows[0];
  receiver.say({ status: 200, text: '{"thirdPartyOrderNo":"X-1"}' });

  expect(await rowOf(await applied())).toBeUndefined();
  const save = { merchantNo, value: RULE, effectiveFrom: businessDateOf(new Date()), reason: 'Contract' };
  const { ruleId } = (await maker.post(orderAcquire.save, save)).data;
  expect((await maker.post(orderAcquire.save, save)).data.error).toBe('RULE_OVERLAP');
  const asked = listOf({ configKey: 'merchant.orderAcquire', subjectNo: `${merchantNo}_${ruleId}` });
  const [{ versionId, version }] = (await checker.post(config.page, asked)).data.rows;
  expect((await checker.post(config.approve, { versionId, version })).code).toBe(0);

  // Without a balance acquisition pauses.
  await db
    .insertInto('merchantPrepaid')
    .values({ merchantNo })
    .onConflict((conflict) => conflict.column('merchantNo').doNothing())
    .execute();
  await db
    .updateTable('merchantPrepaid')
    .set((eb) => ({ creditLineCents: eb.neg(eb.ref('balanceCents')) }))
    .where('merchantNo', '=', merchantNo)
    .where('balanceCents', '<=', 0)
    .execute();
  expect(await rowOf(await applied())).toBeUndefined();
  await db
    .updateTable('merchantPrepaid')
    .set({ creditLineCents: 500_00 })
    .where('merchantNo', '=', merchantNo)
    .execute();

  const delivered = await applied();
  expect(await rowOf(delivered)).toMatchObject({ deliveryStatus: 'DELIVERED', thirdPartyOrderNo: 'X-1', attempts: 1 });
  expect((await maker.post(orderAcquire.redeliver, { orderNo: delivered })).data.error).toBe('ILLEGAL_TRANSITION');
  const ofDelivered = (await maker.get(orderAcquire.record, { orderNo: delivered })).data;
  expect(ofDelivered.attempts).toMatchObject([
    { attemptNo: 1, replyStatus: 200, replyExcerpt: '{"thirdPartyOrderNo":"X-1"}', requestedByName: null },
  ]);
  const exchange = await exchangeOf(db, { merchantNo, consumptionType: 'ORDER_DELIVERED', causeNo: delivered });
  expect(exchange).toMatchObject({ reply: 'HTTP 200 {"thirdPartyOrderNo":"X-1"}' });
  expect(exchange?.request).toContain(delivered);

  receiver.say({ status: 500 });
  const failed = await applied();
  expect(await rowOf(failed)).toMatchObject({
    deliveryStatus: 'QUEUED',
    fault: 'HTTP 500',
    attempts: 1,
    allowedActions: [],
  });
  const due = { nextAttemptAt: new Date() };
  await db.updateTable('merchantEvent').set(due).where('subjectNo', '=', failed).execute();
  receiver.say({ status: 410 });
  await send();
  expect(await rowOf(failed)).toMatchObject({ deliveryStatus: 'FAILED', attempts: 2, allowedActions: ['redeliver'] });
  expect((await maker.call(orderAcquire.redeliver, { orderNo: failed })).deliveryStatus).toBe('QUEUED');
  receiver.say({ status: 409 });
  await send();
  expect(await rowOf(failed)).toMatchObject({ deliveryStatus: 'REJECTED', attempts: 3, chargedCents: null });
  expect(new Set(receiver.received.slice(-3).map(({ headers }) => headers['kituo-event-id'])).size).toBe(1);
  // The day's quota is used up.
  expect(await rowOf(await applied())).toBeUndefined();
});

it('tries a rule on the applications of the last seven days, within its quota', async () => {
  const { db } = app.database;
  const yesterday = addDays(businessDateOf(new Date()), -1);
  for (const time of ['09:00', '10:00', '11:00', '20:00']) {
    const { orderNo } = await approved(db, { productNo, approvedCents: 3_000_00, ...people });
    const applyTime = new Date(`${yesterday}T${time}:00+03:00`);
    await db.updateTable('loanOrder').set({ applyTime }).where('orderNo', '=', orderNo).execute();
  }
  const [{ ruleId }] = (await maker.post(orderAcquire.page, listOf({ ruleName: 'All day' }))).data.rows;
  const tried = async (more: Partial<orderAcquire.AcquireRule>, replaced?: string) =>
    await maker.call(orderAcquire.simulate, {
      merchantNo,
      ...(replaced !== undefined && { ruleId: replaced }),
      value: { ...RULE, fromTime: '08:00', toTime: '19:00', dailyQuota: -1, ...more },
    });
  const all = await tried({}, ruleId);
  expect(all.days).toHaveLength(7);
  expect(all.days.at(-1)).toEqual({ date: yesterday, applied: 4, acquired: 3, quotaReachedAt: null });
  const few = await tried({ dailyQuota: 2 }, ruleId);
  expect(few.days.at(-1)).toEqual({ date: yesterday, applied: 4, acquired: 2, quotaReachedAt: '10:00' });
  expect((await tried({ minAmountCents: 3_000_01 }, ruleId)).acquired).toBe(0);
  // Beside the rule in force, which goes first and has room for two, a new one gets what is left of its hours.
  const second = await tried({ ruleName: 'Second', priority: 2 });
  expect(second.days.at(-1)).toMatchObject({ acquired: 1, quotaReachedAt: null });
  const [first, draft] = second.shares;
  expect(first).toMatchObject({ ruleName: 'All day', priority: 1, isDraft: false });
  expect(draft).toMatchObject({ ruleName: 'Second', priority: 2, isDraft: true, acquired: second.acquired });
  const elsewhere = { merchantNo: 'M0009', value: RULE };
  expect((await maker.refusalOf(orderAcquire.simulate, elsewhere)).fields).toEqual(['merchantNo']);
});

it('moves what a merchant has not taken to another one, which is charged for it once', async () => {
  const { db } = app.database;
  const other = await db
    .selectFrom('merchant')
    .select('merchantNo')
    .where('merchantNo', '<>', merchantNo)
    .orderBy('merchantNo')
    .executeTakeFirstOrThrow();
  const toMerchantNo = other.merchantNo;
  const { orderNo } = await db
    .selectFrom('acquiredOrder')
    .select('orderNo')
    .where('deliveryStatus', '=', 'REJECTED')
    .where('merchantNo', '=', merchantNo)
    .executeTakeFirstOrThrow();
  const { userNo: mover } = await addPerson(app.database, 'acquire.mover', {
    pages: ['/AdminContent/MerchantSystem/OrderAcquireManagement'],
    codes: ['merchant:orderAcquire:reassign'],
  });
  await db.insertInto('userMerchant').values({ userNo: mover, merchantNo }).execute();
  let who = await as(app, 'acquire.mover');
  const move = async (to: string) =>
    (await who.post(orderAcquire.reassign, { orderNo, toMerchantNo: to, reason: 'Their server is down' })).data;
  expect(await move(toMerchantNo)).toMatchObject({ error: 'REFERENCE_UNKNOWN' });
  await db.insertInto('userMerchant').values({ userNo: mover, merchantNo: toMerchantNo }).execute();
  who = await as(app, 'acquire.mover');
  expect(await move(merchantNo)).toMatchObject({ error: 'NOTHING_CHANGES' });
  await db.deleteFrom('merchantService').where('merchantNo', '=', toMerchantNo).execute();
  expect(await move(toMerchantNo)).toMatchObject({ error: 'CALLBACK_CLOSED' });
  await db
    .insertInto('merchantService')
    .values({
      merchantNo: toMerchantNo,
      services: ['ORDER_ACQUIRE'],
      billingModel: 'CREDIT',
      callbackUrl: 'https://other.example/hook',
      ipAllowList: [],
      contactPhone: '254700000801',
      contactEmail: 'ops@other.example',
      alarmAtCents: null,
      serviceStatus: 'ENABLED',
    })
    .execute();
  await db
    .deleteFrom('configRule')
    .where('configKey', '=', 'merchant.orderAcquire')
    .where('merchantNo', '=', toMerchantNo)
    .execute();
  await sql`insert into merchant_prepaid (merchant_no) values (${toMerchantNo}) on conflict do nothing`.execute(db);
  await sql`update merchant_prepaid set credit_line_cents = greatest(0, -balance_cents), balance_cents = least(0, balance_cents)
    where merchant_no = ${toMerchantNo}`.execute(db);
  expect(await move(toMerchantNo)).toMatchObject({ error: 'PREPAID_SHORT' });
  await sql`update merchant_prepaid set credit_line_cents = 10000000 where merchant_no = ${toMerchantNo}`.execute(db);
  expect(await move(toMerchantNo)).toMatchObject({ error: 'ACQUIRE_NO_RULE' });
  const shared = { merchantNo: toMerchantNo, makerUserNo: people.maker, checkerUserNo: people.checker };
  await db.transaction().execute(async (tx) => {
    await seedRule(tx, { ...shared, configKey: 'merchant.orderAcquire', value: { ...RULE, ruleName: 'Theirs' } });
    const value = {
      ruleName: 'Deliveries',
      consumptionType: 'ORDER_DELIVERED',
      unitPriceCents: 4_00,
      freeQuota: 0,
      tiers: [],
    };
    await seedRule(tx, { ...shared, configKey: 'merchant.consumptionPrice', value });
  });
  // What the merchant declined stays declined; what it never took can be moved.
  expect(await move(toMerchantNo)).toMatchObject({ error: 'ILLEGAL_TRANSITION' });
  await db.updateTable('acquiredOrder').set({ deliveryStatus: 'FAILED' }).where('orderNo', '=', orderNo).execute();
  await db.updateTable('merchantEvent').set({ deliveryStatus: 'FAILED' }).where('subjectNo', '=', orderNo).execute();
  expect(await move(toMerchantNo)).toMatchObject({ merchantNo: toMerchantNo, deliveryStatus: 'QUEUED' });
  receiver.say({ status: 200, text: '{"thirdPartyOrderNo":"Y-1"}' });
  await sendDueEvents({
    db,
    kinds: app.services.merchantEvents,
    standIn: app.services.settings.gateways.callbackStandIn,
    log: createLogger('silent'),
  });
  const [row] = (await who.post(orderAcquire.recordPage, listOf({ orderNo }))).data.rows;
  expect(row).toMatchObject({
    merchantNo: toMerchantNo,
    ruleName: 'Theirs',
    deliveryStatus: 'DELIVERED',
    chargedCents: 4_00,
  });
  const charges = await db
    .selectFrom('merchantConsumption')
    .select('merchantNo')
    .where('orderNo', '=', orderNo)
    .execute();
  expect(charges).toEqual([{ merchantNo: toMerchantNo }]);
});

it('redelivers many by a job', async () => {
  const { db } = app.database;
  const delivered = await db
    .selectFrom('acquiredOrder')
    .select('orderNo')
    .where('merchantNo', '=', merchantNo)
    .execute();
  const orderNos = delivered.map(({ orderNo }) => orderNo);
  expect(orderNos.length).toBeGreaterThan(0);
  await db.updateTable('acquiredOrder').set({ deliveryStatus: 'FAILED' }).where('orderNo', 'in', orderNos).execute();
  const worker = await startJobWorker({ db, services: app.services, log: createLogger('silent') });
  const { jobNo } = (await maker.post(orderAcquire.redeliverMany, { orderNos })).data;
  await expect.poll(async () => (await maker.get(job.detail, { jobNo })).data.jobStatus).toBe('SUCCESS');
  await worker();
  const after = await db
    .selectFrom('acquiredOrder')
    .select('deliveryStatus')
    .where('orderNo', 'in', orderNos)
    .execute();
  expect(new Set(after.map(({ deliveryStatus }) => deliveryStatus))).toEqual(new Set(['QUEUED']));
});

it('of a merchant who runs dry acquires no more, and charges what was delivered once money comes in, once', async () => {
  const { db } = app.database;
  const kinds = app.services.merchantEvents;
  const { callbackStandIn: standIn } = app.services.settings.gateways;
  receiver.say({ status: 200, text: '{"thirdPartyOrderNo":"Z-1"}' });
  const acquired = async () => {
    const { orderNo } = await approved(db, { productNo, approvedCents: 3_000_00, ...people });
    const stored = await db.selectFrom('domainEvent').selectAll().limit(1).executeTakeFirstOrThrow();
    await acquireApplied(db).take([{ ...stored, topic: 'order.applied', subjectType: 'order', subjectNo: orderNo }]);
    return orderNo;
  };
  const send = async () => await sendDueEvents({ db, kinds, standIn, log: createLogger('silent') });
  const rowOf = async (orderNo: string) =>
    (await maker.call(orderAcquire.recordPage, listOf({ orderNo }))).rows[0] ?? null;
  const fill = async (balanceCents: number) =>
    await sql`update merchant_prepaid set balance_cents = ${balanceCents}, credit_line_cents = 0
      where merchant_no = ${merchantNo}`.execute(db);
  const balance = async () =>
    (
      await db
        .selectFrom('merchantPrepaid')
        .select('balanceCents')
        .where('merchantNo', '=', merchantNo)
        .executeTakeFirstOrThrow()
    ).balanceCents;
  await db
    .deleteFrom('configRule')
    .where('configKey', 'in', ['merchant.orderAcquire', 'merchant.consumptionPrice'])
    .where('merchantNo', '=', merchantNo)
    .execute();
  await db.transaction().execute(async (tx) => {
    const shared = { merchantNo, makerUserNo: people.maker, checkerUserNo: people.checker };
    const value = {
      ruleName: 'Priced',
      consumptionType: 'ORDER_DELIVERED',
      unitPriceCents: 100_00,
      freeQuota: 0,
      tiers: [],
    };
    await seedRule(tx, { ...shared, configKey: 'merchant.orderAcquire', value: { ...RULE, dailyQuota: -1 } });
    await seedRule(tx, { ...shared, configKey: 'merchant.consumptionPrice', value });
  });
  // Enough for one delivery: two come before either is paid for.
  await fill(150_00);
  const [first, second] = [await acquired(), await acquired()];
  await send();
  expect([await rowOf(first), await rowOf(second)]).toMatchObject([
    { deliveryStatus: 'DELIVERED', chargedCents: 100_00 },
    { deliveryStatus: 'DELIVERED', chargedCents: 0 },
  ]);
  expect(await balance()).toBe(50_00);
  // Less than a delivery costs is left, and something is owed: nothing is acquired.
  expect(await rowOf(await acquired())).toBeNull();
  await fill(120_00);
  expect(await rowOf(await acquired())).toBeNull();
  await chargeUses(db, new Date());
  await chargeUses(db, new Date());
  expect(await balance()).toBe(20_00);
  expect(await rowOf(second)).toMatchObject({ chargedCents: 100_00 });
  await fill(300_00);
  const later = await acquired();
  await send();
  expect(await rowOf(later)).toMatchObject({ deliveryStatus: 'DELIVERED', chargedCents: 100_00 });
  expect(await balance()).toBe(200_00);
});
