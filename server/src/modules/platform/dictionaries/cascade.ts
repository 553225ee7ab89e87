import type { dictionary } from '@kituo/sdk/contracts';
import type { Call } from '../../../http/implement.ts';
import { languageCodeOf } from '../../../http/language.ts';
import { sayIn } from '../languages/index.ts';

/** A dictionary's enabled values as a tree. What is below a retired value goes with it. */
export async function cascade(dictType: string, call: Call): Promise<dictionary.CascadeOption[]> {
  const entries = await call.db
    .selectFrom('dictionaryEntry')
    .select(['entryId', 'parentId', 'value', 'label'])
    .where('dictKey', '=', dictType)
    .where('isEnabled', '=', true)
    .orderBy('sort')
    .orderBy('value')
    .execute();
  const labels = entries.map(({ label }) => label);
  const say = await sayIn(call.db, languageCodeOf(call.raw.request), labels);
  const byParent = Map.groupBy(entries, ({ parentId }) => parentId);
  const below = (parentId: number | null): dictionary.CascadeOption[] =>
    (byParent.get(parentId) ?? []).map((entry) => ({
      dictKey: entry.value,
      label: say(entry.label) ?? entry.value,
      childList: below(entry.entryId),
    }));
  return below(null);
}
