import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** People to call under telemarketing and customer service: entries, where they came from, whose they are, each talk. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(options).execute(db);
  await sql.raw(entries).execute(db);
  await sql.raw(work).execute(db);
}

const options = `
  CREATE TABLE call_option (
    option_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    option_type text NOT NULL
      CHECK (option_type IN ('LIST_TYPE', 'MARKETING_TARGET', 'ABANDON_REASON', 'SCRIPT_TAG', 'WILLINGNESS')),
    code text NOT NULL CHECK (code ~ '^[A-Z][A-Z0-9_]{0,63}$'),
    option_names jsonb NOT NULL,
    sort integer NOT NULL CHECK (sort > 0),
    rule jsonb NOT NULL DEFAULT '{}',
    is_enabled boolean NOT NULL DEFAULT true,
    remark text CHECK (length(remark) <= 200),
    updated_by text REFERENCES app_user,
    updated_at timestamptz NOT NULL DEFAULT now(),
    version bigint NOT NULL DEFAULT 0,
    UNIQUE (option_type, code)
  );
  INSERT INTO call_option (option_type, code, option_names, sort, rule) VALUES
    ('LIST_TYPE', 'LEAD', '{"en": "New leads", "zh": "新客线索"}', 1,
      '{"isTargetEditable": true, "expireDays": 30, "maxAttempts": 6, "recycleDelayDays": 14, "recycleMax": 2, "customerStatuses": ["0", "2", "4"]}'),
    ('LIST_TYPE', 'RETURNING', '{"en": "Returning customers", "zh": "复贷客户"}', 2,
      '{"isTargetEditable": true, "expireDays": 60, "maxAttempts": 8, "recycleDelayDays": 30, "recycleMax": 3, "customerStatuses": ["0"]}'),
    ('LIST_TYPE', 'CAMPAIGN', '{"en": "Campaign", "zh": "活动名单"}', 3,
      '{"isTargetEditable": false, "expireDays": 14, "maxAttempts": 4, "recycleDelayDays": 7, "recycleMax": 1, "customerStatuses": ["0", "2", "4"]}'),
    ('MARKETING_TARGET', 'FIRST_LOAN', '{"en": "First loan", "zh": "首贷"}', 1, '{}'),
    ('MARKETING_TARGET', 'REPEAT_LOAN', '{"en": "Repeat loan", "zh": "复贷"}', 2, '{}'),
    ('MARKETING_TARGET', 'HIGHER_LIMIT', '{"en": "Higher limit", "zh": "提额"}', 3, '{}'),
    ('SCRIPT_TAG', 'OPENING', '{"en": "Opening", "zh": "开场白"}', 1, '{}'),
    ('SCRIPT_TAG', 'CLOSING', '{"en": "Closing", "zh": "结束语"}', 2, '{}'),
    ('WILLINGNESS', 'WILLING', '{"en": "Willing", "zh": "愿意"}', 1, '{"retryDelayHours": 24}'),
    ('WILLINGNESS', 'UNCLEAR', '{"en": "Unclear", "zh": "不明确"}', 2, '{"retryDelayHours": 48}'),
    ('WILLINGNESS', 'NOT_CONNECTED', '{"en": "Not connected", "zh": "未接通"}', 3, '{"retryDelayHours": 4}'),
    ('WILLINGNESS', 'NO_DEMAND', '{"en": "No demand", "zh": "无需求"}', 4, '{"retryDelayHours": 336}'),
    ('WILLINGNESS', 'UNWILLING', '{"en": "Unwilling", "zh": "不愿意"}', 5, '{}'),
    ('WILLINGNESS', 'NUMBER_FAULT', '{"en": "Wrong number", "zh": "号码有误"}', 6, '{}'),
    ('ABANDON_REASON', 'UNWILLING', '{"en": "Unwilling", "zh": "不愿意"}', 1, '{}'),
    ('ABANDON_REASON', 'NUMBER_FAULT', '{"en": "Wrong number", "zh": "号码有误"}', 2, '{}'),
    ('ABANDON_REASON', 'MAX_ATTEMPTS', '{"en": "Attempts used up", "zh": "次数用尽"}', 3, '{}'),
    ('ABANDON_REASON', 'EXPIRED', '{"en": "Expired", "zh": "已过期"}', 4, '{}'),
    ('ABANDON_REASON', 'OPTED_OUT', '{"en": "Opted out", "zh": "已退订"}', 5, '{}'),
    ('ABANDON_REASON', 'BLACKLISTED', '{"en": "Blacklisted", "zh": "黑名单"}', 6, '{}'),
    ('ABANDON_REASON', 'MANUAL', '{"en": "By hand", "zh": "人工"}', 7, '{}');
`;

const entries = `
  CREATE SEQUENCE call_import_number;
  CREATE TABLE call_import (
    import_no text PRIMARY KEY DEFAULT 'LI' || lpad(nextval('call_import_number')::text, 8, '0'),
    desk text NOT NULL CHECK (desk IN ('TELEMARKETING', 'SERVICE')),
    import_type text NOT NULL CHECK (import_type IN ('FILE', 'CIRCLE_PEOPLE', 'BLACKLIST')),
    merchant_no text REFERENCES merchant,
    batch_no text GENERATED ALWAYS AS ('LB' || substr(import_no, 3)) STORED,
    list_type text,
    marketing_target text,
    user_group_no text,
    job_no text NOT NULL,
    total_count integer NOT NULL DEFAULT 0,
    success_count integer NOT NULL DEFAULT 0,
    fail_count integer NOT NULL DEFAULT 0,
    import_result text CHECK (import_result IN ('SUCCESS', 'PARTIAL_SUCCESS', 'FAILURE')),
    operator_user_no text NOT NULL REFERENCES app_user,
    started_at timestamptz NOT NULL DEFAULT now(),
    finished_at timestamptz,
    withdrawn_at timestamptz,
    version bigint NOT NULL DEFAULT 0
  );
  CREATE UNIQUE INDEX call_import_of_job ON call_import (job_no);

  CREATE SEQUENCE call_entry_number;
  CREATE TABLE call_entry (
    entry_id text PRIMARY KEY DEFAULT 'LE' || lpad(nextval('call_entry_number')::text, 9, '0'),
    desk text NOT NULL CHECK (desk IN ('TELEMARKETING', 'SERVICE')),
    merchant_no text NOT NULL REFERENCES merchant,
    phone text NOT NULL CHECK (phone ~ '^254[0-9]{9}$'),
    batch_no text,
    list_type text NOT NULL,
    marketing_target text NOT NULL DEFAULT '',
    opt_in_source text,
    opt_in_at timestamptz,
    recommended_product_no text REFERENCES loan_product,
    recommended_amount_cents bigint CHECK (recommended_amount_cents > 0),
    user_group_no text,
    list_status text NOT NULL DEFAULT 'POOL'
      CHECK (list_status IN ('POOL', 'ASSIGNED', 'CONVERTED', 'ABANDONED', 'SELF_RETURNED', 'DONE')),
    follow_status text NOT NULL DEFAULT 'NOT_FOLLOWED' CHECK (follow_status IN ('NOT_FOLLOWED', 'FOLLOWING', 'DONE')),
    willingness text,
    owner_user_no text REFERENCES app_user,
    assigned_at timestamptz,
    protected_until timestamptz,
    call_count integer NOT NULL DEFAULT 0,
    last_call_at timestamptz,
    next_call_at timestamptz,
    expire_at timestamptz,
    recycle_count integer NOT NULL DEFAULT 0,
    abandon_reason text,
    abandoned_by text REFERENCES app_user,
    abandoned_at timestamptz,
    recyclable_at timestamptz,
    leased_by text REFERENCES app_user,
    leased_until timestamptz,
    created_at timestamptz NOT NULL DEFAULT now(),
    version bigint NOT NULL DEFAULT 0,
    CHECK (desk = 'SERVICE' OR (opt_in_source IS NOT NULL AND opt_in_at IS NOT NULL)),
    CHECK ((list_status = 'ABANDONED') = (abandon_reason IS NOT NULL)),
    CHECK (list_status <> 'ASSIGNED' OR owner_user_no IS NOT NULL)
  );
  CREATE UNIQUE INDEX call_entry_live ON call_entry (desk, merchant_no, phone, marketing_target)
    WHERE list_status IN ('POOL', 'ASSIGNED');
  CREATE INDEX call_entry_listed ON call_entry (desk, list_status, created_at);
  CREATE INDEX call_entry_owner ON call_entry (owner_user_no) WHERE list_status = 'ASSIGNED';
  CREATE INDEX call_entry_phone ON call_entry (phone);
  CREATE INDEX call_entry_batch ON call_entry (batch_no);
`;

const work = `
  CREATE TABLE call_assignment (
    assignment_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    entry_id text NOT NULL REFERENCES call_entry,
    user_no text REFERENCES app_user,
    cause text NOT NULL,
    by_user_no text REFERENCES app_user,
    note text,
    at timestamptz NOT NULL DEFAULT now()
  );
  CREATE INDEX call_assignment_entry ON call_assignment (entry_id, assignment_id);
  CREATE INDEX call_assignment_user ON call_assignment (user_no, at);

  CREATE TABLE call_follow_up (
    follow_up_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    entry_id text REFERENCES call_entry,
    order_no text REFERENCES loan_order,
    task_no text,
    user_no text NOT NULL REFERENCES app_user,
    willingness text,
    content text NOT NULL CHECK (length(content) BETWEEN 1 AND 500),
    next_call_at timestamptz,
    do_not_call boolean NOT NULL DEFAULT false,
    at timestamptz NOT NULL DEFAULT now(),
    CHECK (entry_id IS NOT NULL OR order_no IS NOT NULL)
  );
  CREATE INDEX call_follow_up_entry ON call_follow_up (entry_id, follow_up_id);
  CREATE INDEX call_follow_up_order ON call_follow_up (order_no, follow_up_id);
  CREATE INDEX call_follow_up_user ON call_follow_up (user_no, at);

  CREATE TABLE call_made (
    attempt_id bigint PRIMARY KEY,
    entry_id text REFERENCES call_entry,
    order_no text REFERENCES loan_order,
    task_no text,
    user_no text NOT NULL REFERENCES app_user,
    is_refused boolean NOT NULL DEFAULT false,
    at timestamptz NOT NULL DEFAULT now()
  );
  CREATE INDEX call_made_entry ON call_made (entry_id, at);
  CREATE INDEX call_made_order ON call_made (order_no, at);
  CREATE INDEX call_made_task ON call_made (task_no);
`;
