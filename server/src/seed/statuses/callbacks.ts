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
    toldEvent: text('outcome') ?? text('status'),
    toldNetwork: text('networkCode'),
    ...(text('endedAt') !== undefined && { toldAt: new Date(text('endedAt') ?? '') }),
  };
}

/** A report of a gateway as it came, and what became of it. */
export async function reported(tx: Tx, { topic, body, at, ...state }: Reported): Promise<void> {
  const content = Buffer.from(JSON.stringify(body));
  // As of when it came; what comes in is stamped by the database.
  const { rows } = await sql<{ callbackId: number; receivedAt: Date }>`
    insert into gateway_callback (topic, content, content_type, received_at)
    values (${topic}, ${content}, 'application/json', ${at}) returning callback_id, received_at`.execute(tx);
  const [kept] = rows;
  if (!kept) return;
  await tx
    .insertInto('gatewayCallbackState')
    .values({
      ...state,
      contentHash: createHash('sha256').update(`${topic}\n`).update(content).digest(),
      ...kept,
      topic,
      ...namedIn(body),
      attempts: 1,
      nextAttemptAt: at,
      finishedAt: state.callbackStatus === 'HELD' || state.callbackStatus === 'REFUSED' ? null : at,
    })
    .execute();
}
