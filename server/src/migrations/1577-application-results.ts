import { type Kysely, sql } from 'kysely';

/** What became of an application that a partner names: null while it did not say. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE partner_reference ADD is_approved boolean`.execute(db);
  await sql`CREATE INDEX market_event_reference ON market_event (market_product_no, partner_reference)
    WHERE partner_reference IS NOT NULL`.execute(db);
}
