import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { notesOf } from '../../../db/tx-notes.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext } from '../../../http/implement.ts';
import { noteTrial } from '../../../http/preview.ts';
import { writeAudit } from '../audit/index.ts';
import type { NewItem } from './new-item.ts';
import type { ItemsKind } from './kinds.ts';

/** More are not simulated: a preview answers within seconds. */
const MAX = 200;

/**
 * Does for a preview what the job would do later, an item after the other in the preview's own transaction, so
 * that each shows what it would change and post; one that would be refused shows why. A commit that carries
 * what the preview saw does the same and takes it back: it has met the same states by then, or is refused.
 */
export async function tryJob(
  kind: ItemsKind,
  params: unknown,
  call: CommandContext & { readonly jobNo: string },
  items: readonly NewItem[],
): Promise<void> {
  const { tx } = call;
  const notes = notesOf(tx);
  if (!notes?.isDryRun && !notes?.isCompared) return;
  const run = { ...call, signal: new AbortController().signal };
  await sql`SAVEPOINT job_trial`.execute(tx);
  for (const [index, { subjectNo, input }] of items.slice(0, MAX).entries()) {
    const item = { itemNo: index + 1, subjectNo, input };
    const error = await refusalOf(tx, () => kind.runItem(item, params, run));
    if (error === null) continue;
    await writeAudit(tx, call, {
      action: `${kind.kind}.refused`,
      subjectType: 'jobItem',
      subjectNo,
      after: { error },
    });
  }
  if (notes.isDryRun) await noteTrial(tx);
  else await sql`ROLLBACK TO SAVEPOINT job_trial`.execute(tx);
  await sql`RELEASE SAVEPOINT job_trial`.execute(tx);
}

/** @returns the name of the refusal; null where the work was done. What was refused is taken back. */
async function refusalOf(tx: Tx, work: () => Promise<unknown>): Promise<string | null> {
  await sql`SAVEPOINT job_trial_item`.execute(tx);
  try {
    await work();
    await sql`RELEASE SAVEPOINT job_trial_item`.execute(tx);
    return null;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await sql`ROLLBACK TO SAVEPOINT job_trial_item`.execute(tx);
    return error.error;
  }
}
