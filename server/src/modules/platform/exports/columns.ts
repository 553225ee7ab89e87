import type { Queryable } from '../../../db/database.ts';
import type { DataScope } from '../../../http/implement.ts';
import type { Cell } from './cells.ts';

type Lang = 'en' | 'zh';
/** A code in both languages, where no dictionary has it. */
export type CodeWords = Readonly<Record<string, readonly [en: string, zh: string]>>;
type Names = readonly { readonly code: string; readonly label: string }[];
interface Reading {
  readonly db: Queryable;
  readonly lang: Lang;
  readonly caller: { readonly scope: DataScope };
}

/** One column of the file, headed in the reader's language. */
export interface ListColumn<Row> {
  readonly en: string;
  readonly zh: string;
  /** True and false are said as yes and no; several values stand in one cell. */
  readonly of: (row: Row, lang: Lang) => Cell | boolean | readonly string[];
  /** The dictionary of its codes, their words, or how to read them, once a file: it says what the list says. */
  readonly codes?: string | CodeWords | ((db: Queryable, scope: DataScope, lang: Lang) => Promise<Names>);
  /** An instant as ISO 8601: written as `2026-11-20 14:05:33`, East Africa Time, which the head says. */
  readonly isTime?: boolean;
}

/** Shillings, as spreadsheets count with them. */
export const kes = (cents: number | null): string | null => (cents === null ? null : (cents / 100).toFixed(2));

/** As lists show a flag. */
export function yesOrNo(is: boolean, lang: Lang): string {
  if (lang === 'zh') return is ? '是' : '否';
  return is ? 'Yes' : 'No';
}

const EAT_AHEAD_MS = 3 * 3_600_000;

/** An instant in the time of the company, as spreadsheets read it. */
function eatTime(instant: string): string {
  return new Date(Date.parse(instant) + EAT_AHEAD_MS).toISOString().slice(0, 19).replace('T', ' ');
}

/** What dictionaries call their codes, retired ones too, in a reader's language; a code they do not have stays. */
export async function codeWordsOf(
  db: Queryable,
  lang: Lang,
  dictionaries: readonly string[],
): Promise<(dictionary: string, code: string) => string> {
  if (dictionaries.length === 0) return (_dictionary, code) => code;
  const entries = await db
    .selectFrom('dictionaryEntry')
    .select(['dictKey', 'value', 'label'])
    .where('dictKey', 'in', dictionaries)
    .execute();
  const words = new Map(dictionaries.map((dictionary) => [dictionary, new Map<string, string>()]));
  for (const { dictKey, value, label } of entries) {
    words.get(dictKey)?.set(value, label[lang] || label['en'] || value);
  }
  return (dictionary, code) => words.get(dictionary)?.get(code) ?? code;
}

/** Writes rows by their columns, codes in the words that the reader's list has for them. */
export async function rowWriter<Row>(
  columns: readonly ListColumn<Row>[],
  { db, lang, caller }: Reading,
): Promise<(row: Row) => Cell[]> {
  const dictionaries = columns.flatMap(({ codes }) => (typeof codes === 'string' ? [codes] : []));
  const wordOf = await codeWordsOf(db, lang, [...new Set(dictionaries)]);
  const read = new Map<ListColumn<Row>['codes'], ReadonlyMap<string, string>>();
  for (const { codes } of columns) {
    if (typeof codes !== 'function') continue;
    read.set(codes, new Map((await codes(db, caller.scope, lang)).map(({ code, label }) => [code, label])));
  }
  const say = (codes: ListColumn<Row>['codes'], text: string): string => {
    if (codes === undefined) return text;
    if (typeof codes === 'string') return wordOf(codes, text);
    if (typeof codes === 'function') return read.get(codes)?.get(text) ?? text;
    return codes[text]?.[lang === 'zh' ? 1 : 0] ?? text;
  };
  return (row) =>
    columns.map(({ of, codes, isTime }): Cell => {
      const value = of(row, lang);
      if (typeof value === 'boolean') return yesOrNo(value, lang);
      if (typeof value === 'string') return isTime ? eatTime(value) : say(codes, value);
      if (value === null || typeof value === 'number') return value;
      return value.map((one) => say(codes, one)).join('; ');
    });
}

export function headOf(columns: readonly Pick<ListColumn<never>, 'en' | 'zh' | 'isTime'>[], lang: Lang): string[] {
  return columns.map((column) => {
    if (!column.isTime) return column[lang];
    return lang === 'zh' ? `${column.zh}（EAT）` : `${column.en} (EAT)`;
  });
}
