import { createHash } from 'node:crypto';
import type { Insertable, Selectable } from 'kysely';
import type { Database, Queryable, Tx } from '../../../../db/database.ts';
import type { GatewayCallbackStateTable } from '../../../../db/engine-schema.ts';
import { toldBy } from './told.ts';
import type { CallbackSubject, CallbackTopic } from './topics.ts';

export interface IncomingCallback {
  readonly topic: string;
  readonly content: Buffer;
  readonly contentType: string;
}

type Topic = Pick<CallbackTopic, 'about' | 'labels' | 'keepsCopies'>;
type Facts = Partial<
  Omit<Insertable<GatewayCallbackStateTable>, 'contentHash' | 'callbackId' | 'receivedAt' | 'topic' | 'duplicateOf'>
>;
type State = Selectable<GatewayCallbackStateTable>;

/**
 * Copies of one report that are kept raw as rows of their own. Further ones are only counted on the first: a gateway
 * that repeats a report ten thousand times fills neither the table nor the list.
 */
export const MOST_COPIES = 3;

/**
 * Keeps a callback as it came. The same bytes to the same address again have no effect: they count up, and where pages
 * list copies, the first few are kept as such.
 * @returns true where it is new.
 */
export async function storeCallback(db: Database, incoming: IncomingCallback, topic: Topic = {}): Promise<boolean> {
  const facts = await factsOf(db, incoming, topic);
  return await db.transaction().execute(async (tx) => await keepCallback(tx, incoming, facts, topic));
}

/** What a callback is about, and what it names itself. */
export async function factsOf(db: Queryable, incoming: IncomingCallback, { about, labels }: Topic): Promise<Facts> {
  return {
    ...(about && (await subjectOf(db, incoming, about))),
    ...(labels && labelsOf(incoming, labels)),
  };
}

/** @returns true where it is new. */
export async function keepCallback(
  tx: Tx,
  incoming: IncomingCallback,
  facts: Facts,
  { keepsCopies = false }: Topic,
): Promise<boolean> {
  const contentHash = createHash('sha256').update(`${incoming.topic}\n`).update(incoming.content).digest();
  return await keepOnce(tx, incoming, contentHash, facts, { keepsCopies });
}

/** What has this hash again counts up, and may be kept as a copy. @returns true where it is new. */
export async function keepOnce(
  tx: Tx,
  incoming: IncomingCallback,
  contentHash: Buffer,
  facts: Facts,
  { keepsCopies = false } = {},
): Promise<boolean> {
  const { topic } = incoming;
  const known = await tx
    .updateTable('gatewayCallbackState')
    .set((eb) => ({ repeats: eb('repeats', '+', 1) }))
    .where('contentHash', '=', contentHash)
    .returning(FIRST)
    .executeTakeFirst();
  if (known) {
    if (keepsCopies && known.repeats <= MOST_COPIES) await keepCopy(tx, known, await keepRaw(tx, incoming), facts);
    return false;
  }
  const raw = await keepRaw(tx, incoming);
  // Two copies may come in the same moment: the second waits here for the first and then counts up.
  const first = await tx
    .insertInto('gatewayCallbackState')
    .values({ contentHash, ...raw, topic, ...facts })
    .onConflict((conflict) =>
      conflict.column('contentHash').doUpdateSet((eb) => ({ repeats: eb('gatewayCallbackState.repeats', '+', 1) })),
    )
    .returning(FIRST)
    .executeTakeFirstOrThrow();
  if (first.callbackId === raw.callbackId) return true;
  if (keepsCopies && first.repeats <= MOST_COPIES) await keepCopy(tx, first, raw, facts);
  return false;
}

const FIRST = ['callbackId', 'topic', 'contentHash', 'repeats', 'merchantNo', 'subjectNo'] as const;

async function keepRaw(tx: Tx, { topic, content, contentType }: IncomingCallback) {
  return await tx
    .insertInto('gatewayCallback')
    .values({ topic, content, contentType })
    .returning(['callbackId', 'receivedAt'])
    .executeTakeFirstOrThrow();
}

/** Over as it comes: nobody works it off. Its hash is its place among the copies, which no report can have. */
async function keepCopy(
  tx: Tx,
  first: Pick<State, (typeof FIRST)[number]>,
  raw: Pick<State, 'callbackId' | 'receivedAt'>,
  facts: Facts,
): Promise<void> {
  const { callbackId, topic, contentHash, repeats, merchantNo, subjectNo } = first;
  await tx
    .insertInto('gatewayCallbackState')
    .values({
      ...facts,
      ...raw,
      topic,
      contentHash: createHash('sha256').update(contentHash).update(`copy ${repeats}`).digest(),
      callbackStatus: 'DUPLICATE',
      duplicateOf: callbackId,
      lane: null,
      // Matched by hand since, or listed for its merchant.
      merchantNo: facts.merchantNo ?? merchantNo,
      subjectNo: facts.subjectNo ?? subjectNo,
      finishedAt: raw.receivedAt,
    })
    .execute();
}

/** Text as the database holds it; none where it cannot be read. */
function labelsOf(incoming: IncomingCallback, labels: NonNullable<CallbackTopic['labels']>) {
  try {
    const { toldReference, toldTask, toldVendorTask, toldEvent, toldAt, toldNetwork } = labels(toldBy(incoming));
    const moment = Date.parse(toldAt ?? '');
    const kept = (text: string | undefined) => text?.replaceAll('\0', '').slice(0, 200);
    return {
      toldReference: kept(toldReference),
      toldTask: kept(toldTask),
      toldVendorTask: kept(toldVendorTask),
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
