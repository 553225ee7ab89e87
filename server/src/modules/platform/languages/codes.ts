import type { Services } from '../../../services.ts';
import { catalogueOf, textAt } from './catalogue.ts';
import { type TextWriter, writeText } from './text-save.ts';

/** Names of the sections whose texts have a key: those that say a code in words. */
export async function sectionsSaying(key: string, services: Services): Promise<string[]> {
  const catalogue = await catalogueOf(services);
  return catalogue
    .filter(({ byLanguage }) => byLanguage.get('en')?.has(key) === true)
    .map(({ namespace }) => namespace);
}

/**
 * Lets every section say a code as it is said here: a text that is as shipped is taken back. Answers
 * whether anything changed. Languages that do not exist are passed over.
 */
export async function sayInstead(
  key: string,
  words: Readonly<Record<string, string>>,
  writer: TextWriter,
): Promise<boolean> {
  const { tx, services } = writer;
  const catalogue = await catalogueOf(services);
  // In one order everywhere: two who write words of several languages never wait in a circle.
  const known = await tx.selectFrom('language').select('languageCode').orderBy('languageCode').execute();
  let hasChanged = false;
  for (const namespace of await sectionsSaying(key, services)) {
    for (const { languageCode } of known) {
      const found = textAt(catalogue, languageCode, namespace, key);
      if (!found) continue;
      const word = words[languageCode]?.trim() ?? '';
      // An empty word falls back like any other; what is shipped needs no text of ours.
      const text = word === '' || word === (found.shipped ?? '') ? null : word;
      const own = await tx
        .selectFrom('languageText')
        .select('content')
        .where('languageCode', '=', languageCode)
        .where('namespace', '=', namespace)
        .where('textKey', '=', key)
        .executeTakeFirst();
      if ((own?.content ?? null) === text) continue;
      await writeText({ languageCode, namespace, key, text }, null, writer);
      hasChanged = true;
    }
  }
  return hasChanged;
}
