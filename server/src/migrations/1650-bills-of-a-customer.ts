import { type Kysely, sql } from 'kysely';

/**
 * Bills of a customer: credit, eligibility, refunds, the app and offers ask for them one customer at a time, and read
 * every bill there was.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE INDEX bill_customer ON bill (customer_no, bill_status) INCLUDE (due_date, actual_date)`.execute(db);
}
