import type { Logger } from 'pino';
import type { Database } from '../../../db/database.ts';
import type { FileStore } from '../gateways/index.ts';
import { inOnePiece } from '../files/index.ts';
import { businessDateOf, policyOn } from '../policy/index.ts';
import { fetchRecording, type RecordingSources } from './fetch-recording.ts';
import { recordingKey } from './recordings.ts';

const A_TURN = 20;
const MAX_TRIES = 8;
const DAY_MS = 86_400_000;
/** Doubled with each try: the last comes about four hours after the first. */
const TRY_AGAIN_MS = 120_000;

interface Keeper {
  readonly db: Database;
  readonly store: FileStore;
  readonly sources: RecordingSources;
  readonly log: Logger;
}

/** Fetches recordings that are waited for, and removes those that were kept for as long as the policy says. */
export async function keepRecordings(keeper: Keeper, now: Date): Promise<{ stored: number; removed: number }> {
  return { stored: await storeWaiting(keeper, now), removed: await removeOld(keeper, now) };
}

async function storeWaiting({ db, store, sources, log }: Keeper, now: Date): Promise<number> {
  const waiting = await db
    .selectFrom('callRecording')
    .select(['sourceUrl', 'tries'])
    .where('storedAt', 'is', null)
    .where('removedAt', 'is', null)
    .where('nextTryAt', '<=', now)
    .where('tries', '<', MAX_TRIES)
    .orderBy('nextTryAt')
    .limit(A_TURN)
    .execute();
  let stored = 0;
  for (const { sourceUrl, tries } of waiting) {
    try {
      const { contentType, content } = await fetchRecording(sourceUrl, sources);
      const key = recordingKey(sourceUrl);
      await store.write(key, inOnePiece(content));
      const { numUpdatedRows } = await db
        .updateTable('callRecording')
        .set({ contentType, bytes: content.byteLength, storedAt: now })
        .where('sourceUrl', '=', sourceUrl)
        .where('removedAt', 'is', null)
        .executeTakeFirst();
      if (numUpdatedRows > 0n) stored += 1;
      // Erased while it was fetched.
      else await store.remove(key);
    } catch (error) {
      // Whatever it was, the others are not kept waiting.
      log.warn({ err: error, tries }, 'a recording could not be fetched');
      await db
        .updateTable('callRecording')
        .set({ tries: tries + 1, nextTryAt: new Date(now.getTime() + TRY_AGAIN_MS * 2 ** tries) })
        .where('sourceUrl', '=', sourceUrl)
        .execute();
    }
  }
  return stored;
}

async function removeOld({ db, store, log }: Keeper, now: Date): Promise<number> {
  const { keepDays } = (await policyOn(db, businessDateOf(now))).policy.callRecordings;
  const old = await db
    .selectFrom('callRecording')
    .select('sourceUrl')
    .where('removedAt', 'is', null)
    .where('toldAt', '<', new Date(now.getTime() - keepDays * DAY_MS))
    .limit(A_TURN * 10)
    .execute();
  let removed = 0;
  for (const { sourceUrl } of old) {
    // Said first: what is gone is never offered.
    await db.updateTable('callRecording').set({ removedAt: now }).where('sourceUrl', '=', sourceUrl).execute();
    try {
      await store.remove(recordingKey(sourceUrl));
      removed += 1;
    } catch (error) {
      log.warn({ err: error }, 'a recording could not be removed');
      // Looked at again with the next turn.
      await db.updateTable('callRecording').set({ removedAt: null }).where('sourceUrl', '=', sourceUrl).execute();
    }
  }
  return removed;
}
