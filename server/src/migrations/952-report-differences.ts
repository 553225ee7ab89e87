import { type Kysely, sql } from 'kysely';

/** Figures whose rows did not add up to them when somebody opened them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE report_difference (
    report text NOT NULL,
    measure text NOT NULL,
    figure bigint,
    rows_figure bigint,
    -- The last time that it was seen.
    found_at timestamptz NOT NULL,
    PRIMARY KEY (report, measure)
  )`.execute(db);
}
