import { type Kysely, sql } from 'kysely';

/** What a customer's case is called; without one it is called by its first words. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE feedback ADD COLUMN title text CHECK (length(title) BETWEEN 1 AND 60)`.execute(db);
}
