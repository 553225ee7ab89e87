import { type Kysely, sql } from 'kysely';

/** Entries of risk lists for some merchants alone; none named: for all. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE risk_list_entry ADD merchant_nos text[] NOT NULL DEFAULT '{}'`.execute(db);
}
