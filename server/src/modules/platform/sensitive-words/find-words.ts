import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext } from '../../../http/implement.ts';
import { writeAudit } from '../audit/index.ts';
import type { WordAction, WordScope } from './tables.ts';
import { wordSearch } from './word-search.ts';

export interface WordGroup {
  readonly wordGroupNo: string;
  readonly wordGroup: string;
  readonly words: readonly string[];
  readonly exceptions: readonly string[];
  readonly action: WordAction;
}

export interface FoundWord extends Pick<WordGroup, 'wordGroupNo' | 'wordGroup' | 'action'> {
  readonly word: string;
}

interface Sought {
  readonly group: WordGroup;
  readonly word: string;
  readonly isException: boolean;
}

/**
 * Looks for words of the groups in texts, whatever the case; what is within an exception of its group is innocent. Reads
 * a text once, however many words there are. Pure.
 */
export function finderOf(groups: readonly WordGroup[]): (text: string) => FoundWord[] {
  const sought: Sought[] = groups.flatMap((group) => [
    ...group.words.map((word) => ({ group, word, isException: false })),
    ...group.exceptions.map((word) => ({ group, word, isException: true })),
  ]);
  const search = wordSearch(sought.map(({ word }) => word.toLowerCase()));
  return (text) => {
    const seen = search(text.toLowerCase());
    const innocent = Map.groupBy(
      seen.filter(({ index }) => sought[index]?.isException),
      ({ index }) => sought[index]?.group,
    );
    const isGuilty = ({ index, from, to }: (typeof seen)[number]): boolean => {
      const one = sought[index];
      if (one?.isException !== false) return false;
      return !innocent.get(one.group)?.some((phrase) => phrase.from < to && from < phrase.to);
    };
    const guilty = new Set(seen.filter(isGuilty).map(({ index }) => index));
    return sought
      .filter((_one, index) => guilty.has(index))
      .map(({ word, group: { wordGroupNo, wordGroup, action } }) => ({ word, wordGroupNo, wordGroup, action }));
  };
}

/** Words of the groups in one text. Pure. */
export const findWords = (text: string, groups: readonly WordGroup[]): FoundWord[] => finderOf(groups)(text);

const baseOf = (language: string): string => language.slice(0, 2);

/**
 * Words of the enabled groups that are looked for there. A group of a language is looked for in texts of it and in
 * those of whose language nothing is known.
 */
export async function wordsFound(
  db: Queryable,
  scope: WordScope,
  text: string,
  language: string | null = null,
): Promise<FoundWord[]> {
  const groups = await db
    .selectFrom('wordGroup')
    .select(['wordGroupNo', 'wordGroup', 'words', 'exceptions', 'action', 'scopes', 'language'])
    .where('isEnabled', '=', true)
    .execute();
  return findWords(
    text,
    groups.filter(
      (group) =>
        group.scopes.includes(scope) &&
        (language === null || group.language === null || baseOf(group.language) === baseOf(language)),
    ),
  );
}

const PHONE = /(254|0)(\d{4})(\d{3,5})/g;
const SHOWN = 200;

/** The beginning of a text, phones in it masked. */
export const withoutPhones = (text: string): string => text.replace(PHONE, '$1****$3').slice(0, SHOWN);

/** Keeps the words of a text that are looked for, and answers them. */
export async function noteHits(
  db: Queryable,
  scope: WordScope,
  text: string,
  userNo: string | null,
  language: string | null = null,
): Promise<FoundWord[]> {
  const found = await wordsFound(db, scope, text, language);
  if (found.length === 0) return found;
  await db
    .insertInto('wordHit')
    .values(
      found.map(({ wordGroupNo, word }) => ({
        wordGroupNo,
        word,
        scope,
        text: withoutPhones(text),
        userNo,
      })),
    )
    .execute();
  return found;
}

/**
 * Records the words that the texts of a form hold, by language (`any` where it is not known), and refuses the first
 * that is blocked. A hit stays though the
 * form is refused: it is written apart from the command. Words that are warned of are the sender's to confirm, which
 * goes into the log. @throws AppError SENSITIVE_WORD, SENSITIVE_WORD_WARNED
 */
export async function refuseBlockedWords(
  db: Queryable,
  scope: WordScope,
  texts: Readonly<Record<string, Readonly<Record<string, string>>>>,
  call: CommandContext,
): Promise<void> {
  for (const [field, byLanguage] of Object.entries(texts)) {
    for (const [language, text] of Object.entries(byLanguage)) {
      await refuseBlockedText(db, scope, { field, text, language: language === 'any' ? null : language }, call);
    }
  }
}

/**
 * As `refuseBlockedWords`, of one text; records nothing and asks nobody where no caller is given.
 * @throws AppError SENSITIVE_WORD, SENSITIVE_WORD_WARNED
 */
export async function refuseBlockedText(
  db: Queryable,
  scope: WordScope,
  of: { readonly field: string; readonly text: string; readonly language?: string | null },
  call?: CommandContext,
): Promise<void> {
  const { field, text, language = null } = of;
  const found = await wordsFound(db, scope, text, language);
  if (found.length === 0) return;
  if (call) await noteHits(call.db, scope, text, call.caller.userNo, language);
  const blocked = found.find(({ action }) => action === 'BLOCK');
  if (blocked) throw new AppError('SENSITIVE_WORD', { fields: [field], facts: { word: blocked.word } });
  const warned = found.filter(({ action }) => action === 'WARN');
  if (call) await askOfWords(warned, { scope, field }, call);
}

/** @throws AppError SENSITIVE_WORD_WARNED where whoever sends it was not asked yet */
async function askOfWords(
  warned: readonly FoundWord[],
  { scope, field }: { readonly scope: WordScope; readonly field: string },
  call: CommandContext,
): Promise<void> {
  if (warned.length === 0) return;
  const said = [...new Set(warned.map(({ word }) => word))].join(', ');
  if (call.words === 'ASK') throw new AppError('SENSITIVE_WORD_WARNED', { fields: [field], facts: { word: said } });
  if (call.words !== 'ACCEPTED') return;
  await writeAudit(
    call.tx,
    call,
    warned.map(({ wordGroupNo, word }) => ({
      action: 'sensitiveWord.accepted',
      subjectType: 'wordGroup',
      subjectNo: wordGroupNo,
      after: { word, scope, field },
    })),
  );
}
