import { sql } from 'kysely';
import type { Database, Tx } from '../../../db/database.ts';
import { notesOf } from '../../../db/tx-notes.ts';
import { catchUpLoan } from '../../lending/end-of-day/index.ts';
import { paymentDay } from '../../lending/maturity/index.ts';
import { addDays, type BusinessDate, businessDateOf } from '../../platform/policy/index.ts';
import { totalOf } from '../../platform/ledger/index.ts';
import { readAndForget } from './charged-to-date.ts';
import { lockLoan } from './loan-lock.ts';

/** Days that a payoff is quoted for, today included. */
export const QUOTED_DAYS = 14;

/**
 * What settles a loan on each of the coming days, today first: the days until then are charged in a transaction
 * that is rolled back, so late fees, grace and in duplum are the end of day's own.
 */
export async function quotePayoffs(
  db: Database,
  orderNo: string,
): Promise<{ readonly day: string; readonly payoffCents: number }[]> {
  const now = new Date();
  const today = businessDateOf(now);
  const order = await db.selectFrom('loanOrder').select('dueCutoff').where('orderNo', '=', orderNo).executeTakeFirst();
  const first = paymentDay(now, order?.dueCutoff ?? null);
  return await readAndForget(db, async (tx) => {
    const quotes = [];
    for (let ahead = 0; ahead < QUOTED_DAYS; ahead += 1) {
      const day = addDays(today, ahead);
      await catchUpLoan(tx, orderNo, addDays(day < first ? first : day, -1));
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

/** What settles a loan on one of these days, in a command that does something else: the charges are taken back. */
export async function quotePayoff(tx: Tx, orderNo: string, day: BusinessDate): Promise<number> {
  const notes = notesOf(tx);
  const journals = notes?.journalIds.length ?? 0;
  await sql`savepoint payoff_quote`.execute(tx);
  const { open } = await lockLoan(tx, orderNo, day);
  const payoffCents = open.reduce((sum, { outstanding }) => sum + totalOf(outstanding), 0);
  await sql`rollback to savepoint payoff_quote`.execute(tx);
  await sql`release savepoint payoff_quote`.execute(tx);
  notes?.journalIds.splice(journals);
  return payoffCents;
}
