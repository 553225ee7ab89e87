import type { Logger } from 'pino';
import * as z from 'zod/mini';
import type { ContactChannel } from '../../db/collection-schema.ts';
import type { Database, Tx } from '../../db/database.ts';
import { GatewayError, type Gateways } from '../gateways/index.ts';

const smsPayload = z.object({ text: z.string() });
const callPayload = z.object({ extension: z.string() });
const robotPayload = z.object({
  /** The script on the robot's side. */
  scriptCode: z.string(),
  language: z.enum(['en', 'sw']),
  variables: z.record(z.string(), z.string()),
});

const GATEWAY = { SMS: 'SMS', CALL: 'VOICE', ROBOT: 'ROBOT' } as const;

/** After so long what was being sent when its process died is in doubt. */
const LOST_AFTER_MS = 120_000;
const A_TURN = 50;

/** Queues what the gate let through, in the attempt's transaction. */
export async function queueDispatch(
  tx: Tx,
  wish: {
    readonly attemptId: number;
    readonly channel: ContactChannel;
    readonly phone: string;
    readonly payload: unknown;
  },
): Promise<void> {
  await tx
    .insertInto('contactDispatch')
    .values({ ...wish, payload: JSON.stringify(wish.payload) })
    .execute();
  if (wish.channel !== 'ROBOT') return;
  // The number it is dialled by is ours: a report finds its attempt however early it comes.
  const { attemptId } = wish;
  const reference = { gateway: GATEWAY.ROBOT, reference: String(attemptId), attemptId };
  await tx.insertInto('contactReference').values(reference).execute();
}

export interface Dispatcher {
  readonly db: Database;
  readonly gateways: Pick<Gateways, 'sms' | 'voice' | 'robot'>;
  readonly log: Logger;
}

/** Sends what waits, one after the other; each is taken before it is sent, so none goes out twice. */
export async function dispatchContacts(dispatcher: Dispatcher): Promise<number> {
  const { db } = dispatcher;
  await db
    .updateTable('contactDispatch')
    .set({ dispatchStatus: 'UNKNOWN', finishedAt: new Date(), fault: 'the process ended' })
    .where('dispatchStatus', '=', 'SENDING')
    .where('beganAt', '<', new Date(Date.now() - LOST_AFTER_MS))
    .execute();
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
        .orderBy('queuedAt')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['attemptId', 'channel', 'phone', 'payload'])
    .executeTakeFirst();
}

type Taken = NonNullable<Awaited<ReturnType<typeof take>>>;

async function sendOne({ db, gateways, log }: Dispatcher, taken: Taken): Promise<void> {
  const { attemptId, channel } = taken;
  try {
    const { reference, costCents } = await sendThrough(gateways, taken);
    await db.transaction().execute(async (tx) => {
      await end(tx, attemptId, 'SENT', null);
      await tx
        .insertInto('contactReference')
        .values({ gateway: GATEWAY[channel], reference, attemptId })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      await tx
        .insertInto('contactResult')
        .values({ attemptId, reference, outcome: 'SENT', costCents })
        .execute();
    });
  } catch (error) {
    const isRefused = error instanceof GatewayError && error.fault === 'REFUSED';
    log.warn({ err: error, attemptId, channel }, 'a contact was not sent');
    const fault = error instanceof Error ? error.message.slice(0, 200) : 'unknown';
    await db.transaction().execute(async (tx) => {
      await end(tx, attemptId, isRefused ? 'REFUSED' : 'UNKNOWN', fault);
      const outcome = isRefused ? 'REFUSED' : 'UNKNOWN';
      await tx.insertInto('contactResult').values({ attemptId, outcome }).execute();
    });
  }
}

async function sendThrough(
  { sms, voice, robot }: Dispatcher['gateways'],
  { attemptId, channel, phone, payload }: Taken,
): Promise<{ reference: string; costCents: number | null }> {
  if (channel === 'SMS') {
    if (!sms) throw new GatewayError('REFUSED', 'no SMS gateway');
    const { messageId, costCents } = await sms.send({ phone, ...smsPayload.parse(payload) });
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
