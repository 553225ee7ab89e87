import { marketingSmsRoute, smsRoute, smsRoutes } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { accountOrder } from './account-order.ts';
import { networkOf } from './networks.ts';
import { heldUntil } from './route-in-force.ts';
import { everyone, type RouteDesk, routeDesk } from './testing/route-desk.ts';

let sandbox: RouteDesk['sandbox'];
let local: RouteDesk['local'];
let app: RouteDesk['app'];
let merchantNo: RouteDesk['merchantNo'];
let maker: RouteDesk['maker'];
let accountFor: RouteDesk['accountFor'];
let routeOf: RouteDesk['routeOf'];
let marketingOf: RouteDesk['marketingOf'];
let draft: RouteDesk['draft'];
let putInForce: RouteDesk['putInForce'];
let addRoute: RouteDesk['addRoute'];
let senders: RouteDesk['senders'];
let notify: RouteDesk['notify'];
let writeTo: RouteDesk['writeTo'];

beforeAll(async () => {
  ({
    sandbox,
    local,
    app,
    merchantNo,
    maker,
    accountFor,
    routeOf,
    marketingOf,
    draft,
    putInForce,
    addRoute,
    senders,
    notify,
    writeTo,
  } = await routeDesk());
});
beforeEach(() => sandbox.change({ refusal: 0 }));
afterAll(async () => {
  await app?.[Symbol.asyncDispose]();
  await sandbox?.close();
});

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
