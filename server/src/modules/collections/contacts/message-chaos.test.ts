import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { lockWaits } from '../../../../../tests/support/lock-waits.ts';
import { ALL_WELL, MISHAPS, openTestWorld, type TestWorld } from '../../../../testing/test-world.ts';
import { GatewayError } from '../../platform/gateways/index.ts';
import { createLogger } from '../../platform/health/index.ts';
import { createMessages, gatewayTransport, queueMessage } from '../../platform/messages/index.ts';
import { dispatchContacts, NOT_HEARD, queueDispatch } from './dispatch.ts';
import { keepResult } from './reports.ts';

/*
 * Messages and calls under every mishap: none leaves twice, what left without an answer says so until the gateway tells,
 * and no report takes a state back, whatever order they come in.
 */

let world: TestWorld;
let people = 0;
let attempts = 0;
const log = createLogger('silent');
const AT_ONCE = { lostAfter: 0, askAgain: 0 };

beforeAll(async () => {
  world = await openTestWorld(5);
});
beforeEach(() => world.sandbox.change({ ...ALL_WELL, callbackSpreadMs: 40 }));
afterAll(async () => await world[Symbol.asyncDispose]());

const nextPhone = () => `25471${String((people += 1)).padStart(7, '0')}`;

/** What waits for a gateway as the gate let it through. @returns its attempt */
async function queued(channel: 'SMS' | 'CALL' | 'ROBOT', phone = nextPhone()): Promise<number> {
  const attemptId = (attempts += 1);
  const payloads = {
    SMS: { text: `Message ${attemptId}` },
    CALL: { extension: '2001' },
    ROBOT: { scriptCode: 'REMIND', language: 'sw', variables: {} },
  } as const;
  const request = { attemptId, channel, phone, payload: payloads[channel] };
  await world.database.db.transaction().execute((tx) => queueDispatch(tx, request));
  return attemptId;
}

/** Every report under way has come; those that came too early are looked at once more. */
async function reported(): Promise<void> {
  await world.settled();
  await sql`update gateway_callback_state set next_attempt_at = now()
    where callback_status = 'RECEIVED'`.execute(world.database.db);
  world.engine.callbacks.wake();
  await world.settled();
}

async function stateOf(attemptId: number) {
  const { db } = world.database;
  const { dispatchStatus, fault } = await db
    .selectFrom('contactDispatch')
    .select(['dispatchStatus', 'fault'])
    .where('attemptId', '=', attemptId)
    .executeTakeFirstOrThrow();
  const results = await db
    .selectFrom('contactResult')
    .select('outcome')
    .where('attemptId', '=', attemptId)
    .orderBy('resultId')
    .execute();
  return { dispatchStatus, fault, outcomes: results.map(({ outcome }) => outcome) };
}

const smsOf = (attemptId: number) =>
  world.sandbox.messages.sent.filter(({ text }) => text === `Message ${attemptId}`).length;

it('sends each SMS once, and ends it as its report does, whatever becomes of answers and reports', async () => {
  const made = new Map<number, string>();
  for (const mishap of [...MISHAPS, 'none'] as const) {
    world.sandbox.change({ ...ALL_WELL, ...(mishap !== 'none' && { [mishap]: 1 }) });
    const three = [await queued('SMS'), await queued('SMS'), await queued('SMS')];
    for (const attemptId of three) made.set(attemptId, mishap);
    await Promise.all([world.engine.dispatch(), world.engine.dispatch()]);
    if (mishap !== 'none') expect(world.sandbox.happened().get(mishap) ?? 0, mishap).toBeGreaterThan(0);
  }
  world.sandbox.change(ALL_WELL);
  await reported();
  await dispatchContacts(
    { db: world.database.db, gateways: world.engine.gateways, sms: world.engine.smsRouter, log },
    AT_ONCE,
  );
  for (const [attemptId, mishap] of made) {
    const { dispatchStatus, outcomes } = await stateOf(attemptId);
    expect([mishap, smsOf(attemptId)]).toEqual([mishap, mishap === 'refusal' ? 0 : 1]);
    expect([mishap, dispatchStatus]).toEqual([mishap, mishap === 'refusal' ? 'REFUSED' : 'SENT']);
    const ends = { failure: 'FAILED', refusal: 'REFUSED', drop: 'SENT' }[mishap] ?? 'DELIVERED';
    expect([mishap, outcomes.at(-1)]).toEqual([mishap, ends]);
    const told = outcomes.filter((outcome) => outcome === 'DELIVERED' || outcome === 'FAILED');
    expect(told.length, mishap).toBeLessThanOrEqual(1);
  }
});

/** The gateway tells at last how these ended. */
async function report(attemptIds: readonly number[]): Promise<void> {
  const texts = new Set(attemptIds.map((attemptId) => `Message ${attemptId}`));
  for (const { messageId, phone, text } of world.sandbox.messages.sent) {
    if (!texts.has(text)) continue;
    const body = new URLSearchParams({ id: messageId, phoneNumber: `+${phone}`, status: 'Success' });
    const { ok } = await fetch(`${world.callbacks.url}/sms/delivery`, { method: 'POST', body });
    expect(ok).toBe(true);
  }
  await reported();
}

it('leaves in doubt what nobody tells of, and takes no report for the wrong one of two', async () => {
  // The gateway's own reports come when they like: one that came between the two would be the first one's for sure.
  world.sandbox.change({ reset: 1, drop: 1 });
  const phone = nextPhone();
  const [silent, ...two] = [await queued('SMS'), await queued('SMS', phone), await queued('SMS', phone)] as const;
  await world.engine.dispatch();
  world.sandbox.change(ALL_WELL);
  await report(two);
  for (let turn = 0; turn < 3; turn += 1) await world.engine.dispatch();
  for (const attemptId of [silent, ...two]) {
    expect(await stateOf(attemptId)).toMatchObject({ dispatchStatus: 'UNKNOWN', outcomes: ['UNKNOWN'] });
    expect(smsOf(attemptId)).toBe(1);
  }
});

it('takes a report for the one that left, while another to that phone still waits', async () => {
  world.sandbox.change({ reset: 1, drop: 1 });
  const phone = nextPhone();
  const left = await queued('SMS', phone);
  await world.engine.dispatch();
  world.sandbox.change(ALL_WELL);
  const waits = await queued('SMS', phone);
  await report([left]);
  expect(await stateOf(left)).toMatchObject({ dispatchStatus: 'SENT', outcomes: ['UNKNOWN', 'DELIVERED'] });
  expect(await stateOf(waits)).toMatchObject({ dispatchStatus: 'QUEUED', outcomes: [] });
  // Left where it is, it would go out with the next test's.
  await world.engine.dispatch();
  await reported();
});

it('rings a person once, and joins the end of the call though its answer was lost', async () => {
  const made = new Map<number, string>();
  for (const mishap of MISHAPS) {
    world.sandbox.change({ ...ALL_WELL, [mishap]: 1 });
    made.set(await queued('CALL'), mishap);
    await world.engine.dispatch();
  }
  world.sandbox.change(ALL_WELL);
  await reported();
  await world.engine.dispatch();
  for (const [attemptId, mishap] of made) {
    const rung = world.sandbox.calls.dialled.filter(({ callNo }) => callNo === String(attemptId));
    expect([mishap, rung.length]).toEqual([mishap, mishap === 'refusal' ? 0 : 1]);
    const { dispatchStatus, outcomes } = await stateOf(attemptId);
    expect([mishap, dispatchStatus]).toEqual([mishap, mishap === 'refusal' ? 'REFUSED' : 'SENT']);
    const ends = outcomes.filter((outcome) => !['SENT', 'UNKNOWN', 'REFUSED'].includes(outcome));
    expect([mishap, ends.length]).toEqual([mishap, ['drop', 'refusal'].includes(mishap) ? 0 : 1]);
  }
});

it('says of a call that it was rung, where report and lost answer are written at the same time', async () => {
  const { db } = world.database;
  const [begun, answered] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
  const voice = {
    async dial() {
      begun.resolve(undefined);
      await answered.promise;
      throw new GatewayError('UNKNOWN', 'the answer was lost');
    },
  };
  const attemptId = await queued('CALL');
  const dispatched = dispatchContacts({
    db,
    gateways: { ...world.engine.gateways, voice },
    sms: world.engine.smsRouter,
    log,
  });
  await begun.promise;
  await db.transaction().execute(async (tx) => {
    const said = { outcome: 'ANSWERED', talkSeconds: 12 };
    expect(await keepResult(tx, 'VOICE', String(attemptId), said)).toBe(attemptId);
    answered.resolve(undefined);
    await vi.waitFor(async () => expect(await lockWaits(db)).toBe(1), { timeout: 20_000 });
  });
  await dispatched;
  expect(await stateOf(attemptId)).toMatchObject({ dispatchStatus: 'SENT', outcomes: ['ANSWERED'] });
});

it('asks the robot about what is in doubt, and lets go again only what it never heard of', async () => {
  const { db } = world.database;
  world.sandbox.change({ ...ALL_WELL, silence: 1, drop: 1 });
  const heard = await queued('ROBOT');
  await world.engine.dispatch();
  expect(await stateOf(heard)).toMatchObject({ dispatchStatus: 'UNKNOWN' });
  world.sandbox.change(ALL_WELL);
  const unheard = await queued('ROBOT');
  await sql`update contact_dispatch set dispatch_status = 'UNKNOWN', began_at = now() where attempt_id = ${unheard}`.execute(
    db,
  );
  const dispatcher = { db, gateways: world.engine.gateways, sms: world.engine.smsRouter, log };
  // A start that is still on its way may arrive after the question.
  await dispatchContacts(dispatcher, { ...AT_ONCE, lostAfter: 60_000 });
  expect(await stateOf(heard)).toMatchObject({ dispatchStatus: 'SENT' });
  expect(await stateOf(unheard)).toMatchObject({ dispatchStatus: 'UNKNOWN' });
  await dispatchContacts(dispatcher, AT_ONCE);
  expect(await stateOf(unheard)).toMatchObject({ dispatchStatus: 'REFUSED', fault: NOT_HEARD });
});

/** A member of staff with an address of their own. */
async function staff() {
  const phone = nextPhone();
  const { userNo } = await world.database.db
    .insertInto('appUser')
    .values({ userName: `p${phone}`, loginId: `p${phone}`, realName: 'Amina', passwordHash: '', phone })
    .returning('userNo')
    .executeTakeFirstOrThrow();
  return { userNo, realName: 'Amina', phone, email: `${phone}@kituo.example`, lang: 'en' } as const;
}

it('sends notices and codes once by SMS and e-mail, tries again what surely did not leave, nothing else', async () => {
  const { db } = world.database;
  await db.deleteFrom('message').execute();
  const messages = createMessages(
    db,
    gatewayTransport(
      { mail: world.engine.gateways.mail, sms: world.engine.smsRouter, apps: world.engine.appAccounts },
      null,
    ),
    log,
  );
  const made = new Map<string, string>();
  for (const mishap of [...MISHAPS, 'none'] as const) {
    world.sandbox.change({ ...ALL_WELL, ...(mishap !== 'none' && { [mishap]: 1 }) });
    const person = await staff();
    made.set(person.phone, mishap);
    for (const channel of ['SMS', 'EMAIL'] as const) {
      const request = { channel, isSecret: true, facts: { code: '123456' } };
      await queueMessage(db, 'signIn.code', person, request);
    }
    await Promise.all([messages.deliver(), messages.deliver()]);
  }
  world.sandbox.change(ALL_WELL);
  await reported();
  const read = async (phone: string, channel: 'SMS' | 'EMAIL') =>
    await db
      .selectFrom('message')
      .selectAll()
      .where('destination', 'like', `${phone}%`)
      .where('channel', '=', channel)
      .executeTakeFirstOrThrow();
  for (const [phone, mishap] of made) {
    const [sms, mail] = [await read(phone, 'SMS'), await read(phone, 'EMAIL')];
    const isMailLost = mishap === 'silence' || mishap === 'reset';
    expect([mishap, sms.messageStatus]).toEqual([mishap, mishap === 'refusal' ? 'QUEUED' : 'SENT']);
    expect([mishap, mail.messageStatus]).toEqual([
      mishap,
      isMailLost ? 'UNKNOWN' : mishap === 'refusal' ? 'QUEUED' : 'SENT',
    ]);
    const delivered = { failure: 'FAILED', refusal: null, drop: null }[mishap];
    expect([mishap, sms.deliveryOutcome]).toEqual([mishap, delivered === undefined ? 'DELIVERED' : delivered]);
    // A code that may have left is kept nowhere.
    expect([mishap, sms.body === null, mail.body === null]).toEqual([
      mishap,
      mishap !== 'refusal',
      mishap !== 'refusal',
    ]);
  }
  await db
    .updateTable('message')
    .set({ dueAt: new Date(0) })
    .execute();
  for (let turn = 0; turn < 3; turn += 1) await messages.deliver();
  for (const phone of made.keys()) {
    const sent = world.sandbox.messages.sent.filter((each) => each.phone === phone);
    const mailed = world.sandbox.mail.received.filter(({ to }) => to.includes(`${phone}@kituo.example`));
    expect([made.get(phone), sent.length, mailed.length]).toEqual([made.get(phone), 1, 1]);
  }
});

it('doubts what was leaving when its process died', async () => {
  const { db } = world.database;
  const person = await staff();
  await queueMessage(db, 'signIn.code', person, { channel: 'EMAIL', facts: { code: '1' } });
  await sql`update message set message_status = 'SENDING', began_at = now() - interval '1 hour'
    where destination = ${person.email}`.execute(db);
  await createMessages(
    db,
    gatewayTransport(
      { mail: world.engine.gateways.mail, sms: world.engine.smsRouter, apps: world.engine.appAccounts },
      null,
    ),
    log,
  ).deliver();
  const row = await db
    .selectFrom('message')
    .select('messageStatus')
    .where('destination', '=', person.email)
    .executeTakeFirstOrThrow();
  expect(row).toEqual({ messageStatus: 'UNKNOWN' });
  expect(world.sandbox.mail.received.filter(({ to }) => to.includes(person.email))).toEqual([]);
});
