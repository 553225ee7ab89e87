import type { Logger } from 'pino';
import type { Database } from '../../db/database.ts';
import type { BusinessDate } from '../policy/index.ts';
import { billsToCharge, catchUpBill } from './catch-up-bill.ts';

export interface EndOfDayResult {
  readonly bills: number;
  readonly days: number;
  /** Bills that could not be charged; the next run takes them up again. */
  readonly failed: readonly string[];
}

const BATCH = 200;

/**
 * Closes a business date: every active bill gets its charges up to it, a transaction a bill, so that payments
 * go on meanwhile. Run again, or by two processes at once, it finds what is left; a day that was missed is
 * caught up.
 */
export async function runEndOfDay(
  db: Database,
  through: BusinessDate,
  log: Logger,
): Promise<EndOfDayResult> {
  let bills = 0;
  let days = 0;
  const failed: string[] = [];
  for (let after = ''; ;) {
    const batch = await db.transaction().execute((tx) => billsToCharge(tx, through, after, BATCH));
    const last = batch.at(-1);
    if (last === undefined) return { bills, days, failed };
    for (const billNo of batch) {
      try {
        const charged = await db.transaction().execute((tx) => catchUpBill(tx, billNo, through));
        bills += charged.length > 0 ? 1 : 0;
        days += charged.length;
      } catch (error) {
        failed.push(billNo);
        log.error({ err: error, billNo }, 'a bill could not be charged for the day');
      }
    }
    after = last;
  }
}
