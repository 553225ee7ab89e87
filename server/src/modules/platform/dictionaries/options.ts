import type { dictionary } from '@kituo/sdk/contracts';
import { notModified } from '../../../http/etag.ts';
import type { Call } from '../../../http/implement.ts';
import { languageCodeOf } from '../../../http/language.ts';
import { sayIn } from '../languages/index.ts';

/**
 * A dictionary for selects. The ETag is the dictionary's revision, so a browser that has it asks and is
 * told in a few bytes that nothing changed.
 */
export async function options(
  dictType: string,
  isEnabledOnly: boolean,
  call: Call,
): Promise<dictionary.SelectOption[]> {
  const { db } = call;
  const language = languageCodeOf(call.raw.request);
  const found = await db
    .selectFrom('dictionary')
    .select('revision')
    .where('dictType', '=', dictType)
    .executeTakeFirst();
  const which = isEnabledOnly ? 'enabled' : 'all';
  if (notModified(call, `${dictType}-${which}-${language}-${found?.revision ?? 0}`)) return [];
  let query = db
    .selectFrom('dictionaryEntry')
    .select(['value', 'label', 'tagColour', 'isEnabled'])
    .where('dictKey', '=', dictType)
    .orderBy('sort')
    .orderBy('value');
  if (isEnabledOnly) query = query.where('isEnabled', '=', true);
  const entries = await query.execute();
  const say = await sayIn(
    db,
    language,
    entries.map(({ label }) => label),
  );
  return entries.map((entry) => ({
    dictKey: entry.value,
    label: say(entry.label) ?? entry.value,
    tagColour: entry.tagColour,
    enabled: entry.isEnabled,
  }));
}
