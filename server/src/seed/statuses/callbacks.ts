import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';

interface Reported {
  readonly topic: string;
  readonly body: object;
  readonly at: Date;
  readonly callbackStatus: 'PROCESSED' | 'IGNORED' | 'REFUSED' | 'HELD' | 'SET_ASIDE';
  readonly fault?: string;
  readonly subjectNo?: string;
  readonly merchantNo?: string;
  readonly paymentCode?: string;
  readonly amountCents?: number;
  readonly repeats?: number;
  /** When the same report came again, of a topic whose copies are listed. */
  readonly copyAt?: Date;
}

/** As `labels` of the topics read it. */
function namedIn(body: object) {
  const fields = new Map<string, unknown>(Object.entries(body));
  const text = (name: string) => {
    const value = fields.get(name);
    return typeof value === 'string' ? value : undefined;
  };
  return {
    toldReference: text('callNo') ?? text('id'),
    toldTask: text('taskNo'),
    toldVendorTask: text('taskId'),
    toldEvent: text('outcome') ?? text('status'),
    toldNetwork: text('networkCode'),
    ...(text('endedAt') !== undefined && { toldAt: new Date(text('endedAt') ?? '') }),
  };
}

/** A report of a gateway as it came, and what became of it. */
export async function reported(tx: Tx, { topic, body, at, copyAt, ...state }: Reported): Promise<void> {
  const content = Buffer.from(JSON.stringify(body));
  const contentHash = createHash('sha256').update(`${topic}\n`).update(content).digest();
  const kept = await asItCame(tx, topic, content, at);
  await tx
    .insertInto('gatewayCallbackState')
    .values({
      ...state,
      ...(copyAt && { repeats: 1 }),
      contentHash,
      ...kept,
      topic,
      ...namedIn(body),
      attempts: 1,
      nextAttemptAt: at,
      finishedAt: state.callbackStatus === 'HELD' || state.callbackStatus === 'REFUSED' ? null : at,
    })
    .execute();
  if (!copyAt) return;
  const { subjectNo = null, merchantNo = null } = state;
  await tx
    .insertInto('gatewayCallbackState')
    .values({
      ...(await asItCame(tx, topic, content, copyAt)),
      ...namedIn(body),
      topic,
      subjectNo,
      merchantNo,
      contentHash: createHash('sha256').update(contentHash).update('copy 1').digest(),
      callbackStatus: 'DUPLICATE',
      duplicateOf: kept.callbackId,
      finishedAt: copyAt,
    })
    .execute();
}

/** As of when it came; what comes in is stamped by the database. */
async function asItCame(tx: Tx, topic: string, content: Buffer, at: Date) {
  const { rows } = await sql<{ callbackId: number; receivedAt: Date }>`
    insert into gateway_callback (topic, content, content_type, received_at)
    values (${topic}, ${content}, 'application/json', ${at}) returning callback_id, received_at`.execute(tx);
  const [kept] = rows;
  if (!kept) throw new Error('a report was not kept');
  return kept;
}
