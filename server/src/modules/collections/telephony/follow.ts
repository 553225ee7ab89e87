import type { Logger } from 'pino';
import type { Database, Tx } from '../../../db/database.ts';
import { callEvent, type CallEvent, type CallbackTopics, CallbackUnreadable } from '../../platform/gateways/index.ts';
import { noteRecording } from '../../platform/recordings/index.ts';
import { keepResult } from '../contacts/index.ts';
import { noteMissed } from './incoming.ts';
import { type CallRecord, lockCall, may, moveCall } from './store.ts';

type Outcome = NonNullable<CallEvent['outcome']>;

const END = {
  ANSWERED: 'end',
  BUSY: 'busy',
  NO_ANSWER: 'noAnswer',
  CANCELLED: 'noAnswer',
  SWITCHED_OFF: 'fail',
  NUMBER_FAULT: 'fail',
  FAILED: 'fail',
} as const satisfies Readonly<Record<Outcome, string>>;

/** What the edge tells of calls on their way. */
export function callTopics({ log }: { readonly log: Logger }): CallbackTopics {
  return {
    'sip/event': {
      acknowledgement: { ok: true },
      handle: async (tx, fields) => {
        const event = callEvent.safeParse(fields);
        if (!event.success) throw new CallbackUnreadable('no event of a call');
        const one = await lockCall(tx, event.data.callNo);
        if (!one) {
          log.info({ event: event.data.event }, 'an event is about no call of ours');
          return 'ignored';
        }
        return (await follow(tx, one, event.data)) ? 'processed' : 'ignored';
      },
    },
  };
}

/** @returns false where it says nothing new: events come twice, and overtake one another. */
async function follow(tx: Tx, one: CallRecord, event: CallEvent): Promise<boolean> {
  const at = new Date(event.at);
  switch (event.event) {
    case 'RINGING':
      return may(one, 'ring') && (await moveCall(tx, one, 'ring', { at })) !== null;
    case 'ANSWERED':
      return may(one, 'answer') && (await moveCall(tx, one, 'answer', { at })) !== null;
    case 'ENDED':
      return await endCall(tx, one, event, at);
  }
}

async function endCall(tx: Tx, one: CallRecord, event: CallEvent, at: Date): Promise<boolean> {
  if (one.endedAt !== null) return false;
  const { outcome = 'FAILED', cause, recordingUrl } = event;
  const talkSeconds = event.seconds ?? 0;
  const isAnswered = one.callStatus === 'ANSWERED' || outcome === 'ANSWERED';
  const answeredAt = new Date(at.getTime() - talkSeconds * 1000);
  // That it was answered may come after its end, or never.
  const current = isAnswered && may(one, 'answer') ? await moveCall(tx, one, 'answer', { at: answeredAt }) : one;
  await moveCall(tx, current, isAnswered ? 'end' : END[outcome], { at, cause, talkSeconds });
  if (one.callDirection === 'IN' && !isAnswered) await noteMissed(tx, one, at);
  if (one.attemptId === null && recordingUrl !== undefined) {
    await tx.updateTable('call').set({ recordingUrl }).where('callNo', '=', one.callNo).execute();
    await noteRecording(tx, { sourceUrl: recordingUrl, attemptId: null });
  }
  if (one.attemptId !== null) {
    await keepResult(tx, 'VOICE', one.callNo, {
      outcome: isAnswered ? 'ANSWERED' : outcome === 'CANCELLED' ? 'NO_ANSWER' : outcome,
      talkSeconds,
      at,
      ...(cause !== undefined && { providerCode: cause }),
      ...(recordingUrl !== undefined && { recordingUrl }),
    });
  }
  return true;
}

/** Milliseconds after which nobody tells of a call any more. */
const SILENT = { unasked: 60_000, unplaced: 180_000, unanswered: 900_000, answered: 6 * 3_600_000 } as const;

/** Ends calls of which no end was told. @returns how many */
export async function endSilentCalls(db: Database, now: Date): Promise<number> {
  const before = (ms: number) => new Date(now.getTime() - ms);
  const silent = await db
    .selectFrom('call')
    .select('callNo')
    .where('endedAt', 'is', null)
    .where((eb) =>
      eb.or([
        eb.and([
          eb('callDirection', '=', 'OUT'),
          eb('routedAt', 'is', null),
          eb('startedAt', '<', before(SILENT.unplaced)),
        ]),
        // Its edge holds it no more, and has not said so.
        eb.and([eb('callStatus', '=', 'WAITING'), eb('askedAt', '<', before(SILENT.unasked))]),
        eb.and([eb('answeredAt', 'is', null), eb('startedAt', '<', before(SILENT.unanswered))]),
        eb('startedAt', '<', before(SILENT.answered)),
      ]),
    )
    .execute();
  for (const { callNo } of silent) await db.transaction().execute(async (tx) => await giveUp(tx, callNo, now));
  return silent.length;
}

/** Passwords last minutes: a line that nobody renewed for an hour is nobody's. */
const LINE_MS = 3_600_000;

/** Forgets who was signed in to the telephone. @returns how many */
export async function forgetLines(db: Database, now: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('telephoneLine')
    .where('expiresAt', '<', new Date(now.getTime() - LINE_MS))
    .executeTakeFirst();
  return Number(numDeletedRows);
}

async function giveUp(tx: Tx, callNo: string, at: Date): Promise<void> {
  const one = await lockCall(tx, callNo);
  if (!one || one.endedAt !== null) return;
  if (one.callStatus === 'ANSWERED') await moveCall(tx, one, 'end', { at, cause: 'NO_REPORT' });
  else await failCall(tx, one, at, one.callDirection === 'OUT' && one.routedAt === null ? 'NOT_PLACED' : 'NO_REPORT');
}

/** A call that came to nothing before anybody answered, kept as its attempt's result as well. */
export async function failCall(tx: Tx, one: CallRecord, at: Date, cause: string): Promise<CallRecord> {
  const failed = await moveCall(tx, one, 'fail', { at, cause, talkSeconds: 0 });
  if (one.callDirection === 'IN') await noteMissed(tx, one, at);
  if (one.attemptId !== null) {
    await keepResult(tx, 'VOICE', one.callNo, { outcome: 'FAILED', providerCode: cause, talkSeconds: 0, at });
  }
  return failed;
}
