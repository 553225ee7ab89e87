import { sensitiveWord } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import { writeAudit } from '../audit/index.ts';
import { importColumns, type ImportKind } from '../imports/index.ts';
import { asCommand } from '../jobs/index.ts';

const MAX_WORDS = 500;
const { wordGroup, words, language, scopes, action } = sensitiveWord.form;
const form = z.strictObject({ wordGroup, words, language, scopes, action });
type Form = z.output<typeof form>;

const separated = (cell: string | undefined): string[] =>
  (cell ?? '')
    .split(/[,，;]/)
    .map((one) => one.trim())
    .filter((one) => one !== '');

/** The group that a row adds to. @throws AppError WORD_TAKEN, WORD_REPEATED, WORD_GROUP_DIFFERS, WORD_GROUP_FULL */
async function groupFor(db: Queryable, row: Form) {
  const folded = row.words.map((word) => word.toLowerCase());
  const { rows } = await sql<{ word: string; wordGroup: string; action: string }>`
    SELECT one AS word, g.word_group, g.action FROM word_group g, unnest(g.words) one
    WHERE lower(one) = ANY(${folded}::text[]) ORDER BY g.word_group_no LIMIT 1`.execute(db);
  const [taken] = rows;
  if (taken) {
    const facts = { word: taken.word, group: taken.wordGroup };
    throw new AppError(taken.action === row.action ? 'WORD_REPEATED' : 'WORD_TAKEN', { fields: ['words'], facts });
  }
  const group = await db
    .selectFrom('wordGroup')
    .selectAll()
    .where(sql<boolean>`lower(word_group) = lower(${row.wordGroup})`)
    .orderBy('wordGroupNo')
    .executeTakeFirst();
  if (!group) return null;
  if (group.action !== row.action) {
    throw new AppError('WORD_GROUP_DIFFERS', { fields: ['action'], facts: { group: group.wordGroup } });
  }
  if (group.words.length + row.words.length > MAX_WORDS) {
    throw new AppError('WORD_GROUP_FULL', { fields: ['wordGroup'], facts: { group: group.wordGroup } });
  }
  return group;
}

/** Words by file: each row adds its words to a group, which is made where there is none of the name. */
export const importWordsKind: ImportKind<Form> = {
  kind: 'sensitiveWords.import',
  title: { en: 'Import of sensitive words', zh: '导入敏感词' },
  code: 'operation:sensitiveWord:save',
  columns: importColumns([
    ['wordGroup', 'Group', '分组', true, 'Insults'],
    ['words', 'Words', '词语', true, 'thief, liar'],
    ['scopes', 'Where', '范围', true, 'TEMPLATE, MANUAL_SMS'],
    ['action', 'Action', '处理', true, 'BLOCK'],
    ['language', 'Language', '语言', false, 'en'],
  ]),
  toInput: ({ words: typed, scopes: where, language: code = '', ...cells }) => ({
    ...cells,
    words: sensitiveWord.distinctWords(separated(typed)),
    scopes: separated(where),
    language: code.trim() === '' ? null : code.trim(),
  }),
  form,
  unique: [['words']],
  nameColumn: 'wordGroup',
  check: async (row, { db }) => await groupFor(db, row),
  async apply(row, run) {
    const { tx } = run;
    await sql`SELECT pg_advisory_xact_lock(hashtextextended('sensitive words', 0))`.execute(tx);
    const group = await groupFor(tx, row);
    const { userNo } = run.caller;
    const saved = group
      ? await tx
          .updateTable('wordGroup')
          .set({
            words: [...group.words, ...row.words],
            updatedBy: userNo,
            updatedAt: new Date(),
            version: group.version + 1,
          })
          .where('wordGroupNo', '=', group.wordGroupNo)
          .returning(['wordGroupNo', 'words'])
          .executeTakeFirstOrThrow()
      : await tx
          .insertInto('wordGroup')
          .values({ ...row, exceptions: [], updatedBy: userNo })
          .returning(['wordGroupNo', 'words'])
          .executeTakeFirstOrThrow();
    await writeAudit(tx, asCommand(run), {
      action: group ? 'sensitiveWord.update' : 'sensitiveWord.save',
      subjectType: 'wordGroup',
      subjectNo: saved.wordGroupNo,
      ...(group && { before: { words: group.words } }),
      after: { words: saved.words },
    });
    return { wordGroupNo: saved.wordGroupNo };
  },
};
