import type { dictionary, ReplyOf } from '@kituo/sdk/contracts';
import type { Call } from '../../../http/implement.ts';
import { sectionsSaying } from '../languages/index.ts';
import { findEntry } from './entries.ts';
import { countPlaces } from './uses.ts';

/** Where a code stands. Throws DICTIONARY_NOT_FOUND. */
export async function placesOf(id: number, { db, lang, services }: Call): Promise<ReplyOf<typeof dictionary.uses>> {
  const { dictKey: dictType, value: dictKey } = await findEntry(db, id);
  return {
    places: await countPlaces(db, { dictType, dictKey }, lang),
    sections: await sectionsSaying(`${dictType}.${dictKey}`, services),
  };
}
