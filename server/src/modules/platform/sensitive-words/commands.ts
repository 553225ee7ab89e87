import type { ParsedRequestOf, sensitiveWord } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { lockOne } from '../../../db/lock-one.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandCall, CommandContext } from '../../../http/implement.ts';
import { writeAudit } from '../audit/index.ts';

type Form = ParsedRequestOf<typeof sensitiveWord.save>;
type Named = ParsedRequestOf<typeof sensitiveWord.enable>;

async function lockGroup(tx: Tx, { wordGroupNo, version }: { wordGroupNo: string; version: number | undefined }) {
  const before = await lockOne(tx, tx.selectFrom('wordGroup').selectAll().where('wordGroupNo', '=', wordGroupNo), {
    missing: 'NOT_FOUND',
    subject: `word group ${wordGroupNo}`,
    state: (row) => row.version,
    isSeen: () => true,
  });
  if (before.version !== version) throw new AppError('STALE');
  return before;
}

/** A word means one thing wherever it is looked for. @throws AppError WORD_TAKEN */
export async function refuseOtherAction(
  tx: Tx,
  { words, action, wordGroupNo }: Pick<Form, 'words' | 'action' | 'wordGroupNo'>,
): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('sensitive words', 0))`.execute(tx);
  const folded = words.map((word) => word.toLowerCase());
  const { rows } = await sql<{ word: string; wordGroup: string }>`
    SELECT one AS word, g.word_group FROM word_group g, unnest(g.words) one
    WHERE g.action <> ${action} AND g.word_group_no <> ${wordGroupNo ?? ''}
      AND lower(one) = ANY(${folded}::text[]) LIMIT 1`.execute(tx);
  const [taken] = rows;
  if (taken)
    throw new AppError('WORD_TAKEN', { fields: ['words'], facts: { word: taken.word, group: taken.wordGroup } });
}

/** @throws AppError NOT_FOUND, STALE, WORD_TAKEN */
export async function saveWordGroup(form: Form, call: CommandCall) {
  const { tx, caller } = call;
  await refuseOtherAction(tx, form);
  const { wordGroupNo, version, ...values } = form;
  if (wordGroupNo === undefined) {
    const made = await tx
      .insertInto('wordGroup')
      .values({ ...values, updatedBy: caller.userNo })
      .returning(['wordGroupNo', 'version'])
      .executeTakeFirstOrThrow();
    await writeAudit(tx, call, {
      action: 'sensitiveWord.save',
      subjectType: 'wordGroup',
      subjectNo: made.wordGroupNo,
      after: values,
    });
    return made;
  }
  const before = await lockGroup(tx, { wordGroupNo, version });
  await tx
    .updateTable('wordGroup')
    .set({ ...values, updatedBy: caller.userNo, updatedAt: new Date(), version: before.version + 1 })
    .where('wordGroupNo', '=', wordGroupNo)
    .execute();
  const { wordGroup, words, exceptions, language, scopes, action } = before;
  await writeAudit(tx, call, {
    action: 'sensitiveWord.update',
    subjectType: 'wordGroup',
    subjectNo: wordGroupNo,
    before: { wordGroup, words, exceptions, language, scopes, action },
    after: values,
  });
  return { wordGroupNo, version: before.version + 1 };
}

/** @throws AppError NOT_FOUND, STALE, NOTHING_CHANGES */
export async function switchWordGroup(named: Named, isEnabled: boolean, call: CommandContext) {
  const { tx, caller } = call;
  const before = await lockGroup(tx, named);
  if (before.isEnabled === isEnabled) throw new AppError('NOTHING_CHANGES');
  await tx
    .updateTable('wordGroup')
    .set({ isEnabled, updatedBy: caller.userNo, updatedAt: new Date(), version: before.version + 1 })
    .where('wordGroupNo', '=', named.wordGroupNo)
    .execute();
  await writeAudit(tx, call, {
    action: isEnabled ? 'sensitiveWord.enable' : 'sensitiveWord.disable',
    subjectType: 'wordGroup',
    subjectNo: named.wordGroupNo,
    before: { isEnabled: before.isEnabled },
    after: { isEnabled },
  });
  return { wordGroupNo: named.wordGroupNo };
}

/** @throws AppError NOT_FOUND, STALE, ILLEGAL_TRANSITION */
export async function deleteWordGroup(named: Named, call: CommandCall) {
  const { tx } = call;
  const before = await lockGroup(tx, named);
  if (before.isEnabled) throw new AppError('ILLEGAL_TRANSITION');
  await tx.deleteFrom('wordGroup').where('wordGroupNo', '=', named.wordGroupNo).execute();
  await writeAudit(tx, call, {
    action: 'sensitiveWord.delete',
    subjectType: 'wordGroup',
    subjectNo: named.wordGroupNo,
    before: { wordGroup: before.wordGroup, words: before.words },
    after: { isDeleted: true },
  });
  return { wordGroupNo: named.wordGroupNo };
}
