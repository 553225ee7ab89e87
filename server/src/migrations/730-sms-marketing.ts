import { type Kysely, sql } from 'kysely';

/** Marketing by SMS: its texts, user groups, campaigns and the people of each campaign. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const part of [templates, groups, tasks]) await sql.raw(part).execute(db);
}

const templates = `
  CREATE SEQUENCE sms_marketing_template_number;
  CREATE TABLE sms_marketing_template (
    template_no text PRIMARY KEY DEFAULT 'ST' || lpad(nextval('sms_marketing_template_number')::text, 9, '0'),
    merchant_no text NOT NULL REFERENCES merchant,
    template_name text NOT NULL CHECK (template_name <> ''),
    scene text NOT NULL CHECK (scene IN ('DORMANT', 'REPEAT_LOAN', 'LIMIT_RAISED', 'COUPON', 'CAMPAIGN')),
    language text NOT NULL CHECK (language IN ('en', 'sw')),
    content text NOT NULL CHECK (length(content) BETWEEN 1 AND 600),
    template_status text NOT NULL DEFAULT 'DRAFT'
      CHECK (template_status IN ('DRAFT', 'PENDING_APPROVAL', 'ENABLED', 'DISABLED')),
    version_no integer NOT NULL DEFAULT 1,
    created_by text NOT NULL REFERENCES app_user,
    -- Who wrote the text as it is: may not approve it.
    updated_by text NOT NULL REFERENCES app_user,
    approved_by text REFERENCES app_user CHECK (approved_by <> updated_by),
    updated_at timestamptz NOT NULL DEFAULT now(),
    version integer NOT NULL DEFAULT 1
  );
  CREATE INDEX sms_marketing_template_updated ON sms_marketing_template (updated_at, template_no);
  -- Texts as they were approved: what a message said can be read for ever.
  CREATE TABLE sms_marketing_text (
    template_no text NOT NULL REFERENCES sms_marketing_template,
    version_no integer NOT NULL,
    content text NOT NULL,
    approved_by text NOT NULL REFERENCES app_user,
    approved_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (template_no, version_no)
  );
  CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON sms_marketing_text
    FOR EACH ROW EXECUTE FUNCTION refuse_change();
`;

const groups = `
  CREATE SEQUENCE user_group_number;
  CREATE TABLE user_group (
    user_group_no text PRIMARY KEY DEFAULT 'UG' || lpad(nextval('user_group_number')::text, 8, '0'),
    merchant_no text NOT NULL REFERENCES merchant,
    group_name text NOT NULL CHECK (group_name <> ''),
    rules jsonb NOT NULL,
    updated_by text NOT NULL REFERENCES app_user,
    updated_at timestamptz NOT NULL DEFAULT now(),
    version integer NOT NULL DEFAULT 1
  );
  CREATE INDEX user_group_updated ON user_group (updated_at, user_group_no);
`;

const tasks = `
  CREATE SEQUENCE sms_marketing_task_number;
  CREATE TABLE sms_marketing_task (
    task_no text PRIMARY KEY DEFAULT 'SM' || lpad(nextval('sms_marketing_task_number')::text, 9, '0'),
    merchant_no text NOT NULL REFERENCES merchant,
    task_name text NOT NULL CHECK (length(task_name) BETWEEN 1 AND 30),
    user_group_no text NOT NULL REFERENCES user_group,
    audience_count integer NOT NULL,
    hold_out_percent integer NOT NULL CHECK (hold_out_percent BETWEEN 0 AND 50),
    scheduled_at timestamptz NOT NULL,
    rate_per_minute integer NOT NULL CHECK (rate_per_minute BETWEEN 1 AND 600),
    budget_cents bigint NOT NULL CHECK (budget_cents > 0),
    estimated_cost_cents bigint NOT NULL,
    attribution_days integer NOT NULL CHECK (attribution_days BETWEEN 1 AND 30),
    task_status text NOT NULL DEFAULT 'DRAFT' CHECK (task_status IN
      ('DRAFT', 'PENDING_APPROVAL', 'QUEUED', 'RUNNING', 'PAUSED', 'FAILED', 'DONE', 'STOPPED')),
    fault text,
    created_by text NOT NULL REFERENCES app_user,
    approved_by text REFERENCES app_user CHECK (approved_by <> created_by),
    -- When its people were written down.
    started_at timestamptz,
    ended_at timestamptz,
    version integer NOT NULL DEFAULT 1
  );
  CREATE INDEX sms_marketing_task_scheduled ON sms_marketing_task (scheduled_at, task_no);
  CREATE INDEX sms_marketing_task_live ON sms_marketing_task (task_no) WHERE task_status IN ('QUEUED', 'RUNNING');
  CREATE TABLE sms_marketing_arm (
    task_no text NOT NULL REFERENCES sms_marketing_task,
    arm text NOT NULL CHECK (arm IN ('A', 'B', 'C')),
    template_no text NOT NULL REFERENCES sms_marketing_template,
    share_percent integer NOT NULL CHECK (share_percent BETWEEN 1 AND 100),
    PRIMARY KEY (task_no, arm)
  );
  CREATE INDEX sms_marketing_arm_template ON sms_marketing_arm (template_no);
  CREATE TABLE sms_marketing_recipient (
    recipient_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    task_no text NOT NULL REFERENCES sms_marketing_task,
    customer_no text NOT NULL REFERENCES customer,
    phone text NOT NULL,
    -- Null: held out.
    arm text,
    recipient_status text NOT NULL DEFAULT 'PENDING' CHECK (recipient_status IN
      ('PENDING', 'SENT', 'DELIVERED', 'FAILED', 'UNKNOWN', 'SKIPPED', 'HELD_OUT')),
    skipped_for text,
    refusals integer NOT NULL DEFAULT 0,
    next_at timestamptz,
    attempt_id bigint,
    segments integer NOT NULL DEFAULT 0,
    sent_at timestamptz,
    -- Nobody is in a campaign twice.
    UNIQUE (task_no, phone)
  );
  CREATE INDEX sms_marketing_recipient_next ON sms_marketing_recipient (task_no, recipient_id)
    WHERE recipient_status = 'PENDING';
  CREATE INDEX sms_marketing_recipient_sent ON sms_marketing_recipient (task_no, sent_at)
    WHERE sent_at IS NOT NULL;
`;
