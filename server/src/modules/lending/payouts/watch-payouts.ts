import { sql } from 'kysely';
import { GatewayError, type StatusQuestion } from '../../platform/gateways/index.ts';
import { askBank } from './ask-bank.ts';
import { markUnknown } from './attempts.ts';
import { type PayoutRunner, sendPayout } from './send-payout.ts';
import type { PayoutAttempt } from './subjects.ts';
import { WATCH_TIMES, type WatchTimes } from './watch-times.ts';

declare module '../../../engine.ts' {
  interface Engine {
    /** Asks the channel about an attempt that was sent; nothing without a money gateway. */
    ask(attemptNo: string): Promise<void>;
    /** One round of the watch over payouts and prompts that are silent or in doubt. */
    watch(): Promise<void>;
  }
}

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
  for (const attemptNo of await inDoubt(runner, times)) {
    await askAboutPayout(runner, attemptNo, times);
  }
}

async function due(
  { db, money, bank }: PayoutRunner,
  status: PayoutAttempt['attemptStatus'],
  since: 'createdAt' | 'sentAt',
  seconds: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('payoutAttempt')
    .select('attemptNo')
    .where('attemptStatus', '=', status)
    // What waits for its gateway keeps nobody else waiting.
    .$if(status === 'CREATED' && !bank, (query) => query.where('payoutChannel', '<>', 'BANK'))
    .$if(status === 'CREATED' && !money, (query) => query.where('payoutChannel', '=', 'BANK'))
    .where(since, '<=', sql<Date>`now() - make_interval(secs => ${seconds})`)
    .orderBy(since)
    .limit(BATCH)
    .execute();
  return rows.map(({ attemptNo }) => attemptNo);
}

/**
 * Those that were not asked about for longest come first, so that none waits behind many that stay open. Where an answer
 * is held for somebody to look, another would say the same.
 */
async function inDoubt({ db }: PayoutRunner, times: WatchTimes): Promise<string[]> {
  const { rows } = await sql<{ attemptNo: string }>`
    select a.attempt_no from payout_attempt a
    left join lateral (select max(asked_at) as at from payout_query q where q.attempt_no = a.attempt_no) asked on true
    where a.attempt_status = 'UNKNOWN'
      and not exists (select from gateway_callback_state s where s.subject_no = a.attempt_no
        and s.callback_status = 'HELD' and s.topic in ('mpesa/status/result', 'bank/status'))
      and (asked.at is null or asked.at <= now() - make_interval(secs => ${times.askAgainSeconds}))
    order by asked.at nulls first, a.sent_at limit ${BATCH}`.execute(db);
  return rows.map(({ attemptNo }) => attemptNo);
}

/** Asks the channel; the answer comes as a callback, a bank's at once. One open question at a time, for a while. */
export async function askAboutPayout(runner: PayoutRunner, attemptNo: string, times = WATCH_TIMES): Promise<void> {
  const { db, money, bank = null, log } = runner;
  const recent = await db
    .selectFrom('payoutQuery')
    .select('conversationId')
    .where('attemptNo', '=', attemptNo)
    .where('askedAt', '>', sql<Date>`now() - make_interval(secs => ${times.askAgainSeconds})`)
    .executeTakeFirst();
  if (recent) return;
  // When it was asked, not when that was taken on: what the answer proves counts from here.
  const askedAt = new Date();
  try {
    const { payoutChannel } = await db
      .selectFrom('payoutAttempt')
      .select('payoutChannel')
      .where('attemptNo', '=', attemptNo)
      .executeTakeFirstOrThrow();
    if (payoutChannel === 'BANK') {
      if (!bank) return;
      return await askBank(runner, bank, attemptNo, { askedAt, times });
    }
    if (!money) return;
    const { originatorConversationId } = await money.askStatus(await questionAbout(runner, attemptNo));
    await db
      .insertInto('payoutQuery')
      .values({ conversationId: originatorConversationId, attemptNo, askedAt })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    log.warn({ err: error, attemptNo }, 'the channel could not be asked about a payout');
  }
}

/**
 * A payout goes by our number. A reversal goes by the channel's, and where that was lost with its reply, the payment
 * that it takes back is asked about.
 */
async function questionAbout({ db }: PayoutRunner, attemptNo: string): Promise<StatusQuestion> {
  const { conversationId, reversesReference } = await db
    .selectFrom('payoutAttempt')
    .select(['conversationId', 'reversesReference'])
    .where('attemptNo', '=', attemptNo)
    .executeTakeFirstOrThrow();
  if (reversesReference === null) return { attemptNo };
  return conversationId === null ? { transactionId: reversesReference } : { attemptNo: conversationId };
}
