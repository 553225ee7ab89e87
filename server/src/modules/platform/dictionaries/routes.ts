import { dictionary } from '@kituo/sdk/contracts';
import { type Call, implement } from '../../../http/implement.ts';
import { entryExport } from './export.ts';
import { languageCodeOf } from '../../../http/language.ts';
import { sayIn } from '../languages/index.ts';
import { cascade } from './cascade.ts';
import { clearCaches } from './clear-caches.ts';
import { findEntry, present, readTree } from './entries.ts';
import { options } from './options.ts';
import { historyOf } from './history.ts';
import { reorderEntries, updateState } from './many.ts';
import { placesOf } from './places.ts';
import { deleteEntry, saveEntry } from './save.ts';

async function find({ dictType, dictKey }: { dictType: string; dictKey: string }, { db }: Call) {
  return await db
    .selectFrom('dictionaryEntry')
    .select(['content', 'label'])
    .where('dictKey', '=', dictType)
    .where('value', '=', dictKey)
    .orderBy('parentId', (order) => order.asc().nullsFirst())
    .executeTakeFirst();
}

export const routes = [
  implement(dictionary.exportEntries, entryExport.queue),
  implement(dictionary.getSelectOptionRespDtos, async ({ dictKey }, call) => await options(dictKey, true, call)),
  implement(
    dictionary.getEnabledNotEnabledOptionRespDtos,
    async ({ dictKey }, call) => await options(dictKey, false, call),
  ),
  implement(
    dictionary.tree,
    async ({ dictType }, { db, caller, raw }) => await readTree(db, dictType, caller, languageCodeOf(raw.request)),
  ),
  implement(dictionary.echo, async ({ id }, { db, caller }) => present(await findEntry(db, id), caller)),
  implement(dictionary.save, saveEntry),
  implement(dictionary.remove, deleteEntry),
  implement(dictionary.updateState, updateState),
  implement(dictionary.reorder, reorderEntries),
  implement(dictionary.history, async ({ id }, { db }) => await historyOf(db, id)),
  implement(dictionary.uses, async ({ id }, call) => await placesOf(id, call)),
  implement(dictionary.deleteCache, clearCaches),
  implement(dictionary.fetchCascadeSelectOptionInfo, async ({ dictKey }, call) => await cascade(dictKey, call)),
  implement(dictionary.value, async (requested, call) => ({
    dictValue: (await find(requested, call))?.content ?? null,
  })),
  implement(dictionary.label, async (requested, call) => {
    const found = await find(requested, call);
    if (!found) return { label: null };
    const say = await sayIn(call.db, languageCodeOf(call.raw.request), [found.label]);
    return { label: say(found.label) ?? null };
  }),
];
