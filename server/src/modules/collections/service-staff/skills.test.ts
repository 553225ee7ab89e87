import { feedback, servicePersonnel } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, type Person } from '../../../../testing/test-calls.ts';

const merchantNo = 'M0001';
const phone = '254711000777';
const ALL = { filters: {}, page: 1, pageSize: 50, sort: null } as const;
const { endpoints, handOver } = servicePersonnel;
let app: TestApp;
let admin: Person;
let skilled: string;
let plain: string;

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  admin = await as(app, 'admin');
  await db
    .insertInto('customer')
    .values({ customerNo: 'CF9777', customerName: 'Moraa Nyaboke', phone, idCardNo: '22334477', merchantNo })
    .execute();
  const person = async (name: string) => {
    const { userNo } = await addPerson(app.database, name, { codes: ['customerService:feedback:handle'] });
    await db.insertInto('userMerchant').values({ userNo, merchantNo }).execute();
    const record = { personnelKind: 'SERVICE', userNo } as const;
    await db
      .insertInto('personnel')
      .values({ ...record, dailyCap: 2, joinAutoAllot: true })
      .execute();
    await db
      .insertInto('personnelMerchant')
      .values({ ...record, merchantNo })
      .execute();
    return userNo;
  };
  [skilled, plain] = [await person('skill.one'), await person('skill.two')];
});
afterAll(async () => await app[Symbol.asyncDispose]());

const versionOf = async (userNo: string) => (await admin.call(endpoints.detail, { userNo })).version;
const made = async (change: { category?: 'COLLECTION' | 'OTHER'; severity?: 'LOW' | 'HIGH' }) => {
  const form = { phone, source: 'CALL', category: 'OTHER', severity: 'LOW', content: 'Rude on the phone' } as const;
  const { feedbackNo } = await admin.call(feedback.save, { ...form, ...change });
  const query = app.database.db.selectFrom('feedback').select('handlerUserNo').where('feedbackNo', '=', feedbackNo);
  return (await query.executeTakeFirstOrThrow()).handlerUserNo;
};

it('gives complaints to whoever has the skill and room today, and nothing else', async () => {
  expect(await made({ category: 'COLLECTION' })).toBeNull();
  const version = await versionOf(skilled);
  await admin.call(endpoints.update, { userNo: skilled, version, handlesComplaints: true, languages: ['sw'] });
  const found = await admin.call(endpoints.page, { ...ALL, filters: { handlesComplaints: true } });
  expect(found.rows.map(({ userNo }) => userNo)).toEqual([skilled]);
  const speaks = await admin.call(endpoints.page, { ...ALL, filters: { language: 'sw', handlesComplaints: true } });
  expect(speaks.total).toBe(1);
  expect(
    (await admin.call(endpoints.page, { ...ALL, filters: { language: 'ki', handlesComplaints: true } })).total,
  ).toBe(0);
  expect(await made({})).toBeNull();
  expect(await made({ severity: 'HIGH' })).toBe(skilled);
  expect(await made({ category: 'COLLECTION' })).toBe(skilled);
  // Two are the limit of a day.
  expect(await made({ category: 'COLLECTION' })).toBeNull();
});

it('hands all open work over to somebody who is not frozen', async () => {
  const request = { userNo: skilled, toUserNo: plain };
  expect(await admin.refusalOf(handOver, { ...request, toUserNo: skilled })).toMatchObject({
    error: 'PERSONNEL_SUCCESSOR',
    fields: ['toUserNo'],
  });
  await admin.call(endpoints.freeze, { userNo: plain });
  expect((await admin.refusalOf(handOver, request)).error).toBe('PERSONNEL_SUCCESSOR');
  await admin.call(endpoints.unfreeze, { userNo: plain });
  const { db } = app.database;
  const entry = { desk: 'SERVICE', merchantNo, phone, listType: 'DORMANT' } as const;
  await db
    .insertInto('callEntry')
    .values({ ...entry, listStatus: 'ASSIGNED', ownerUserNo: skilled })
    .execute();
  expect(await admin.call(handOver, request)).toEqual({ handedOver: 3, kept: 0 });
  expect((await admin.call(endpoints.detail, { userNo: plain })).open).toBe(3);
  expect((await admin.call(endpoints.detail, { userNo: skilled })).open).toBe(0);
  expect((await admin.refusalOf(handOver, request)).error).toBe('NOTHING_CHANGES');
});

it('says who is free now with their languages: nobody frozen, off shift or on a call', async () => {
  const { db } = app.database;
  const mine = async () =>
    (await admin.call(servicePersonnel.free, {})).filter(({ userNo }) => userNo === skilled || userNo === plain);
  const record = (userNo: string) => db.updateTable('personnel').where('userNo', '=', userNo);
  await record(skilled)
    .set({ languages: ['sw', 'en'], personnelStatus: 'NORMAL' })
    .execute();
  await record(plain).set({ personnelStatus: 'NORMAL' }).execute();
  expect(await mine()).toMatchObject([
    { userNo: skilled, languages: ['sw', 'en'], takesCalls: false },
    { userNo: plain },
  ]);
  await record(plain).set({ personnelStatus: 'FROZEN' }).execute();
  const ring = { callNo: `kc${'0'.repeat(24)}`, callDirection: 'IN', edgeCallId: 'free-1', merchantNo, phone } as const;
  await db
    .insertInto('call')
    .values({ ...ring, callStatus: 'RINGING', userNo: skilled })
    .execute();
  expect(await mine()).toEqual([]);
  const elsewhere = await addPerson(app.database, 'free.elsewhere', {
    pages: [servicePersonnel.SERVICE_PERSONNEL_PAGE],
  });
  await db
    .updateTable('call')
    .set({ callStatus: 'ENDED', endedAt: new Date() })
    .where('userNo', '=', skilled)
    .execute();
  expect((await mine()).map(({ userNo }) => userNo)).toEqual([skilled]);
  await db.insertInto('userMerchant').values({ userNo: elsewhere.userNo, merchantNo: 'M0003' }).execute();
  const theirs = await (await as(app, 'free.elsewhere')).call(servicePersonnel.free, {});
  expect(theirs.map(({ userNo }) => userNo)).not.toContain(skilled);
});
