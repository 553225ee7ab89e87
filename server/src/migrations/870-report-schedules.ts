import { type Kysely, sql } from 'kysely';

/** Reports that are sent by a schedule: each recipient gets a file of their own rights, and a link to it by e-mail. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(schedules).execute(db);
  await sql.raw(words).execute(db);
}

const schedules = `
  CREATE SEQUENCE report_schedule_number;
  CREATE TABLE report_schedule (
    schedule_no text PRIMARY KEY DEFAULT 'RS' || lpad(nextval('report_schedule_number')::text, 6, '0'),
    schedule_name text NOT NULL CHECK (length(schedule_name) BETWEEN 1 AND 64),
    report_name text NOT NULL
      CHECK (report_name IN ('financial', 'impairment', 'operation', 'collection', 'approval', 'performance')),
    report_span text NOT NULL
      CHECK (report_span IN ('YESTERDAY', 'LAST_7_DAYS', 'LAST_30_DAYS', 'MONTH_TO_DATE', 'LAST_MONTH')),
    report_frequency text NOT NULL CHECK (report_frequency IN ('DAILY', 'WEEKLY', 'MONTHLY')),
    weekday smallint CHECK (weekday BETWEEN 1 AND 7),
    month_day smallint CHECK (month_day BETWEEN 1 AND 28),
    hour smallint NOT NULL CHECK (hour BETWEEN 0 AND 23),
    file_format text NOT NULL CHECK (file_format IN ('xlsx', 'csv')),
    filters jsonb NOT NULL,
    recipient_user_nos text[] NOT NULL CHECK (cardinality(recipient_user_nos) BETWEEN 1 AND 20),
    is_paused boolean NOT NULL DEFAULT false,
    next_run_at timestamptz NOT NULL,
    last_run_at timestamptz,
    owner_user_no text NOT NULL REFERENCES app_user,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now(),
    version integer NOT NULL DEFAULT 1,
    CHECK ((report_frequency = 'WEEKLY') = (weekday IS NOT NULL)),
    CHECK ((report_frequency = 'MONTHLY') = (month_day IS NOT NULL))
  );
  CREATE INDEX report_schedule_owner ON report_schedule (owner_user_no, schedule_no);
  CREATE INDEX report_schedule_due ON report_schedule (next_run_at) WHERE NOT is_paused;

  -- One recipient of one run. A file that is being made has no result yet.
  CREATE TABLE report_sending (
    schedule_no text NOT NULL REFERENCES report_schedule ON DELETE CASCADE,
    run_at timestamptz NOT NULL,
    user_no text NOT NULL REFERENCES app_user,
    job_no text REFERENCES job,
    message_no text REFERENCES message,
    send_fault text CHECK (send_fault IN ('NO_RIGHT', 'OWNER_NO_RIGHT', 'NO_EMAIL', 'FILE_FAILED')),
    PRIMARY KEY (schedule_no, run_at, user_no),
    CHECK (message_no IS NULL OR send_fault IS NULL),
    CHECK (job_no IS NOT NULL OR send_fault IS NOT NULL)
  );
  CREATE INDEX report_sending_open ON report_sending (job_no) WHERE message_no IS NULL AND send_fault IS NULL;
`;

const words = `
  INSERT INTO message_template (template_code, template_name, node_code, channel_type, sms_kind, is_enabled)
    VALUES ('REPORT_READY_EMAIL', 'Scheduled report ready', 'REPORT_READY', 'EMAIL', 'SERVICE', true);
`;
