import { type Kysely, sql } from 'kysely';

/** What counts as abnormal attendance, the abnormal days found by it, and attendance that follows it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(tables).execute(db);
  await sql.raw(attendance).execute(db);
}

const tables = `
  CREATE SEQUENCE attendance_threshold_number;
  CREATE TABLE attendance_threshold (
    threshold_no text PRIMARY KEY DEFAULT 'TH' || lpad(nextval('attendance_threshold_number')::text, 6, '0'),
    dept_nos text[] NOT NULL CHECK (cardinality(dept_nos) > 0),
    -- Null: everybody of the groups.
    staff_type text CHECK (staff_type IN ('COLLECTOR', 'TELEMARKETER', 'AUDITOR', 'SERVICE')),
    late_minutes integer NOT NULL CHECK (late_minutes BETWEEN 0 AND 480),
    early_leave_minutes integer NOT NULL CHECK (early_leave_minutes BETWEEN 0 AND 480),
    absent_minutes integer NOT NULL CHECK (absent_minutes BETWEEN 0 AND 480),
    idle_minutes integer NOT NULL CHECK (idle_minutes BETWEEN 0 AND 480),
    group_rate_below integer NOT NULL CHECK (group_rate_below BETWEEN 0 AND 100),
    notify_role_nos text[] NOT NULL CHECK (cardinality(notify_role_nos) > 0),
    effective_from date NOT NULL,
    threshold_status text NOT NULL DEFAULT 'PENDING_APPROVAL'
      CHECK (threshold_status IN ('PENDING_APPROVAL', 'ENABLED', 'DISABLED', 'REJECTED')),
    maker_user_no text NOT NULL REFERENCES app_user,
    checker_user_no text REFERENCES app_user,
    decision_reason text,
    saved_at timestamptz NOT NULL DEFAULT now(),
    version integer NOT NULL DEFAULT 1,
    CHECK (late_minutes < absent_minutes),
    CHECK (checker_user_no <> maker_user_no)
  );
  CREATE INDEX attendance_threshold_depts ON attendance_threshold USING gin (dept_nos);
  CREATE SEQUENCE abnormal_day_number;
  CREATE TABLE abnormal_day (
    abnormal_id text PRIMARY KEY DEFAULT 'AB' || lpad(nextval('abnormal_day_number')::text, 9, '0'),
    user_no text NOT NULL REFERENCES app_user,
    -- The group of the person on that day.
    dept_no text NOT NULL REFERENCES department,
    work_date date NOT NULL,
    -- Null: work without a shift.
    shift_id text REFERENCES work_shift,
    abnormal_type text NOT NULL
      CHECK (abnormal_type IN ('LATE', 'EARLY_LEAVE', 'ABSENT', 'IDLE', 'UNSCHEDULED_WORK')),
    measured_minutes integer NOT NULL CHECK (measured_minutes >= 0),
    threshold_minutes integer NOT NULL,
    threshold_no text NOT NULL REFERENCES attendance_threshold,
    explanation text CHECK (length(explanation) BETWEEN 1 AND 500),
    explained_at timestamptz,
    resolve_status text NOT NULL DEFAULT 'OPEN' CHECK (resolve_status IN ('OPEN', 'EXCUSED', 'CONFIRMED')),
    resolve_reason text,
    resolved_by text REFERENCES app_user,
    resolved_at timestamptz,
    found_at timestamptz NOT NULL DEFAULT now(),
    version integer NOT NULL DEFAULT 1,
    UNIQUE (user_no, work_date, abnormal_type),
    CHECK (resolved_by <> user_no),
    CHECK ((resolve_status = 'OPEN') = (resolved_at IS NULL)),
    CHECK ((abnormal_type = 'UNSCHEDULED_WORK') = (shift_id IS NULL))
  );
  CREATE INDEX abnormal_day_newest ON abnormal_day (work_date, abnormal_id);
  CREATE INDEX abnormal_day_shift ON abnormal_day (shift_id);
  CREATE INDEX abnormal_day_group ON abnormal_day (dept_no, work_date) WHERE resolve_status = 'OPEN';
  CREATE INDEX session_person ON session (user_no, started_at);
`;

const attendance = `
  -- The threshold in force: of those that apply the one for the person's kind of work, then the newest.
  CREATE FUNCTION attendance_threshold_of(person text, day date) RETURNS text LANGUAGE sql STABLE AS $$
    SELECT t.threshold_no FROM attendance_threshold t JOIN app_user u ON u.user_no = person
    WHERE t.threshold_status = 'ENABLED' AND t.effective_from <= day AND t.dept_nos @> ARRAY[u.dept_no]
      AND (t.staff_type IS NULL OR EXISTS (SELECT FROM personnel p
        WHERE p.user_no = person AND p.personnel_kind = t.staff_type))
    ORDER BY t.staff_type IS NULL, t.effective_from DESC, t.threshold_no DESC LIMIT 1
  $$;

  -- From sessions: first sign-in and last sign of life within the shift; ten minutes where no threshold is in force.
  CREATE OR REPLACE FUNCTION attendance_at(person text, starts timestamptz, ends timestamptz, at timestamptz)
  RETURNS text LANGUAGE sql STABLE AS $$
    SELECT CASE
      WHEN at < starts THEN 'SCHEDULED'
      WHEN seen.first_at IS NULL THEN
        CASE WHEN at < ends AND coalesce(at <= starts + limits.absent, true) THEN 'SCHEDULED' ELSE 'ABSENT' END
      WHEN seen.first_at > starts + limits.absent THEN 'ABSENT'
      WHEN seen.first_at > starts + limits.late THEN 'LATE'
      WHEN at < ends THEN 'ON_DUTY'
      WHEN seen.last_at < ends - limits.early THEN 'EARLY_LEAVE'
      ELSE 'DONE' END
    FROM (SELECT min(greatest(s.started_at, starts)) AS first_at, max(s.last_seen_at) AS last_at
      FROM session s WHERE s.user_no = person AND s.started_at < least(ends, at) AND s.last_seen_at >= starts) seen,
      (SELECT make_interval(mins => coalesce(max(t.late_minutes), 10)) AS late,
        make_interval(mins => coalesce(max(t.early_leave_minutes), 10)) AS early,
        make_interval(mins => max(t.absent_minutes)) AS absent
      FROM attendance_threshold t
      WHERE t.threshold_no = attendance_threshold_of(person, (starts AT TIME ZONE 'Africa/Nairobi')::date)) limits
  $$;
`;
