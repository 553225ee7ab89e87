import { change, orgMerchant, intake } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, listOf, type Person } from '../../../../testing/test-calls.ts';
import { makeProduct } from '../../lending/orders/testing/lend.ts';
import { addDays, businessDateOf, startOfBusinessDate } from '../../platform/policy/index.ts';
import { limitFor } from './admit.ts';
import { replayed } from './replay.ts';

let app: TestApp;
let maker: Person;
let checker: Person;
let channel: Person;
let stranger: Person;
let phones = 0;
beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  const codes = ['add', 'copy', 'update', 'disable', 'enable', 'trafficLimit', 'riskConfig', 'audit'].map(
    (action) => `operation:orgMerchant:${action}`,
  );
  const add = async (name: string, held: readonly string[], merchantNo = 'M0001') => {
    const { userNo } = await addPerson(app.database, name, { codes: held, pages: [orgMerchant.ORG_MERCHANT_PAGE] });
    await db.insertInto('userMerchant').values({ userNo, merchantNo }).execute();
    return await as(app, name);
  };
  [maker, checker] = [await add('om.maker', codes), await add('om.checker', codes)];
  channel = await add('om.channel', ['audit:order:intake']);
  stranger = await add('om.stranger', codes, 'M0002');
});
afterAll(async () => await app[Symbol.asyncDispose]());

const { approve } = change.changeFamilies.orgMerchant;
const agree = async (changeNo: string) => (await checker.post(approve.path, { changeNo })).code;
const limit = async (...rows: readonly (readonly [number, number])[]) => {
  const trafficLimits = rows.map(([settledOrderCount, dailyLimit]) => ({ settledOrderCount, dailyLimit }));
  return (await maker.post(orgMerchant.limit, { merchantNo: 'M0001', trafficLimits, reason: 'Season' })).data;
};
const register = async (phone = `25471177${String((phones += 1)).padStart(4, '0')}`) =>
  (
    await channel.post(intake.customer, {
      merchantNo: 'M0001',
      phone,
      customerName: 'Akinyi Traffic',
      idCardNo: '12345678',
    })
  ).data;
const rowOf = async (merchantNo: string, who = maker) =>
  (await who.post(orgMerchant.page, listOf({ merchantNo }))).data.rows[0];

it('knows which limit is a customer’s', () => {
  const limits = [
    { settledOrderCount: -1, dailyLimit: 9 },
    { settledOrderCount: 0, dailyLimit: 5 },
    { settledOrderCount: 2, dailyLimit: 3 },
  ];
  const most = (settled: number) => limitFor(limits, settled)?.dailyLimit;
  expect([most(0), most(1), most(2), most(7)]).toEqual([5, 9, 3, 3]);
  expect(limitFor([], 0)).toBeNull();
  expect(limitFor([{ settledOrderCount: 1, dailyLimit: 1 }], 0)).toBeNull();
});

it('replays who came in their order, each under their own limit', () => {
  const limits = [
    { settledOrderCount: -1, dailyLimit: 1 },
    { settledOrderCount: 0, dailyLimit: 2 },
  ];
  const came = (kind: 'REGISTRATION' | 'APPLICATION', hour: number, settledOrders = 0) => ({
    kind,
    hour,
    settledOrders,
  });
  const arrivals = [came('REGISTRATION', 9), came('REGISTRATION', 9), came('APPLICATION', 9, 3)];
  const later = [came('REGISTRATION', 14), came('APPLICATION', 14, 1), came('APPLICATION', 14)];
  expect(replayed(limits, [...arrivals, ...later])).toEqual([
    { hour: 9, admitted: 3, turnedAway: 0 },
    { hour: 14, admitted: 1, turnedAway: 2 },
  ]);
  expect(replayed([], arrivals)).toEqual([{ hour: 9, admitted: 3, turnedAway: 0 }]);
});

it('shows what edited limits would have made of yesterday, and by what applications are decided', async () => {
  const { db } = app.database;
  const yesterday = addDays(businessDateOf(new Date()), -1);
  const at = (hour: number) => new Date(startOfBusinessDate(yesterday).getTime() + hour * 3_600_000);
  const replay = async (dailyLimit: number, who = maker) =>
    (
      await who.post(orgMerchant.replay, {
        merchantNo: 'M0001',
        trafficLimits: [{ settledOrderCount: -1, dailyLimit }],
      })
    ).data;
  const cameAt = async (hour: number): Promise<number> => {
    const { hours } = await replay(-1);
    return hours.find((one: { hour: number }) => one.hour === hour)?.admitted ?? 0;
  };
  const before = [await cameAt(9), await cameAt(16)];
  const night = await cameAt(21);
  for (const hour of [9, 16]) {
    const { customerNo } = await register();
    await db
      .updateTable('customer')
      .set({ createdAt: at(hour) })
      .where('customerNo', '=', customerNo)
      .execute();
  }
  expect([await cameAt(9), await cameAt(16)]).toEqual(before.map((count) => count + 1));
  // Whom a limit turned away came, too: twice, and counts once.
  expect(await agree((await limit([0, 0])).changeNo)).toBe(0);
  const refusedPhone = '254711770999';
  expect((await register(refusedPhone)).error).toBe('REGISTRATION_CLOSED');
  expect((await register(refusedPhone)).error).toBe('REGISTRATION_CLOSED');
  expect(await agree((await limit()).changeNo)).toBe(0);
  await db
    .updateTable('trafficRefusal')
    .set({ bizDate: yesterday, at: at(21) })
    .execute();
  expect(await cameAt(21)).toBe(night + 1);
  // Let in later on the same day, they came once.
  const { customerNo: late } = await register(refusedPhone);
  await db
    .updateTable('customer')
    .set({ createdAt: at(22) })
    .where('customerNo', '=', late)
    .execute();
  expect(await cameAt(21)).toBe(night);
  const closed = await replay(0);
  expect(closed.bizDate).toBe(yesterday);
  expect(closed.hours.every(({ admitted }: { admitted: number }) => admitted === 0)).toBe(true);
  expect((await replay(0, stranger)).error).toBe('NOT_FOUND');
  const { risk } = (await maker.get(orgMerchant.info, { merchantNo: 'M0001' })).data;
  expect(risk).toEqual({ ruleSets: expect.any(Array), models: expect.any(Array), pricesVersionNo: null });
});

it('admits as many a day as two people agreed to, and says when it is closed', async () => {
  const { customerNo } = await register();
  const { changeNo } = await limit([0, 2], [-1, -1]);
  expect((await maker.post(approve.path, { changeNo })).code).not.toBe(0);
  expect((await register()).isNew).toBe(true);
  expect(await agree(changeNo)).toBe(0);
  expect([(await register()).isNew, (await register()).isNew]).toEqual([true, true]);
  expect(await register()).toMatchObject({ error: 'TRAFFIC_LIMIT' });
  const { phone } = await app.database.db
    .selectFrom('customer')
    .select('phone')
    .where('customerNo', '=', customerNo)
    .executeTakeFirstOrThrow();
  // One who is known registers nothing.
  expect(await register(phone)).toEqual({ customerNo, isNew: false });
  expect(await agree((await limit([0, 0])).changeNo)).toBe(0);
  expect((await register()).error).toBe('REGISTRATION_CLOSED');
  expect((await rowOf('M0001')).trafficLimits).toEqual([{ settledOrderCount: 0, dailyLimit: 0 }]);
  expect(await agree((await limit()).changeNo)).toBe(0);
  expect((await register()).isNew).toBe(true);
  const { data } = await maker.get(orgMerchant.info, { merchantNo: 'M0001' });
  expect(data.admissions).toContainEqual({ settledOrderCount: 0, registered: 2, applied: 0 });
});

it('takes applications within the limit of those who settled as much', async () => {
  const { db } = app.database;
  const { customerNo } = await register();
  const productNo = await makeProduct(db);
  const apply = async () =>
    (
      await channel.post(intake.apply, {
        customerNo,
        productNo,
        appliedCents: 300_000,
        payeePhone: '254712345678',
        payeeName: 'Akinyi',
      })
    ).data.error;
  // Acquisition is fed by these events alone: whom a limit turned away reaches no rule of it.
  const fed = async () =>
    (await db.selectFrom('domainEvent').select('eventId').where('topic', '=', 'order.applied').execute()).length;
  const before = await fed();
  expect(await agree((await limit([0, 0])).changeNo)).toBe(0);
  expect(await apply()).toBe('TRAFFIC_LIMIT');
  expect(await fed()).toBe(before);
  expect(await agree((await limit()).changeNo)).toBe(0);
  expect(await apply()).not.toBe('TRAFFIC_LIMIT');
  expect(await fed()).toBe(before + 1);
  const stated = { merchantNo: 'M0001', reason: 'Licence' };
  expect((await maker.post(orgMerchant.disable, stated)).code).toBe(0);
  expect(await apply()).toBe('MERCHANT_CLOSED');
  expect((await register()).error).toBe('MERCHANT_CLOSED');
  expect((await maker.post(orgMerchant.disable, stated)).data.error).toBe('ILLEGAL_TRANSITION');
});

it('is added and copied closed, and opened once it has what customers need', async () => {
  const { db } = app.database;
  const { orgNo } = await db.selectFrom('organization').select('orgNo').limit(1).executeTakeFirstOrThrow();
  const form = { merchantNo: 'M7001', merchantName: 'Jua Kali', orgNo, companyCode: '14', companyName: 'Kituo Ltd' };
  expect((await maker.post(orgMerchant.add, form)).data).toEqual({ merchantNo: 'M7001' });
  expect((await maker.post(orgMerchant.add, form)).data.error).toBe('ORG_MERCHANT_EXISTS');
  expect((await maker.post(orgMerchant.add, { ...form, merchantNo: 'M7009', orgNo: 'NONE' })).data.error).toBe(
    'REFERENCE_UNKNOWN',
  );
  const copy = { fromMerchantNo: 'M0001', merchantNo: 'M7002', merchantName: 'Copy' };
  expect((await maker.post(orgMerchant.copy, copy)).code).toBe(0);
  expect((await stranger.post(orgMerchant.copy, { ...copy, merchantNo: 'M7003' })).data.error).toBe('NOT_FOUND');
  const limits = await db.selectFrom('merchantTrafficLimit').selectAll().where('merchantNo', '=', 'M7002').execute();
  expect(limits).toEqual([{ merchantNo: 'M7002', settledOrderCount: -1, dailyLimit: 0 }]);
  const again = await as(app, 'om.maker');
  expect(await rowOf('M7001', again)).toMatchObject({ orgMerchantStatus: 'DISABLED', version: 1 });
  const named = { ...form, merchantName: 'Jua Kali Plus', version: 1 };
  expect((await again.post(orgMerchant.update, { ...named, version: 7 })).data.error).toBe('STALE');
  expect((await again.post(orgMerchant.update, named)).code).toBe(0);
  const wanted = { merchantNo: 'M7001', reason: 'Open' };
  expect((await again.post(orgMerchant.enable, wanted)).data).toMatchObject({
    error: 'ORG_MERCHANT_INCOMPLETE',
    facts: { missing: 'product, hotline, risk rules' },
  });
  // A copy has none of them either; of the risk rules it is agreed that the company's default ones decide.
  const opener = await as(app, 'om.maker');
  const missing = async () =>
    (await opener.post(orgMerchant.enable, { merchantNo: 'M7002', reason: 'Open' })).data.facts.missing;
  expect(await missing()).toBe('product, hotline, risk rules');
  const risk = { merchantNo: 'M7002', takesDefaultRules: true, reason: 'New market' };
  expect((await stranger.refusalOf(orgMerchant.riskConfig, risk)).error).toBe('NOT_FOUND');
  const { changeNo } = await opener.call(orgMerchant.riskConfig, risk);
  const { userNo } = await db
    .selectFrom('appUser')
    .select('userNo')
    .where('userName', '=', 'om.checker')
    .executeTakeFirstOrThrow();
  await db.insertInto('userMerchant').values({ userNo, merchantNo: 'M7002' }).execute();
  expect(await missing()).toBe('product, hotline, risk rules');
  expect((await (await as(app, 'om.checker')).post(approve.path, { changeNo })).code).toBe(0);
  expect(await missing()).toBe('product, hotline');
  expect((await opener.refusalOf(orgMerchant.riskConfig, risk)).error).toBe('NOTHING_CHANGES');
  const { tree } = await opener.call(orgMerchant.info, { merchantNo: 'M7002' });
  const known = tree.flatMap(({ merchants }) => merchants.map(({ merchantNo }) => merchantNo));
  expect(known).toEqual(expect.arrayContaining(['M0001', 'M7002']));
  // Of the organisation's merchants those alone that the reader sees.
  expect(known).not.toContain('M0002');
});

it('refuses what is no limit', async () => {
  expect((await limit([0, 1], [0, 2])).error).toBe('BAD_REQUEST');
  expect((await limit([-2, 1])).error).toBe('BAD_REQUEST');
  expect((await limit([0, 1.5])).error).toBe('BAD_REQUEST');
});
