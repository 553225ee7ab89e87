import { collectionMonitor, collectorPause } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, listOf, type Person } from '../../../../testing/test-calls.ts';
import { makeCollector } from '../collections/testing/collectors.ts';
import { lend, makeProduct } from '../../lending/orders/testing/lend.ts';
import { createLogger } from '../../platform/health/index.ts';
import { addDays, businessDateOf } from '../../platform/policy/index.ts';
import { runCaseDay } from '../collections/index.ts';
import { longCalls } from './live.ts';
import { presenceOf } from './work-days.ts';

let app: TestApp;
let principal: Person;
let stranger: Person;
let userNo: string;
let merchantNo: string;
const workDate = businessDateOf(new Date());

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  const pages = ['/AdminContent/CollectionSystem/CollectionPersonnelMonitoring'];
  const own = ['/AdminContent/CollectionSystem/MyCollection'];
  userNo = await makeCollector(app.database, 'watched', {}, [], own);
  await addPerson(app.database, 'watch.nobody', { pages: own });
  ({ merchantNo } = await db.selectFrom('merchant').select('merchantNo').limit(1).executeTakeFirstOrThrow());
  const { userNo: lead } = await addPerson(app.database, 'watch.lead', { pages });
  await db.insertInto('userMerchant').values({ userNo: lead, merchantNo }).execute();
  await addPerson(app.database, 'watch.stranger', { pages });
  [principal, stranger] = [await as(app, 'watch.lead'), await as(app, 'watch.stranger')];
});
afterAll(async () => await app[Symbol.asyncDispose]());

const today = async (who = principal): Promise<collectionMonitor.WorkDayRow[]> =>
  (await who.post(collectionMonitor.page, listOf({ userNo, workDate: { from: workDate, to: workDate } }))).data.rows;

async function call(channel: 'CALL' | 'SMS', refusedFor: string | null) {
  const facts = { attemptedAt: new Date(), phone: '254712000009', purpose: 'COLLECTION', merchantNo, userNo } as const;
  const { attemptId } = await app.database.db
    .insertInto('contactAttempt')
    .values({ ...facts, channel, refusedFor })
    .returning('attemptId')
    .executeTakeFirstOrThrow();
  return attemptId;
}

it('shows what a collector did today as it happens, and what is behind each figure', async () => {
  expect(await today()).toMatchObject([{ userNo, callsDialled: 0, firstActionAt: null, casesHeld: 0 }]);
  const attemptId = await call('CALL', null);
  expect((await today())[0]?.presence).toBe('ON_CALL');
  await app.database.db
    .insertInto('contactResult')
    .values({ attemptId, outcome: 'ANSWERED', talkSeconds: 42 })
    .execute();
  const sentNo = await call('SMS', null);
  const { routeNo } = await app.database.db
    .insertInto('smsRoute')
    .values({ smsKind: 'COLLECTION', merchantNo, network: 'TELKOM', createdBy: userNo })
    .returning('routeNo')
    .executeTakeFirstOrThrow();
  const account = { accountCode: 'DUNNING', provider: 'SERVER', senderId: 'DUNNING', unitPriceCents: 80 } as const;
  await app.database.db.insertInto('smsAccount').values(account).execute();
  await app.database.db
    .insertInto('smsSending')
    .values({ routeNo, accountCode: 'DUNNING', source: 'CONTACT', sourceNo: String(sentNo), outcome: 'SENT' })
    .execute();
  await app.database.db
    .insertInto('contactResult')
    .values({ attemptId: sentNo, outcome: 'SENT', costCents: 90 })
    .execute();
  await call('SMS', 'CONTACT_CAP');
  const [row] = await today();
  expect(row).toMatchObject({
    presence: 'ACTIVE',
    callsDialled: 1,
    callsConnected: 1,
    talkSeconds: 42,
    smsSent: 1,
    gateRefusals: 1,
    isOverCap: false,
  });
  const of = listOf({ userNo, workDate });
  const calls = (await principal.post(collectionMonitor.callDetailPage, of)).data.rows;
  expect(calls).toMatchObject([{ outcome: 'ANSWERED', talkSeconds: 42, phone: expect.stringContaining('*') }]);
  const texts = (await principal.post(collectionMonitor.smsDetailPage, of)).data.rows;
  expect(texts).toMatchObject([
    { accountCode: null, costCents: null },
    { accountCode: 'DUNNING', costCents: 90 },
  ]);
  // One that no route sent, but the account of the merchant's app.
  const ownNo = await call('SMS', null);
  const own = { accountCode: 'OWN_APP', merchantNo, channelType: 'SMS', smsAccountCode: 'DUNNING' } as const;
  await app.database.db
    .insertInto('messageAccount')
    .values({ ...own, sender: 'Dunning', isDefault: false, dailyCap: -1, isEnabled: false })
    .execute();
  await app.database.db
    .insertInto('messageSending')
    .values({ accountCode: 'OWN_APP', source: 'CONTACT', sourceNo: String(ownNo), outcome: 'SENT' })
    .execute();
  const [newest] = (await principal.post(collectionMonitor.smsDetailPage, of)).data.rows;
  expect(newest).toMatchObject({ accountCode: 'OWN_APP' });
  expect((await principal.post(collectionMonitor.recordPage, of)).data.rows).toEqual([]);
  const stat = (await principal.post(collectionMonitor.repayStat, { userNo, workDate })).data;
  expect(stat).toEqual({ byLevel: [], byHour: [] });
});

it('goes by the newest report of a call, whatever its vendor dates it', async () => {
  const attemptId = await call('CALL', null);
  const told = { attemptId, outcome: 'NO_ANSWER', talkSeconds: 0, at: new Date(Date.now() - 60_000) };
  await app.database.db.insertInto('contactResult').values({ attemptId, outcome: 'SENT' }).execute();
  expect((await today())[0]?.presence).toBe('ON_CALL');
  await app.database.db.insertInto('contactResult').values(told).execute();
  const { rows } = (await principal.post(collectionMonitor.callDetailPage, listOf({ userNo, workDate }))).data;
  expect(rows[0]).toMatchObject({ outcome: 'NO_ANSWER', hasRecording: false });
  expect((await today())[0]?.presence).toBe('ACTIVE');
});

it('finds days by how calls ended and how long they took, and takes what is behind a day away as files', async () => {
  const of = async (asked: object) =>
    (
      await principal.post(
        collectionMonitor.page.path,
        listOf({ userNo, workDate: { from: workDate, to: workDate }, ...asked }),
      )
    ).data.total;
  expect(await of({ callResult: 'ANSWERED', talkSecondsFrom: '42' })).toBe(1);
  expect(await of({ talkSecondsFrom: '43' })).toBe(0);
  expect(await of({ callResult: 'BUSY' })).toBe(0);
  expect(await of({ caseLevel: 'S5' })).toBe(0);
  const behind = async (asked: object) =>
    (await principal.post(collectionMonitor.callDetailPage, listOf({ userNo, workDate, ...asked }))).data.total;
  expect([await behind({ callResult: 'ANSWERED' }), await behind({ talkSecondsFrom: '43' })]).toEqual([1, 0]);
  const filters = { userNo, workDate };
  for (const file of ['recordExport', 'callDetailExport', 'smsDetailExport'] as const) {
    const { data } = await principal.post(collectionMonitor[file].path, { format: 'csv', filters, sort: null });
    expect(data.jobNo).toMatch(/^\w+$/);
  }
});

it('shows who is on pause and why, until they call or come back', async () => {
  const watched = await as(app, 'collector.watched');
  expect(await watched.call(collectorPause.mine, {})).toEqual({ pauseReason: null, beganAt: null });
  await watched.call(collectorPause.begin, { pauseReason: 'MEAL' });
  const [row] = await today();
  expect(row).toMatchObject({ presence: 'PAUSED', pauseReason: 'MEAL', pausedSince: expect.any(String) });
  // Another reason takes its place: one is open at a time.
  await watched.call(collectorPause.begin, { pauseReason: 'MEETING' });
  expect((await today())[0]?.pauseReason).toBe('MEETING');
  const wall = await principal.call(collectionMonitor.live, {});
  expect(wall.people.find(({ presence }) => presence === 'PAUSED')?.people).toBe(1);
  await watched.call(collectorPause.end, {});
  expect((await today())[0]).toMatchObject({ presence: 'ACTIVE', pauseReason: null });
  const nobody = await as(app, 'watch.nobody');
  expect((await nobody.refusalOf(collectorPause.begin, { pauseReason: 'MEAL' })).error).toBe('COLLECTOR_NOT_FOUND');
  expect((await watched.refusalOf(collectorPause.begin, { pauseReason: 'NAP' })).error).toBe('BAD_REQUEST');
});

it('counts a pause that was forgotten on another day as over', async () => {
  const watched = await as(app, 'collector.watched');
  await app.database.db
    .insertInto('collectorPause')
    .values({ userNo, pauseReason: 'BREAK', beganAt: new Date(Date.now() - 2 * 86_400_000) })
    .execute();
  expect((await watched.call(collectorPause.mine, {})).pauseReason).toBeNull();
  expect((await today())[0]?.presence).not.toBe('PAUSED');
  await watched.call(collectorPause.begin, { pauseReason: 'BREAK' });
  await watched.call(collectorPause.end, {});
});

it('counts everybody once, and nobody whom the reader does not see', async () => {
  const { people } = await principal.call(collectionMonitor.live, {});
  const all = await principal.call(collectionMonitor.page, {
    ...listOf({ workDate: { from: workDate, to: workDate } }),
    sort: null,
  });
  expect(people.reduce((sum, one) => sum + one.people, 0)).toBe(all.total);
  const none = await stranger.call(collectionMonitor.live, {});
  expect(none.people.every((one) => one.people === 0)).toBe(true);
});

it('finds several collectors and several merchants at once', async () => {
  const of = async (asked: object) =>
    (await principal.call(collectionMonitor.page, { ...listOf(asked), sort: null })).rows.map((row) => row.userNo);
  const { userNo: second } = await app.database.db
    .selectFrom('personnel')
    .select('userNo')
    .where('personnelKind', '=', 'COLLECTOR')
    .where('userNo', '<>', userNo)
    .orderBy('userNo')
    .limit(1)
    .executeTakeFirstOrThrow();
  const day = { workDate: { from: workDate, to: workDate } };
  expect((await of({ ...day, userNo: [userNo, second] })).toSorted()).toEqual([userNo, second].toSorted());
  expect(await of({ ...day, userNo: [userNo], merchantNo: ['M9999', merchantNo] })).toEqual([userNo]);
  expect(await of({ ...day, userNo: [userNo], merchantNo: ['M9999'] })).toEqual([]);
});

it('finds collectors by the merchant they work for', async () => {
  const of = async (asked: string) =>
    (await principal.post(collectionMonitor.page, listOf({ userNo, merchantNo: asked }))).data.total;
  expect(await of(merchantNo)).toBeGreaterThan(0);
  expect(await of('M9999')).toBe(0);
});

it('shows nobody of other merchants', async () => {
  expect(await today(stranger)).toEqual([]);
  const refused = await stranger.post(collectionMonitor.repayStat, { userNo, workDate });
  expect(refused.data.error).toBe('NOT_FOUND');
});

it('calls who was silent for ten minutes idle on shift, and off shift else', () => {
  const at = Date.parse('2026-11-27T09:00:00Z');
  const one = { isOnShift: true, isRinging: false, isPaused: false, last: '2026-11-27T08:51:00Z' };
  expect(presenceOf(one, at)).toBe('ACTIVE');
  expect(presenceOf({ ...one, last: '2026-11-27T08:50:00Z' }, at)).toBe('IDLE');
  expect(presenceOf({ ...one, last: null, isOnShift: false }, at)).toBe('OFF_SHIFT');
  expect(presenceOf({ ...one, isPaused: true }, at)).toBe('PAUSED');
  expect(presenceOf({ ...one, isPaused: true, isRinging: true }, at)).toBe('ON_CALL');
});

it('samples long calls of the day after which nothing was noted', async () => {
  const { db } = app.database;
  const people = { maker: userNo, checker: (await addPerson(app.database, 'watch.checker')).userNo };
  const productNo = await makeProduct(db);
  const { orderNo } = await lend(db, { productNo, approvedCents: 300_000, ...people });
  const yesterday = addDays(workDate, -1);
  await sql`update bill set due_date = ${addDays(workDate, -5)}, accrued_through = ${yesterday}
    where order_no = ${orderNo}`.execute(db);
  await runCaseDay(db, yesterday, createLogger('silent'));
  const { caseNo, merchantNo: at } = await db
    .selectFrom('collectionCase')
    .select(['caseNo', 'merchantNo'])
    .where('orderNo', '=', orderNo)
    .executeTakeFirstOrThrow();
  const hour = (clock: string) => new Date(`${workDate}T${clock}:00+03:00`);
  const talked = async (talkSeconds: number) => {
    const { attemptId } = await db
      .insertInto('contactAttempt')
      .values({
        attemptedAt: hour('10:00'),
        phone: '254712000001',
        purpose: 'COLLECTION',
        channel: 'CALL',
        merchantNo: at,
        caseNo,
        userNo,
      })
      .returning('attemptId')
      .executeTakeFirstOrThrow();
    await db.insertInto('contactResult').values({ attemptId, outcome: 'ANSWERED', talkSeconds }).execute();
    return attemptId;
  };
  await talked(60);
  const long = await talked(300);
  expect(await longCalls(db, null, hour('10:20'))).toEqual([]);
  expect(await longCalls(db, null, hour('10:40'))).toMatchObject([{ attemptId: long, caseNo, talkSeconds: 300 }]);
  await db
    .insertInto('caseFollowUp')
    .values({
      caseNo,
      contactPerson: 'BORROWER',
      contactChannel: 'CALL',
      actionCode: 'NO_ANSWER',
      remark: 'Spoke',
      caseLevel: 'S1',
      userNo,
      at: hour('10:45'),
    })
    .execute();
  expect(await longCalls(db, null, hour('11:00'))).toEqual([]);
});
