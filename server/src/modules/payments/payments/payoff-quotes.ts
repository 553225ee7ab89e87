import type { Database } from '../../../db/database.ts';
import { catchUpLoan } from '../../lending/end-of-day/index.ts';
import { addDays, businessDateOf } from '../../platform/policy/index.ts';
import { readAndForget } from './charged-to-date.ts';

/**
 * What settles a loan on each of the coming days, today first: the days until then are charged in a transaction
 * that is rolled back, so late fees, grace and in duplum are the end of day's own.
 */
export async function quotePayoffs(
  db: Database,
  orderNo: string,
  days: number,
): Promise<{ readonly day: string; readonly payoffCents: number }[]> {
  const today = businessDateOf(new Date());
  return await readAndForget(db, async (tx) => {
    const quotes = [];
    for (let ahead = 0; ahead < days; ahead += 1) {
      const day = addDays(today, ahead);
      await catchUpLoan(tx, orderNo, addDays(day, -1));
      const { payoffCents } = await tx
        .selectFrom('bill')
        .innerJoin('billBalance', 'billBalance.billNo', 'bill.billNo')
        .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('outstandingCents'), eb.lit(0)).as('payoffCents'))
        .where('orderNo', '=', orderNo)
        .where('billStatus', '=', 'ACTIVE')
        .executeTakeFirstOrThrow();
      quotes.push({ day, payoffCents: Number(payoffCents) });
    }
    return quotes;
  });
}
