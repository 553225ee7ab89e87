import type { Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Caller } from '../../../http/implement.ts';
import { lockDay, rematch } from './days.ts';
import type { StatementLine } from './statement-line.ts';

/**
 * Keeps the lines of a statement with its day and matches the day.
 * @throws AppError DAY_CLOSED, STATEMENT_KNOWN
 */
export async function takeInStatement(
  tx: Tx,
  file: {
    readonly accountId: string;
    readonly businessDate: string;
    readonly fileName: string;
    readonly fileMd5: string;
    readonly lines: readonly StatementLine[];
  },
  { userNo, scope }: Pick<Caller, 'userNo' | 'scope'>,
) {
  const { accountId: accountCode, businessDate, fileName, fileMd5, lines } = file;
  await tx
    .insertInto('reconDay')
    .values({ accountCode, businessDate })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { runId } = await tx
    .selectFrom('reconDay')
    .select('runId')
    .where('accountCode', '=', accountCode)
    .where('businessDate', '=', businessDate)
    .executeTakeFirstOrThrow();
  const day = await lockDay(tx, runId, scope);
  if (day.reconStatus === 'CLOSED') throw new AppError('DAY_CLOSED');
  const of = { runId, accountCode };
  const kept = await tx
    .insertInto('reconStatement')
    .values({ ...of, fileName, fileMd5, lineCount: lines.length, importedBy: userNo })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  let added = 0n;
  for (let from = 0; from < lines.length; from += 1_000) {
    const some = lines
      .slice(from, from + 1_000)
      .map((line) => ({ ...of, ...line, ownReference: line.ownReference ?? null }));
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('reconLine')
      .values(some)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    added += numInsertedOrUpdatedRows ?? 0n;
  }
  // The same file, or one with nothing new in it.
  if (kept.numInsertedOrUpdatedRows === 0n || (lines.length > 0 && added === 0n)) {
    throw new AppError('STATEMENT_KNOWN', { fields: ['content'] });
  }
  return { ...(await rematch(tx, day)), added: Number(added) };
}
