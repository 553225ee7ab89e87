import { type Kysely, sql } from 'kysely';

/** The package of an app's release: an attachment, with the hash that the app checks it by. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE app_release ADD package jsonb`.execute(db);
}
