import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Caller } from '../../../http/implement.ts';
import { lockDay, rematch } from './days.ts';
import { datedSerial } from './bank-statement.ts';
import { type NewLine, newLines } from './new-lines.ts';
import type { StatementLine } from './statement-line.ts';

/**
 * Keeps the lines of a statement with its day and matches the day.
 * @throws AppError DAY_CLOSED, STATEMENT_KNOWN, STATEMENT_DIFFERS
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
  const { accountId: accountCode, businessDate, fileName, fileMd5 } = file;
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
    .values({ ...of, fileName, fileMd5, lineCount: file.lines.length, importedBy: userNo })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  // Files of two days may hold one reference: one after the other.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`statements ${accountCode}`}, 0))`.execute(tx);
  const lines = await newToTheDay(tx, of, file.lines);
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
  // Whatever was new has a serial number of its own: none may be lost.
  if (added !== BigInt(lines.length)) throw new Error(`${lines.length - Number(added)} lines of ${runId} were known`);
  // The same file, or one with nothing new in it.
  if (kept.numInsertedOrUpdatedRows === 0n || (file.lines.length > 0 && added === 0n)) {
    throw new AppError('STATEMENT_KNOWN', { fields: ['content'] });
  }
  return { ...(await rematch(tx, day)), added: Number(added) };
}

/** The lines that are not kept yet. @throws AppError STATEMENT_DIFFERS */
async function newToTheDay(
  tx: Tx,
  { runId, accountCode }: { readonly runId: string; readonly accountCode: string },
  lines: readonly StatementLine[],
): Promise<NewLine[]> {
  const serials = lines.flatMap(({ serial, happenedAt }) => [serial, datedSerial(serial, happenedAt)]);
  const kept = await tx
    .selectFrom('reconLine')
    .select(['kind', 'serial', 'amountCents', 'happenedAt', 'details', 'runId'])
    .where('accountCode', '=', accountCode)
    // The day's own lines, whatever number tells them apart; of other days those that a serial number could meet.
    .where((eb) => eb.or([eb('runId', '=', runId), sql<boolean>`serial = any(${serials}::text[])`]))
    .execute();
  const { paymentCompany } = await tx
    .selectFrom('moneyAccount')
    .select('paymentCompany')
    .where('accountCode', '=', accountCode)
    .executeTakeFirstOrThrow();
  return newLines(lines, kept, { runId, isReceipts: paymentCompany === 'MPESA' });
}
