import { type Kysely, sql } from 'kysely';

/** A one-time password, or the link that carries it, is of no use after this; null for a password of one's own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE app_user ADD COLUMN one_time_until timestamptz`.execute(db);
}
