import { randomUUID } from 'node:crypto';
import { inCallRecord, telephony } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { as } from '../../../../testing/test-calls.ts';
import { TestPhone } from '../../../../testing/test-phone.ts';
import { documentPolicy } from '../../../http/security-headers.ts';
import { askGate } from '../contacts/index.ts';
import { endSilentCalls, forgetLines } from './index.ts';
import { SECRET, said, type TelephoneDesk, telephoneDesk } from './testing/telephone-desk.ts';

let sandbox: TelephoneDesk['sandbox'];
let app: TelephoneDesk['app'];
let agent: TelephoneDesk['agent'];
let other: TelephoneDesk['other'];
let merchantNo: TelephoneDesk['merchantNo'];
let open: TelephoneDesk['open'];
let customer: TelephoneDesk['customer'];
let placed: TelephoneDesk['placed'];
let phoneOf: TelephoneDesk['phoneOf'];
let dialled: TelephoneDesk['dialled'];
let settled: TelephoneDesk['settled'];
let resultsOf: TelephoneDesk['resultsOf'];

beforeAll(async () => {
  ({ sandbox, app, agent, other, merchantNo, open, customer, placed, phoneOf, dialled, settled, resultsOf } =
    await telephoneDesk());
});
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
  sandbox.change({ duplicate: 0, drop: 0 });
});
afterAll(async () => {
  await app?.[Symbol.asyncDispose]();
  await sandbox?.close();
});

it('signs a session in with a password of minutes that is shown once', async () => {
  const key = randomUUID();
  const line = await agent.call(telephony.signIn, { takesCalls: false }, key);
  const minutes = (Date.parse(line.expiresAt) - Date.now()) / 60_000;
  expect(minutes).toBeGreaterThan(9);
  expect(minutes).toBeLessThanOrEqual(10);
  expect((await agent.call(telephony.signIn, { takesCalls: false }, key)).password).toBeNull();
  const phone = await TestPhone.connect(line);
  open.push(phone);
  expect(await phone.register()).toBe(200);
  const stranger = await TestPhone.connect({ ...line, password: 'guessed' });
  open.push(stranger);
  expect(await stranger.register()).toBe(401);
  const expired = await TestPhone.connect({ ...line, authUser: `1000:${line.user}` });
  open.push(expired);
  expect(await expired.register()).toBe(401);
});

it('carries a call by its number alone, from the gate to its duration', async () => {
  const { callNo, phone: number, reply } = await placed(0);
  expect(reply).not.toContain(number);
  const phone = await phoneOf();
  const dialog = await dialled(phone, callNo);
  expect(await dialog.final).toBe(200);
  expect(dialog.statuses).toEqual([100, 180, 200]);
  // The browser takes the answer as WebRTC's.
  await dialog.offer.accept?.(dialog.answer());
  await settled();
  expect(await agent.call(telephony.one, { callNo })).toMatchObject({ callStatus: 'ANSWERED', callDirection: 'OUT' });
  dialog.bye();
  await expect.poll(async () => (await agent.call(telephony.one, { callNo })).callStatus).toBe('ENDED');
  const ended = await agent.call(telephony.one, { callNo });
  expect(ended).toMatchObject({ customerName: expect.any(String), hangupCause: 'BYE' });
  expect(ended.talkSeconds).not.toBeNull();
  expect(ended.phone).not.toBe(number);
  expect(await resultsOf(callNo)).toEqual([{ outcome: 'ANSWERED', talkSeconds: ended.talkSeconds }]);
  const recorded = app.database.db.selectFrom('callRecording').select('sourceUrl');
  expect(await recorded.where('sourceUrl', 'like', `%${callNo}.wav`).execute()).toHaveLength(1);
  expect(await other.refusalOf(telephony.one, { callNo })).toMatchObject({ error: 'CALL_NOT_FOUND' });
});

it.each([
  { digit: 2, status: 408, callStatus: 'NO_ANSWER', outcome: 'NO_ANSWER' },
  { digit: 3, status: 486, callStatus: 'BUSY', outcome: 'BUSY' },
  { digit: 4, status: 480, callStatus: 'FAILED', outcome: 'SWITCHED_OFF' },
])('keeps how a call to …$digit came to nothing', async ({ digit, status, callStatus, outcome }) => {
  const { callNo } = await placed(digit);
  const dialog = await dialled(await phoneOf(), callNo);
  expect(await dialog.final).toBe(status);
  await settled();
  expect(await agent.call(telephony.one, { callNo })).toMatchObject({ callStatus, hangupCause: `SIP ${status}` });
  expect(await resultsOf(callNo)).toEqual([{ outcome, talkSeconds: 0 }]);
});

it('ends when the far end drops, and when the caller hangs up before anybody answers', async () => {
  const phone = await phoneOf();
  const dropped = await placed(1);
  const dialog = await dialled(phone, dropped.callNo);
  expect(await dialog.final).toBe(200);
  await dialog.gone;
  await settled();
  expect(await agent.call(telephony.one, { callNo: dropped.callNo })).toMatchObject({
    callStatus: 'ENDED',
    hangupCause: 'DROPPED',
  });
  const cancelled = await placed(2);
  const ringing = await dialled(phone, cancelled.callNo);
  await expect.poll(() => ringing.statuses).toContain(180);
  ringing.cancel();
  expect(await ringing.final).toBe(487);
  await settled();
  expect(await agent.call(telephony.one, { callNo: cancelled.callNo })).toMatchObject({ callStatus: 'NO_ANSWER' });
  expect(await resultsOf(cancelled.callNo)).toEqual([{ outcome: 'NO_ANSWER', talkSeconds: 0 }]);
});

it('connects a call once, for the session that asked for it, while that lasts', async () => {
  const { callNo } = await placed(0);
  const foreign = await dialled(await phoneOf(other), callNo);
  expect(await foreign.final).toBe(403);
  const mine = await phoneOf();
  const first = await dialled(mine, callNo);
  expect(await first.final).toBe(200);
  first.bye();
  expect(await (await dialled(mine, callNo)).final).toBe(403);
  expect(await (await dialled(mine, `kc${'0'.repeat(24)}`)).final).toBe(403);
  const late = await placed(0, other);
  const theirs = await phoneOf(other);
  await sql`update session set ended_at = now(), end_reason = 'SIGNED_OUT'
    where user_no = (select user_no from call where call_no = ${late.callNo})`.execute(app.database.db);
  expect(await (await dialled(theirs, late.callNo)).final).toBe(403);
  other = await as(app, 'phone.other');
});

it('makes no call where the gate is shut', async () => {
  const { phone, customerNo } = await customer(0);
  const { recordNo } = await agent.call(inCallRecord.save, { phone, ...said });
  const { db } = app.database;
  await db.insertInto('contactBlock').values({ blockKind: 'DO_NOT_CALL', customerNo, setBy: 'U1' }).execute();
  expect((await agent.refusalOf(inCallRecord.callBack, { recordNo })).error).toBe('CONTACT_DO_NOT_CALL');
  expect(await db.selectFrom('call').select('callNo').where('phone', '=', phone).execute()).toEqual([]);
});

it('fails a call that never left the browser, and leaves alone one that did', async () => {
  const unplaced = await placed(0);
  expect(await agent.call(telephony.abandon, { callNo: unplaced.callNo })).toMatchObject({
    callStatus: 'FAILED',
    hangupCause: 'NOT_PLACED',
  });
  expect(await resultsOf(unplaced.callNo)).toEqual([{ outcome: 'FAILED', talkSeconds: 0 }]);
  // It rang nowhere, so it takes nothing of what the number may be called.
  const { db } = app.database;
  const asked = { channel: 'CALL', purpose: 'COLLECTION', phone: unplaced.phone, at: new Date() } as const;
  const party = { partyKind: 'BORROWER', hasAgreed: true } as const;
  expect(await askGate(db, { ...asked, merchantNo, customerNo: null, party })).toMatchObject({
    isAllowed: true,
    left: 3,
  });
  const { callNo } = await placed(0);
  const dialog = await dialled(await phoneOf(), callNo);
  await dialog.final;
  await settled();
  expect((await agent.call(telephony.abandon, { callNo })).callStatus).toBe('ANSWERED');
  expect((await other.refusalOf(telephony.abandon, { callNo })).error).toBe('CALL_NOT_FOUND');
});

it('keeps one end of a call, though events come twice, late or not at all', async () => {
  sandbox.change({ duplicate: 1 });
  const { callNo } = await placed(3);
  await (
    await dialled(await phoneOf(), callNo)
  ).final;
  await settled();
  expect(await resultsOf(callNo)).toHaveLength(1);
  const { callNo: lost } = await placed(0);
  const tell = async (event: object) =>
    await app.http.inject({
      method: 'POST',
      url: `/gateway/${SECRET}/sip/event`,
      payload: { callNo: lost, at: new Date().toISOString(), ...event },
    });
  await tell({ event: 'ENDED', outcome: 'ANSWERED', seconds: 62 });
  await tell({ event: 'ANSWERED' });
  await tell({ event: 'RINGING' });
  await settled();
  const ended = await agent.call(telephony.one, { callNo: lost });
  expect(ended).toMatchObject({ callStatus: 'ENDED', talkSeconds: 62 });
  expect(Date.parse(ended.endedAt ?? '') - Date.parse(ended.answeredAt ?? '')).toBe(62_000);
  const { callNo: silent } = await placed(0);
  expect(await endSilentCalls(app.database.db, new Date(Date.now() + 60_000))).toBe(0);
  await endSilentCalls(app.database.db, new Date(Date.now() + 240_000));
  expect(await agent.call(telephony.one, { callNo: silent })).toMatchObject({
    callStatus: 'FAILED',
    hangupCause: 'NOT_PLACED',
  });
});

it('forgets who was signed in to the telephone an hour after the password expired', async () => {
  const { db } = app.database;
  await agent.call(telephony.signIn, { takesCalls: false });
  const lines = async () => (await db.selectFrom('telephoneLine').select('sessionId').execute()).length;
  const before = await lines();
  expect(await forgetLines(db, new Date())).toBe(0);
  expect(await forgetLines(db, new Date(Date.now() + 2 * 3_600_000))).toBe(before);
  expect(await lines()).toBe(0);
});

it('lets a document connect to the edge and to nothing else', () => {
  expect(documentPolicy([], 'wss://sip.example.co.ke:8089/ws')).toContain(
    "connect-src 'self' wss://sip.example.co.ke:8089;",
  );
  expect(documentPolicy([])).toContain("connect-src 'self';");
});
