import { sensitiveWord } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { lockOne } from '../../../db/lock-one.ts';
import type { Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext } from '../../../http/implement.ts';
import { writeAudit } from '../audit/index.ts';
import { refuseOtherAction } from './commands.ts';

const MOST = 500;

/** A group as it is; the lock on all words keeps two moves apart. @throws AppError NOT_FOUND */
async function lockGroup(tx: Tx, wordGroupNo: string) {
  return await lockOne(tx, tx.selectFrom('wordGroup').selectAll().where('wordGroupNo', '=', wordGroupNo), {
    missing: 'NOT_FOUND',
    subject: `word group ${wordGroupNo}`,
    state: ({ version }) => version,
  });
}

/**
 * Moves the words of a group, its exceptions and its hits into another one, and deletes the group that is empty then.
 * @throws AppError NOT_FOUND, NOTHING_CHANGES, WORD_TAKEN, BAD_REQUEST where they are too many
 */
export async function moveWords(
  { wordGroupNo, toWordGroupNo }: { readonly wordGroupNo: string; readonly toWordGroupNo: string },
  call: CommandContext,
): Promise<{ wordGroupNo: string }> {
  const { tx, caller } = call;
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('sensitive words', 0))`.execute(tx);
  const from = await lockGroup(tx, wordGroupNo);
  if (wordGroupNo === toWordGroupNo) throw new AppError('NOTHING_CHANGES');
  const to = await lockGroup(tx, toWordGroupNo);
  const words = sensitiveWord.distinctWords([...to.words, ...from.words]);
  const exceptions = sensitiveWord.distinctWords([...to.exceptions, ...from.exceptions]);
  if (words.length > MOST || exceptions.length > MOST) {
    throw new AppError('BAD_REQUEST', { fields: [{ field: 'toWordGroupNo', msg: 'At most 500 words a group' }] });
  }
  await tx.updateTable('wordHit').set({ wordGroupNo: toWordGroupNo }).where('wordGroupNo', '=', wordGroupNo).execute();
  await tx.deleteFrom('wordGroup').where('wordGroupNo', '=', wordGroupNo).execute();
  // Against the groups that are left: a word means one thing wherever it is looked for.
  await refuseOtherAction(tx, { words, action: to.action, wordGroupNo: toWordGroupNo });
  await tx
    .updateTable('wordGroup')
    .set({ words, exceptions, updatedBy: caller.userNo, updatedAt: new Date(), version: to.version + 1 })
    .where('wordGroupNo', '=', toWordGroupNo)
    .execute();
  await writeAudit(tx, call, {
    action: 'sensitiveWord.update',
    subjectType: 'wordGroup',
    subjectNo: toWordGroupNo,
    before: { words: to.words, exceptions: to.exceptions },
    after: { words, exceptions },
    reason: from.wordGroup,
  });
  await writeAudit(tx, call, {
    action: 'sensitiveWord.delete',
    subjectType: 'wordGroup',
    subjectNo: wordGroupNo,
    before: { wordGroup: from.wordGroup, words: from.words },
    after: { isDeleted: true, movedTo: toWordGroupNo },
  });
  return { wordGroupNo: toWordGroupNo };
}
