import { hotline } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, listOf, type Person } from '../../../../testing/test-calls.ts';
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
const save = async (change: object = {}, who = editor) => await who.post('customerConfig/save', { ...form, ...change });
const shown = async () =>
  (await editor.get(`noAuth/app/hotlines/${MERCHANT}`)).data.map((one: { contactValue: string }) => one.contactValue);

it('knows by the hours of its days (EAT) whether somebody answers', () => {
  const hours = [{ days: ['MON' as const], from: '08:00', to: '19:00' }];
  expect(isOpenAt(hours, new Date('2026-11-23T05:00:00Z'))).toBe(true);
  expect(isOpenAt(hours, new Date('2026-11-23T16:00:00Z'))).toBe(false);
  expect(isOpenAt(hours, new Date('2026-11-24T05:00:00Z'))).toBe(false);
  expect(isOpenAt([], new Date())).toBe(true);
});

it('is shown in the app in its order, until it is disabled; the last number stays', async () => {
  const first = (await save()).data;
  const second = (await save({ contactValue: '254709000002', sort: 1 })).data;
  expect(await shown()).toEqual(['254709000002', '254709000001']);
  const named = { hotlineNo: second.hotlineNo, version: 1 };
  expect((await editor.post('customerConfig/delete', named)).data.error).toBe('ILLEGAL_TRANSITION');
  expect((await editor.post('customerConfig/disable', named)).code).toBe(0);
  expect(await shown()).toEqual(['254709000001']);
  expect((await editor.post('customerConfig/disable', named)).data.error).toBe('STALE');
  const last = { hotlineNo: first.hotlineNo, version: 1 };
  expect((await editor.post('customerConfig/disable', last)).data.error).toBe('LAST_HOTLINE');
  expect((await editor.post('customerConfig/delete', { ...named, version: 2 })).code).toBe(0);
});

it('refuses what no customer could call, twice the same, and overlapping hours', async () => {
  expect((await save({ contactValue: '0712345678' })).data.fields).toMatchObject([{ field: 'contactValue' }]);
  expect((await save({ contactType: 'SOCIAL', contactValue: 'http://x.example' })).data.error).toBe('BAD_REQUEST');
  expect((await save()).data).toMatchObject({ error: 'HOTLINE_TAKEN', fields: [{ field: 'contactValue' }] });
  const hours = [...form.serviceHours, { days: ['TUE'], from: '18:00', to: '20:00' }];
  expect((await save({ contactValue: '254709000009', serviceHours: hours })).data.error).toBe('BAD_REQUEST');
});

it('is seen and changed by those of its merchant alone', async () => {
  expect((await stranger.post('customerConfig/page', listOf({ merchantNo: MERCHANT }))).data.total).toBe(0);
  expect((await save({ contactValue: '254709000008' }, stranger)).data.error).toBe('REFERENCE_UNKNOWN');
});
