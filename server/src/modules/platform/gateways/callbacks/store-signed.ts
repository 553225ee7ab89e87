import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database, Tx } from '../../../../db/database.ts';
import { checkSignature, FRESH_MS, type SignatureFault } from './signature.ts';
import { factsOf, type IncomingCallback, keepCallback, keepOnce } from './store.ts';
import type { CallbackTopic } from './topics.ts';

interface SignedCallback extends IncomingCallback {
  readonly header: string | readonly string[] | undefined;
}

/** Why a report that proves nothing had no effect. */
const FAULTS: Readonly<Record<SignatureFault, string>> = {
  MISSING: 'The signature is missing',
  WRONG: 'The signature is wrong',
  STALE: 'The signature is not of the last 5 minutes',
  REPEATED: 'The signature was used before',
};

/**
 * Keeps a report as it came; one whose signature proves nothing is kept beside the others, and has no effect.
 * @returns why that is so; null where it is what it says
 */
export async function storeSigned(
  db: Database,
  incoming: SignedCallback,
  key: string | null,
  topic: Pick<CallbackTopic, 'about' | 'labels' | 'keepsCopies'>,
  now = new Date(),
): Promise<string | null> {
  const checked = checkSignature(incoming, key, now);
  const facts = await factsOf(db, incoming, topic);
  const fault = await db.transaction().execute(async (tx) => {
    if (checked.fault !== null) return checked.fault;
    // Used with what it proves, or not at all: who is not answered may send the very same again.
    if (!(await useNonce(tx, incoming.topic, checked.nonce, now))) return 'REPEATED' as const;
    await keepCallback(tx, incoming, { ...facts, signatureCheck: 'VALID' }, topic);
    return null;
  });
  if (fault === null) return null;
  await db.transaction().execute(async (tx) => await keepUnproven(tx, incoming, facts, fault));
  return FAULTS[fault];
}

/** True for the first who uses it. Older ones than any fresh signature are forgotten. */
async function useNonce(tx: Tx, topic: string, nonce: string, now: Date): Promise<boolean> {
  await sql`delete from gateway_nonce where ctid = any (array(select ctid from gateway_nonce
    where seen_at < ${new Date(now.getTime() - 3 * FRESH_MS)} limit 100 for update skip locked))`.execute(tx);
  const used = await tx
    .insertInto('gatewayNonce')
    .values({ topic, nonce, seenAt: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (used.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Under a hash of its own, or the true report with the same words would count as its copy. */
async function keepUnproven(
  tx: Tx,
  incoming: SignedCallback,
  facts: Awaited<ReturnType<typeof factsOf>>,
  signatureCheck: SignatureFault,
): Promise<void> {
  const contentHash = createHash('sha256')
    .update(`${incoming.topic}\n${signatureCheck}\n${String(incoming.header)}\n`)
    .update(incoming.content)
    .digest();
  await keepOnce(tx, incoming, contentHash, {
    ...facts,
    lane: null,
    signatureCheck,
    callbackStatus: 'UNPROVEN',
    fault: FAULTS[signatureCheck],
    finishedAt: new Date(),
  });
}
