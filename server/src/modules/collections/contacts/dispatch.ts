import { messageNodes } from '@kituo/sdk/contracts';
import type { Logger } from 'pino';
import * as z from 'zod/mini';
import type { ContactChannel, ContactPurpose } from '../../../db/collection-schema.ts';
import type { Database, Tx } from '../../../db/database.ts';
import { GatewayError, type Gateways } from '../../platform/gateways/index.ts';
import { ABOUT_OFFERS, blocksOn, partyOf } from './parties.ts';
import { AccountHeld } from '../../platform/message-accounts/index.ts';
import { SmsHeld, type SmsKind, type SmsRouter } from '../../platform/sms-routes/index.ts';

declare module '../../../engine.ts' {
  interface Engine {
    /** Sends messages and calls that the contact gate let through. */
    dispatch(): Promise<void>;
  }
}

/** `smsKind` where it is another one than the attempt's purpose says. */
const smsPayload = z.object({ text: z.string(), smsKind: z.optional(messageNodes.smsKind) });
const callPayload = z.object({ extension: z.string() });
const robotPayload = z.object({
  /** The script on the robot's side. */
  scriptCode: z.string(),
  language: z.enum(['en', 'sw']),
  variables: z.record(z.string(), z.string()),
});

/** The kind of texts of a purpose. */
const KIND_OF: Readonly<Record<ContactPurpose, SmsKind>> = {
  COLLECTION: 'COLLECTION',
  REVIEW: 'SERVICE',
  SERVICE: 'SERVICE',
  TELEMARKETING: 'MARKETING',
  MARKETING: 'MARKETING',
  REQUESTED: 'VERIFICATION',
  VERIFICATION: 'VERIFICATION',
};

const GATEWAY = { SMS: 'SMS', CALL: 'VOICE', ROBOT: 'ROBOT' } as const;

/** The fault of an offer whose number was closed to offers while it waited. */
export const OPTED_OUT = 'opted out before it was sent';

const A_TURN = 50;
/** Nobody reports on a dial any more after this. */
const STOP_ASKING_MS = 1_800_000;

/** The fault of a dial that left without an answer, and of which the robot knows nothing: it may go again. */
export const NOT_HEARD = 'the robot never heard of it';

/** Milliseconds. */
interface DispatchTimes {
  /** After so long what was being sent when its process died is in doubt, and "never heard of it" means never. */
  readonly lostAfter: number;
  /** Between two questions about one that is in doubt. */
  readonly askAgain: number;
}

const DISPATCH_TIMES: DispatchTimes = { lostAfter: 120_000, askAgain: 60_000 };

/** Queues what the gate let through, in the attempt's transaction. */
export async function queueDispatch(
  tx: Tx,
  request: {
    readonly attemptId: number;
    readonly channel: ContactChannel;
    readonly phone: string;
    readonly payload: unknown;
  },
): Promise<void> {
  await tx
    .insertInto('contactDispatch')
    .values({ ...request, payload: JSON.stringify(request.payload) })
    .execute();
  const { attemptId, channel } = request;
  if (channel === 'SMS') return;
  // The number it is dialled by is ours: a report finds its attempt however early it comes.
  const reference = { gateway: GATEWAY[channel], reference: String(attemptId), attemptId };
  await tx.insertInto('contactReference').values(reference).execute();
}

/** Takes back what no gateway was handed yet, in the transaction of who stops it. @returns the attempts that never left. */
export async function withdrawDispatches(tx: Tx, attemptIds: readonly number[]): Promise<number[]> {
  if (attemptIds.length === 0) return [];
  const taken = await tx
    .updateTable('contactDispatch')
    .set({ dispatchStatus: 'REFUSED', finishedAt: new Date(), fault: 'stopped before it was sent' })
    .where('attemptId', 'in', [...attemptIds])
    .where('dispatchStatus', '=', 'QUEUED')
    .returning('attemptId')
    .execute();
  return taken.map(({ attemptId }) => attemptId);
}

export interface Dispatcher {
  readonly db: Database;
  readonly gateways: Pick<Gateways, 'voice' | 'robot'>;
  readonly sms: Pick<SmsRouter, 'send'>;
  readonly log: Logger;
}

/**
 * Sends what waits, one after the other; each is taken before it is sent, so none goes out twice. What is in doubt is
 * asked about where the gateway can be asked (the robot), and else waits for its report.
 */
export async function dispatchContacts(dispatcher: Dispatcher, times = DISPATCH_TIMES): Promise<number> {
  const { db } = dispatcher;
  await db
    .updateTable('contactDispatch')
    .set({ dispatchStatus: 'UNKNOWN', finishedAt: new Date(), fault: 'the process ended' })
    .where('dispatchStatus', '=', 'SENDING')
    .where('beganAt', '<', new Date(Date.now() - times.lostAfter))
    .execute();
  await askRobot(dispatcher, times);
  let sent = 0;
  for (; sent < A_TURN; sent += 1) {
    const taken = await take(db);
    if (!taken) break;
    await sendOne(dispatcher, taken);
  }
  return sent;
}

async function take(db: Database) {
  return await db
    .updateTable('contactDispatch')
    .set({ dispatchStatus: 'SENDING', beganAt: new Date() })
    .where('attemptId', '=', (eb) =>
      eb
        .selectFrom('contactDispatch')
        .select('attemptId')
        .where('dispatchStatus', '=', 'QUEUED')
        .where((or) => or.or([or('notBefore', 'is', null), or('notBefore', '<=', new Date())]))
        .orderBy('queuedAt')
        .limit(1)
        .forNoKeyUpdate()
        .skipLocked(),
    )
    .returning(['attemptId', 'channel', 'phone', 'payload'])
    .executeTakeFirst();
}

type Taken = NonNullable<Awaited<ReturnType<typeof take>>>;

async function sendOne(dispatcher: Dispatcher, taken: Taken): Promise<void> {
  const { db, log } = dispatcher;
  const { attemptId, channel } = taken;
  try {
    if (await isClosedSince(db, taken)) throw new GatewayError('REFUSED', OPTED_OUT);
    const { reference, costCents } = await sendThrough(dispatcher, taken);
    await db.transaction().execute(async (tx) => {
      await end(tx, attemptId, 'SENT', null);
      await tx
        .insertInto('contactReference')
        .values({ gateway: GATEWAY[channel], reference, attemptId })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      await tx.insertInto('contactResult').values({ attemptId, reference, outcome: 'SENT', costCents }).execute();
    });
  } catch (error) {
    if (error instanceof SmsHeld || error instanceof AccountHeld) return await holdBack(db, attemptId, error.until);
    // What never left was not sent, as surely as what was refused.
    const isClearNo = error instanceof GatewayError && error.fault !== 'UNKNOWN';
    log.warn({ err: error, attemptId, channel }, 'a contact was not sent');
    const fault = error instanceof Error ? error.message.slice(0, 200) : 'unknown';
    await db.transaction().execute(async (tx) => {
      const outcome = isClearNo ? 'REFUSED' : 'UNKNOWN';
      await lockDispatch(tx, attemptId);
      // The report may have overtaken the silence: then it was sent.
      if (!isClearNo && (await isReported(tx, attemptId))) return await end(tx, attemptId, 'SENT', fault);
      await end(tx, attemptId, outcome, fault);
      const providerCode = error instanceof GatewayError ? error.code : null;
      await tx.insertInto('contactResult').values({ attemptId, outcome, providerCode }).execute();
    });
  }
}

/**
 * Whether the number of an offer was closed to offers since the gate let it through: an opt-out holds for what waits,
 * whatever the channel. Its hours and caps were its own when it passed.
 */
async function isClosedSince(db: Database, { attemptId, channel, phone }: Taken): Promise<boolean> {
  const attempt = await db
    .selectFrom('contactAttempt')
    .select(['purpose', 'merchantNo', 'customerNo', 'userNo'])
    .where('attemptId', '=', attemptId)
    .executeTakeFirst();
  if (attempt?.merchantNo == null || !ABOUT_OFFERS.has(attempt.purpose)) return false;
  const { purpose, merchantNo, customerNo } = attempt;
  const question = { phone, purpose, merchantNo, customerNo, channel, at: new Date() };
  if ((await blocksOn(db, question)).length > 0) return true;
  // A test text or trial call to a member of staff, who registered the phone for it.
  if (channel !== 'CALL' && attempt.userNo !== null && customerNo === null) return false;
  return (await partyOf(db, question))?.hasAgreed !== true;
}

/**
 * Whether an attempt left is decided by what became of its sending and by what the gateway reports: one after the
 * other, so that the later one knows of the earlier.
 */
export async function lockDispatch(tx: Tx, attemptId: number): Promise<void> {
  await tx
    .selectFrom('contactDispatch')
    .select('attemptId')
    .where('attemptId', '=', attemptId)
    .forNoKeyUpdate()
    .execute();
}

async function sendThrough(
  { db, sms, gateways: { voice, robot } }: Dispatcher,
  { attemptId, channel, phone, payload }: Taken,
): Promise<{ reference: string; costCents: number | null }> {
  if (channel === 'SMS') {
    const { text, smsKind } = smsPayload.parse(payload);
    const attempt = await db
      .selectFrom('contactAttempt')
      .select(['purpose', 'merchantNo'])
      .where('attemptId', '=', attemptId)
      .executeTakeFirst();
    const { messageId, costCents } = await sms.send({
      phone,
      text,
      smsKind: smsKind ?? KIND_OF[attempt?.purpose ?? 'SERVICE'],
      merchantNo: attempt?.merchantNo ?? null,
      source: 'CONTACT',
      sourceNo: String(attemptId),
    });
    return { reference: messageId, costCents };
  }
  if (channel === 'ROBOT') {
    if (!robot) throw new GatewayError('REFUSED', 'no robot');
    const callNo = String(attemptId);
    const call = { callNo, phone, ...robotPayload.parse(payload) };
    // A batch of one: a batch that the robot has seen is not dialled a second time.
    await robot.start({ taskNo: callNo, calls: [call] });
    return { reference: callNo, costCents: null };
  }
  if (!voice) throw new GatewayError('REFUSED', 'no voice gateway');
  const { callId } = await voice.dial({
    callNo: String(attemptId),
    phone,
    ...callPayload.parse(payload),
  });
  return { reference: callId, costCents: null };
}

/** The route of the message does not take it before then: nothing left. */
async function holdBack(db: Database, attemptId: number, notBefore: Date): Promise<void> {
  await db
    .updateTable('contactDispatch')
    .set({ dispatchStatus: 'QUEUED', beganAt: null, notBefore })
    .where('attemptId', '=', attemptId)
    .where('dispatchStatus', '=', 'SENDING')
    .execute();
}

async function end(
  tx: Tx,
  attemptId: number,
  dispatchStatus: 'SENT' | 'REFUSED' | 'UNKNOWN',
  fault: string | null,
): Promise<void> {
  await tx
    .updateTable('contactDispatch')
    .set({ dispatchStatus, fault, finishedAt: new Date() })
    .where('attemptId', '=', attemptId)
    .execute();
}

/** Whether the gateway told of this attempt. */
async function isReported(tx: Tx, attemptId: number): Promise<boolean> {
  const told = await tx
    .selectFrom('contactResult')
    .select('resultId')
    .where('attemptId', '=', attemptId)
    .where('outcome', 'not in', ['SENT', 'REFUSED', 'UNKNOWN'])
    .executeTakeFirst();
  return told !== undefined;
}

/** Asks the robot about dials in doubt, for as long as their reports may still come. */
async function askRobot({ db, gateways, log }: Dispatcher, times: DispatchTimes): Promise<void> {
  const { robot } = gateways;
  if (!robot) return;
  const now = Date.now();
  const doubtful = await db
    .updateTable('contactDispatch')
    .set({ askedAt: new Date(now) })
    .where('channel', '=', 'ROBOT')
    .where('dispatchStatus', '=', 'UNKNOWN')
    .where('beganAt', '>', new Date(now - STOP_ASKING_MS))
    .where((eb) => eb.or([eb('askedAt', 'is', null), eb('askedAt', '<=', new Date(now - times.askAgain))]))
    .returning(['attemptId', 'beganAt'])
    .execute();
  for (const { attemptId, beganAt } of doubtful) {
    try {
      await robot.statusOf(String(attemptId));
      await resolve(db, attemptId, 'SENT', null);
    } catch (error) {
      const isUnheard = error instanceof GatewayError && error.fault === 'REFUSED';
      // A start that is still on its way may arrive after the question.
      const isLate = beganAt !== null && now - beganAt.getTime() >= times.lostAfter;
      if (isUnheard && isLate) await resolve(db, attemptId, 'REFUSED', NOT_HEARD);
      else if (!isUnheard) log.warn({ err: error, attemptId }, 'the robot could not be asked');
    }
  }
}

/** Ends a doubt by the gateway's own word. */
async function resolve(
  db: Database,
  attemptId: number,
  dispatchStatus: 'SENT' | 'REFUSED',
  fault: string | null,
): Promise<void> {
  await db
    .updateTable('contactDispatch')
    .set({ dispatchStatus, fault, finishedAt: new Date() })
    .where('attemptId', '=', attemptId)
    .where('dispatchStatus', '=', 'UNKNOWN')
    .execute();
}
