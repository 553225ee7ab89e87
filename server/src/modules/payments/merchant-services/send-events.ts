import { type Selectable, sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database, Tx } from '../../../db/database.ts';
import { publishEvent } from '../../platform/audit/index.ts';
import { MAX_AUTOMATIC_ATTEMPTS, pauseAfter } from './back-off.ts';
import { excerptOf, keysOf } from './callback.ts';
import type { MerchantEventKind } from './events.ts';
import { type CallbackAnswer, postSigned } from './post-signed.ts';
import type { MerchantEventTable } from './tables.ts';

/** Merchants that are served at once, so that one whose server hangs delays few others. */
const LANES = 8;
const EACH_LANE = 25;
/** Longer than any attempt takes: past it the process that was sending is gone. */
const LEASE_SECONDS = 60;
const GONE = 410;

interface SendOptions {
  readonly db: Database;
  readonly kinds: ReadonlyMap<string, MerchantEventKind>;
  readonly standIn: string | undefined;
  readonly log: Pick<Logger, 'warn'>;
  readonly timeoutMs?: number;
}

type Due = Selectable<MerchantEventTable> & { readonly callbackUrl: string };

/**
 * Sends what is due to merchants. Several processes may do it at once: each takes an event before it sends it. What a
 * process died over is sent again under the same number once its lease is over. Answers how many attempts were made.
 */
export async function sendDueEvents(options: SendOptions): Promise<number> {
  const made = await Promise.all(
    Array.from({ length: LANES }, async () => {
      for (let attempts = 0; ; attempts += 1) {
        if (attempts === EACH_LANE || !(await sendNext(options))) return attempts;
      }
    }),
  );
  return made.reduce((sum, attempts) => sum + attempts, 0);
}

/** One at a time a merchant. A closed account gets nothing; its events wait until it is open again. */
async function takeNext(db: Database): Promise<Due | undefined> {
  const { rows } = await sql<Due>`
    UPDATE merchant_event e SET lease_until = now() + make_interval(secs => ${sql.lit(LEASE_SECONDS)})
    FROM merchant_service s
    WHERE s.merchant_no = e.merchant_no AND e.event_no = (
      SELECT d.event_no FROM merchant_event d JOIN merchant_service o USING (merchant_no)
      WHERE d.delivery_status = 'QUEUED' AND d.next_attempt_at <= now()
        AND (d.lease_until IS NULL OR d.lease_until <= now())
        AND o.service_status = 'ENABLED' AND o.callback_url IS NOT NULL
        AND NOT EXISTS (SELECT FROM merchant_event b
          WHERE b.merchant_no = d.merchant_no AND b.delivery_status = 'QUEUED' AND b.lease_until > now())
      ORDER BY d.next_attempt_at LIMIT 1 FOR NO KEY UPDATE OF d SKIP LOCKED)
    RETURNING e.*, s.callback_url`.execute(db);
  return rows[0];
}

async function sendNext(options: SendOptions): Promise<boolean> {
  const { db, standIn, log, timeoutMs } = options;
  const due = await takeNext(db);
  if (!due) return false;
  const { eventNo, event, merchantNo, createdAt, data } = due;
  const answer = await postSigned({
    url: due.callbackUrl,
    eventId: eventNo,
    // The same bytes at each attempt: a receiver may compare them.
    body: JSON.stringify({ id: eventNo, event, merchantNo, at: createdAt.toISOString(), data }),
    keyHashes: await keysOf(db, merchantNo),
    standIn,
    ...(timeoutMs !== undefined && { timeoutMs }),
  });
  if (!answer.isPassed) log.warn({ eventNo, merchantNo, fault: answer.fault }, 'a merchant did not take an event');
  await db.transaction().execute(async (tx) => await keepAttempt(tx, due, answer, options));
  return true;
}

interface End {
  readonly deliveryStatus: Due['deliveryStatus'];
  readonly nextAttemptAt: Date | null;
}

function endOf(due: Due, { isPassed, replyStatus }: CallbackAnswer, kind: MerchantEventKind | undefined): End {
  if (isPassed || due.deliveredAt !== null) return { deliveryStatus: 'DELIVERED', nextAttemptAt: null };
  if (replyStatus !== null && kind?.rejectedBy.includes(replyStatus) === true) {
    return { deliveryStatus: 'REJECTED', nextAttemptAt: null };
  }
  const automatic = due.automaticAttempts + (due.requestedBy === null ? 1 : 0);
  const pauseMs = replyStatus === GONE ? null : pauseAfter(automatic);
  if (pauseMs === null) return { deliveryStatus: 'FAILED', nextAttemptAt: null };
  return { deliveryStatus: 'QUEUED', nextAttemptAt: new Date(Date.now() + pauseMs) };
}

async function keepAttempt(tx: Tx, due: Due, answer: CallbackAnswer, { kinds }: SendOptions): Promise<void> {
  const { eventNo, event, merchantNo, subjectNo, requestedBy } = due;
  const held = await tx
    .selectFrom('merchantEvent')
    .select(['attempts', 'leaseUntil', 'automaticAttempts'])
    .where('eventNo', '=', eventNo)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const attempts = held.attempts + 1;
  await tx
    .insertInto('merchantCallback')
    .values({
      merchantNo,
      event,
      url: due.callbackUrl,
      sentAt: answer.sentAt,
      tookMs: answer.tookMs,
      replyStatus: answer.replyStatus,
      fault: answer.fault,
      replyExcerpt: excerptOf(answer.text),
      eventNo,
      attemptNo: attempts,
      requestedBy,
    })
    .execute();
  // This process hung so long that another one sent it, too: what comes of it is the other's to say.
  const isOurs = held.leaseUntil?.getTime() === due.leaseUntil?.getTime();
  const change = tx.updateTable('merchantEvent').where('eventNo', '=', eventNo);
  if (!isOurs) {
    await change.set({ attempts }).execute();
    return;
  }
  const end = endOf(due, answer, kinds.get(event));
  const counted = held.automaticAttempts + (requestedBy === null ? 1 : 0);
  // Given up is given up: a resend that fails starts no new schedule.
  const automaticAttempts = end.deliveryStatus === 'FAILED' ? MAX_AUTOMATIC_ATTEMPTS : counted;
  await change
    .set((eb) => ({
      ...end,
      attempts,
      automaticAttempts,
      leaseUntil: null,
      requestedBy: null,
      ...(answer.isPassed && { deliveredAt: due.deliveredAt ?? answer.sentAt }),
      version: eb('version', '+', 1),
    }))
    .execute();
  await noteEndpoint(tx, merchantNo, answer, end);
  await kinds.get(event)?.settle(tx, {
    eventNo,
    merchantNo,
    subjectNo,
    attempts,
    status: end.deliveryStatus,
    isFirstDelivery: answer.isPassed && due.deliveredAt === null,
    fault: answer.fault,
    text: answer.text,
    at: answer.sentAt,
  });
  await publishEvent(tx, [
    { topic: 'merchantEvent.attempted', subjectType: 'merchantEvent', subjectNo: eventNo, merchantNo, after: end },
  ]);
}

/** Whoever answered is back; whoever let an event run out of attempts is failing, and its owner is warned. */
async function noteEndpoint(tx: Tx, merchantNo: string, answer: CallbackAnswer, end: End): Promise<void> {
  const change = tx.updateTable('merchantService').where('merchantNo', '=', merchantNo);
  if (answer.isPassed) {
    await change.set({ callbackFailingSince: null }).where('callbackFailingSince', 'is not', null).execute();
  } else if (end.deliveryStatus === 'FAILED') {
    await change.set({ callbackFailingSince: new Date() }).where('callbackFailingSince', 'is', null).execute();
  }
}
