import { type Kysely, sql } from 'kysely';

/** AI push tasks and the people of each. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(tasks).execute(db);
}

const tasks = `
  CREATE SEQUENCE ai_push_task_number;
  CREATE TABLE ai_push_task (
    task_no text PRIMARY KEY DEFAULT 'PT' || lpad(nextval('ai_push_task_number')::text, 9, '0'),
    merchant_no text NOT NULL REFERENCES merchant,
    task_name text NOT NULL CHECK (length(task_name) BETWEEN 1 AND 30),
    user_group_no text NOT NULL REFERENCES user_group,
    -- The group as it was checked: a task does not start with another.
    group_version integer NOT NULL,
    ai_push_channel text NOT NULL CHECK (ai_push_channel IN ('AI_CALL', 'SMS')),
    template_no text REFERENCES sms_marketing_template,
    script_code text,
    voice_language text CHECK (voice_language IN ('en', 'sw')),
    scheduled_at timestamptz NOT NULL,
    concurrency integer NOT NULL CHECK (concurrency BETWEEN 1 AND 200),
    budget_cents bigint NOT NULL CHECK (budget_cents > 0),
    audience_count integer NOT NULL,
    allowed_count integer NOT NULL,
    estimated_cost_cents bigint NOT NULL,
    -- Of the budget: what it cost, and at the usual price what is under way.
    committed_cents bigint NOT NULL DEFAULT 0,
    ai_push_task_status text NOT NULL DEFAULT 'PENDING' CHECK (ai_push_task_status IN
      ('PENDING', 'APPROVED', 'REJECTED', 'RUNNING', 'DONE', 'STOPPED')),
    ai_push_fault text
      CHECK (ai_push_fault IN ('GROUP_CHANGED', 'BUDGET_USED', 'TEMPLATE_DISABLED', 'GATEWAY_REFUSES')),
    created_by text NOT NULL REFERENCES app_user,
    decided_by text REFERENCES app_user,
    decision_reason text,
    created_at timestamptz NOT NULL DEFAULT now(),
    -- When its people were written down.
    started_at timestamptz,
    ended_at timestamptz,
    version integer NOT NULL DEFAULT 1,
    CHECK (decided_by <> created_by),
    CHECK (ai_push_channel <> 'SMS' OR template_no IS NOT NULL),
    CHECK (ai_push_channel <> 'AI_CALL' OR (script_code IS NOT NULL AND voice_language IS NOT NULL))
  );
  CREATE INDEX ai_push_task_created ON ai_push_task (created_at, task_no);
  CREATE INDEX ai_push_task_scheduled ON ai_push_task (scheduled_at, task_no);
  CREATE INDEX ai_push_task_live ON ai_push_task (task_no) WHERE ai_push_task_status IN ('APPROVED', 'RUNNING');
  CREATE TABLE ai_push_record (
    record_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    task_no text NOT NULL REFERENCES ai_push_task,
    customer_no text NOT NULL REFERENCES customer,
    phone text NOT NULL,
    ai_push_outcome text NOT NULL DEFAULT 'PENDING' CHECK (ai_push_outcome IN
      ('PENDING', 'SENT', 'CONNECTED', 'NOT_CONNECTED', 'FAILED', 'UNKNOWN', 'SKIPPED', 'LEFT_OUT')),
    ai_push_drop text CHECK (ai_push_drop IN
      ('CLOSED_ACCOUNT', 'BLOCKED', 'BLACKLISTED', 'NO_CONSENT', 'CAP', 'DEATH', 'DISPUTE', 'COMPLAINT', 'OFFICIAL',
        'WRONG_NUMBER', 'OBJECTED', 'DO_NOT_CALL', 'NO_PARTY', 'NOT_AGREED', 'HOURS')),
    -- Answers of the gate, and of the gateway, that put it off.
    refusals integer NOT NULL DEFAULT 0,
    next_at timestamptz,
    attempt_id bigint,
    -- Parts of the SMS; a call is one.
    units integer NOT NULL DEFAULT 0,
    sent_at timestamptz,
    willingness text,
    ai_push_listing text CHECK (ai_push_listing IN ('LISTED', 'EXISTS', 'UNWANTED', 'ENDED', 'NOTED')),
    -- Nobody is in a task twice.
    UNIQUE (task_no, phone)
  );
  CREATE INDEX ai_push_record_next ON ai_push_record (task_no, record_id) WHERE ai_push_outcome = 'PENDING';
  CREATE INDEX ai_push_record_air ON ai_push_record (task_no) WHERE ai_push_outcome = 'SENT';
  CREATE INDEX ai_push_record_open ON ai_push_record (sent_at, record_id) WHERE ai_push_outcome IN ('SENT', 'UNKNOWN');
  CREATE INDEX ai_push_record_sent ON ai_push_record (sent_at, record_id);
`;
