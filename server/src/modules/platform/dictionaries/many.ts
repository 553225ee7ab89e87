import type { dictionary, ParsedRequestOf, ReplyOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { AppError } from '../../../http/app-error.ts';
import type { CommandCall } from '../../../http/implement.ts';
import { writeAudit } from '../audit/index.ts';
import { announceDictionaries } from './announce.ts';
import { findEntry, present } from './entries.ts';

/** Writes what each entry was and is, so that its history can put it back. */
async function changeEach(
  ids: readonly number[],
  action: string,
  call: CommandCall,
  change: () => Promise<unknown>,
): Promise<void> {
  const { tx, caller } = call;
  const read = async () => await Promise.all(ids.map(async (id) => present(await findEntry(tx, id), caller)));
  const before = await read();
  await change();
  const after = await read();
  await writeAudit(
    tx,
    call,
    after.map((entry, place) => ({
      action,
      subjectType: 'dictionary',
      subjectNo: `${entry.dictType}.${entry.dictKey}`,
      before: before[place],
      after: entry,
    })),
  );
  announceDictionaries(call);
}

/** Throws DICTIONARY_FIXED, DICTIONARY_NOT_FOUND. */
export async function updateState(
  { dictType, ids, enabled }: ParsedRequestOf<typeof dictionary.updateState>,
  call: CommandCall,
): Promise<ReplyOf<typeof dictionary.updateState>> {
  const { tx } = call;
  const records = await Promise.all([...new Set(ids)].map((id) => findEntry(tx, id)));
  if (records.some((record) => record.dictKey !== dictType)) {
    throw new AppError('DICTIONARY_NOT_FOUND');
  }
  if (records.some((record) => record.isFixed)) throw new AppError('DICTIONARY_FIXED');
  const changed = records.filter((record) => record.isEnabled !== enabled);
  if (changed.length === 0) return { changed: 0 };
  const entryIds = changed.map(({ entryId }) => entryId);
  await changeEach(entryIds, 'dictionary.updateState', call, async () =>
    tx
      .updateTable('dictionaryEntry')
      .set((eb) => ({ isEnabled: enabled, version: eb('version', '+', 1) }))
      .where('entryId', 'in', entryIds)
      .execute(),
  );
  return { changed: changed.length };
}

/** Throws STALE where the level is not whole. */
export async function reorderEntries(
  { dictType, parentId, ids }: ParsedRequestOf<typeof dictionary.reorder>,
  call: CommandCall,
): Promise<ReplyOf<typeof dictionary.reorder>> {
  const { tx } = call;
  const level = await tx
    .selectFrom('dictionaryEntry')
    .select(['entryId', 'sort'])
    .where('dictKey', '=', dictType)
    .where('parentId', parentId === null ? 'is' : '=', parentId)
    .forUpdate()
    .execute();
  const sorts = new Map(level.map(({ entryId, sort }) => [entryId, sort]));
  const isWhole = ids.length === sorts.size && ids.every((id) => sorts.has(id));
  if (!isWhole || new Set(ids).size < ids.length) throw new AppError('STALE');
  const moved = ids.filter((id, place) => sorts.get(id) !== place + 1);
  if (moved.length === 0) return { moved: 0 };
  const places = moved.map((id) => ids.indexOf(id) + 1);
  await changeEach(moved, 'dictionary.reorder', call, async () =>
    sql`
      UPDATE dictionary_entry SET sort = place.sort, version = version + 1
      FROM unnest(${moved}::integer[], ${places}::integer[]) AS place (entry_id, sort)
      WHERE dictionary_entry.entry_id = place.entry_id
    `.execute(tx),
  );
  return { moved: moved.length };
}
