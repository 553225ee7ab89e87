import { createHash } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { Database, Queryable, Tx } from '../../../../db/database.ts';
import type { GatewayCallbackStateTable } from '../../../../db/engine-schema.ts';
import { toldBy } from './told.ts';
import type { CallbackSubject, CallbackTopic } from './topics.ts';

export interface IncomingCallback {
  readonly topic: string;
  readonly content: Buffer;
  readonly contentType: string;
}

type Topic = Pick<CallbackTopic, 'about' | 'labels'>;
type Facts = Partial<
  Omit<Insertable<GatewayCallbackStateTable>, 'contentHash' | 'callbackId' | 'receivedAt' | 'topic'>
>;

/**
 * Keeps a callback as it came, once: the same bytes to the same address again only count up.
 * @returns true where it is new.
 */
export async function storeCallback(db: Database, incoming: IncomingCallback, topic: Topic = {}): Promise<boolean> {
  const facts = await factsOf(db, incoming, topic);
  return await db.transaction().execute(async (tx) => await keepCallback(tx, incoming, facts));
}

/** What a callback is about, and what it names itself. */
export async function factsOf(db: Queryable, incoming: IncomingCallback, { about, labels }: Topic): Promise<Facts> {
  return {
    ...(about && (await subjectOf(db, incoming, about))),
    ...(labels && labelsOf(incoming, labels)),
  };
}

/** @returns true where it is new. */
export async function keepCallback(tx: Tx, incoming: IncomingCallback, facts: Facts): Promise<boolean> {
  const contentHash = createHash('sha256').update(`${incoming.topic}\n`).update(incoming.content).digest();
  return await keepOnce(tx, incoming, contentHash, facts);
}

/** What has this hash again only counts up. @returns true where it is new. */
export async function keepOnce(
  tx: Tx,
  { topic, content, contentType }: IncomingCallback,
  contentHash: Buffer,
  facts: Facts,
): Promise<boolean> {
  const repeat = await tx
    .updateTable('gatewayCallbackState')
    .set((eb) => ({ repeats: eb('repeats', '+', 1) }))
    .where('contentHash', '=', contentHash)
    .executeTakeFirst();
  if (repeat.numUpdatedRows > 0n) return false;
  const { callbackId, receivedAt } = await tx
    .insertInto('gatewayCallback')
    .values({ topic, content, contentType })
    .returning(['callbackId', 'receivedAt'])
    .executeTakeFirstOrThrow();
  // Two copies may come in the same moment: the second waits here for the first and then counts up.
  const { inserted } = await tx
    .insertInto('gatewayCallbackState')
    .values({ contentHash, callbackId, receivedAt, topic, ...facts })
    .onConflict((conflict) =>
      conflict.column('contentHash').doUpdateSet((eb) => ({ repeats: eb('gatewayCallbackState.repeats', '+', 1) })),
    )
    .returning((eb) => eb('callbackId', '=', callbackId).as('inserted'))
    .executeTakeFirstOrThrow();
  return Boolean(inserted);
}

/** Text as the database holds it; none where it cannot be read. */
function labelsOf(incoming: IncomingCallback, labels: NonNullable<CallbackTopic['labels']>) {
  try {
    const { toldReference, toldTask, toldEvent, toldAt, toldNetwork } = labels(toldBy(incoming));
    const moment = Date.parse(toldAt ?? '');
    const kept = (text: string | undefined) => text?.replaceAll('\0', '').slice(0, 200);
    return {
      toldReference: kept(toldReference),
      toldTask: kept(toldTask),
      toldEvent: kept(toldEvent),
      toldNetwork: kept(toldNetwork),
      ...(!Number.isNaN(moment) && { toldAt: new Date(moment) }),
    };
  } catch {
    return {};
  }
}

/** Whatever it says, it is kept: what cannot be looked up is about nothing that we know. */
async function subjectOf(
  db: Queryable,
  incoming: IncomingCallback,
  about: NonNullable<CallbackTopic['about']>,
): Promise<CallbackSubject | undefined> {
  try {
    return await about(db, toldBy(incoming));
  } catch {
    return undefined;
  }
}
