import { marketingSmsRoute, smsAccount, smsRoutes, change } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { listOf } from '../../../../testing/test-calls.ts';
import { type RouteDesk, routeDesk } from './testing/route-desk.ts';

let sandbox: RouteDesk['sandbox'];
let local: RouteDesk['local'];
let app: RouteDesk['app'];
let checker: RouteDesk['checker'];
let merchantNo: RouteDesk['merchantNo'];
let maker: RouteDesk['maker'];
let accountFor: RouteDesk['accountFor'];
let marketingOf: RouteDesk['marketingOf'];
let putInForce: RouteDesk['putInForce'];

beforeAll(async () => {
  ({ sandbox, local, app, checker, merchantNo, maker, accountFor, marketingOf, putInForce } = await routeDesk());
});
beforeEach(() => sandbox.change({ refusal: 0 }));
afterAll(async () => {
  await app?.[Symbol.asyncDispose]();
  await sandbox?.close();
});

it('an account is saved and enabled by two people, and its key never read back', async () => {
  const form = {
    accountCode: 'AT_ONE',
    provider: 'AFRICAS_TALKING',
    senderId: 'KITUO',
    endpointUrl: 'https://api.africastalking.com',
    userName: 'kituo',
    apiKey: null,
    unitPriceCents: 80,
  };
  const save = async (more: object) => await maker.post(smsAccount.save, { form: { ...form, ...more }, reason: 'New' });
  expect((await save({})).data.error).toBe('SMS_ACCOUNT_KEYLESS');
  expect((await save({ endpointUrl: 'https://127.0.0.1/' })).data.fields).toMatchObject([
    { field: 'form.endpointUrl' },
  ]);
  expect((await save({ senderId: 'TWELVELETTERS' })).data.fields).toMatchObject([{ field: 'form.senderId' }]);
  const apiKey = 'secret-of-the-provider';
  const approve = async (changeNo: string) =>
    (await checker.post(change.changeFamilies.messageCenter.approve, { changeNo })).code;
  const asked = (await save({ apiKey })).data;
  const { rows } = { rows: await app.database.db.selectFrom('changeRequest').selectAll().execute() };
  expect(JSON.stringify(rows)).not.toContain(apiKey);
  expect(await approve(asked.changeNo)).toBe(0);
  const found = await maker.post(smsAccount.page, listOf({ accountCode: 'at_one' }));
  expect(found.data.rows).toMatchObject([
    { accountStatus: 'DISABLED', hasApiKey: true, allowedActions: ['update', 'enable', 'checkBalance'] },
  ]);
  const enabling = await maker.post(smsAccount.enable, { accountCode: 'AT_ONE', version: 1, reason: 'Tested' });
  expect(await approve(enabling.data.changeNo)).toBe(0);
  const { data } = await maker.get(smsAccount.detail, { accountCode: 'AT_ONE' });
  expect(data).toMatchObject({
    row: { accountStatus: 'ENABLED' },
    callbackUrl: expect.stringContaining('/sms/delivery'),
  });
  expect((await checker.get(smsAccount.detail, { accountCode: 'AT_ONE' })).data.callbackUrl).toBeNull();
  expect(JSON.stringify(data)).not.toContain(apiKey);
  const stale = await maker.post(smsAccount.disable, { accountCode: 'AT_ONE', version: 1, reason: 'x' });
  expect(stale.data.error).toBe('STALE');
});

it('a test goes to the caller’s own phone, and a marketing route is paused and resumed', async () => {
  const code = await accountFor('KITUOTEST');
  const { routeNo, subjectNo } = (await maker.post(marketingSmsRoute.add, { merchantNo, network: 'SAFARICOM' })).data;
  const test = async () => (await maker.post(marketingSmsRoute.testSend, { routeNo })).data;
  expect((await test()).error).toBe('SMS_ROUTE_NOT_IN_FORCE');
  await putInForce(smsRoutes.MARKETING_SMS_ROUTE_KEY, subjectNo, marketingOf([code]));
  expect(await test()).toEqual({ accountCode: code, isSent: true, fault: null });
  expect(sandbox.messages.sent.at(-1)).toMatchObject({
    phone: '254712345678',
    sender: 'KITUOTEST',
    text: expect.stringMatching(/STOP ends this$/),
  });
  expect((await local.post(marketingSmsRoute.testSend, { routeNo })).data.error).toBe('SMS_TEST_NO_PHONE');
  // Else to a test user alone.
  const tester = '254712000999';
  const stranger = await local.refusalOf(marketingSmsRoute.testSend, { routeNo, phone: tester });
  expect(stranger).toMatchObject({ error: 'MESSAGE_TEST_NOBODY', fields: ['phone'] });
  const { db } = app.database;
  const of = { merchantNo, phone: tester, codeSealed: Buffer.from('-'), expiresAt: new Date(Date.now() + 3_600_000) };
  const { userNo: updatedBy } = await db.selectFrom('appUser').select('userNo').limit(1).executeTakeFirstOrThrow();
  await db
    .insertInto('testUser')
    .values({ ...of, updatedBy })
    .execute();
  const sandboxed = async (isSandbox: boolean) =>
    await db.updateTable('merchant').set({ isSandbox }).where('merchantNo', '=', merchantNo).execute();
  await sandboxed(true);
  expect((await local.call(marketingSmsRoute.testSend, { routeNo, phone: tester })).isSent).toBe(true);
  expect(sandbox.messages.sent.at(-1)).toMatchObject({ phone: tester });
  await sandboxed(false);
  const stated = { routeNo, version: 1, reason: 'Complaints' };
  expect((await maker.post(marketingSmsRoute.pause, stated)).data.routeStatus).toBe('PAUSED');
  expect((await maker.post(marketingSmsRoute.pause, { ...stated, version: 2 })).data.error).toBe('ILLEGAL_TRANSITION');
  const found = await maker.post(marketingSmsRoute.page, listOf({ routeStatus: 'PAUSED', senderId: 'kituotest' }));
  expect(found.data.rows).toMatchObject([
    { routeNo, windowStart: '08:00', allowedActions: ['save', 'testSend', 'resume'] },
  ]);
  expect((await maker.post(marketingSmsRoute.resume, { ...stated, version: 2 })).data.routeStatus).toBe('ENABLED');
});
