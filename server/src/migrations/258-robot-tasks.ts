import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Batches of robot calls, as we dial them one by one and as a vendor holds them, with an item a person. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(tasks).execute(db);
}

const tasks = `
  CREATE SEQUENCE robot_task_number;
  CREATE TABLE robot_task (
    task_no text PRIMARY KEY DEFAULT 'RT' || lpad(nextval('robot_task_number')::text, 9, '0'),
    section text NOT NULL CHECK (section IN ('collection', 'collectionStage', 'marketing', 'telemarketing')),
    merchant_no text NOT NULL REFERENCES merchant,
    task_name text NOT NULL CHECK (length(task_name) BETWEEN 1 AND 30),
    script_code text NOT NULL,
    voice_language text NOT NULL CHECK (voice_language IN ('en', 'sw')),
    dial_from time NOT NULL,
    dial_to time NOT NULL CHECK (dial_to > dial_from),
    max_attempts integer NOT NULL CHECK (max_attempts BETWEEN 1 AND 3),
    retry_gap_minutes integer NOT NULL CHECK (retry_gap_minutes >= 60),
    start_at timestamptz NOT NULL,
    task_status text NOT NULL CHECK (task_status IN
      ('DRAFT', 'PENDING_APPROVAL', 'QUEUED', 'RUNNING', 'PAUSED', 'FAILED', 'DONE', 'STOPPED')),
    fault text,
    created_by text NOT NULL REFERENCES app_user,
    approved_by text REFERENCES app_user,
    created_at timestamptz NOT NULL DEFAULT now(),
    ended_at timestamptz,
    version bigint NOT NULL DEFAULT 0,
    CHECK (approved_by <> created_by)
  );
  CREATE INDEX robot_task_newest ON robot_task (section, merchant_no, created_at DESC);
  CREATE INDEX robot_task_live ON robot_task (task_status) WHERE task_status IN ('QUEUED', 'RUNNING');

  CREATE TABLE robot_task_item (
    task_no text NOT NULL REFERENCES robot_task,
    item_no integer NOT NULL,
    phone text NOT NULL,
    customer_no text REFERENCES customer,
    order_no text REFERENCES loan_order,
    case_no text REFERENCES collection_case,
    item_status text NOT NULL DEFAULT 'QUEUED'
      CHECK (item_status IN ('QUEUED', 'DIALLED', 'DONE', 'REFUSED', 'LEFT_OUT')),
    attempts integer NOT NULL DEFAULT 0,
    next_at timestamptz,
    attempt_id bigint,
    outcome text,
    willingness text,
    PRIMARY KEY (task_no, item_no)
  );
  CREATE INDEX robot_task_item_open ON robot_task_item (task_no, next_at) WHERE item_status IN ('QUEUED', 'DIALLED');
  CREATE INDEX robot_task_item_phone ON robot_task_item (phone) WHERE item_status IN ('QUEUED', 'DIALLED');

  CREATE SEQUENCE ai_task_number;
  CREATE TABLE ai_task (
    task_no text PRIMARY KEY DEFAULT 'AI' || lpad(nextval('ai_task_number')::text, 9, '0'),
    merchant_no text NOT NULL REFERENCES merchant,
    task_name text NOT NULL CHECK (length(task_name) BETWEEN 1 AND 30),
    script_code text NOT NULL,
    voice_language text NOT NULL CHECK (voice_language IN ('en', 'sw')),
    task_status text NOT NULL DEFAULT 'CREATED' CHECK (task_status IN
      ('CREATED', 'SENT', 'FAILED', 'UNKNOWN', 'RUNNING', 'PAUSED', 'DONE', 'STOPPED')),
    fault text,
    created_by text NOT NULL REFERENCES app_user,
    created_at timestamptz NOT NULL DEFAULT now(),
    synced_at timestamptz,
    version bigint NOT NULL DEFAULT 0
  );
  CREATE TABLE ai_task_item (
    task_no text NOT NULL REFERENCES ai_task,
    item_no integer NOT NULL,
    case_no text NOT NULL REFERENCES collection_case,
    customer_no text NOT NULL REFERENCES customer,
    phone text NOT NULL,
    attempt_id bigint NOT NULL,
    refused_for text,
    PRIMARY KEY (task_no, item_no)
  );
`;
