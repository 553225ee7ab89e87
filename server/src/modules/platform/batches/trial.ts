import { sql } from 'kysely';
import { notesOf } from '../../../db/tx-notes.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext } from '../../../http/implement.ts';
import { noteTrial } from '../../../http/preview.ts';
import { textOfError } from '../../../http/messages.ts';

/** What would become of one thing now. */
export interface Outcome {
  readonly subjectNo: string;
  readonly error: string | null;
  readonly text: string | null;
}

/**
 * Does the work on each thing, one after the other, and takes it back. A preview keeps it until its own end, so
 * that it shows what each would say and post. Commit and preview meet the same states on the way.
 * @throws AppError what the first is refused with, where all are
 */
export async function tryItems(
  nos: readonly string[],
  work: (no: string) => Promise<unknown>,
  field: string,
  { tx, lang }: Pick<CommandContext, 'tx' | 'lang'>,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  let first: AppError | undefined;
  await sql`SAVEPOINT batch_trial`.execute(tx);
  for (const subjectNo of nos) {
    await sql`SAVEPOINT batch_item`.execute(tx);
    try {
      await work(subjectNo);
      await sql`RELEASE SAVEPOINT batch_item`.execute(tx);
      outcomes.push({ subjectNo, error: null, text: null });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      await sql`ROLLBACK TO SAVEPOINT batch_item`.execute(tx);
      first ??= error;
      const text = textOfError(error.error, lang, error.facts);
      outcomes.push({ subjectNo, error: error.error, text });
    }
  }
  const isKept = notesOf(tx)?.isDryRun === true;
  if (isKept) await noteTrial(tx);
  else await sql`ROLLBACK TO SAVEPOINT batch_trial`.execute(tx);
  await sql`RELEASE SAVEPOINT batch_trial`.execute(tx);
  if (first && outcomes.every(({ error }) => error !== null)) {
    throw new AppError(first.error, { facts: first.facts, fields: [field] });
  }
  return outcomes;
}
