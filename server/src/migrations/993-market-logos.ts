import { type Kysely, sql } from 'kysely';

/** Logos of partners' products, and their names in other languages. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE partner_product ADD logo jsonb, ADD other_names jsonb NOT NULL DEFAULT '{}'`.execute(db);
}
