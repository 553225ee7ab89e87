import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Days that are no business days, and until when a bill whose due date moved bears interest. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(tables).execute(db);
}

const tables = `
  CREATE TABLE business_calendar (
    day date PRIMARY KEY,
    day_name text NOT NULL CHECK (length(day_name) BETWEEN 1 AND 64),
    counts_as_business_day boolean NOT NULL DEFAULT false,
    updated_by text REFERENCES app_user,
    updated_at timestamptz NOT NULL DEFAULT now()
  );
  INSERT INTO business_calendar (day, day_name)
    SELECT make_date(year, month, date), name FROM generate_series(2026, 2028) year,
      (VALUES (1, 1, 'New Year''s Day'), (5, 1, 'Labour Day'), (6, 1, 'Madaraka Day'), (10, 10, 'Mazingira Day'),
        (10, 20, 'Mashujaa Day'), (12, 12, 'Jamhuri Day'), (12, 25, 'Christmas Day'), (12, 26, 'Boxing Day'))
        AS holiday (month, date, name);
  ALTER TABLE bill ADD COLUMN interest_through date;
`;
