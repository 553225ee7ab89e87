import { type Kysely, sql } from 'kysely';

/** What a shift plan asks for beyond numbers: nights a week, languages and kinds of work on each day, and public holidays. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(columns).execute(db);
}

const columns = `
  ALTER TABLE schedule_plan_version
    ADD max_weekly_nights integer NOT NULL DEFAULT 6 CHECK (max_weekly_nights BETWEEN 0 AND 6),
    ADD holiday_rate integer CHECK (holiday_rate BETWEEN 0 AND 100),
    ADD covers jsonb NOT NULL DEFAULT '[]';
  COMMENT ON COLUMN schedule_plan_version.holiday_rate IS 'Of those not on leave, on public holidays; null: as on the weekday.';
`;
