import { createHash } from 'node:crypto';
import { change, file, marketProduct, partnerPlatform } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Receiver, startReceiver } from '../../../../testing/receiver.ts';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, found, listOf, type Person } from '../../../../testing/test-calls.ts';
import { scoreOf } from './health.ts';
import { seedPartners } from '../../../seed/partners.ts';

let app: TestApp;
let receiver: Receiver;
let maker: Person;
let checker: Person;
let elsewhere: Person;
let merchantNo: string;
beforeAll(async () => {
  receiver = await startReceiver();
  app = await createTestApp({ content: 'seeded', env: { CALLBACK_STAND_IN_URL: receiver.url } });
  const { db } = app.database;
  await seedPartners(db, new Date());
  ({ merchantNo } = await db.selectFrom('partnerPlatform').select('merchantNo').limit(1).executeTakeFirstOrThrow());
  const codes = ['supermarketPlatform:save', 'supermarketPlatform:enable', 'config:audit'].map(
    (one) => `operation:${one}`,
  );
  const pages = partnerPlatform.page.access.page;
  const add = async (name: string, isHere = true) => {
    const { userNo } = await addPerson(app.database, name, { codes, pages });
    if (isHere) await db.insertInto('userMerchant').values({ userNo, merchantNo }).execute();
    return await as(app, name);
  };
  [maker, checker, elsewhere] = [await add('pf.maker'), await add('pf.checker'), await add('pf.elsewhere', false)];
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
  await receiver[Symbol.asyncDispose]();
});

const FORM = {
  platformCode: 'Nuru',
  platformName: 'Nuru Credit',
  settlementMode: 'CPA',
  licenceNo: 'DCP/77/2026',
  licenceExpiresOn: '2099-01-31',
  baseUrl: 'https://api.nuru.example',
  callbackUrl: 'https://api.nuru.example/hook',
  ipAllowList: [],
  contactEmail: 'ops@nuru.example',
};
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
const save = async (form: object = {}, more: object = {}, who = maker) =>
  (await who.post(partnerPlatform.save, { form: { ...FORM, merchantNo, ...form }, reason: 'Contract', ...more })).data;
const { approve } = change.changeFamilies.partnerPlatform;
const agree = async (changeNo: string) => (await checker.post(approve.path, { changeNo })).code;
const rowOf = async (platformCode: string) =>
  (await maker.post(partnerPlatform.page, listOf({ platformCode }))).data.rows[0];
const act = async (endpoint: { readonly path: string }, platformCode: string) =>
  (await maker.post(endpoint.path, { platformCode, reason: 'Now' })).data;
const shown = async () =>
  (await maker.get(marketProduct.forApp.path.replace('{merchantNo}', merchantNo))).data.map(
    ({ productName }: { productName: string }) => productName,
  );

it('is scored by failures, latency and late settlements', () => {
  const fine = { callbacks: 10, failedPercent: 0, medianMs: 0, lateDays: 0 };
  const scores = [{}, { failedPercent: 50 }, { medianMs: 500 }, { lateDays: 3 }, { callbacks: 0 }].map((more) =>
    scoreOf({ ...fine, ...more }),
  );
  expect(scores).toEqual([100, 70, 95, 94, null]);
  expect(scoreOf({ callbacks: 1, failedPercent: 100, medianMs: 9_000, lateDays: 90 })).toBe(0);
});

it('is set up by two people and enabled once its callback answered and its licence is valid', async () => {
  const { changeNo } = await save();
  expect((await maker.post(approve.path, { changeNo })).code).not.toBe(0);
  expect(await agree(changeNo)).toBe(0);
  expect(await rowOf('Nuru')).toMatchObject({ platformStatus: 'DISABLED', isCallbackPassed: false, hasKey: false });
  expect((await rowOf('Nuru')).contactEmail).not.toContain('ops@nuru');
  expect((await act(partnerPlatform.enable, 'Nuru')).error).toBe('CALLBACK_UNTESTED');
  const { secret } = await act(partnerPlatform.rotateSecret, 'Nuru');
  expect((await maker.post(partnerPlatform.testCallback, { platformCode: 'Nuru' })).data.isPassed).toBe(true);

  // Its key opens nothing before it is enabled, and then from an allowed address alone.
  const called = async () => (await maker.post(partnerPlatform.apiStatement, { apiKey: secret })).data;
  expect((await called()).error).toBe('MERCHANT_KEY_WRONG');
  const { db } = app.database;
  const licence = async (licenceExpiresOn: string) =>
    await db.updateTable('partnerPlatform').set({ licenceExpiresOn }).where('platformCode', '=', 'Nuru').execute();
  await licence('2020-01-01');
  expect((await act(partnerPlatform.enable, 'Nuru')).error).toBe('PARTNER_LICENCE');
  await licence('2099-01-31');
  expect(await agree((await act(partnerPlatform.enable, 'Nuru')).changeNo)).toBe(0);
  expect(await called()).toEqual({ platformCode: 'Nuru', statement: [] });
  const { version } = await rowOf('Nuru');
  expect(await agree((await save({ ipAllowList: ['203.0.113.0/24'] }, { version })).changeNo)).toBe(0);
  expect((await called()).error).toBe('MERCHANT_KEY_WRONG');
  const { data } = await maker.get(partnerPlatform.detail, { platformCode: 'Nuru' });
  expect(data.callbacks).toMatchObject([{ event: 'test', replyStatus: 200 }]);
  // Sent again it is the same event and body, signed afresh.
  const [first] = data.callbacks;
  const replay = { platformCode: 'Nuru', callbackId: first?.callbackId ?? 0 };
  expect((await maker.refusalOf(partnerPlatform.replayCallback, { ...replay, platformCode: 'Dhamana' })).error).toBe(
    'NOT_FOUND',
  );
  expect((await maker.call(partnerPlatform.replayCallback, replay)).isPassed).toBe(true);
  const [again] = (await maker.call(partnerPlatform.detail, { platformCode: 'Nuru' })).callbacks;
  expect(again).toMatchObject({ body: first?.body, replayOf: first?.callbackId });
  expect(JSON.parse(again?.body ?? '')).toMatchObject({ event: 'test', platformCode: 'Nuru' });
  expect(again?.signature).toMatch(/^t=\d+,v1=/);
  expect(data.health).toMatchObject({ callbacks: 1, failedPercent: 0, lateDays: 0 });
  expect(data.health.score).toBeGreaterThan(50);
  expect(JSON.stringify(data)).not.toContain(secret);
});

it('takes its products off the shelf and out of the app when it is disabled or its licence ends', async () => {
  expect(await shown()).toEqual(['PesaNow Quick', 'Mkopo 90', 'Dhamana Logbook']);
  const { db } = app.database;
  await db
    .updateTable('partnerPlatform')
    .set({ licenceExpiresOn: '2020-01-01' })
    .where('platformCode', '=', 'Dhamana')
    .execute();
  expect(await shown()).toEqual(['PesaNow Quick', 'Mkopo 90']);
  expect(await act(partnerPlatform.disable, 'Mkopo')).toEqual({ platformCode: 'Mkopo', takenOff: 1 });
  expect(await shown()).toEqual(['PesaNow Quick']);
  expect((await act(partnerPlatform.disable, 'Mkopo')).error).toBe('ILLEGAL_TRANSITION');
  expect(await agree((await act(partnerPlatform.enable, 'Mkopo')).changeNo)).toBe(0);
  expect(await shown()).toEqual(['PesaNow Quick']);
  expect((await maker.get(partnerPlatform.detail, { platformCode: 'PesaNow' })).data.statement.length).toBeGreaterThan(
    0,
  );
});

it('refuses what is there, what is elsewhere and what is no address', async () => {
  expect(await save({ platformCode: 'PesaNow' })).toMatchObject({ error: 'PARTNER_EXISTS' });
  expect((await save({ platformCode: 'Other' }, {}, elsewhere)).error).toBe('REFERENCE_UNKNOWN');
  expect((await save({ platformCode: 'PesaNow' }, { version: 99 })).error).toBe('STALE');
  for (const [form, field] of [
    [{ callbackUrl: 'http://nuru.example' }, 'form.callbackUrl'],
    [{ platformCode: 'two words' }, 'form.platformCode'],
    [{ contactEmail: 'nobody' }, 'form.contactEmail'],
    [{ licenceNo: ' ' }, 'form.licenceNo'],
  ] as const) {
    expect((await save(form)).fields).toMatchObject([{ field }]);
  }
});

it('shows its logo beside products without one, while it is enabled', async () => {
  const bytes = Buffer.from(PNG, 'base64');
  const md5 = createHash('md5').update(bytes).digest('hex');
  const upload = async (subjectNo: string) =>
    (
      await maker.post(file.uploadAttach, {
        fileName: 'partner.png',
        subjectType: 'partnerPlatform',
        subjectNo,
        content: PNG,
        md5,
      })
    ).data;
  expect((await upload('M0002')).error).toBe('REFERENCE_UNKNOWN');
  const { attachId } = await upload(merchantNo);
  const logo = { attachId, fileName: 'partner.png' };
  const held = found(await rowOf('PesaNow'));
  const { platformCode, platformName, settlementMode, licenceNo, licenceExpiresOn, baseUrl, callbackUrl } = held;
  const form = { platformCode, platformName, settlementMode, licenceNo, licenceExpiresOn, baseUrl, callbackUrl };
  const wrong = await save({ ...form, logo: { ...logo, attachId: 'AT000000000000' } }, { version: held.version });
  expect(wrong.fields).toMatchObject([{ field: 'form.logo' }]);
  const { changeNo } = await save({ ...form, logo }, { version: held.version });
  expect(await agree(changeNo)).toBe(0);
  const inApp = async () =>
    (await maker.get(marketProduct.forApp, { merchantNo })).data.find((one) => one.platformName === platformName);
  expect((await inApp())?.logoUrl).toBe(`/api/hc/web/noAuth/app/marketLogo/${attachId}`);
  const opened = async () => await maker.get(marketProduct.logo, { attachId });
  expect((await opened()).headers['content-type']).toBe('image/png');
  expect(await rowOf(platformCode)).toMatchObject({ logo, logoUrl: `/api/hc/web/noAuth/app/marketLogo/${attachId}` });
  await act(partnerPlatform.disable, platformCode);
  expect((await opened()).data.error).toBe('NOT_FOUND');
});
