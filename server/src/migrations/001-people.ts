import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** People, rights, sessions and the platform's own records. Each statement list is run in order. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const parts = [organisation, people, rights, menusAndLanguages, sessions, rightsEpoch];
  const later = [records, warnings, tracking, files, announcements, partitions];
  for (const part of [...parts, ...later]) await sql.raw(part).execute(db);
}

const organisation = `
  CREATE SEQUENCE user_number; CREATE SEQUENCE role_number; CREATE SEQUENCE department_number;
  CREATE SEQUENCE merchant_number; CREATE SEQUENCE menu_number; CREATE SEQUENCE warning_number;

  CREATE TABLE merchant (
    merchant_no text PRIMARY KEY DEFAULT 'M' || lpad(nextval('merchant_number')::text, 4, '0'),
    merchant_name text NOT NULL,
    company_code text NOT NULL DEFAULT '14',
    company_name text NOT NULL,
    org_no text NOT NULL,
    org_name text NOT NULL,
    is_enabled boolean NOT NULL DEFAULT true,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now(),
    version integer NOT NULL DEFAULT 1
  );
  CREATE UNIQUE INDEX merchant_name_unique ON merchant (lower(merchant_name));

  CREATE TABLE department (
    dept_no text PRIMARY KEY DEFAULT 'D' || lpad(nextval('department_number')::text, 4, '0'),
    dept_name text NOT NULL CHECK (length(dept_name) BETWEEN 1 AND 64),
    parent_dept_no text REFERENCES department,
    leader_user_no text,
    is_enabled boolean NOT NULL DEFAULT true,
    remark text NOT NULL DEFAULT '',
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now(),
    version integer NOT NULL DEFAULT 1
  );
  CREATE UNIQUE INDEX department_name_unique
    ON department (coalesce(parent_dept_no, ''), lower(dept_name));
`;

const people = `
  CREATE TABLE app_user (
    user_no text PRIMARY KEY DEFAULT 'U' || lpad(nextval('user_number')::text, 6, '0'),
    user_name text NOT NULL CHECK (length(user_name) BETWEEN 1 AND 64),
    login_id text NOT NULL CHECK (length(login_id) BETWEEN 1 AND 64),
    real_name text NOT NULL CHECK (length(real_name) BETWEEN 1 AND 64),
    password_hash text NOT NULL,
    email text,
    phone text CHECK (phone ~ '^254[0-9]{9}$'),
    extension text,
    job_number text CHECK (job_number ~ '^[A-Za-z0-9]{6,8}$'),
    dept_no text REFERENCES department,
    org_no text,
    company_code text NOT NULL DEFAULT '14',
    user_status text NOT NULL DEFAULT 'NORMAL' CHECK (user_status IN ('NORMAL', 'FROZEN')),
    employee_status text NOT NULL DEFAULT 'ON_THE_JOB'
      CHECK (employee_status IN ('ON_THE_JOB', 'LEFT')),
    employee_category text NOT NULL DEFAULT 'NEW' CHECK (employee_category IN ('NEW', 'OLD')),
    basic_salary_cents bigint CHECK (basic_salary_cents >= 0),
    internal_external text NOT NULL DEFAULT 'INTERNAL'
      CHECK (internal_external IN ('INTERNAL', 'EXTERNAL')),
    mfa_bound boolean NOT NULL DEFAULT false,
    must_update_password boolean NOT NULL DEFAULT true,
    password_changed_at timestamptz NOT NULL DEFAULT now(),
    last_sign_in_at timestamptz,
    frozen_at timestamptz,
    freeze_reason text,
    created_by text,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_by text,
    updated_at timestamptz NOT NULL DEFAULT now(),
    version integer NOT NULL DEFAULT 1
  );
  CREATE UNIQUE INDEX app_user_login_id_unique ON app_user (lower(login_id));
  CREATE UNIQUE INDEX app_user_user_name_unique ON app_user (lower(user_name));
  CREATE UNIQUE INDEX app_user_job_number_unique ON app_user (upper(job_number));
  CREATE INDEX app_user_dept ON app_user (dept_no);
  ALTER TABLE department ADD FOREIGN KEY (leader_user_no) REFERENCES app_user;

  CREATE TABLE password_history (
    history_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    user_no text NOT NULL REFERENCES app_user,
    password_hash text NOT NULL,
    set_at timestamptz NOT NULL DEFAULT now()
  );
  CREATE INDEX password_history_user ON password_history (user_no, history_id DESC);

  CREATE TABLE user_setting (
    user_no text PRIMARY KEY REFERENCES app_user,
    settings jsonb NOT NULL DEFAULT '{}',
    updated_at timestamptz NOT NULL DEFAULT now()
  );
`;

const rights = `
  CREATE TABLE role (
    role_no text PRIMARY KEY DEFAULT 'R-' || lpad(nextval('role_number')::text, 3, '0'),
    role_name text NOT NULL CHECK (length(role_name) BETWEEN 1 AND 64),
    remark text NOT NULL DEFAULT '' CHECK (length(remark) <= 200),
    data_scope text NOT NULL DEFAULT 'MERCHANTS' CHECK (data_scope IN ('ALL', 'MERCHANTS')),
    is_desensitization boolean NOT NULL DEFAULT true,
    reveal_fields text[] NOT NULL DEFAULT '{}',
    daily_reveal_budget integer NOT NULL DEFAULT 0 CHECK (daily_reveal_budget BETWEEN 0 AND 999),
    address_book_hide boolean NOT NULL DEFAULT true,
    order_details_hide boolean NOT NULL DEFAULT false,
    unmasked_export boolean NOT NULL DEFAULT false,
    deduction_cap_cents bigint CHECK (deduction_cap_cents >= 0),
    is_administrator boolean NOT NULL DEFAULT false,
    created_by text, created_at timestamptz NOT NULL DEFAULT now(),
    updated_by text, updated_at timestamptz NOT NULL DEFAULT now(),
    version integer NOT NULL DEFAULT 1
  );
  CREATE UNIQUE INDEX role_name_unique ON role (lower(role_name));

  CREATE TABLE role_page (
    role_no text NOT NULL REFERENCES role ON DELETE CASCADE,
    page_path text NOT NULL CHECK (page_path = lower(page_path)),
    PRIMARY KEY (role_no, page_path)
  );
  CREATE TABLE role_code (
    role_no text NOT NULL REFERENCES role ON DELETE CASCADE,
    code text NOT NULL CHECK (code ~ '^[a-z][A-Za-z]*(:[a-z][A-Za-z]*){2}$'),
    PRIMARY KEY (role_no, code)
  );
  CREATE TABLE user_role (
    user_no text NOT NULL REFERENCES app_user,
    role_no text NOT NULL REFERENCES role,
    PRIMARY KEY (user_no, role_no)
  );
  CREATE INDEX user_role_role ON user_role (role_no);
  CREATE TABLE user_merchant (
    user_no text NOT NULL REFERENCES app_user,
    merchant_no text NOT NULL REFERENCES merchant,
    PRIMARY KEY (user_no, merchant_no)
  );
  CREATE INDEX user_merchant_merchant ON user_merchant (merchant_no);
`;

const menusAndLanguages = `
  CREATE TABLE menu (
    menu_no text PRIMARY KEY DEFAULT 'N' || lpad(nextval('menu_number')::text, 4, '0'),
    parent_menu_no text REFERENCES menu,
    menu_type text NOT NULL CHECK (menu_type IN ('CATALOGUE', 'PAGE', 'OPERATION', 'EXTERNAL')),
    menu_name jsonb NOT NULL CHECK (menu_name ? 'en'),
    perms text,
    external_url text CHECK (external_url ~ '^https://'),
    icon text,
    sort integer NOT NULL CHECK (sort > 0),
    is_enabled boolean NOT NULL DEFAULT true,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now(),
    version integer NOT NULL DEFAULT 1
  );
  CREATE INDEX menu_parent ON menu (parent_menu_no, sort);

  CREATE TABLE language (
    language_code text PRIMARY KEY CHECK (length(language_code) BETWEEN 2 AND 4),
    language_name text NOT NULL CHECK (length(language_name) BETWEEN 1 AND 64),
    base_code text REFERENCES language,
    sort integer NOT NULL CHECK (sort > 0),
    flag text,
    is_default boolean NOT NULL DEFAULT false,
    is_enabled boolean NOT NULL DEFAULT true,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now(),
    CHECK (is_enabled OR NOT is_default)
  );
  CREATE UNIQUE INDEX language_one_default ON language (is_default) WHERE is_default;

  CREATE TABLE dictionary_entry (
    dict_key text NOT NULL CHECK (length(dict_key) <= 64),
    value text NOT NULL CHECK (length(value) <= 64),
    label jsonb NOT NULL CHECK (label ? 'en'),
    sort integer NOT NULL DEFAULT 1,
    is_enabled boolean NOT NULL DEFAULT true,
    remark text NOT NULL DEFAULT '' CHECK (length(remark) <= 200),
    PRIMARY KEY (dict_key, value)
  );
`;

const sessions = `
  CREATE TABLE session (
    session_id text PRIMARY KEY,
    user_no text NOT NULL REFERENCES app_user,
    secret_hash bytea NOT NULL,
    cookie_hash bytea NOT NULL,
    device text NOT NULL DEFAULT '',
    address text NOT NULL DEFAULT '',
    started_at timestamptz NOT NULL DEFAULT now(),
    last_seen_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL,
    ended_at timestamptz,
    end_reason text
  );
  CREATE INDEX session_live ON session (user_no) WHERE ended_at IS NULL;

  CREATE FUNCTION announce_session_end() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM pg_notify('kituo_session', json_build_object(
      'sessionId', NEW.session_id, 'reason', coalesce(NEW.end_reason, 'UNKNOWN'))::text);
    RETURN NULL;
  END $$;
  CREATE TRIGGER session_ended AFTER UPDATE OF ended_at ON session
    FOR EACH ROW WHEN (OLD.ended_at IS NULL AND NEW.ended_at IS NOT NULL)
    EXECUTE FUNCTION announce_session_end();

  CREATE TABLE slider_check (
    slider_id text PRIMARY KEY,
    notch_left integer NOT NULL,
    ticket_hash bytea,
    expires_at timestamptz NOT NULL
  );
  CREATE INDEX slider_check_expiry ON slider_check (expires_at);

  CREATE TABLE sign_in_failure (
    subject text PRIMARY KEY,
    failures integer NOT NULL,
    window_ends_at timestamptz NOT NULL,
    locked_until timestamptz
  );
`;

// One row that every call reads with its session. A change of rights bumps it, so that the rights
// cached for an older epoch are read again by the very next call, in every process.
const rightsEpoch = `
  CREATE TABLE rights_epoch (
    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    epoch bigint NOT NULL,
    menu_epoch bigint NOT NULL
  );
  INSERT INTO rights_epoch VALUES (true, 1, 1);

  CREATE FUNCTION bump_rights_epoch() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    UPDATE rights_epoch SET epoch = epoch + 1;
    PERFORM pg_notify('kituo_rights', 'rights');
    RETURN NULL;
  END $$;
  CREATE FUNCTION bump_menu_epoch() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    UPDATE rights_epoch SET epoch = epoch + 1, menu_epoch = menu_epoch + 1;
    PERFORM pg_notify('kituo_rights', 'menu');
    RETURN NULL;
  END $$;

  CREATE TRIGGER rights_changed AFTER INSERT OR UPDATE OR DELETE ON role_page
    FOR EACH STATEMENT EXECUTE FUNCTION bump_rights_epoch();
  CREATE TRIGGER rights_changed AFTER INSERT OR UPDATE OR DELETE ON role_code
    FOR EACH STATEMENT EXECUTE FUNCTION bump_rights_epoch();
  CREATE TRIGGER rights_changed AFTER INSERT OR UPDATE OR DELETE ON user_role
    FOR EACH STATEMENT EXECUTE FUNCTION bump_rights_epoch();
  CREATE TRIGGER rights_changed AFTER INSERT OR UPDATE OR DELETE ON user_merchant
    FOR EACH STATEMENT EXECUTE FUNCTION bump_rights_epoch();
  CREATE TRIGGER rights_changed AFTER INSERT OR UPDATE OR DELETE ON role
    FOR EACH STATEMENT EXECUTE FUNCTION bump_rights_epoch();
  CREATE TRIGGER rights_changed AFTER UPDATE OF merchant_name, is_enabled ON merchant
    FOR EACH STATEMENT EXECUTE FUNCTION bump_rights_epoch();
  CREATE TRIGGER rights_changed AFTER UPDATE OF dept_name ON department
    FOR EACH STATEMENT EXECUTE FUNCTION bump_rights_epoch();
  CREATE TRIGGER rights_changed
    AFTER UPDATE OF user_status, user_name, real_name, dept_no, mfa_bound ON app_user
    FOR EACH ROW WHEN (
      (OLD.user_status, OLD.user_name, OLD.real_name, OLD.dept_no, OLD.mfa_bound)
      IS DISTINCT FROM
      (NEW.user_status, NEW.user_name, NEW.real_name, NEW.dept_no, NEW.mfa_bound))
    EXECUTE FUNCTION bump_rights_epoch();
  CREATE TRIGGER menu_changed AFTER INSERT OR UPDATE OR DELETE ON menu
    FOR EACH STATEMENT EXECUTE FUNCTION bump_menu_epoch();
  CREATE TRIGGER language_changed AFTER INSERT OR UPDATE OR DELETE ON language
    FOR EACH STATEMENT EXECUTE FUNCTION bump_menu_epoch();
`;

const records = `
  CREATE TABLE idempotency_record (
    user_no text NOT NULL,
    idempotency_key text NOT NULL,
    endpoint text NOT NULL,
    payload_hash bytea NOT NULL,
    reply text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (user_no, idempotency_key)
  );
  CREATE INDEX idempotency_record_age ON idempotency_record (created_at);

  CREATE TABLE audit_log (
    audit_id bigint GENERATED ALWAYS AS IDENTITY,
    happened_at timestamptz NOT NULL DEFAULT now(),
    user_no text,
    session_id text,
    request_id text,
    address text,
    action text NOT NULL,
    subject_type text NOT NULL,
    subject_no text NOT NULL,
    before jsonb,
    after jsonb,
    reason text,
    PRIMARY KEY (happened_at, audit_id)
  ) PARTITION BY RANGE (happened_at);
  CREATE TABLE audit_log_rest PARTITION OF audit_log DEFAULT;
  CREATE INDEX audit_log_subject ON audit_log (subject_type, subject_no, happened_at DESC);
  CREATE INDEX audit_log_user ON audit_log (user_no, happened_at DESC);

  CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
  END $$;
  CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON audit_log
    FOR EACH ROW EXECUTE FUNCTION refuse_change();
  CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON audit_log
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
`;

const warnings = `
  CREATE TABLE warning (
    warning_no text PRIMARY KEY DEFAULT 'W' || lpad(nextval('warning_number')::text, 8, '0'),
    warning_level text NOT NULL CHECK (warning_level IN ('INFO', 'ATTENTION', 'URGENT')),
    source_type text NOT NULL,
    source_key text,
    subject text NOT NULL,
    subject_path text,
    amount_cents bigint,
    merchant_no text REFERENCES merchant,
    role_nos text[] NOT NULL DEFAULT '{}',
    warning_status text NOT NULL DEFAULT 'OPEN'
      CHECK (warning_status IN ('OPEN', 'ACKNOWLEDGED', 'RESOLVED')),
    assignee_user_no text REFERENCES app_user,
    raised_at timestamptz NOT NULL DEFAULT now(),
    acknowledged_by text REFERENCES app_user,
    acknowledged_at timestamptz,
    snoozed_until timestamptz,
    resolved_by text REFERENCES app_user,
    resolved_at timestamptz,
    resolution_note text CHECK (length(resolution_note) BETWEEN 1 AND 200),
    is_self_resolved boolean NOT NULL DEFAULT false,
    version integer NOT NULL DEFAULT 1
  );
  CREATE UNIQUE INDEX warning_open_source ON warning (source_type, source_key)
    WHERE source_key IS NOT NULL AND warning_status <> 'RESOLVED';
  CREATE INDEX warning_newest ON warning (raised_at DESC);
  CREATE INDEX warning_roles ON warning USING gin (role_nos);
`;

const tracking = `
  CREATE TABLE tracking_event (
    tracking_id bigint GENERATED ALWAYS AS IDENTITY,
    received_at timestamptz NOT NULL DEFAULT now(),
    user_no text,
    session_id text,
    event_id text NOT NULL,
    event_type text NOT NULL,
    page_name text,
    system_code text,
    time_zone text,
    order_no text,
    type text,
    is_login boolean,
    app_id text,
    app_name text,
    os text,
    channel text,
    device_model text,
    app_version text,
    country text,
    duration_ms integer,
    PRIMARY KEY (received_at, tracking_id)
  ) PARTITION BY RANGE (received_at);
  CREATE TABLE tracking_event_rest PARTITION OF tracking_event DEFAULT;
  CREATE INDEX tracking_event_user ON tracking_event (user_no, received_at DESC);
`;

const files = `
  CREATE TABLE upload (
    upload_no text PRIMARY KEY,
    token_hash bytea NOT NULL,
    user_no text NOT NULL REFERENCES app_user,
    directory text NOT NULL DEFAULT 'file-upload',
    file_name text NOT NULL,
    size_bytes bigint NOT NULL CHECK (size_bytes > 0),
    chunk_bytes integer NOT NULL CHECK (chunk_bytes > 0),
    md5 text NOT NULL,
    upload_status text NOT NULL DEFAULT 'OPEN' CHECK (upload_status IN ('OPEN', 'DONE', 'FAILED')),
    expires_at timestamptz NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now()
  );
  CREATE INDEX upload_expiry ON upload (expires_at) WHERE upload_status = 'OPEN';
  CREATE TABLE upload_chunk (
    upload_no text NOT NULL REFERENCES upload ON DELETE CASCADE,
    chunk_index integer NOT NULL,
    size_bytes integer NOT NULL,
    md5 text NOT NULL,
    content bytea NOT NULL,
    PRIMARY KEY (upload_no, chunk_index)
  );
  CREATE TABLE attachment (
    attachment_no text PRIMARY KEY,
    user_no text NOT NULL REFERENCES app_user,
    upload_no text NOT NULL REFERENCES upload,
    subject_type text,
    subject_no text,
    file_name text NOT NULL,
    content_type text NOT NULL,
    size_bytes bigint NOT NULL,
    md5 text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    deleted_at timestamptz
  );
  CREATE INDEX attachment_subject ON attachment (subject_type, subject_no);
`;

const announcements = `
  CREATE TABLE announcement (
    announcement_no text PRIMARY KEY,
    title jsonb NOT NULL CHECK (title ? 'en'),
    content jsonb NOT NULL CHECK (content ? 'en'),
    audience text NOT NULL DEFAULT 'STAFF',
    merchant_nos text[] NOT NULL DEFAULT '{}',
    dept_nos text[] NOT NULL DEFAULT '{}',
    must_confirm boolean NOT NULL DEFAULT false,
    announcement_status text NOT NULL DEFAULT 'ACTIVE'
      CHECK (announcement_status IN ('DRAFT', 'ACTIVE', 'ABOLISHED')),
    published_at timestamptz NOT NULL DEFAULT now(),
    ends_at timestamptz
  );
  CREATE TABLE announcement_confirmation (
    announcement_no text NOT NULL REFERENCES announcement,
    user_no text NOT NULL REFERENCES app_user,
    confirmed_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (announcement_no, user_no)
  );
`;

// Months to come get partitions ahead of time; what has none falls into the `_rest` partition.
const partitions = `
  CREATE FUNCTION ensure_month_partitions(parent text, months_ahead integer) RETURNS void
  LANGUAGE plpgsql AS $$
  DECLARE month date; part text;
  BEGIN
    FOR i IN 0..months_ahead LOOP
      month := (date_trunc('month', now() AT TIME ZONE 'UTC') + make_interval(months => i))::date;
      part := parent || '_' || to_char(month, 'YYYY_MM');
      IF to_regclass(part) IS NULL THEN
        EXECUTE format(
          'CREATE TABLE IF NOT EXISTS %I PARTITION OF %I FOR VALUES FROM (%L) TO (%L)',
          part, parent, month::timestamp AT TIME ZONE 'UTC',
          (month + interval '1 month')::timestamp AT TIME ZONE 'UTC');
      END IF;
    END LOOP;
  END $$;
  SELECT ensure_month_partitions('audit_log', 3);
  SELECT ensure_month_partitions('tracking_event', 3);
`;
