import type { Queryable } from '../../../db/database.ts';
import type { Texts } from '../../../db/schema.ts';

/** Says a text in the language requested, or in the first one it falls back to; English at the end. */
export type Say = (label: Texts) => string | undefined;

/**
 * How texts by language are said to somebody. Languages are read just where one of the texts lacks the
 * one requested.
 */
export async function sayIn(db: Queryable, languageCode: string, labels: readonly Texts[]): Promise<Say> {
  if (labels.every((label) => label[languageCode] !== undefined)) {
    return (label) => label[languageCode];
  }
  const rows = await db.selectFrom('language').select(['languageCode', 'baseCode']).execute();
  const baseOf = new Map(rows.map((row) => [row.languageCode, row.baseCode]));
  const chain = new Set<string>();
  let at: string | null = languageCode;
  while (at !== null && !chain.has(at)) {
    chain.add(at);
    at = baseOf.get(at) ?? null;
  }
  chain.add('en');
  return (label) => {
    const code = [...chain].find((one) => label[one] !== undefined);
    return code === undefined ? undefined : label[code];
  };
}
