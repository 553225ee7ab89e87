import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';

type Texts = Readonly<Record<string, string>>;

/** The languages that people write texts in: the enabled ones; the Kenyan variant `ke` reads the English. */
async function writtenLanguages(db: Queryable): Promise<string[]> {
  const rows = await db.selectFrom('language').select('languageCode').where('isEnabled', '=', true).execute();
  return [...new Set(rows.map(({ languageCode }) => (languageCode === 'ke' ? 'en' : languageCode)))];
}

/** Refuses texts that lack an enabled language, beside their field. @throws AppError BAD_REQUEST */
export async function refuseUnwritten(db: Queryable, texts: Readonly<Record<string, Texts>>): Promise<void> {
  const languages = await writtenLanguages(db);
  const fields = Object.entries(texts)
    .filter(([, held]) => languages.some((code) => (held[code] ?? '').trim() === ''))
    .map(([field]) => ({ field, msg: 'Content cannot be blank' }));
  if (fields.length > 0) throw new AppError('BAD_REQUEST', { fields });
}
