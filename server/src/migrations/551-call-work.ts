import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Numbers not to be marketed to, and the tasks in which people are called one after the other. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(blacklist).execute(db);
  await sql.raw(tasks).execute(db);
}

const blacklist = `
  CREATE SEQUENCE marketing_blacklist_number;
  CREATE TABLE marketing_blacklist (
    blacklist_no text PRIMARY KEY DEFAULT 'MB' || lpad(nextval('marketing_blacklist_number')::text, 8, '0'),
    phone text NOT NULL CHECK (phone ~ '^254[0-9]{9}$'),
    blacklist_reason text NOT NULL
      CHECK (blacklist_reason IN ('OPT_OUT', 'COMPLAINT', 'WRONG_PERSON', 'DECEASED', 'LEGAL', 'STAFF')),
    channels text[] NOT NULL CHECK (channels <@ ARRAY['CALL', 'SMS', 'ROBOT'] AND cardinality(channels) > 0),
    blacklist_source text NOT NULL CHECK (blacklist_source IN ('STOP_REPLY', 'AGENT', 'IMPORT', 'FEEDBACK')),
    expire_at timestamptz,
    remark text CHECK (length(remark) <= 200),
    row_status text NOT NULL DEFAULT 'ACTIVE' CHECK (row_status IN ('ACTIVE', 'DELETE_PENDING', 'DELETED')),
    created_by text REFERENCES app_user,
    created_at timestamptz NOT NULL DEFAULT now(),
    delete_requested_by text REFERENCES app_user,
    delete_reason text,
    voucher_ids text[] NOT NULL DEFAULT '{}',
    decided_by text REFERENCES app_user,
    decided_at timestamptz,
    version bigint NOT NULL DEFAULT 0,
    CHECK (decided_by <> delete_requested_by)
  );
  CREATE UNIQUE INDEX marketing_blacklist_once ON marketing_blacklist (phone) WHERE row_status <> 'DELETED';
  CREATE INDEX marketing_blacklist_added ON marketing_blacklist (created_at);
`;

const tasks = `
  CREATE SEQUENCE call_task_number;
  CREATE TABLE call_task (
    task_no text PRIMARY KEY DEFAULT 'DT' || lpad(nextval('call_task_number')::text, 8, '0'),
    desk text NOT NULL CHECK (desk IN ('TELEMARKETING', 'SERVICE')),
    merchant_no text NOT NULL REFERENCES merchant,
    task_name text NOT NULL CHECK (length(task_name) BETWEEN 1 AND 30),
    task_status text NOT NULL DEFAULT 'DRAFT'
      CHECK (task_status IN ('DRAFT', 'RUNNING', 'PAUSED', 'DONE', 'STOPPED')),
    purpose text NOT NULL CHECK (purpose IN ('SERVICE', 'MARKETING')),
    source jsonb NOT NULL,
    user_nos text[] NOT NULL CHECK (cardinality(user_nos) > 0),
    dial_mode text NOT NULL CHECK (dial_mode IN ('CLICK', 'AUTO_NEXT')),
    hours_from text NOT NULL,
    hours_to text NOT NULL,
    max_attempts integer NOT NULL CHECK (max_attempts BETWEEN 1 AND 10),
    retry_minutes integer NOT NULL CHECK (retry_minutes >= 30),
    script text,
    valid_from date NOT NULL,
    valid_to date NOT NULL,
    created_by text NOT NULL REFERENCES app_user,
    created_at timestamptz NOT NULL DEFAULT now(),
    version bigint NOT NULL DEFAULT 0,
    CHECK (valid_from <= valid_to),
    CHECK (hours_from < hours_to)
  );
  CREATE INDEX call_task_listed ON call_task (desk, created_at);

  CREATE TABLE call_task_entry (
    task_no text NOT NULL REFERENCES call_task ON DELETE CASCADE,
    entry_id text NOT NULL REFERENCES call_entry ON DELETE CASCADE,
    item_status text NOT NULL DEFAULT 'WAITING' CHECK (item_status IN ('WAITING', 'DONE', 'REFUSED')),
    user_no text REFERENCES app_user,
    attempts integer NOT NULL DEFAULT 0,
    gate_refusals integer NOT NULL DEFAULT 0,
    willingness text,
    next_at timestamptz,
    worked_by text REFERENCES app_user,
    worked_at timestamptz,
    PRIMARY KEY (task_no, entry_id)
  );
  CREATE INDEX call_task_entry_of ON call_task_entry (entry_id);
`;
