import { createHmac } from 'node:crypto';
import { merchantService } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Receiver, startReceiver } from '../../../../testing/receiver.ts';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, type Person } from '../../../../testing/test-calls.ts';
import { watchWarnings } from '../../console/warning-watch/index.ts';
import { createLogger } from '../../platform/health/index.ts';
import { MAX_AUTOMATIC_ATTEMPTS, pauseAfter } from './back-off.ts';
import { type Attempted, type MerchantEventKind, queueEvent } from './events.ts';
import { hashOf } from './keys.ts';
import { sendDueEvents } from './send-events.ts';

let app: TestApp;
let receiver: Receiver;
let person: Person;
let elsewhere: Person;
let merchantNo: string;
const settled: Attempted[] = [];
const KIND: MerchantEventKind = {
  event: 'order.acquired',
  rejectedBy: [409, 422],
  settle: async (_tx, attempted) => void settled.push(attempted),
};
const log = createLogger('silent');
const HOUR_MS = 3_600_000;

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
  const add = async (name: string, isHere: boolean) => {
    const pages = ['/AdminContent/MerchantSystem/MerchantConfigManagement', '/AdminContent/WarningNotify'];
    const { userNo } = await addPerson(app.database, name, { codes: ['merchant:config:save'], pages });
    if (isHere) await db.insertInto('userMerchant').values({ userNo, merchantNo }).execute();
    return await as(app, name);
  };
  [person, elsewhere] = [await add('hook.person', true), await add('hook.elsewhere', false)];
  const values = {
    services: ['ORDER_ACQUIRE' as const],
    billingModel: 'PREPAID' as const,
    callbackUrl: 'https://merchant.example/hook',
    ipAllowList: [],
    contactPhone: '254700000800',
    contactEmail: 'ops@merchant.example',
    serviceStatus: 'ENABLED' as const,
  };
  await db
    .insertInto('merchantService')
    .values({ merchantNo, ...values })
    .onConflict((conflict) => conflict.column('merchantNo').doUpdateSet(values))
    .execute();
  await db
    .insertInto('merchantApiKey')
    .values({ merchantNo, keyHash: hashOf('a-secret'), keyTail: 'cret', createdBy: 'U000002' })
    .execute();
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
  await receiver[Symbol.asyncDispose]();
});
beforeEach(() => {
  receiver.received.length = 0;
  receiver.say();
  settled.length = 0;
});

const send = async (timeoutMs?: number) =>
  await sendDueEvents({
    db: app.database.db,
    kinds: new Map([[KIND.event, KIND]]),
    standIn: app.services.settings.gateways.callbackStandIn,
    log,
    ...(timeoutMs !== undefined && { timeoutMs }),
  });
let made = 0;
/** A new event of the merchant; answers its number. */
async function happens(): Promise<string> {
  const { db } = app.database;
  made += 1;
  const subjectNo = `LOTEST${made}`;
  const data = { orderNo: subjectNo, appliedCents: 300_000 };
  await db
    .transaction()
    .execute(async (tx) => await queueEvent(tx, { merchantNo, event: KIND.event, subjectNo, data }));
  const { eventNo } = await db
    .selectFrom('merchantEvent')
    .select('eventNo')
    .where('subjectNo', '=', subjectNo)
    .executeTakeFirstOrThrow();
  return eventNo;
}
/** Its next attempt is due. */
const timePasses = async (eventNo: string) =>
  await sql`UPDATE merchant_event SET next_attempt_at = now() WHERE event_no = ${eventNo} AND next_attempt_at > now()`.execute(
    app.database.db,
  );
const detail = async (eventNo: string) => await person.call(merchantService.eventDetail, { eventNo });
const resend = async (eventNo: string) => await person.call(merchantService.resendEvent, { eventNo });
const failingSince = async () =>
  (
    await app.database.db
      .selectFrom('merchantService')
      .select('callbackFailingSince')
      .where('merchantNo', '=', merchantNo)
      .executeTakeFirstOrThrow()
  ).callbackFailingSince;

it('pauses four times as long after each failure, never more than a day, for days', () => {
  const pauses = Array.from({ length: MAX_AUTOMATIC_ATTEMPTS }, (_, index) => pauseAfter(index + 1, 0.5));
  expect(pauses.slice(0, 3)).toEqual([30_000, 120_000, 480_000]);
  expect(pauses.at(-1)).toBeNull();
  const all = pauses.map((pause) => pause ?? 0);
  expect(Math.max(...all)).toBe(24 * HOUR_MS);
  expect(all.reduce((sum, pause) => sum + pause, 0)).toBeGreaterThan(48 * HOUR_MS);
  expect([pauseAfter(1, 0), pauseAfter(1, 1)]).toEqual([24_000, 36_000]);
});

it('sends again what failed twice, the same bytes under the same number, and logs each attempt', async () => {
  receiver.say({ status: 500, text: 'Down for maintenance' }, { status: 503 }, { status: 200, text: 'taken' });
  const eventNo = await happens();
  expect(await send()).toBe(1);
  // Its pause is not over.
  expect(await send()).toBe(0);
  const { nextAttemptAt } = (await detail(eventNo)).row;
  expect(Date.parse(nextAttemptAt ?? '') - Date.now()).toBeGreaterThan(15_000);
  await timePasses(eventNo);
  await send();
  await timePasses(eventNo);
  await send();
  await timePasses(eventNo);
  expect(await send()).toBe(0);
  expect(receiver.received.map(({ headers }) => headers['kituo-event-id'])).toEqual([eventNo, eventNo, eventNo]);
  expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
  expect(settled.map(({ status }) => status)).toEqual(['QUEUED', 'QUEUED', 'DELIVERED']);
  const { row, attempts } = await detail(eventNo);
  expect(row).toMatchObject({ deliveryStatus: 'DELIVERED', attempts: 3, nextAttemptAt: null });
  expect(attempts).toMatchObject([
    { attemptNo: 3, replyStatus: 200, fault: null, replyExcerpt: 'taken', requestedByName: null },
    { attemptNo: 2, replyStatus: 503, fault: 'HTTP 503', replyExcerpt: null },
    { attemptNo: 1, replyStatus: 500, fault: 'HTTP 500', replyExcerpt: 'Down for maintenance' },
  ]);
  expect(attempts.every(({ tookMs }) => tookMs >= 0)).toBe(true);
});

it('signs each attempt with its own time', async () => {
  await happens();
  await send();
  const request = receiver.received[0];
  const [stamp = '', signature] = String(request?.headers['kituo-signature']).split(',');
  const expected = createHmac('sha256', hashOf('a-secret'))
    .update(`${stamp.slice(2)}.${request?.body}`)
    .digest('hex');
  expect(signature).toBe(`v1=${expected}`);
  expect(Math.abs(Number(stamp.slice(2)) - Date.now() / 1_000)).toBeLessThan(60);
});

it('waits no longer than its time for an answer', async () => {
  receiver.say('silence');
  const eventNo = await happens();
  await send(200);
  const { row, attempts } = await detail(eventNo);
  expect(row.deliveryStatus).toBe('QUEUED');
  expect(attempts).toMatchObject([{ replyStatus: null, fault: 'No answer within 0.2 s' }]);
  await timePasses(eventNo);
  await send();
});

it('gives up at 410, marks the endpoint, warns its owner, and takes it back once something is delivered', async () => {
  const { db } = app.database;
  receiver.say({ status: 410 });
  const eventNo = await happens();
  await send();
  expect((await detail(eventNo)).row).toMatchObject({ deliveryStatus: 'FAILED', nextAttemptAt: null, attempts: 1 });
  expect(await failingSince()).not.toBeNull();
  const page = await person.call(merchantService.page, {
    filters: { merchantNo },
    page: 1,
    pageSize: 20,
    sort: null,
  });
  expect(page.rows[0]?.callbackFailingSince).not.toBeNull();
  const warned = async () => {
    await watchWarnings(db, app.services);
    return await db
      .selectFrom('warning')
      .select(['subject', 'warningStatus', 'merchantNo'])
      .where('sourceType', '=', 'WEBHOOK_FAILING')
      .execute();
  };
  expect(await warned()).toMatchObject([
    { merchantNo, warningStatus: 'OPEN', subject: expect.stringMatching(/: 1 event not delivered$/) },
  ]);
  // A resend that fails is one attempt, no new schedule.
  receiver.say({ status: 500 });
  await resend(eventNo);
  await send();
  expect((await detail(eventNo)).row).toMatchObject({ deliveryStatus: 'FAILED', attempts: 2 });
  await resend(eventNo);
  await send();
  const { row, attempts } = await detail(eventNo);
  expect(row.deliveryStatus).toBe('DELIVERED');
  expect(attempts[0]).toMatchObject({ attemptNo: 3, requestedByName: 'hook.person' });
  expect(await failingSince()).toBeNull();
  expect(await warned()).toMatchObject([{ warningStatus: 'RESOLVED' }]);
});

it('gives up after its last automatic attempt', async () => {
  const eventNo = await happens();
  for (let attempt = 1; attempt <= MAX_AUTOMATIC_ATTEMPTS; attempt += 1) {
    receiver.say({ status: 500 });
    await timePasses(eventNo);
    expect(await send()).toBe(1);
  }
  expect((await detail(eventNo)).row).toMatchObject({ deliveryStatus: 'FAILED', attempts: MAX_AUTOMATIC_ATTEMPTS });
  expect(await failingSince()).not.toBeNull();
  expect(settled.at(-1)?.status).toBe('FAILED');
});

it('replays what was delivered without delivering it twice, and not what the merchant declined', async () => {
  const eventNo = await happens();
  await send();
  await resend(eventNo);
  await send();
  expect(settled.map(({ isFirstDelivery }) => isFirstDelivery)).toEqual([true, false]);
  receiver.say({ status: 500 });
  await resend(eventNo);
  await send();
  expect((await detail(eventNo)).row).toMatchObject({ deliveryStatus: 'DELIVERED', attempts: 3 });
  receiver.say({ status: 409 });
  const declined = await happens();
  await send();
  expect((await detail(declined)).row).toMatchObject({ deliveryStatus: 'REJECTED', allowedActions: [] });
  expect((await person.refusalOf(merchantService.resendEvent, { eventNo: declined })).error).toBe('ILLEGAL_TRANSITION');
  expect((await elsewhere.refusalOf(merchantService.resendEvent, { eventNo })).error).toBe('NOT_FOUND');
});

it('sends what a process died over again, under the same number, and of two processes one', async () => {
  const { db } = app.database;
  const eventNo = await happens();
  await sql`UPDATE merchant_event SET lease_until = now() + interval '1 minute' WHERE event_no = ${eventNo}`.execute(
    db,
  );
  expect(await send()).toBe(0);
  expect((await person.refusalOf(merchantService.resendEvent, { eventNo })).error).toBe('ILLEGAL_TRANSITION');
  await sql`UPDATE merchant_event SET lease_until = now() - interval '1 second' WHERE event_no = ${eventNo}`.execute(
    db,
  );
  await Promise.all([send(), send(), send()]);
  expect(receiver.received.map(({ headers }) => headers['kituo-event-id'])).toEqual([eventNo]);
  expect(settled).toHaveLength(1);
});

it('sends nothing to a closed account and nothing into our own network', async () => {
  const { db } = app.database;
  const change = async (values: { serviceStatus?: 'ENABLED' | 'DISABLED'; callbackUrl?: string }) =>
    await db.updateTable('merchantService').set(values).where('merchantNo', '=', merchantNo).execute();
  const eventNo = await happens();
  await change({ serviceStatus: 'DISABLED' });
  expect(await send()).toBe(0);
  expect((await person.refusalOf(merchantService.resendEvent, { eventNo })).error).toBe('CALLBACK_CLOSED');
  await change({ serviceStatus: 'ENABLED', callbackUrl: 'https://127.0.0.1/hook' });
  await send();
  expect((await detail(eventNo)).attempts).toMatchObject([{ fault: 'Not a public https address', replyStatus: null }]);
  await change({ callbackUrl: 'https://merchant.example/hook' });
  await timePasses(eventNo);
  await send();
  expect(receiver.received.map(({ path }) => path)).toEqual(['/merchant.example/hook']);
});
