import { type Kysely, sql } from 'kysely';

/** What was recorded after a moment is found without reading the ledger: journals come in the order of their time. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE INDEX journal_posted ON journal USING brin (posted_at)`.execute(db);
}
