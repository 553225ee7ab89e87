import { type Kysely, sql } from 'kysely';

/** Score sheets, sampling rules, inspections of what staff and robots said, and what was said in a call. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const part of [sheets, rules, inspections, transcripts]) await sql.raw(part).execute(db);
}

const sheets = `
  CREATE SEQUENCE quality_sheet_number;
  CREATE TABLE quality_sheet (
    sheet_no text PRIMARY KEY DEFAULT 'QS' || lpad(nextval('quality_sheet_number')::text, 6, '0'),
    sheet_name text NOT NULL CHECK (length(sheet_name) BETWEEN 1 AND 64),
    source_types text[] NOT NULL CHECK (cardinality(source_types) > 0),
    items jsonb NOT NULL,
    sheet_status text NOT NULL DEFAULT 'DRAFT'
      CHECK (sheet_status IN ('DRAFT', 'PENDING_APPROVAL', 'ENABLED', 'DISABLED')),
    version_no integer NOT NULL DEFAULT 1,
    -- The newest approved version may be scored by, also while the next one is drafted.
    is_in_use boolean NOT NULL DEFAULT false,
    -- Who wrote it as it is: may not approve it.
    updated_by text NOT NULL REFERENCES app_user,
    approved_by text REFERENCES app_user,
    updated_at timestamptz NOT NULL DEFAULT now(),
    version integer NOT NULL DEFAULT 1,
    CHECK (approved_by <> updated_by)
  );
  -- Sheets as they were approved: every score can be explained by the version that it was given by.
  CREATE TABLE quality_sheet_version (
    sheet_no text NOT NULL REFERENCES quality_sheet,
    version_no integer NOT NULL,
    source_types text[] NOT NULL,
    items jsonb NOT NULL,
    approved_by text NOT NULL REFERENCES app_user,
    approved_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (sheet_no, version_no)
  );
  CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON quality_sheet_version
    FOR EACH ROW EXECUTE FUNCTION refuse_change();
`;

const rules = `
  CREATE SEQUENCE sampling_rule_number;
  CREATE TABLE sampling_rule (
    rule_no text PRIMARY KEY DEFAULT 'QR' || lpad(nextval('sampling_rule_number')::text, 6, '0'),
    rule_name text NOT NULL CHECK (length(rule_name) BETWEEN 1 AND 64),
    source_type text NOT NULL CHECK (source_type IN ('CALL', 'SMS', 'ROBOT', 'FEEDBACK', 'ORDER_REVIEW')),
    sheet_no text NOT NULL REFERENCES quality_sheet,
    percent integer NOT NULL CHECK (percent BETWEEN 0 AND 100),
    min_per_person integer NOT NULL CHECK (min_per_person BETWEEN 0 AND 50),
    min_seconds integer NOT NULL CHECK (min_seconds BETWEEN 0 AND 3600),
    rule_status text NOT NULL DEFAULT 'DRAFT'
      CHECK (rule_status IN ('DRAFT', 'PENDING_APPROVAL', 'ENABLED', 'DISABLED')),
    updated_by text NOT NULL REFERENCES app_user,
    approved_by text REFERENCES app_user,
    updated_at timestamptz NOT NULL DEFAULT now(),
    version integer NOT NULL DEFAULT 1,
    CHECK (approved_by <> updated_by)
  );
`;

const inspections = `
  CREATE SEQUENCE inspection_number;
  CREATE TABLE inspection (
    inspection_no text PRIMARY KEY DEFAULT 'QI' || lpad(nextval('inspection_number')::text, 9, '0'),
    source_type text NOT NULL CHECK (source_type IN ('CALL', 'SMS', 'ROBOT', 'FEEDBACK', 'ORDER_REVIEW')),
    -- The call, message, feedback or review.
    subject_no text NOT NULL,
    merchant_no text NOT NULL REFERENCES merchant,
    -- Who is inspected; null: a robot.
    user_no text REFERENCES app_user,
    customer_no text REFERENCES customer,
    order_no text,
    case_no text,
    phone text,
    happened_at timestamptz NOT NULL,
    duration_seconds integer,
    content text,
    flags text[] NOT NULL DEFAULT '{}'
      CHECK (flags <@ ARRAY['SENSITIVE_WORD', 'GATE_REFUSAL', 'LONG_SILENCE']),
    -- Null: opened automatically for a flagged word.
    rule_no text REFERENCES sampling_rule,
    sheet_no text REFERENCES quality_sheet,
    sheet_version_no integer,
    inspection_status text NOT NULL DEFAULT 'PENDING'
      CHECK (inspection_status IN ('PENDING', 'INSPECTING', 'SCORED', 'APPEALED', 'CLOSED')),
    assigned_user_no text REFERENCES app_user CHECK (assigned_user_no <> user_no),
    inspector_user_no text REFERENCES app_user CHECK (inspector_user_no <> user_no),
    lease_until timestamptz,
    answers jsonb NOT NULL DEFAULT '[]',
    marks jsonb NOT NULL DEFAULT '[]',
    remark text,
    score integer CHECK (score BETWEEN 0 AND 100),
    has_fatal boolean NOT NULL DEFAULT false,
    scored_at timestamptz,
    appeal_due_at timestamptz,
    appeal text,
    appealed_at timestamptz,
    decision text CHECK (decision IN ('UPHOLD', 'AMEND')),
    decision_reason text,
    decided_by text REFERENCES app_user,
    decided_at timestamptz,
    -- Before an appeal changed it.
    score_before integer,
    created_at timestamptz NOT NULL DEFAULT now(),
    version integer NOT NULL DEFAULT 1,
    CHECK (decided_by <> inspector_user_no AND decided_by <> user_no),
    CHECK (inspection_status <> 'INSPECTING' OR (inspector_user_no IS NOT NULL AND lease_until IS NOT NULL)),
    CHECK ((inspection_status IN ('PENDING', 'INSPECTING')) = (score IS NULL)),
    FOREIGN KEY (sheet_no, sheet_version_no) REFERENCES quality_sheet_version (sheet_no, version_no)
  );
  CREATE UNIQUE INDEX inspection_subject ON inspection (source_type, subject_no);
  CREATE INDEX inspection_newest ON inspection (happened_at DESC, inspection_no);
  CREATE INDEX inspection_person ON inspection (user_no, happened_at DESC);
  CREATE INDEX inspection_lease ON inspection (lease_until) WHERE inspection_status = 'INSPECTING';
  CREATE INDEX inspection_appeal_over ON inspection (appeal_due_at) WHERE inspection_status = 'SCORED';
  CREATE INDEX inspection_scored ON inspection (scored_at) WHERE scored_at IS NOT NULL;
`;

const transcripts = `
  CREATE TABLE contact_transcript (
    attempt_id bigint NOT NULL,
    segment_no integer NOT NULL,
    from_second integer NOT NULL CHECK (from_second >= 0),
    speaker text NOT NULL CHECK (speaker IN ('STAFF', 'ROBOT', 'CUSTOMER')),
    said text NOT NULL,
    PRIMARY KEY (attempt_id, segment_no)
  );
  CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON contact_transcript
    FOR EACH ROW EXECUTE FUNCTION refuse_change();
`;
