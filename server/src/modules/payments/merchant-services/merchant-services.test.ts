import { createHmac } from 'node:crypto';
import { change, merchantService } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Receiver, startReceiver } from '../../../../testing/receiver.ts';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, listOf, type Person } from '../../../../testing/test-calls.ts';
import { lowBalances } from '../../console/warning-watch/money-causes.ts';
import { businessDateOf } from '../../platform/policy/index.ts';
import { suggestedRecharge } from './balance-line.ts';
import { hashOf, isAllowed } from './keys.ts';

let app: TestApp;
let receiver: Receiver;
let maker: Person;
let checker: Person;
let elsewhere: Person;
let merchantNo: string;
const CODES = ['save', 'enable', 'disable', 'rotateKey', 'audit'].map((action) => `merchant:config:${action}`);

beforeAll(async () => {
  receiver = await startReceiver();
  app = await createTestApp({ content: 'seeded', env: { CALLBACK_STAND_IN_URL: receiver.url } });
  const { db } = app.database;
  ({ merchantNo } = await db
    .selectFrom('merchant')
    .select('merchantNo')
    .orderBy('merchantNo')
    .limit(1)
    .executeTakeFirstOrThrow());
  const add = async (name: string, isHere = true) => {
    const pages = ['/AdminContent/MerchantSystem/MerchantConfigManagement'];
    const { userNo } = await addPerson(app.database, name, { codes: CODES, pages });
    if (isHere) await db.insertInto('userMerchant').values({ userNo, merchantNo }).execute();
    return await as(app, name);
  };
  [maker, checker, elsewhere] = [await add('svc.maker'), await add('svc.checker'), await add('svc.elsewhere', false)];
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
  await receiver[Symbol.asyncDispose]();
});

const rowOf = async () => (await maker.post(merchantService.page, listOf({ merchantNo }))).data.rows[0];
const save = async (more: object = {}, who = maker) =>
  await who.post(merchantService.save, {
    merchantNo,
    services: ['ORDER_ACQUIRE', 'SMS'],
    billingModel: 'PREPAID',
    callbackUrl: 'https://merchant.example/hook',
    ipAllowList: [],
    contactPhone: '254712345678',
    contactEmail: 'ops@merchant.example',
    alarmAtCents: 1_000_00,
    version: (await rowOf())?.version ?? 0,
    reason: 'Contract of November',
    ...more,
  });
const agree = async (changeNo: string) =>
  (await checker.post(change.changeFamilies.merchantConfig.approve, { changeNo })).code;
const balanceBy = (apiKey: string) => maker.post(merchantService.apiBalance, { apiKey });

it('is set up and opened by two people, once its callback answered a signed test', async () => {
  const { changeNo } = (await save()).data;
  expect((await maker.post(change.changeFamilies.merchantConfig.approve, { changeNo })).code).not.toBe(0);
  expect(await agree(changeNo)).toBe(0);
  expect(await rowOf()).toMatchObject({
    services: ['ORDER_ACQUIRE', 'SMS'],
    serviceStatus: 'DISABLED',
    contactPhone: expect.stringContaining('*'),
    isCallbackPassed: false,
  });
  expect((await maker.post(merchantService.enable, { merchantNo, reason: 'Ready' })).data.error).toBe(
    'CALLBACK_UNTESTED',
  );
  const { secret } = (await maker.post(merchantService.rotateKey, { merchantNo, reason: 'First' })).data;

  receiver.say({ status: 500, text: 'no' });
  expect((await maker.post(merchantService.testCallback, { merchantNo })).data).toEqual({
    isPassed: false,
    replyStatus: 500,
    fault: 'HTTP 500',
  });
  expect((await maker.post(merchantService.testCallback, { merchantNo })).data.isPassed).toBe(true);
  const request = receiver.received[1];
  const [stamp = '', signature] = String(request?.headers['kituo-signature']).split(',');
  const signed = `${stamp.slice(2)}.${request?.body}`;
  expect(signature).toBe(`v1=${createHmac('sha256', hashOf(secret)).update(signed).digest('hex')}`);

  expect(await agree((await maker.post(merchantService.enable, { merchantNo, reason: 'Ready' })).data.changeNo)).toBe(
    0,
  );
  expect((await rowOf()).serviceStatus).toBe('ENABLED');
  const { data } = await maker.get(merchantService.detail, { merchantNo });
  expect(data.callbacks).toMatchObject([{ replyStatus: 200, fault: null }, { fault: 'HTTP 500' }]);
  expect(data.keys).toMatchObject([{ keyTail: secret.slice(-4), validUntil: null }]);
  expect(JSON.stringify(data)).not.toContain(secret);
});

it('takes a key from an allowed address while the account is open, the former one for a day', async () => {
  const first = (await maker.post(merchantService.rotateKey, { merchantNo, reason: 'New' })).data.secret;
  expect((await balanceBy(first)).data).toMatchObject({ merchantNo });
  const second = (await maker.post(merchantService.rotateKey, { merchantNo, reason: 'Newer' })).data.secret;
  expect([(await balanceBy(first)).code, (await balanceBy(second)).code]).toEqual([0, 0]);
  const { db } = app.database;
  await db
    .updateTable('merchantApiKey')
    .set({ validUntil: new Date(Date.now() - 1_000) })
    .where('keyHash', '=', hashOf(first))
    .execute();
  expect((await balanceBy(first)).data.error).toBe('MERCHANT_KEY_WRONG');
  expect((await balanceBy('kmk_guess')).data.error).toBe('MERCHANT_KEY_WRONG');
  expect((await rowOf()).lastCallAt).not.toBeNull();
  await db
    .updateTable('merchantService')
    .set({ ipAllowList: ['203.0.113.0/24'] })
    .execute();
  expect((await balanceBy(second)).data.error).toBe('MERCHANT_KEY_WRONG');
  await db.updateTable('merchantService').set({ ipAllowList: [] }).execute();
  expect((await maker.post(merchantService.disable, { merchantNo, reason: 'Contract ended' })).data.serviceStatus).toBe(
    'DISABLED',
  );
  expect((await balanceBy(second)).data.error).toBe('MERCHANT_KEY_WRONG');
  expect((await maker.post(merchantService.disable, { merchantNo, reason: 'Again' })).data.error).toBe(
    'ILLEGAL_TRANSITION',
  );
  // Secrets are nowhere in what the database keeps of the commands.
  const kept = await db.selectFrom('idempotencyRecord').selectAll().execute();
  expect(JSON.stringify(kept)).not.toContain(second);
});

it('warns at its alarm, whatever the pace', async () => {
  const { db } = app.database;
  const warned = async () => (await lowBalances.find(db, new Date())).map(({ key }) => key);
  await db
    .insertInto('merchantPrepaid')
    .values({ merchantNo, balanceCents: 0 })
    .onConflict((conflict) => conflict.column('merchantNo').doNothing())
    .execute();
  await db.updateTable('merchantService').set({ alarmAtCents: null }).where('merchantNo', '=', merchantNo).execute();
  await db.deleteFrom('merchantConsumption').where('merchantNo', '=', merchantNo).execute();
  expect(await warned()).not.toContain(merchantNo);
  await db
    .updateTable('merchantService')
    .set({ alarmAtCents: 1_000_000_000_00 })
    .where('merchantNo', '=', merchantNo)
    .execute();
  expect(await warned()).toContain(merchantNo);
  expect((await rowOf()).isBelowAlarm).toBe(true);
});

it('refuses beside the field, and another address has no passed test', async () => {
  for (const [more, field] of [
    [{ services: [] }, 'services'],
    [{ callbackUrl: 'http://merchant.example' }, 'callbackUrl'],
    [{ callbackUrl: 'https://merchant.example:8443/hook' }, 'callbackUrl'],
    [{ callbackUrl: 'https://me:secret@merchant.example/hook' }, 'callbackUrl'],
    [{ contactPhone: '0712' }, 'contactPhone'],
    [{ contactEmail: 'nobody' }, 'contactEmail'],
    [{ alarmAtCents: -1 }, 'alarmAtCents'],
  ] as const) {
    expect((await save(more)).data.fields).toMatchObject([{ field }]);
  }
  expect((await save({ ipAllowList: ['somewhere'] })).data.error).toBe('BAD_REQUEST');
  expect((await save({ version: 99 })).data.error).toBe('STALE');
  expect((await save({}, elsewhere)).data.error).toBe('REFERENCE_UNKNOWN');
  await agree((await save({ callbackUrl: 'https://other.example/hook' })).data.changeNo);
  expect((await rowOf()).isCallbackPassed).toBe(false);
});

it('knows an address by itself and by its range', () => {
  expect(isAllowed([], '203.0.113.9')).toBe(true);
  expect(isAllowed(['203.0.113.9'], '::ffff:203.0.113.9')).toBe(true);
  expect(isAllowed(['203.0.113.0/24'], '203.0.113.200')).toBe(true);
  expect(isAllowed(['203.0.113.0/24'], '203.0.114.1')).toBe(false);
});

it('suggests what lasts two weeks, in whole thousands, and shows the balance of each day', async () => {
  // 700 a week: 1,400 for two, of which 250 are there.
  expect(suggestedRecharge(250_00, 700_00)).toBe(2_000_00);
  expect(suggestedRecharge(1_400_00, 700_00)).toBeNull();
  expect(suggestedRecharge(0, 0)).toBeNull();
  const { balances, undelivered, row } = (await maker.get(merchantService.detail, { merchantNo })).data;
  expect(balances).toHaveLength(30);
  expect(balances.at(-1)).toEqual({ day: businessDateOf(new Date()), balanceCents: row.balanceCents });
  await app.database.db
    .insertInto('merchantEvent')
    .values({ merchantNo, event: 'order.acquired', subjectNo: 'LO1', data: '{}', nextAttemptAt: new Date() })
    .execute();
  expect((await maker.get(merchantService.detail, { merchantNo })).data.undelivered).toBe(undelivered + 1);
});
