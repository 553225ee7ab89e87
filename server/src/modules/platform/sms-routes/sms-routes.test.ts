import { config, marketingSmsRoute, smsAccount, smsRoute, smsRoutes, change } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../../../../sandbox/src/index.ts';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, listOf, type Person } from '../../../../testing/test-calls.ts';
import { queueDispatch, tryGate } from '../../collections/contacts/index.ts';
import { queueNotice } from '../messages/index.ts';
import { businessDateOf } from '../policy/index.ts';
import { accountOrder } from './account-order.ts';
import { networkOf } from './networks.ts';
import { heldUntil } from './route-in-force.ts';

let sandbox: Sandbox;
let app: TestApp;
let maker: Person;
let checker: Person;
let local: Person;
let makerNo = '';
let merchantNo = '';
const MAKES = ['smsRouter:save', 'smsAccount:save', 'marketingSmsRouter:save'];

beforeAll(async () => {
  sandbox = await startSandbox();
  const env = {
    SMS_URL: sandbox.url,
    SMS_USERNAME: sandbox.sms.username,
    SMS_API_KEY: sandbox.sms.apiKey,
    SMS_SENDER: sandbox.sms.sender,
    KITUO_CALLBACK_SECRET: 'a-secret-that-nobody-can-guess',
  };
  app = await createTestApp({ content: 'seeded', env });
  const { db } = app.database;
  const pages = [smsRoutes.SMS_ROUTER_PAGE, smsRoutes.MARKETING_SMS_ROUTER_PAGE];
  ({ merchantNo } = await db.selectFrom('merchant').select('merchantNo').limit(1).executeTakeFirstOrThrow());
  for (const [name, codes] of [
    ['routes.maker', MAKES],
    ['routes.checker', ['config:audit']],
    ['routes.local', MAKES],
  ] as const) {
    const { userNo, roleNo } = await addPerson(app.database, name, {
      pages,
      codes: codes.map((code) => `operation:${code}`),
    });
    if (name === 'routes.local') await db.insertInto('userMerchant').values({ userNo, merchantNo }).execute();
    else await db.updateTable('role').set({ dataScope: 'ALL' }).where('roleNo', '=', roleNo).execute();
    if (name === 'routes.maker') makerNo = userNo;
  }
  await db.updateTable('appUser').set({ phone: '254712345678' }).where('userNo', '=', makerNo).execute();
  [maker, checker] = [await as(app, 'routes.maker'), await as(app, 'routes.checker')];
  local = await as(app, 'routes.local');
});
beforeEach(() => sandbox.change({ refusal: 0 }));
afterAll(async () => {
  await app?.[Symbol.asyncDispose]();
  await sandbox?.close();
});

let added = 0;
/** Another sender ID of the server's gateway: which account a text took shows in its sender. */
async function accountFor(senderId: string): Promise<string> {
  const accountCode = `ACCOUNT_${(added += 1)}`;
  await app.database.db
    .insertInto('smsAccount')
    .values({ accountCode, provider: 'SERVER', senderId, unitPriceCents: 80, isEnabled: true })
    .execute();
  return accountCode;
}
const shares = (...codes: readonly string[]) =>
  codes.map((accountCode, index) => ({ accountCode, weight: index === 0 ? 100 : 0 }));
const routeOf = (codes: readonly string[], more: object = {}) => ({
  isEnabled: true,
  accounts: shares(...codes),
  failoverAccountCode: null,
  failoverAfterSeconds: 30,
  dailyCap: -1,
  ...more,
});
const marketingOf = (codes: readonly string[], more: object = {}) => ({
  ...routeOf(codes),
  windowStart: '08:00',
  windowEnd: '19:00',
  perPhonePerDay: 3,
  perPhonePerWeek: 3,
  dailyBudgetCents: 1_000_000,
  optOutText: 'STOP ends this',
  ...more,
});
const draft = async (configKey: string, subjectNo: string, value: object) =>
  (
    await maker.post(config.save, {
      configKey,
      subjectNo,
      value,
      effectiveFrom: businessDateOf(new Date()),
      reason: 'Cheaper',
    })
  ).data;
/** A version that another person approved. */
async function putInForce(configKey: string, subjectNo: string, value: object): Promise<void> {
  const { versionId, version } = await draft(configKey, subjectNo, value);
  const sent = (await maker.post(config.submit, { versionId, version })).data;
  const agreed = await checker.post(config.approve, { versionId, version: sent.version });
  if (agreed.code !== 0) throw new Error(agreed.msg);
}
const addRoute = async (form: object) => (await maker.post(smsRoute.add, form)).data;
const everyone = { merchantNo: null, network: null };
const senders = () => sandbox.messages.sent.map(({ sender }) => sender);
const notify = async () => {
  await queueNotice(app.database.db, 'password.changed', makerNo);
  await app.services.messages.deliver();
};

/** A text to a customer that the gate let through. */
async function writeTo(phone: string): Promise<number> {
  const { db } = app.database;
  const attemptId = await db.transaction().execute(async (tx) => {
    const question = {
      phone,
      channel: 'SMS',
      purpose: 'COLLECTION',
      customerNo: null,
      merchantNo,
      at: new Date(),
    } as const;
    const tried = await tryGate(tx, question, { userNo: null });
    await queueDispatch(tx, { attemptId: tried.attemptId, channel: 'SMS', phone, payload: { text: 'Due' } });
    return tried.attemptId;
  });
  await app.services.engine.dispatch();
  return attemptId;
}

it('without a route the server’s gateway sends; a route changes the sender, another version the next one', async () => {
  const [one, two] = [await accountFor('KITUOONE'), await accountFor('KITUOTWO')];
  await notify();
  expect(senders().at(-1)).toBe(sandbox.sms.sender);
  const { routeNo, subjectNo } = await addRoute({ smsKind: 'SERVICE', ...everyone });
  await notify();
  expect(senders().at(-1)).toBe(sandbox.sms.sender);
  await putInForce(smsRoutes.SMS_ROUTE_KEY, subjectNo, routeOf([one]));
  await notify();
  expect(senders().at(-1)).toBe('KITUOONE');
  await putInForce(smsRoutes.SMS_ROUTE_KEY, subjectNo, routeOf([two]));
  await notify();
  expect(senders().at(-1)).toBe('KITUOTWO');
  const { data } = await maker.get(smsRoute.detail, { routeNo });
  expect(data.row).toMatchObject({
    sentToday: 2,
    versionNo: 2,
    routeStatus: 'ENABLED',
    allowedActions: ['save', 'testSend'],
  });
  expect(data.shares).toMatchObject([
    { accountCode: one, sent: 1, costCents: 80 },
    { accountCode: two, sent: 1, costCents: 80 },
  ]);
  await putInForce(smsRoutes.SMS_ROUTE_KEY, subjectNo, routeOf([two], { isEnabled: false }));
  await notify();
  expect(senders().at(-1)).toBe(sandbox.sms.sender);
});

it('collection texts take the narrowest route, and say by which account they left', async () => {
  const [all, airtel] = [await accountFor('KITUOALL'), await accountFor('KITUOAIR')];
  const general = await addRoute({ smsKind: 'COLLECTION', ...everyone });
  const narrow = await addRoute({ smsKind: 'COLLECTION', merchantNo, network: 'AIRTEL' });
  await putInForce(smsRoutes.SMS_ROUTE_KEY, general.subjectNo, routeOf([all]));
  await putInForce(smsRoutes.SMS_ROUTE_KEY, narrow.subjectNo, routeOf([airtel]));
  await writeTo('254712000001');
  expect(senders().at(-1)).toBe('KITUOALL');
  const attemptId = await writeTo('254733000001');
  expect(senders().at(-1)).toBe('KITUOAIR');
  const sending = await app.database.db
    .selectFrom('smsSending')
    .selectAll()
    .where('source', '=', 'CONTACT')
    .where('sourceNo', '=', String(attemptId))
    .executeTakeFirstOrThrow();
  expect(sending).toMatchObject({ accountCode: airtel, outcome: 'SENT', costCents: 80 });
});

it('goes by the failover account where the first one did not take it, and never twice', async () => {
  const { db } = app.database;
  const dead = 'DEAD';
  const sealedKey = app.services.vault.seal(Buffer.from('whatever-key'), `sms account ${dead}`);
  // Nobody listens there any more: what is sent surely never left.
  const gone = await startSandbox();
  await gone.close();
  const nobody = { endpointUrl: gone.url, userName: 'kituo', sealedKey };
  await db
    .insertInto('smsAccount')
    .values({
      accountCode: dead,
      provider: 'AFRICAS_TALKING',
      senderId: 'DEAD',
      unitPriceCents: 80,
      isEnabled: true,
      ...nobody,
    })
    .execute();
  const spare = await accountFor('KITUOSPARE');
  const { subjectNo } = await addRoute({ smsKind: 'VERIFICATION', ...everyone });
  await putInForce(smsRoutes.SMS_ROUTE_KEY, subjectNo, routeOf([dead], { failoverAccountCode: spare }));
  const route = { smsKind: 'VERIFICATION', merchantNo: null, phone: '254712345678' } as const;
  const before = sandbox.messages.sent.length;
  const send = async (sourceNo: string) =>
    await app.services.engine.smsRouter.send({ ...route, text: 'Code', source: 'MESSAGE', sourceNo });
  await send('F1');
  expect(sandbox.messages.sent).toHaveLength(before + 1);
  expect(senders().at(-1)).toBe('KITUOSPARE');
  const tried = async (sourceNo: string) =>
    (await db.selectFrom('smsSending').selectAll().where('sourceNo', '=', sourceNo).orderBy('sendingId').execute()).map(
      ({ accountCode, outcome }) => [accountCode, outcome],
    );
  expect(await tried('F1')).toEqual([
    [dead, 'UNAVAILABLE'],
    [spare, 'SENT'],
  ]);
  // Failing for longer than the route allows: passed over, not even tried.
  await db
    .updateTable('smsSending')
    .set({ at: new Date(Date.now() - 40_000) })
    .where('sourceNo', '=', 'F1')
    .execute();
  await send('F2');
  expect(await tried('F2')).toEqual([[spare, 'SENT']]);
  // A number that no account can send to is not tried twice.
  sandbox.change({ refusal: 1 });
  await expect(send('F3')).rejects.toMatchObject({ fault: 'REFUSED' });
  expect(await tried('F3')).toEqual([[spare, 'INVALID']]);
  sandbox.change({ refusal: 0 });
  const { data: health } = await maker.get(smsRoute.health);
  expect(health).toContainEqual(expect.objectContaining({ accountCode: dead, sent: 0, isFailing: true }));
  expect((await maker.post(smsAccount.disable, { accountCode: dead, version: 1, reason: 'Down' })).code).toBe(0);
  const sole = await maker.post(smsAccount.disable, { accountCode: spare, version: 1, reason: 'Down' });
  expect(sole.data.error).toBe('SMS_ACCOUNT_NEEDED');
  // Codes and marketing share no account.
  const marketing = (await maker.post(marketingSmsRoute.add, { merchantNo, network: 'TELKOM' })).data;
  const shared = await draft(smsRoutes.MARKETING_SMS_ROUTE_KEY, marketing.subjectNo, marketingOf([spare]));
  expect(shared).toMatchObject({ error: 'SMS_ACCOUNT_SHARED', facts: { accountCode: spare } });
});

it('is failed over by hand for a while, and goes back by itself', async () => {
  const { db } = app.database;
  const main = await accountFor('KITUOMAIN');
  const spare = await accountFor('KITUOBACKUP');
  const { routeNo, subjectNo } = await addRoute({ smsKind: 'REMINDER', merchantNo, network: 'TELKOM' });
  await putInForce(smsRoutes.SMS_ROUTE_KEY, subjectNo, routeOf([main], { failoverAccountCode: spare }));
  const senderOf = async (sourceNo: string) => {
    const sms = { smsKind: 'REMINDER', merchantNo, phone: '254770345678', text: 'Due', source: 'MESSAGE' } as const;
    await app.services.engine.smsRouter.send({ ...sms, sourceNo });
    return senders().at(-1);
  };
  expect(await senderOf('O1')).toBe('KITUOMAIN');
  const rowOf = async () => (await maker.get(smsRoute.detail, { routeNo })).data.row;
  const { version } = await rowOf();
  const wanted = { routeNo, version, minutes: 30, reason: 'Main account is down' };
  expect((await maker.refusalOf(smsRoute.failover, { ...wanted, minutes: 1 })).fields).toEqual(['minutes']);
  expect((await maker.call(smsRoute.failover, wanted)).failoverUntil).not.toBeNull();
  expect((await maker.refusalOf(smsRoute.failover, wanted)).error).toBe('STALE');
  expect(await senderOf('O2')).toBe('KITUOBACKUP');
  const planned = await maker.call(smsRoute.simulate, { smsKind: 'REMINDER', merchantNo, phone: '254770345678' });
  expect(planned.steps[0]?.accounts.map(({ accountCode }) => accountCode)).toEqual([spare, main]);
  expect((await rowOf()).allowedActions).toContain('failoverEnd');
  await db
    .updateTable('smsRoute')
    .set({ failoverUntil: new Date(Date.now() - 1_000) })
    .where('routeNo', '=', routeNo)
    .execute();
  expect(await senderOf('O3')).toBe('KITUOMAIN');
  const ended = { routeNo, version: version + 1, reason: 'Up again' };
  expect((await maker.refusalOf(smsRoute.failoverEnd, ended)).error).toBe('ILLEGAL_TRANSITION');
  expect(await rowOf()).toMatchObject({ failoverUntil: null, allowedActions: expect.arrayContaining(['failover']) });

  const known = { kind: 'bill.dueIn3', channel: 'SMS', destination: '254770345678', subject: '', body: 'Due' } as const;
  await db
    .insertInto('message')
    .values({ ...known, messageNo: 'O2' })
    .execute();
  const health = await maker.call(smsRoute.health, {});
  expect(health.find(({ accountCode }) => accountCode === spare)?.networks).toMatchObject([
    { network: 'TELKOM', sent: 1, failed: 0 },
  ]);
});

it('a text waits for its route’s day, and leaves once the cap is raised', async () => {
  const code = await accountFor('KITUOCAP');
  const { subjectNo } = await addRoute({ smsKind: 'COLLECTION', merchantNo, network: 'TELKOM' });
  await putInForce(smsRoutes.SMS_ROUTE_KEY, subjectNo, routeOf([code], { dailyCap: 1 }));
  await writeTo('254770000001');
  const attemptId = await writeTo('254770000002');
  const one = () =>
    app.database.db
      .selectFrom('contactDispatch')
      .select(['dispatchStatus', 'notBefore'])
      .where('attemptId', '=', attemptId)
      .executeTakeFirstOrThrow();
  expect(await one()).toEqual({ dispatchStatus: 'QUEUED', notBefore: expect.any(Date) });
  await putInForce(smsRoutes.SMS_ROUTE_KEY, subjectNo, routeOf([code], { dailyCap: 2 }));
  await app.database.db.updateTable('contactDispatch').set({ notBefore: new Date() }).execute();
  await app.services.engine.dispatch();
  expect((await one()).dispatchStatus).toBe('SENT');
});

it('refuses weights that do not total 100, a failover to itself, no enabled account and a second route', async () => {
  const code = await accountFor('KITUOBAD');
  const made = await addRoute({ smsKind: 'REMINDER', merchantNo, network: null });
  const refused = async (value: object) => await draft(smsRoutes.SMS_ROUTE_KEY, made.subjectNo, value);
  expect((await refused(routeOf([code], { accounts: [{ accountCode: code, weight: 90 }] }))).fields).toMatchObject([
    { field: 'value.accounts' },
  ]);
  expect((await refused(routeOf([code], { failoverAccountCode: code }))).fields).toMatchObject([
    { field: 'value.failoverAccountCode' },
  ]);
  expect((await refused(routeOf(['NOBODY']))).error).toBe('REFERENCE_UNKNOWN');
  expect((await refused(routeOf(['BACKUP']))).error).toBe('SMS_ROUTE_WITHOUT_ACCOUNT');
  const again = await addRoute({ smsKind: 'REMINDER', merchantNo, network: null });
  expect(again).toMatchObject({ error: 'SMS_ROUTE_EXISTS', facts: { routeNo: made.routeNo } });
  const late = marketingOf([code], { windowEnd: '20:00', perPhonePerDay: 3, perPhonePerWeek: 2 });
  const { subjectNo } = (await maker.post(marketingSmsRoute.add, { merchantNo, network: null })).data;
  const { fields } = await draft(smsRoutes.MARKETING_SMS_ROUTE_KEY, subjectNo, late);
  expect(fields.map(({ field }: { field: string }) => field)).toEqual(['value.windowEnd', 'value.perPhonePerWeek']);
  // What is for every merchant belongs to those who see every merchant.
  const everywhere = await local.post(smsRoute.add, { smsKind: 'SERVICE', merchantNo: null, network: 'AIRTEL' });
  expect(everywhere.data.error).toBe('REFERENCE_UNKNOWN');
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

it('draws accounts by weight, the same for the same message', () => {
  const accounts = [
    { accountCode: 'A', weight: 70 },
    { accountCode: 'B', weight: 30 },
    { accountCode: 'C', weight: 0 },
  ];
  const usable = new Set(['A', 'B', 'C', 'F']);
  const order = (key: string, failing: readonly string[] = []) =>
    accountOrder({ accounts, failoverAccountCode: 'F' }, key, { usable, failing: new Set(failing) });
  const firsts = Array.from({ length: 2_000 }, (_, key) => order(String(key))[0]);
  const ofA = firsts.filter((code) => code === 'A').length;
  expect(ofA).toBeGreaterThan(1_300);
  expect(ofA).toBeLessThan(1_500);
  expect(firsts).not.toContain('C');
  expect(order('1')).toEqual(order('1'));
  expect(order('1', ['A', 'B', 'C'])).toEqual(['F', ...order('1').filter((code) => code !== 'F')]);
});

it('knows networks by their prefixes, and when a marketing route takes texts', () => {
  const known = ['254712345678', '254110345678', '254733345678', '254100345678', '254770345678', '254763345678'];
  expect(known.map(networkOf)).toEqual(['SAFARICOM', 'SAFARICOM', 'AIRTEL', 'AIRTEL', 'TELKOM', null]);
  const marketing = smsRoutes.marketingRouteValue.parse(marketingOf(['AA'], { windowStart: '09:00', dailyCap: 5 }));
  const route = { routeNo: 'SR1', isPaused: false, isFailedOver: false, value: marketing, marketing };
  const until = (at: string, sent = 0, costCents = 0) =>
    heldUntil(route, new Date(at), { sent, costCents })?.toISOString() ?? null;
  expect(until('2026-11-24T08:30:00+03:00')).toBe('2026-11-24T06:00:00.000Z');
  expect(until('2026-11-24T09:00:00+03:00')).toBeNull();
  expect(until('2026-11-24T19:00:00+03:00')).toBe('2026-11-25T06:00:00.000Z');
  expect(until('2026-11-24T10:00:00+03:00', 5)).toBe('2026-11-25T06:00:00.000Z');
  expect(until('2026-11-24T10:00:00+03:00', 1, 1_000_000)).toBe('2026-11-25T06:00:00.000Z');
});
