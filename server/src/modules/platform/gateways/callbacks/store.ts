import { createHash } from 'node:crypto';
import type { Database, Queryable } from '../../../../db/database.ts';
import { toldBy } from './told.ts';
import type { CallbackSubject, CallbackTopic } from './topics.ts';

export interface IncomingCallback {
  readonly topic: string;
  readonly content: Buffer;
  readonly contentType: string;
}

/**
 * Keeps a callback as it came, once: the same bytes to the same address again only count up.
 * @returns true where it is new.
 */
export async function storeCallback(
  db: Database,
  incoming: IncomingCallback,
  { about, labels }: Pick<CallbackTopic, 'about' | 'labels'> = {},
): Promise<boolean> {
  const { topic, content, contentType } = incoming;
  const contentHash = createHash('sha256').update(`${topic}\n`).update(content).digest();
  const subject = about && (await subjectOf(db, incoming, about));
  const named = labels && labelsOf(incoming, labels);
  return await db.transaction().execute(async (tx) => {
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
      .values({ contentHash, callbackId, receivedAt, topic, ...subject, ...named })
      .onConflict((conflict) =>
        conflict.column('contentHash').doUpdateSet((eb) => ({ repeats: eb('gatewayCallbackState.repeats', '+', 1) })),
      )
      .returning((eb) => eb('callbackId', '=', callbackId).as('inserted'))
      .executeTakeFirstOrThrow();
    return Boolean(inserted);
  });
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
