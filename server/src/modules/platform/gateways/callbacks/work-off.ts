import { sql } from 'kysely';
import type { Queryable, Tx } from '../../../../db/database.ts';
import { contentFields } from './content.ts';
import { toldBy } from './told.ts';
import { toldAmountCents, toldCode } from './told-facts.ts';
import { CallbackHeld, type CallbackTopics, CallbackUnreadable, type StoredCallback, topicAt } from './topics.ts';

/** 1 s, 2 s, 4 s … up to this. */
const LONGEST_PAUSE_SECONDS = 300;
/** What failed more often is listed, for somebody to look; it is tried on, and holds up nobody of its lane any more. */
export const QUIET_ATTEMPTS = 3;

/** Does what a callback means, and marks it as done, in the same transaction. @throws what its topic throws */
export async function workOff(
  tx: Tx,
  topics: CallbackTopics,
  callback: StoredCallback,
  afterCommit: (task: () => void | Promise<void>) => void,
): Promise<void> {
  const topic = topicAt(topics, callback.topic);
  const end = topic ? await topic.handle(tx, contentFields(callback.content), { callback, afterCommit }) : 'ignored';
  await tx
    .updateTable('gatewayCallbackState')
    .set((eb) => ({
      callbackStatus: end === 'processed' ? 'PROCESSED' : 'IGNORED',
      finishedAt: sql`now()`,
      fault: null,
      version: eb('version', '+', 1),
    }))
    .where('callbackId', '=', callback.callbackId)
    .execute();
}

/** Why it had no effect: in one sentence, and what becomes of it. */
export function faultOf(error: unknown): {
  readonly fault: string;
  readonly callbackStatus: 'REFUSED' | 'HELD' | 'RECEIVED';
} {
  const fault = (error instanceof Error ? error.message : 'failed').slice(0, 500);
  if (error instanceof CallbackUnreadable) return { fault, callbackStatus: 'REFUSED' };
  if (error instanceof CallbackHeld) return { fault, callbackStatus: 'HELD' };
  const kind = error instanceof Error ? `${error.name}: ` : '';
  return { fault: (kind + fault).slice(0, 500), callbackStatus: 'RECEIVED' };
}

/** Writes down that a callback had no effect. What nobody can place is in the books of the paybill's owner. */
export async function noteFault(db: Queryable, callback: StoredCallback, error: unknown): Promise<void> {
  const { fault, callbackStatus } = faultOf(error);
  const told = toldBy(callback);
  await db
    .updateTable('gatewayCallbackState')
    .set((eb) => ({
      fault,
      callbackStatus,
      attempts: eb('attempts', '+', 1),
      version: eb('version', '+', 1),
      nextAttemptAt: sql<Date>`now() + make_interval(secs =>
        least(${LONGEST_PAUSE_SECONDS}, power(2, least(attempts, 16))))`,
      merchantNo: sql<string>`coalesce(merchant_no, (select min(merchant_no) from merchant))`,
      paymentCode: toldCode(told),
      amountCents: toldAmountCents(told),
      finishedAt: callbackStatus === 'RECEIVED' ? null : sql<Date>`now()`,
    }))
    .where('callbackId', '=', callback.callbackId)
    .where('callbackStatus', 'not in', ['PROCESSED', 'IGNORED'])
    .execute();
}
