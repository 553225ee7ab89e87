import { type Kysely, sql } from 'kysely';

/** What a job of auto-scheduling found, to be looked at and applied by whoever started it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE auto_schedule (
    job_no text PRIMARY KEY REFERENCES job ON DELETE CASCADE,
    dept_no text NOT NULL REFERENCES department,
    from_day date NOT NULL,
    to_day date NOT NULL,
    keep_existing boolean NOT NULL,
    -- Each shift that is proposed; drafts that go; rules that cannot be met, each by how much.
    cells jsonb NOT NULL,
    cancelled integer NOT NULL,
    broken jsonb NOT NULL,
    cost numeric NOT NULL,
    -- Null until the bound is known.
    gap_percent numeric,
    seconds numeric NOT NULL,
    -- The program whose bound is still to be found.
    program text
  )`.execute(db);
}
