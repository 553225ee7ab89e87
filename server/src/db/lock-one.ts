import type { ErrorName } from '@kituo/sdk/contracts';
import { AppError } from '../http/app-error.ts';
import type { Tx } from './database.ts';
import { noteState } from './tx-notes.ts';

interface Lockable<Row> {
  forNoKeyUpdate(): { executeTakeFirst(): Promise<Row | undefined> };
}

interface Lock<Row> {
  /** The refusal where there is none. */
  readonly missing: ErrorName;
  /** Kind and number, for previews: `order LO01`. */
  readonly subject: string;
  /** What changes whenever the thing does: its version. */
  readonly state: (row: Row) => number | string;
  /** False for what the person must not know of: it is as good as missing. */
  readonly isSeen?: (row: Row) => boolean;
}

/**
 * Locks the row that a query by key finds until the transaction ends, and notes its state.
 * @throws AppError `missing`
 */
export async function lockOne<Row>(
  tx: Tx,
  query: Lockable<Row>,
  { missing, subject, state, isSeen = () => true }: Lock<Row>,
): Promise<Row> {
  const row = await query.forNoKeyUpdate().executeTakeFirst();
  if (row === undefined || !isSeen(row)) throw new AppError(missing);
  noteState(tx, subject, state(row));
  return row;
}
