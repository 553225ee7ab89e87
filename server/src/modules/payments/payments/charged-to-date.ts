import type { Database, Tx } from '../../../db/database.ts';
import { catchUpLoan } from '../../lending/end-of-day/index.ts';
import { addDays, businessDateOf } from '../../platform/policy/index.ts';

class ReadingOver<T> extends Error {
  readonly found: T;

  constructor(found: T) {
    super('a reading ended');
    this.found = found;
  }
}

/**
 * Reads a loan as it stands today. Days that the end of day has not come to yet are charged in a transaction
 * that is rolled back, so that a payoff which is read out holds until midnight.
 */
export async function readToDate<T>(db: Database, orderNo: string, read: (tx: Tx) => Promise<T>): Promise<T> {
  const through = addDays(businessDateOf(new Date()), -1);
  const behind = await db
    .selectFrom('bill')
    .select('billNo')
    .where('orderNo', '=', orderNo)
    .where('billStatus', '=', 'ACTIVE')
    .where('accruedThrough', '<', through)
    .limit(1)
    .execute();
  if (behind.length === 0) {
    return await db.transaction().setIsolationLevel('repeatable read').execute(read);
  }
  return await readAndForget(db, async (tx) => {
    await catchUpLoan(tx, orderNo, through);
    return await read(tx);
  });
}

/** Reads what a transaction comes to, and keeps nothing of it. */
export async function readAndForget<T>(db: Database, read: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    return await db.transaction().execute(async (tx): Promise<T> => {
      throw new ReadingOver(await read(tx));
    });
  } catch (error) {
    if (error instanceof ReadingOver) return error.found;
    throw error;
  }
}
