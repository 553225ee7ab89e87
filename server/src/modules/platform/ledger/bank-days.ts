import { sql } from 'kysely';
import type { Database } from '../../../db/database.ts';

/**
 * Keeps the sums of our bank accounts by day and merchant, up to the day before yesterday (EAT): `bank_sum` then reads
 * the postings of the days since alone. A posting that is dated earlier adds to its day as it is written.
 * @returns whether days were added.
 */
export async function keepBankDays(db: Database): Promise<boolean> {
  return await db.transaction().execute(async (tx) => {
    // Whoever writes postings of days that are long over has the same lock, shared: they are counted here or there.
    await sql`select pg_advisory_xact_lock(hashtextextended('kituo bank days', 0))`.execute(tx);
    const { rows } = await sql<{ since: string | null; through: string; isDue: boolean }>`
      select m.kept_through as since, d.through, coalesce(m.kept_through < d.through, true) as is_due
      from (select (now() at time zone 'Africa/Nairobi')::date - 2 as through) d left join bank_day_mark m on true`.execute(
      tx,
    );
    const [{ since, through, isDue } = { since: null, through: '', isDue: false }] = rows;
    if (!isDue) return false;
    await sql`insert into bank_day select account_code, merchant_no, business_date, sum(amount_cents) from posting
      where account_code like 'BANK.%' and business_date <= ${through}::date
        and business_date > coalesce(${since}::date, '-infinity') group by 1, 2, 3`.execute(tx);
    await sql`insert into bank_day_mark (kept_through) values (${through}::date)
      on conflict (is_only) do update set kept_through = excluded.kept_through`.execute(tx);
    return true;
  });
}
