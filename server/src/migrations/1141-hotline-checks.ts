import { type Kysely, sql } from 'kysely';

/** Whether published contacts work: numbers are called and links opened once a week. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(checks).execute(db);
}

const checks = `
  ALTER TABLE hotline
    ADD last_checked_at timestamptz,
    ADD check_result text CHECK (check_result IN ('WORKS', 'FAILS')),
    ADD CHECK ((last_checked_at IS NULL) = (check_result IS NULL));
  CREATE SEQUENCE hotline_check_number;
  -- A call that is on its way, or how one ended. The robot knows it by its number.
  CREATE TABLE hotline_check (
    check_no text PRIMARY KEY DEFAULT 'HC' || lpad(nextval('hotline_check_number')::text, 9, '0'),
    hotline_no text NOT NULL REFERENCES hotline ON DELETE CASCADE,
    contact_value text NOT NULL,
    began_at timestamptz NOT NULL DEFAULT now(),
    outcome text,
    ended_at timestamptz,
    CHECK ((outcome IS NULL) = (ended_at IS NULL))
  );
  CREATE INDEX hotline_check_of ON hotline_check (hotline_no, began_at);
`;
