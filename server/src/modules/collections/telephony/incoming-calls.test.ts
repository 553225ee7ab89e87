import { inCallRecord, telephony } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { answerOffer } from '../../../../../sandbox/src/sip/media.ts';
import { endSilentCalls, forgetLines } from './index.ts';
import { SECRET, HOTLINE, said, type TelephoneDesk, telephoneDesk } from './testing/telephone-desk.ts';

let sandbox: TelephoneDesk['sandbox'];
let listener: TelephoneDesk['listener'];
let app: TelephoneDesk['app'];
let agent: TelephoneDesk['agent'];
let merchantNo: TelephoneDesk['merchantNo'];
let open: TelephoneDesk['open'];
let customer: TelephoneDesk['customer'];
let phoneOf: TelephoneDesk['phoneOf'];
let settled: TelephoneDesk['settled'];

beforeAll(async () => {
  ({ sandbox, listener, app, agent, merchantNo, open, customer, phoneOf, settled } = await telephoneDesk());
});
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
  sandbox.change({ duplicate: 0, drop: 0 });
});
afterAll(async () => {
  await app?.[Symbol.asyncDispose]();
  await sandbox?.close();
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
