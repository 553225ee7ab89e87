import { type Kysely, sql } from 'kysely';

/** What a telemarketer's applications of a month come to in an activity, step by step. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE call_activity ADD COLUMN month_steps jsonb NOT NULL DEFAULT '[]'
    CHECK (jsonb_typeof(month_steps) = 'array' AND jsonb_array_length(month_steps) <= 5)`.execute(db);
}
