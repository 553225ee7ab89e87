import { sql } from 'kysely';
import { noteMade, notesOf } from '../../db/tx-notes.ts';
import { AppError } from '../../http/app-error.ts';
import type { CommandContext } from '../../http/implement.ts';
import { textOfError } from '../../http/messages.ts';

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
  { subjectType, field }: { readonly subjectType: string; readonly field: string },
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
    // Its record is the preview's alone; that it starts from a state was noted with its lock.
    noteMade(tx, `${subjectType} ${subjectNo}`);
  }
  const isKept = notesOf(tx)?.isDryRun === true;
  await (isKept ? sql`RELEASE SAVEPOINT batch_trial` : sql`ROLLBACK TO SAVEPOINT batch_trial`).execute(tx); // prettier-ignore
  if (first && outcomes.every(({ error }) => error !== null)) {
    throw new AppError(first.error, { facts: first.facts, fields: [field] });
  }
  return outcomes;
}
