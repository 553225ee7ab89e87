import { config, orderAcquire } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Receiver, startReceiver } from '../../../../testing/receiver.ts';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, listOf, type Person } from '../../../../testing/test-calls.ts';
import { approved, makeProduct } from '../../lending/orders/testing/lend.ts';
import { addDays, businessDateOf } from '../../platform/policy/index.ts';
import { sendDueEvents } from '../merchant-services/index.ts';
import { createLogger } from '../../platform/health/index.ts';
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

it('speaks of applications by time, amount, type and level', () => {
  const order = { merchantNo: 'M1', loanType: 'FIRST', appliedCents: 3_000_00, modelLevel: 'A' } as const;
  const says = (more: Partial<orderAcquire.AcquireRule>, clock = '12:00') =>
    speaksOf({ ...RULE, ...more }, order, clock);
  expect(says({})).toBe(true);
  expect(says({ fromTime: '08:00', toTime: '12:00' })).toBe(false);
  expect(says({ loanType: 'REPEAT' })).toBe(false);
  expect(says({ minAmountCents: 5_000_00 })).toBe(false);
  expect([says({ modelLevels: ['A'] }), says({ modelLevels: ['B'] })]).toEqual([true, false]);
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
  const tried = async (more: Partial<orderAcquire.AcquireRule>) =>
    await maker.call(orderAcquire.simulate, {
      merchantNo,
      value: { ...RULE, fromTime: '08:00', toTime: '19:00', dailyQuota: -1, ...more },
    });
  const all = await tried({});
  expect(all.days).toHaveLength(7);
  expect(all.days.at(-1)).toEqual({ date: yesterday, applied: 4, acquired: 3, quotaReachedAt: null });
  const few = await tried({ dailyQuota: 2 });
  expect(few.days.at(-1)).toEqual({ date: yesterday, applied: 4, acquired: 2, quotaReachedAt: '10:00' });
  expect((await tried({ minAmountCents: 3_000_01 })).acquired).toBe(0);
  const elsewhere = { merchantNo: 'M0009', value: RULE };
  expect((await maker.refusalOf(orderAcquire.simulate, elsewhere)).fields).toEqual(['merchantNo']);
});
