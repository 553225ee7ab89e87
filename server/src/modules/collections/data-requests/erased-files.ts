import { type RawBuilder, sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database, Tx } from '../../../db/database.ts';
import { contentKey } from '../../platform/files/index.ts';
import type { FileStore } from '../../platform/gateways/index.ts';
import { recordingKey } from '../../platform/recordings/index.ts';
import { ofAttempts, ofOrders } from './holding.ts';
import { ofIncoming } from './holdings-contact.ts';
import { ofFiles } from './holdings-lending.ts';
import type { Person } from './person.ts';

const A_TURN = 100;

/** Says whose bytes are to go, before the rows that name them do. */
export async function markFiles(tx: Tx, person: Person, isErased: ReadonlySet<string>): Promise<void> {
  const hashesOf = async (held: string, where: RawBuilder<unknown>) => {
    const { rows } = await sql<{ contentHash: string }>`
      select distinct t.content_hash from ${sql.table(held)} t where ${where}`.execute(tx);
    return rows.map(({ contentHash }) => ({ storeKey: contentKey(contentHash), contentHash }));
  };
  if (isErased.has('order_image.own')) await mark(tx, await hashesOf('order_image', ofOrders(person)));
  if (isErased.has('attachment.own')) await mark(tx, await hashesOf('attachment', ofFiles(person)));
  for (const [holding, where] of [
    ['call_recording.own', ofAttempts],
    ['call_recording.incoming', ofIncoming],
  ] as const) {
    if (!isErased.has(holding)) continue;
    const { rows } = await sql<{ sourceUrl: string }>`
      select t.source_url from call_recording t where ${where(person)}`.execute(tx);
    await mark(
      tx,
      rows.map(({ sourceUrl }) => ({ storeKey: recordingKey(sourceUrl), contentHash: null })),
    );
  }
}

async function mark(
  tx: Tx,
  files: readonly { readonly storeKey: string; readonly contentHash: string | null }[],
): Promise<void> {
  if (files.length === 0) return;
  await tx
    .insertInto('erasedFile')
    .values([...files])
    .onConflict((conflict) => conflict.column('storeKey').doUpdateSet({ settledAt: null }))
    .execute();
}

/** Removes the bytes of erased pictures, files and recordings; what another row still names stays. */
export async function removeErasedFiles(
  { db, store, log }: { readonly db: Database; readonly store: Pick<FileStore, 'remove'>; readonly log: Logger },
  now: Date,
): Promise<number> {
  const { rows } = await sql<{ storeKey: string; isNamed: boolean }>`select f.store_key,
      exists (select from order_image i where i.content_hash = f.content_hash)
      or exists (select from attachment a where a.content_hash = f.content_hash and a.deleted_at is null)
      or exists (select from language l where l.flag = f.content_hash) as is_named
    from erased_file f where f.settled_at is null order by f.erased_at limit ${A_TURN}`.execute(db);
  let removed = 0;
  for (const { storeKey, isNamed } of rows) {
    try {
      if (!isNamed) await store.remove(storeKey);
      await db.updateTable('erasedFile').set({ settledAt: now }).where('storeKey', '=', storeKey).execute();
      removed += isNamed ? 0 : 1;
    } catch (error) {
      // Looked at again with the next turn.
      log.warn({ err: error }, 'an erased file could not be removed');
    }
  }
  return removed;
}
