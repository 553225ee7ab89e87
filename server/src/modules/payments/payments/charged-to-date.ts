import type { Database, Tx } from '../../../db/database.ts';
import { catchUpLoan } from '../../lending/end-of-day/index.ts';
import { paymentDay } from '../../lending/maturity/index.ts';
import { addDays } from '../../platform/policy/index.ts';

class ReadingOver<T> extends Error {
  readonly found: T;

  constructor(found: T) {
    super('a reading ended');
    this.found = found;
  }
}

/**
 * Reads a loan as it stands today. Days that the end of day has not come to yet are charged in a transaction
 * that is rolled back, so that a payoff which is read out applies until midnight, or until the loan's cut-off.
 */
export async function readToDate<T>(db: Database, orderNo: string, read: (tx: Tx) => Promise<T>): Promise<T> {
  const now = new Date();
  const order = await db.selectFrom('loanOrder').select('dueCutoff').where('orderNo', '=', orderNo).executeTakeFirst();
  // After the cut-off a payment counts for tomorrow.
  const through = addDays(paymentDay(now, order?.dueCutoff ?? null), -1);
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
