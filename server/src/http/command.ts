import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database, Tx } from '../db/database.ts';
import { openNotes } from '../db/tx-notes.ts';
import { AppError } from './app-error.ts';
import { successBody } from './envelope.ts';
import { refuseMovedState } from './preview.ts';

const keyForm = /^[\x21-\x7e]{16,64}$/;

/** The `idempotency-key` header of a command. Throws IDEMPOTENCY_KEY_MISSING. */
export function idempotencyKeyOf(header: string | string[] | undefined): string {
  if (typeof header !== 'string' || !keyForm.test(header)) {
    throw new AppError('IDEMPOTENCY_KEY_MISSING');
  }
  return header;
}

export interface CommandRun {
  readonly userNo: string;
  readonly key: string;
  readonly endpoint: string;
  /** The request as it was validated. */
  readonly payload: unknown;
  /** A preview's `seen`; the command is refused where something it starts from has moved since. */
  readonly seen?: string;
  /** `answerOnce` names a secret of the reply that must not be stored. */
  handle(tx: Tx, answerOnce: (secret: string) => void): Promise<unknown>;
}

async function storedReply(tx: Tx, run: CommandRun, payloadHash: Buffer): Promise<string | null> {
  const lock = await sql<{ isFree: boolean }>`
    SELECT pg_try_advisory_xact_lock(hashtextextended(${run.userNo + ' ' + run.key}, 0)) AS is_free
  `.execute(tx);
  if (!lock.rows[0]?.isFree) throw new AppError('IN_FLIGHT');
  const stored = await tx
    .selectFrom('idempotencyRecord')
    .select(['endpoint', 'payloadHash', 'reply'])
    .where('userNo', '=', run.userNo)
    .where('idempotencyKey', '=', run.key)
    .executeTakeFirst();
  if (!stored) return null;
  if (stored.endpoint !== run.endpoint || !stored.payloadHash.equals(payloadHash)) {
    throw new AppError('IDEMPOTENCY_KEY_REUSED');
  }
  return stored.reply;
}

/**
 * Runs a command once a key: the reply is stored in the transaction that does the work, so a client
 * that never got the answer sends the same again and gets that very answer.
 * Secrets that the handler answers once never reach the table: they are gone from the stored reply
 * in that same transaction, so no crash leaves one behind. Answers the reply's bytes.
 */
export async function runCommand(db: Database, run: CommandRun): Promise<string> {
  const payloadHash = createHash('sha256').update(JSON.stringify(run.payload)).digest();
  return db.transaction().execute(async (tx) => {
    const earlier = await storedReply(tx, run, payloadHash);
    if (earlier !== null) return earlier;
    const notes = openNotes(tx, false, run.seen !== undefined);
    const secrets: string[] = [];
    const reply = successBody(await run.handle(tx, (secret) => void secrets.push(secret)));
    if (run.seen !== undefined) await refuseMovedState(tx, notes, run.seen);
    const stored = secrets.reduce((text, secret) => text.replaceAll(JSON.stringify(secret), 'null'), reply);
    await tx
      .insertInto('idempotencyRecord')
      .values({
        userNo: run.userNo,
        idempotencyKey: run.key,
        endpoint: run.endpoint,
        payloadHash,
        reply: stored,
      })
      .execute();
    return reply;
  });
}
