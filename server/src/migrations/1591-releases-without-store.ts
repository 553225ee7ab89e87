import { type Kysely, sql } from 'kysely';

/** An app may be offered by its package alone, for phones without a store. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE app_release ALTER COLUMN store_url DROP NOT NULL,
    ADD CHECK (store_url IS NOT NULL OR package IS NOT NULL)`.execute(db);
}
