import { type Kysely, sql } from 'kysely';

/** Shift types, plans with their versions, shifts, and requests for a change of shifts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(tables).execute(db);
  await sql.raw(presence).execute(db);
  await sql.raw(attendance).execute(db);
}

const tables = `
  CREATE TABLE shift_type (
    shift_type text PRIMARY KEY CHECK (shift_type ~ '^[A-Z0-9]{1,4}$'),
    shift_type_name text NOT NULL CHECK (length(shift_type_name) BETWEEN 1 AND 64),
    starts_at text NOT NULL CHECK (starts_at ~ '^[0-2][0-9]:[0-5][0-9]$'),
    ends_at text NOT NULL CHECK (ends_at ~ '^[0-2][0-9]:[0-5][0-9]$'),
    break_minutes integer NOT NULL CHECK (break_minutes BETWEEN 0 AND 240),
    colour text NOT NULL CHECK (colour ~ '^#[0-9a-f]{6}$'),
    counts_as_attendance boolean NOT NULL,
    version integer NOT NULL DEFAULT 1
  );
  CREATE SEQUENCE schedule_plan_number;
  CREATE TABLE schedule_plan (
    plan_no text PRIMARY KEY DEFAULT 'SP' || lpad(nextval('schedule_plan_number')::text, 6, '0'),
    plan_status text NOT NULL DEFAULT 'ENABLED' CHECK (plan_status IN ('ENABLED', 'DISABLED')),
    version integer NOT NULL DEFAULT 1
  );
  CREATE TABLE schedule_plan_version (
    plan_no text NOT NULL REFERENCES schedule_plan,
    version_no integer NOT NULL,
    plan_name text NOT NULL CHECK (length(plan_name) BETWEEN 1 AND 30),
    dept_nos text[] NOT NULL CHECK (cardinality(dept_nos) > 0),
    max_consecutive_days integer NOT NULL CHECK (max_consecutive_days BETWEEN 1 AND 6),
    weekly_attendance_days integer NOT NULL CHECK (weekly_attendance_days BETWEEN 1 AND 6),
    daily_attendance_rates integer[] NOT NULL CHECK (cardinality(daily_attendance_rates) = 7),
    shift_shares jsonb NOT NULL,
    new_staff_with_old_staff boolean NOT NULL,
    effective_from date NOT NULL,
    updated_by text NOT NULL REFERENCES app_user,
    updated_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (plan_no, version_no)
  );
  CREATE INDEX schedule_plan_version_depts ON schedule_plan_version USING gin (dept_nos);
  CREATE SEQUENCE work_shift_number;
  CREATE TABLE work_shift (
    shift_id text PRIMARY KEY DEFAULT 'SH' || lpad(nextval('work_shift_number')::text, 9, '0'),
    user_no text NOT NULL REFERENCES app_user,
    work_date date NOT NULL,
    shift_type text NOT NULL REFERENCES shift_type,
    starts_at timestamptz NOT NULL,
    ends_at timestamptz NOT NULL,
    break_minutes integer NOT NULL CHECK (break_minutes BETWEEN 0 AND 240),
    remark text CHECK (length(remark) <= 200),
    shift_status text NOT NULL DEFAULT 'DRAFT' CHECK (shift_status IN ('DRAFT', 'PUBLISHED', 'CANCELLED')),
    -- What a correction or approved leave decided; otherwise attendance is derived.
    decided_attendance text
      CHECK (decided_attendance IN ('DONE', 'LATE', 'EARLY_LEAVE', 'ABSENT', 'LEAVE')),
    is_locked boolean NOT NULL DEFAULT false,
    override_reason text CHECK (length(override_reason) BETWEEN 1 AND 200),
    updated_by text NOT NULL REFERENCES app_user,
    updated_at timestamptz NOT NULL DEFAULT now(),
    version integer NOT NULL DEFAULT 1,
    CHECK (ends_at - starts_at BETWEEN interval '30 minutes' AND interval '12 hours'),
    -- Deferrable: a swap exchanges two people of one day in one statement.
    CONSTRAINT work_shift_one_a_day EXCLUDE USING btree (user_no WITH =, work_date WITH =)
      WHERE (shift_status <> 'CANCELLED') DEFERRABLE INITIALLY IMMEDIATE
  );
  CREATE INDEX work_shift_day ON work_shift (work_date, user_no);
  CREATE INDEX work_shift_person ON work_shift (user_no, work_date);
  CREATE SEQUENCE schedule_change_number;
  CREATE TABLE schedule_change (
    schedule_change_no text PRIMARY KEY DEFAULT 'SC' || lpad(nextval('schedule_change_number')::text, 8, '0'),
    user_no text NOT NULL REFERENCES app_user,
    change_type text NOT NULL CHECK (change_type IN ('LEAVE', 'SWAP', 'CORRECTION')),
    shift_date date NOT NULL,
    with_user_no text REFERENCES app_user,
    with_shift_date date,
    agreed_at timestamptz,
    reason text NOT NULL CHECK (length(reason) BETWEEN 1 AND 200),
    voucher_id text,
    change_status text NOT NULL DEFAULT 'PENDING'
      CHECK (change_status IN ('PENDING', 'APPROVED', 'REJECTED', 'WITHDRAWN')),
    approver_user_no text REFERENCES app_user,
    decided_at timestamptz,
    reject_reason text,
    asked_at timestamptz NOT NULL DEFAULT now(),
    version integer NOT NULL DEFAULT 1,
    CHECK ((change_type = 'SWAP') = (with_user_no IS NOT NULL)),
    CHECK (approver_user_no <> user_no)
  );
  CREATE INDEX schedule_change_person ON schedule_change (user_no, shift_date);
  CREATE INDEX schedule_change_colleague ON schedule_change (with_user_no, change_status);
  CREATE INDEX schedule_change_open ON schedule_change (asked_at, schedule_change_no);
`;

const presence = `
  -- What is published is what allocation reads.
  CREATE FUNCTION follow_work_shift() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_OP <> 'INSERT' AND OLD.shift_status = 'PUBLISHED' AND NOT EXISTS (
      SELECT FROM work_shift w WHERE w.user_no = OLD.user_no AND w.starts_at = OLD.starts_at
        AND w.shift_status = 'PUBLISHED') THEN
      DELETE FROM personnel_shift WHERE user_no = OLD.user_no AND starts_at = OLD.starts_at;
    END IF;
    IF NEW.shift_status = 'PUBLISHED' THEN
      INSERT INTO personnel_shift (user_no, starts_at, ends_at) VALUES (NEW.user_no, NEW.starts_at, NEW.ends_at)
        ON CONFLICT (user_no, starts_at) DO UPDATE SET ends_at = excluded.ends_at;
    END IF;
    RETURN NULL;
  END $$;
  CREATE TRIGGER work_shift_followed AFTER INSERT OR UPDATE ON work_shift
    FOR EACH ROW EXECUTE FUNCTION follow_work_shift();

  -- A person without a plan, or whose group's day nobody published, counts as available.
  CREATE OR REPLACE FUNCTION is_on_shift(person text, at timestamptz) RETURNS boolean LANGUAGE sql STABLE AS $$
    SELECT EXISTS (
      SELECT FROM personnel_shift WHERE user_no = person AND starts_at <= at AND at < ends_at
    ) OR (NOT EXISTS (
      SELECT FROM personnel_shift WHERE user_no = person
        AND (starts_at AT TIME ZONE 'Africa/Nairobi')::date = (at AT TIME ZONE 'Africa/Nairobi')::date
    ) AND NOT EXISTS (
      SELECT FROM app_user u
      JOIN schedule_plan_version v ON v.dept_nos @> ARRAY[u.dept_no]
      JOIN schedule_plan p ON p.plan_no = v.plan_no AND p.plan_status = 'ENABLED'
      WHERE u.user_no = person AND v.effective_from <= (at AT TIME ZONE 'Africa/Nairobi')::date
        AND EXISTS (SELECT FROM work_shift w JOIN app_user other ON other.user_no = w.user_no
          WHERE w.work_date = (at AT TIME ZONE 'Africa/Nairobi')::date AND w.shift_status = 'PUBLISHED'
            AND other.dept_no = u.dept_no)
    ))
  $$;
`;

const attendance = `
  -- From sessions: first sign-in and last sign of life within the shift.
  CREATE FUNCTION attendance_at(person text, starts timestamptz, ends timestamptz, at timestamptz)
  RETURNS text LANGUAGE sql STABLE AS $$
    SELECT CASE
      WHEN at < starts THEN 'SCHEDULED'
      WHEN seen.first_at IS NULL THEN CASE WHEN at < ends THEN 'SCHEDULED' ELSE 'ABSENT' END
      WHEN seen.first_at > starts + interval '10 minutes' THEN 'LATE'
      WHEN at < ends THEN 'ON_DUTY'
      WHEN seen.last_at < ends - interval '10 minutes' THEN 'EARLY_LEAVE'
      ELSE 'DONE' END
    FROM (SELECT min(greatest(s.started_at, starts)) AS first_at, max(s.last_seen_at) AS last_at
      FROM session s WHERE s.user_no = person AND s.started_at < least(ends, at) AND s.last_seen_at >= starts) seen
  $$;
`;
