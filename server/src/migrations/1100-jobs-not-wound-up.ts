import { type Kysely, sql } from 'kysely';

/** A job whose last item is through and what follows it is not: a process that dies in between leaves it for the next. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE job ADD COLUMN is_wound_up boolean NOT NULL DEFAULT true`.execute(db);
  await sql`CREATE INDEX job_not_wound_up ON job (job_no) WHERE NOT is_wound_up`.execute(db);
}
