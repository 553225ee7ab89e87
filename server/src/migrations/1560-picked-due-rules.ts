import { type Kysely, sql } from 'kysely';

/** The due-date rule that a merchant without one of its own follows, as its service account says. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE merchant_service ADD maturity_code text`.execute(db);
}
