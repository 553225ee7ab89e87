import { hotline } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, listOf, type Person } from '../../../../testing/test-calls.ts';
import { businessDateOf } from '../../platform/policy/index.ts';
import { isOpenAt } from './open-now.ts';

const MERCHANT = 'M0001';
let app: TestApp;
let editor: Person;
let stranger: Person;
beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  const of = async (name: string, merchantNo: string) => {
    const { userNo } = await addPerson(app.database, name, {
      pages: [hotline.HOTLINE_PAGE],
      codes: ['operation:hotline:save'],
    });
    await db.insertInto('userMerchant').values({ userNo, merchantNo }).execute();
    return await as(app, name);
  };
  editor = await of('hotline.editor', MERCHANT);
  stranger = await of('hotline.stranger', 'M0002');
  await db.deleteFrom('hotline').execute();
});
afterAll(async () => await app[Symbol.asyncDispose]());

const form = {
  merchantNo: MERCHANT,
  contactType: 'PHONE',
  contactValue: '254709000001',
  serviceHours: [{ days: ['MON', 'TUE'], from: '08:00', to: '19:00' }],
  languages: ['en'],
  sort: 2,
};
const save = async (change: object = {}, who = editor) => await who.post(hotline.save, { ...form, ...change });
const shown = async () =>
  (await editor.get(hotline.forApp, { merchantNo: 'M0001' })).data.map(
    (one: { contactValue: string }) => one.contactValue,
  );

it('knows by the hours of its days (EAT) whether somebody answers', () => {
  const hours = [{ days: ['MON' as const], from: '08:00', to: '19:00' }];
  expect(isOpenAt(hours, new Date('2026-11-23T05:00:00Z'), false)).toBe(true);
  expect(isOpenAt(hours, new Date('2026-11-23T16:00:00Z'), false)).toBe(false);
  expect(isOpenAt(hours, new Date('2026-11-24T05:00:00Z'), false)).toBe(false);
  expect(isOpenAt(hours, new Date('2026-11-23T05:00:00Z'), true)).toBe(false);
  expect(isOpenAt([], new Date(), true)).toBe(true);
});

it('keeps to the hours of holidays on a holiday of the calendar, on the page as in the app', async () => {
  const { db } = app.database;
  const always = { from: '00:00', to: '24:00' };
  const days = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'];
  await save({ contactValue: '254709000011', serviceHours: [{ ...always, days }] });
  await save({ contactValue: '254709000012', serviceHours: [{ ...always, days: ['HOLIDAY'] }] });
  const openNow = async () => {
    const inApp: { contactValue: string; isOpenNow: boolean }[] = (
      await editor.get(hotline.forApp, { merchantNo: 'M0001' })
    ).data;
    const { rows } = (await editor.post(hotline.page, listOf({ merchantNo: MERCHANT }))).data;
    const open = [inApp, rows].map((all: typeof inApp) =>
      all.flatMap(({ contactValue, isOpenNow }) => (isOpenNow ? [contactValue] : [])),
    );
    expect(open[0]).toEqual(open[1]);
    return open[0];
  };
  const day = businessDateOf(new Date());
  await db.deleteFrom('businessCalendar').where('day', '=', day).execute();
  expect(await openNow()).toEqual(['254709000011']);
  const holiday = { day, dayName: 'Founders’ Day' };
  await db
    .insertInto('businessCalendar')
    .values({ ...holiday, countsAsBusinessDay: false })
    .execute();
  expect(await openNow()).toEqual(['254709000012']);
  await db.updateTable('businessCalendar').set({ countsAsBusinessDay: true }).where('day', '=', day).execute();
  expect(await openNow()).toEqual(['254709000011']);
  await db.deleteFrom('hotline').execute();
});

it('is shown in the app in its order, until it is disabled; the last number stays', async () => {
  const first = (await save()).data;
  const second = (await save({ contactValue: '254709000002', sort: 1 })).data;
  expect(await shown()).toEqual(['254709000002', '254709000001']);
  const named = { hotlineNo: second.hotlineNo, version: 1 };
  expect((await editor.post(hotline.remove, named)).data.error).toBe('ILLEGAL_TRANSITION');
  expect((await editor.post(hotline.disable, named)).code).toBe(0);
  expect(await shown()).toEqual(['254709000001']);
  expect((await editor.post(hotline.disable, named)).data.error).toBe('STALE');
  const last = { hotlineNo: first.hotlineNo, version: 1 };
  expect((await editor.post(hotline.disable, last)).data.error).toBe('LAST_HOTLINE');
  expect((await editor.post(hotline.remove, { ...named, version: 2 })).code).toBe(0);
});

it('refuses what no customer could call, twice the same, and overlapping hours', async () => {
  expect((await save({ contactValue: '0712345678' })).data.fields).toMatchObject([{ field: 'contactValue' }]);
  expect((await save({ contactType: 'SOCIAL', contactValue: 'http://x.example' })).data.error).toBe('BAD_REQUEST');
  expect((await save()).data).toMatchObject({ error: 'HOTLINE_TAKEN', fields: [{ field: 'contactValue' }] });
  const hours = [...form.serviceHours, { days: ['TUE'], from: '18:00', to: '20:00' }];
  expect((await save({ contactValue: '254709000009', serviceHours: hours })).data.error).toBe('BAD_REQUEST');
});

it('is seen and changed by those of its merchant alone', async () => {
  expect((await stranger.post(hotline.page, listOf({ merchantNo: MERCHANT }))).data.total).toBe(0);
  expect((await save({ contactValue: '254709000008' }, stranger)).data.error).toBe('REFERENCE_UNKNOWN');
});

it('is copied to merchants that one sees and that do not have it yet', async () => {
  const { db } = app.database;
  const { hotlineNo } = (await save({ contactValue: '254709000020' })).data;
  const { userNo } = await db
    .selectFrom('appUser')
    .select('userNo')
    .where('userName', '=', 'hotline.editor')
    .executeTakeFirstOrThrow();
  const to = await db
    .selectFrom('merchant')
    .select('merchantNo')
    .where('merchantNo', '<>', MERCHANT)
    .limit(2)
    .execute();
  const merchantNos = to.map(({ merchantNo }) => merchantNo);
  const copy = { hotlineNo, version: 1, merchantNos };
  expect((await editor.refusalOf(hotline.copy, copy)).error).toBe('REFERENCE_UNKNOWN');
  await db
    .insertInto('userMerchant')
    .values(merchantNos.map((merchantNo) => ({ userNo, merchantNo })))
    .execute();
  expect(await editor.call(hotline.copy, copy)).toEqual({ copied: merchantNos.length, known: 0 });
  expect(await editor.call(hotline.copy, copy)).toEqual({ copied: 0, known: merchantNos.length });
  const toItself = { ...copy, merchantNos: [form.merchantNo] };
  expect((await editor.refusalOf(hotline.copy, toItself)).error).toBe('REFERENCE_UNKNOWN');
  const made = await db
    .selectFrom('hotline')
    .select(['merchantNo', 'serviceHours', 'isEnabled'])
    .where('contactValue', '=', '254709000020')
    .where('merchantNo', 'in', merchantNos)
    .execute();
  expect(made).toHaveLength(merchantNos.length);
  expect(made[0]).toMatchObject({ serviceHours: form.serviceHours, isEnabled: true });
});
