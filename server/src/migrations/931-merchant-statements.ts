import { type Kysely, sql } from 'kysely';

/** A merchant's statement reads the postings of its prepaid account. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE INDEX posting_prepaid ON posting (merchant_no, business_date, journal_id)
    WHERE account_code = 'MERCHANT_PREPAID'`.execute(db);
}
