import { type Kysely, sql } from 'kysely';

/** The picture that the app shows with an announcement. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE announcement ADD image jsonb`.execute(db);
}
