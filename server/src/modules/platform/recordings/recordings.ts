import { createHash } from 'node:crypto';
import type { Queryable, Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Services } from '../../../services.ts';
import { fetchRecording, recordingSources } from './fetch-recording.ts';

/** Where a recording lies in our store; the exchange's address says nothing there. */
export const recordingKey = (sourceUrl: string): string =>
  `recordings/${createHash('sha256').update(sourceUrl).digest('hex')}`;

/** The exchange has a recording: it is fetched soon. Told twice, it is one. */
export async function noteRecording(
  tx: Tx,
  told: { readonly sourceUrl: string; readonly attemptId: number | null },
): Promise<void> {
  await tx
    .insertInto('callRecording')
    .values(told)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * The sound of a call: our own copy, or the exchange's while ours is still to come.
 * @throws AppError RECORDING_EXPIRED
 */
export async function readRecording(
  { db, services }: { readonly db: Queryable; readonly services: Pick<Services, 'files' | 'settings'> },
  sourceUrl: string,
): Promise<{ contentType: string; content: NodeJS.ReadableStream | Buffer }> {
  const kept = await db
    .selectFrom('callRecording')
    .select(['contentType', 'storedAt', 'removedAt'])
    .where('sourceUrl', '=', sourceUrl)
    .executeTakeFirst();
  if (kept && kept.removedAt !== null) throw new AppError('RECORDING_EXPIRED');
  if (!kept || kept.storedAt === null || kept.contentType === null)
    return await fetchRecording(sourceUrl, recordingSources(services.settings));
  const content = await services.files.store.read(recordingKey(sourceUrl));
  if (!content) throw new AppError('RECORDING_EXPIRED');
  return { contentType: kept.contentType, content };
}
