import { marketingSmsRoute, smsAccount, smsRoute, smsRoutes } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startSandbox } from '../../../../../sandbox/src/index.ts';
import { everyone, type RouteDesk, routeDesk } from './testing/route-desk.ts';

let sandbox: RouteDesk['sandbox'];
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

beforeAll(async () => {
  ({ sandbox, app, merchantNo, maker, accountFor, routeOf, marketingOf, draft, putInForce, addRoute, senders } =
    await routeDesk());
});
beforeEach(() => sandbox.change({ refusal: 0 }));
afterAll(async () => {
  await app?.[Symbol.asyncDispose]();
  await sandbox?.close();
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
