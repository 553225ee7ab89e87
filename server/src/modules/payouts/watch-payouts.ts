import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { GatewayError } from '../gateways/index.ts';
import { markUnknown, resolveAttempt } from './attempts.ts';
import { type PayoutRunner, sendPayout } from './send-payout.ts';
import type { PayoutAttempt, PayoutSubjects } from './subjects.ts';

/** When the watch takes up what: seconds. */
export interface WatchTimes {
  /** A CREATED attempt this old was left by a process that died. */
  readonly unsentSeconds: number;
  /** A SENT attempt without an end for this long is UNKNOWN. */
  readonly silentSeconds: number;
  /** Between two questions about one attempt. */
  readonly askAgainSeconds: number;
  /** "No such transaction" means failure only this long after sending: an order may still be on its way. */
  readonly lostSeconds: number;
}

export const WATCH_TIMES: WatchTimes = {
  unsentSeconds: 30,
  silentSeconds: 120,
  askAgainSeconds: 60,
  lostSeconds: 600,
};

const BATCH = 50;

/** One round: sends what was left unsent, doubts what is silent, asks about what is in doubt. */
export async function watchPayouts(runner: PayoutRunner, times = WATCH_TIMES): Promise<void> {
  const { db, log } = runner;
  for (const attemptNo of await due(runner, 'CREATED', 'createdAt', times.unsentSeconds)) {
    // Another process may have been quicker.
    await sendPayout(runner, attemptNo).catch((error: unknown) =>
      log.warn({ err: error, attemptNo }, 'an unsent payout could not be sent'),
    );
  }
  for (const attemptNo of await due(runner, 'SENT', 'sentAt', times.silentSeconds)) {
    await db.transaction().execute((tx) => markUnknown(tx, attemptNo));
  }
  for (const attemptNo of await due(runner, 'UNKNOWN', 'sentAt', 0)) {
    await askAboutPayout(runner, attemptNo, times);
  }
}

async function due(
  { db }: PayoutRunner,
  status: PayoutAttempt['attemptStatus'],
  since: 'createdAt' | 'sentAt',
  seconds: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('payoutAttempt')
    .select('attemptNo')
    .where('attemptStatus', '=', status)
    .where(since, '<=', sql<Date>`now() - make_interval(secs => ${seconds})`)
    .orderBy(since)
    .limit(BATCH)
    .execute();
  return rows.map(({ attemptNo }) => attemptNo);
}

/** Asks the channel; the answer comes as a callback. One open question at a time, for a while. */
export async function askAboutPayout(
  runner: PayoutRunner,
  attemptNo: string,
  times = WATCH_TIMES,
): Promise<void> {
  const { db, money, log } = runner;
  const recent = await db
    .selectFrom('payoutQuery')
    .select('conversationId')
    .where('attemptNo', '=', attemptNo)
    .where('askedAt', '>', sql<Date>`now() - make_interval(secs => ${times.askAgainSeconds})`)
    .executeTakeFirst();
  if (recent) return;
  try {
    const { originatorConversationId } = await money.askStatus({ attemptNo });
    await db
      .insertInto('payoutQuery')
      .values({ conversationId: originatorConversationId, attemptNo })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    log.warn({ err: error, attemptNo }, 'the channel could not be asked about a payout');
  }
}

/**
 * What the channel answered to a question, or said of itself about an attempt.
 * `PENDING`: it has not decided. `NOT_FOUND`: it knows of no such order.
 */
export type ChannelWord =
  | { readonly is: 'PAID'; readonly channelReference: string }
  | { readonly is: 'FAILED'; readonly code: string; readonly reason: string }
  | { readonly is: 'PENDING' | 'NOT_FOUND'; readonly code: string; readonly reason: string };

/** Ends the attempt by the channel's word, where the word is one. @returns whether it ended the other way before. */
export async function takeWord(
  tx: Tx,
  subjects: PayoutSubjects,
  attemptNo: string,
  word: ChannelWord,
  times = WATCH_TIMES,
): Promise<'resolved' | 'repeated' | 'contradicted' | 'open'> {
  if (word.is === 'PENDING') return 'open';
  if (word.is === 'PAID') {
    const { channelReference } = word;
    return await resolveAttempt(tx, subjects, attemptNo, { isPaid: true, channelReference });
  }
  if (word.is === 'NOT_FOUND' && !(await isLost(tx, attemptNo, times))) return 'open';
  const { code: failCode, reason: failReason } = word;
  return await resolveAttempt(tx, subjects, attemptNo, { isPaid: false, failCode, failReason });
}

async function isLost(tx: Tx, attemptNo: string, times: WatchTimes): Promise<boolean> {
  const found = await tx
    .selectFrom('payoutAttempt')
    .select('attemptNo')
    .where('attemptNo', '=', attemptNo)
    .where('sentAt', '<=', sql<Date>`now() - make_interval(secs => ${times.lostSeconds})`)
    .executeTakeFirst();
  return found !== undefined;
}
