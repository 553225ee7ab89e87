import { randomUUID } from 'node:crypto';
import { inCallRecord, telephony } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../../../../sandbox/src/index.ts';
import { answerOffer, makeOffer } from '../../../../../sandbox/src/sip/media.ts';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, type Person } from '../../../../testing/test-calls.ts';
import { TestPhone } from '../../../../testing/test-phone.ts';
import { documentPolicy } from '../../../http/security-headers.ts';
import { addDays, businessDateOf } from '../../platform/policy/index.ts';
import { askGate } from '../contacts/index.ts';
import { endSilentCalls, forgetLines } from './index.ts';

const SECRET = 'a-secret-that-nobody-can-guess';
const HOTLINE = '0709000111';
const said = { reasonType: 'REPAYMENT', content: 'Which paybill?', resolveStatus: 'FOLLOWING' } as const;

let sandbox: Sandbox;
let app: TestApp;
let agent: Person;
let other: Person;
let listener: Person;
let merchantNo: string;
let people = 0;
const open: { close(): unknown }[] = [];

beforeAll(async () => {
  sandbox = await startSandbox();
  sandbox.telephone.pace = { ringAfter: 5, answerAfter: 5, ringOut: 60, dropAfter: 20, asksEvery: 10, holdsFor: 200 };
  const { url, domain, secret } = sandbox.sip;
  const env = {
    SIP_WS_URL: url,
    SIP_DOMAIN: domain,
    SIP_SECRET: secret,
    KITUO_CALLBACK_SECRET: SECRET,
    KITUO_SANDBOX: 'on',
  };
  app = await createTestApp({ content: 'seeded', env });
  const { db } = app.database;
  sandbox.telephone.address = `${await app.http.listen({ host: '127.0.0.1', port: 0 })}/gateway/${SECRET}/sip`;
  ({ merchantNo } = await db
    .selectFrom('merchant')
    .select('merchantNo')
    .orderBy('merchantNo')
    .executeTakeFirstOrThrow());
  const add = async (name: string, ...more: string[]) => {
    const pages = ['/AdminContent/CustomerServiceSystem/CustomerInCallRecord'];
    const codes = ['customerService:callRecord:save', ...more];
    const { userNo } = await addPerson(app.database, name, { codes, pages, dailyRevealBudget: 99 });
    await db.insertInto('userMerchant').values({ userNo, merchantNo }).execute();
    return await as(app, name);
  };
  agent = await add('phone.agent');
  other = await add('phone.other');
  listener = await add('phone.listener', 'customerService:callRecord:listen');
  // Any hour of the day at which the tests run.
  await sql`insert into regulatory_policy (policy_key, effective_from, value)
    values ('contactHours', ${addDays(businessDateOf(new Date()), -1)}, '{"from": "00:00", "to": "24:00"}')`.execute(
    db,
  );
  await sql`insert into hotline (merchant_no, contact_type, contact_value, languages, sort, updated_by)
    select ${merchantNo}, 'PHONE', ${HOTLINE}, '{en}', 99, min(user_no) from app_user`.execute(db);
});
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
  sandbox.change({ duplicate: 0, drop: 0 });
});
afterAll(async () => {
  await app?.[Symbol.asyncDispose]();
  await sandbox?.close();
});

async function customer(lastDigit: number): Promise<{ phone: string; customerNo: string }> {
  const phone = `25470${String((people += 1)).padStart(6, '0')}${lastDigit}`;
  const { customerNo } = await app.database.db
    .insertInto('customer')
    .values({ merchantNo, customerName: 'Njeri Caller', phone, idCardNo: `34${String(people).padStart(6, '0')}` })
    .returning('customerNo')
    .executeTakeFirstOrThrow();
  return { phone, customerNo };
}

/** A call to a number that ends so, let through by the gate. */
async function placed(lastDigit: number, who = agent): Promise<{ callNo: string; phone: string; reply: string }> {
  const { phone } = await customer(lastDigit);
  const { recordNo } = await who.call(inCallRecord.save, { phone, ...said });
  const made = await who.call(inCallRecord.callBack, { recordNo });
  if (made.callNo === null) throw new Error('an extension rang');
  return { callNo: made.callNo, phone, reply: JSON.stringify(made) };
}

async function phoneOf(who = agent, takesCalls = false): Promise<TestPhone> {
  const phone = await TestPhone.connect(await who.call(telephony.signIn, { takesCalls }));
  open.push(phone);
  return phone;
}

async function dialled(phone: TestPhone, callNo: string) {
  const offer = await makeOffer();
  open.push(offer);
  return { ...phone.dial(callNo, offer.sdp), offer };
}

/** Everything that the edge told has been worked off. */
async function settled(): Promise<void> {
  await sandbox.settled();
  await app.services.engine.callbacks.settled();
}

async function resultsOf(callNo: string) {
  return await app.database.db
    .selectFrom('contactResult')
    .select(['outcome', 'talkSeconds'])
    .where('reference', '=', callNo)
    .execute();
}

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

it('rings whoever takes calls by a number that hides the caller, and records what they took once', async () => {
  sandbox.telephone.pace = { ...sandbox.telephone.pace, ringOut: 20_000 };
  const { phone: from, customerNo } = await customer(0);
  const phone = await phoneOf(agent, true);
  expect(await phone.register()).toBe(200);
  const rung = phone.rung();
  const callNo = await sandbox.telephone.callIn({ from, to: HOTLINE });
  const ringing = await rung;
  expect(ringing.callNo).toBe(callNo);
  expect(ringing.text).not.toContain(from);
  const own = await agent.call(telephony.one, { callNo: ringing.callNo });
  expect(own).toMatchObject({ callStatus: 'RINGING', callDirection: 'IN', customerNo, hotline: HOTLINE });
  const asTaken = { callNo: ringing.callNo, ...said };
  expect((await agent.refusalOf(inCallRecord.save, asTaken)).error).toBe('CALL_NOT_REPORTED');
  const media = await answerOffer(ringing.text.slice(ringing.text.indexOf('v=0')));
  open.push(media);
  ringing.answer(200, media.sdp);
  await expect
    .poll(async () => (await agent.call(telephony.one, { callNo: ringing.callNo })).callStatus)
    .toBe('ANSWERED');
  const { recordNo } = await agent.call(inCallRecord.save, asTaken);
  const record = await app.database.db
    .selectFrom('inCallRecord')
    .selectAll()
    .where('recordNo', '=', recordNo)
    .executeTakeFirstOrThrow();
  expect(record).toMatchObject({ phone: from, customerNo, hotlineValue: HOTLINE, isMissed: false });
  expect((await agent.refusalOf(inCallRecord.save, asTaken)).error).toBe('CALL_RECORDED');
  const { recordNo: typed } = await agent.call(inCallRecord.save, { phone: from, ...said });
  expect((await listener.call(inCallRecord.one, { recordNo })).hasRecording).toBe(false);
  await app.http.inject({
    method: 'POST',
    url: `/gateway/${SECRET}/sip/event`,
    payload: {
      callNo: ringing.callNo,
      event: 'ENDED',
      outcome: 'ANSWERED',
      seconds: 5,
      at: new Date().toISOString(),
      recordingUrl: `${sandbox.url}/recordings/${ringing.callNo}.wav`,
    },
  });
  await settled();
  // Only who may listen is offered it; who did is in the log of reveals.
  expect((await agent.call(inCallRecord.one, { recordNo })).hasRecording).toBe(false);
  expect((await listener.call(inCallRecord.one, { recordNo })).hasRecording).toBe(true);
  expect((await agent.refusalOf(inCallRecord.recording, { recordNo })).error).toBe('FORBIDDEN');
  expect((await listener.refusalOf(inCallRecord.recording, { recordNo: typed })).error).toBe('RECORDING_NONE');
  await listener.get(`${inCallRecord.recording.path}?recordNo=${recordNo}`);
  const { db } = app.database;
  const kept = db.selectFrom('callRecording').select('attemptId').where('sourceUrl', 'like', `%${ringing.callNo}.wav`);
  expect(await kept.execute()).toEqual([{ attemptId: null }]);
  const heard = db.selectFrom('revealLog').select(['purpose', 'outcome']).where('subjectNo', '=', recordNo);
  expect(await heard.execute()).toEqual([{ purpose: 'LISTEN', outcome: 'SHOWN' }]);
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

it('keeps as missed what nobody takes: declined, or while nobody takes calls', async () => {
  const missedOf = async (phone: string) =>
    await app.database.db
      .selectFrom('inCallRecord')
      .select(['isMissed', 'customerNo'])
      .where('phone', '=', phone)
      .execute();
  await sql`update call set call_status = 'FAILED', ended_at = now() where ended_at is null`.execute(app.database.db);
  const declined = await customer(0);
  const phone = await phoneOf(agent, true);
  await phone.register();
  const rung = phone.rung();
  await sandbox.telephone.callIn({ from: declined.phone, to: HOTLINE });
  (await rung).answer(486);
  await expect
    .poll(async () => await missedOf(declined.phone))
    .toEqual([{ isMissed: true, customerNo: declined.customerNo }]);
  await agent.call(telephony.signIn, { takesCalls: false });
  const unheard = await customer(0);
  expect(await sandbox.telephone.callIn({ from: unheard.phone, to: HOTLINE })).toBeNull();
  expect(await missedOf(unheard.phone)).toHaveLength(1);
  expect(await sandbox.telephone.callIn({ from: unheard.phone, to: '0700000000' })).toBeNull();
  expect(await missedOf(unheard.phone)).toHaveLength(1);
});

it('holds callers in line while everybody is on a call: those with priority first, then who has waited longest', async () => {
  const { db } = app.database;
  await sql`update call set call_status = 'FAILED', ended_at = now() where ended_at is null`.execute(db);
  await forgetLines(db, new Date(Date.now() + 2 * 3_600_000));
  await agent.call(telephony.signIn, { takesCalls: true });
  const tell = async (what: 'incoming' | 'event', payload: object) =>
    (await app.http.inject({ method: 'POST', url: `/gateway/${SECRET}/sip/${what}`, payload })).json();
  const callers = new Map<string, string>();
  const ask = async (callId: string, canWait = true) => {
    const from = callers.get(callId) ?? (await customer(0)).phone;
    callers.set(callId, from);
    return await tell('incoming', { callId, from, to: HOTLINE, canWait });
  };
  const hangUp = async (callNo: string) => {
    await tell('event', { callNo, event: 'ENDED', outcome: 'CANCELLED', at: new Date().toISOString() });
    await settled();
  };
  const missed = async (callId: string) =>
    (
      await db
        .selectFrom('inCallRecord')
        .select('isMissed')
        .where('phone', '=', callers.get(callId) ?? '')
        .execute()
    ).length;
  const served = await ask('served');
  expect(served.user).toEqual(expect.any(String));
  const waits = { user: null, isWaiting: true };
  const [early, late] = [await ask('early'), await ask('late')];
  expect([early, late]).toMatchObject([waits, waits]);
  const { phone, customerNo } = await customer(0);
  callers.set('priority', phone);
  await sql`insert into vip_member (customer_no, merchant_no, level_no, vip_source, has_hotline_priority, expires_at)
    values (${customerNo}, ${merchantNo}, 1, 'RULE', true, now() + interval '30 days')`.execute(db);
  expect(await ask('priority')).toMatchObject(waits);
  await hangUp(served.callNo);
  // Somebody is free: not for those who asked first, but for who has priority; then for who has waited longest.
  expect([await ask('early'), await ask('late')]).toMatchObject([waits, waits]);
  const first = await ask('priority');
  expect(first).toEqual({ callNo: expect.any(String), user: served.user });
  expect(await ask('priority')).toEqual(first);
  await hangUp(first.callNo);
  expect(await ask('late')).toMatchObject(waits);
  expect(await ask('early')).toEqual({ callNo: early.callNo, user: served.user });
  // An edge that holds nobody, a caller who gives up, one whose edge asks no more: each is a missed call.
  expect((await ask('cannotWait', false)).user).toBeNull();
  expect(await missed('cannotWait')).toBe(1);
  await hangUp(late.callNo);
  expect(await missed('late')).toBe(1);
  await ask('silent');
  await endSilentCalls(db, new Date(Date.now() + 70_000));
  expect(await missed('silent')).toBe(1);
  // Whose record is frozen gets no call, though their browser takes them.
  await sql`insert into personnel (personnel_kind, user_no, daily_cap, personnel_status)
    select 'SERVICE', user_no, 9, 'FROZEN' from app_user where user_name = 'phone.agent'`.execute(db);
  expect((await ask('frozen')).user).toBeNull();
  expect(await missed('frozen')).toBe(1);
  await sql`delete from personnel where user_no = (select user_no from app_user where user_name = 'phone.agent')`.execute(
    db,
  );
  // Nobody takes calls any more: who waits is told so.
  await ask('left');
  await agent.call(telephony.signIn, { takesCalls: false });
  expect(await ask('left')).toMatchObject({ user: null });
  expect(await missed('left')).toBe(1);
  await sql`update call set call_status = 'FAILED', ended_at = now() where ended_at is null`.execute(db);
});

it('lets a document connect to the edge and to nothing else', () => {
  expect(documentPolicy([], 'wss://sip.example.co.ke:8089/ws')).toContain(
    "connect-src 'self' wss://sip.example.co.ke:8089;",
  );
  expect(documentPolicy([])).toContain("connect-src 'self';");
});
