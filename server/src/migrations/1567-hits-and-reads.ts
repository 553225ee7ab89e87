import { type Kysely, sql } from 'kysely';

/** Hits of all groups, and confirmations of all announcements, are listed by their time. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE INDEX word_hit_at ON word_hit (hit_at, word_hit_id)`.execute(db);
  await sql`ALTER TABLE announcement_confirmation ADD read_id bigint GENERATED ALWAYS AS IDENTITY UNIQUE`.execute(db);
  await sql`CREATE INDEX announcement_confirmation_at ON announcement_confirmation (confirmed_at)`.execute(db);
}
