import { type Kysely, sql } from 'kysely';

/** What a proposal of auto-scheduling changes of the drafts that are there, and what of the plan would make it fit. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE auto_schedule ADD differences jsonb NOT NULL DEFAULT '[]', ADD kept integer NOT NULL DEFAULT 0,
    ADD fits jsonb NOT NULL DEFAULT '[]'`.execute(db);
}
