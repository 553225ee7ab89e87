import type { Language } from '@kituo/sdk/contracts';
import type { Queryable } from '../../db/database.ts';

/** The enabled languages, in their order. */
export async function enabledLanguages(db: Queryable): Promise<Language[]> {
  return db
    .selectFrom('language')
    .select(['languageCode', 'languageName', 'baseCode', 'sort', 'flag', 'isDefault'])
    .where('isEnabled', '=', true)
    .orderBy('sort')
    .orderBy('languageCode')
    .execute();
}
