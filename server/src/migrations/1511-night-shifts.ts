import { type Kysely, sql } from 'kysely';

/** A shift that ends after midnight plans that day as well: whoever has gone home by then is not on shift until evening. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE OR REPLACE FUNCTION is_on_shift(person text, at timestamptz) RETURNS boolean LANGUAGE sql STABLE AS $$
    SELECT EXISTS (
      SELECT FROM personnel_shift WHERE user_no = person AND starts_at <= at AND at < ends_at
    ) OR (NOT EXISTS (
      SELECT FROM personnel_shift WHERE user_no = person
        AND (starts_at AT TIME ZONE 'Africa/Nairobi')::date <= (at AT TIME ZONE 'Africa/Nairobi')::date
        AND ends_at > date_trunc('day', at AT TIME ZONE 'Africa/Nairobi') AT TIME ZONE 'Africa/Nairobi'
    ) AND NOT EXISTS (
      SELECT FROM app_user u
      JOIN schedule_plan_version v ON v.dept_nos @> ARRAY[u.dept_no]
      JOIN schedule_plan p ON p.plan_no = v.plan_no AND p.plan_status = 'ENABLED'
      WHERE u.user_no = person AND v.effective_from <= (at AT TIME ZONE 'Africa/Nairobi')::date
        AND EXISTS (SELECT FROM work_shift w JOIN app_user other ON other.user_no = w.user_no
          WHERE w.work_date = (at AT TIME ZONE 'Africa/Nairobi')::date AND w.shift_status = 'PUBLISHED'
            AND other.dept_no = u.dept_no)
    ))
  $$`.execute(db);
}
