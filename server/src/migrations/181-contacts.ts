import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/**
 * The contact gate's memory: whom we tried to reach, what kept us from it, what came of it; who must not be
 * called, and who beside the customer may be.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const part of [attempts, parties]) await sql.raw(part).execute(db);
  await sql`insert into regulatory_policy (policy_key, effective_from, value)
    values ('contactCaps', '2020-01-01', ${JSON.stringify(CAPS)}::jsonb)`.execute(db);
}

/** Attempts a phone and EAT day, over all who try; `all` counts them together. */
const CAPS = { call: 3, sms: 2, robot: 2, all: 5 };

// Milliseconds: what a caller reads must find its row again by it.
const attempts = `
  CREATE SEQUENCE contact_attempt_number;
  CREATE TABLE contact_attempt (
    attempt_id bigint NOT NULL DEFAULT nextval('contact_attempt_number'),
    attempted_at timestamptz(3) NOT NULL,
    phone text NOT NULL,
    purpose text NOT NULL CHECK (purpose IN
      ('COLLECTION', 'REVIEW', 'SERVICE', 'TELEMARKETING', 'MARKETING', 'REQUESTED')),
    channel text NOT NULL CHECK (channel IN ('CALL', 'SMS', 'ROBOT')),
    party_kind text CHECK (party_kind IN ('BORROWER', 'APPLICANT', 'GUARANTOR', 'LEAD')),
    customer_no text,
    merchant_no text,
    order_no text,
    case_no text,
    user_no text,
    refused_for text,
    next_allowed_at timestamptz,
    template_code text,
    content text,
    PRIMARY KEY (attempt_id, attempted_at)
  ) PARTITION BY RANGE (attempted_at);
  CREATE TABLE contact_attempt_rest PARTITION OF contact_attempt DEFAULT;
  CREATE INDEX contact_attempt_phone ON contact_attempt (phone, attempted_at);
  CREATE INDEX contact_attempt_case ON contact_attempt (case_no, attempted_at)
    WHERE case_no IS NOT NULL;
  CREATE INDEX contact_attempt_user ON contact_attempt (user_no, attempted_at)
    WHERE user_no IS NOT NULL;
  CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON contact_attempt
    FOR EACH ROW EXECUTE FUNCTION refuse_change();
  CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON contact_attempt
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
  SELECT ensure_month_partitions('contact_attempt', 3);

  CREATE TABLE contact_reference (
    gateway text NOT NULL CHECK (gateway IN ('SMS', 'VOICE', 'ROBOT')),
    reference text NOT NULL,
    attempt_id bigint NOT NULL,
    at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (gateway, reference)
  );
  CREATE INDEX contact_reference_attempt ON contact_reference (attempt_id);
  CREATE TABLE contact_result (
    result_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    attempt_id bigint NOT NULL,
    reference text,
    outcome text NOT NULL,
    talk_seconds integer CHECK (talk_seconds >= 0),
    willingness text,
    recording_url text,
    cost_cents bigint,
    at timestamptz NOT NULL DEFAULT now()
  );
  CREATE INDEX contact_result_attempt ON contact_result (attempt_id, result_id);
  CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON contact_result
    FOR EACH ROW EXECUTE FUNCTION refuse_change();
`;

const parties = `
  CREATE TABLE contact_block (
    block_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    block_kind text NOT NULL CHECK (block_kind IN ('DO_NOT_CALL', 'DISPUTE', 'DEATH', 'OPT_OUT')),
    phone text,
    customer_no text REFERENCES customer,
    note text CHECK (length(note) <= 500),
    set_by text,
    set_at timestamptz NOT NULL DEFAULT now(),
    lifted_at timestamptz,
    lifted_by text,
    CHECK (phone IS NOT NULL OR customer_no IS NOT NULL)
  );
  CREATE UNIQUE INDEX contact_block_phone ON contact_block (phone, block_kind)
    WHERE lifted_at IS NULL AND phone IS NOT NULL;
  CREATE UNIQUE INDEX contact_block_customer ON contact_block (customer_no, block_kind)
    WHERE lifted_at IS NULL AND customer_no IS NOT NULL;

  CREATE TABLE contact_party (
    party_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    party_kind text NOT NULL CHECK (party_kind IN ('GUARANTOR', 'LEAD')),
    customer_no text REFERENCES customer,
    merchant_no text NOT NULL REFERENCES merchant,
    phone text NOT NULL CHECK (phone ~ '^254[0-9]{9}$'),
    party_name text NOT NULL,
    consented_at timestamptz,
    withdrawn_at timestamptz,
    CHECK ((party_kind = 'LEAD') = (customer_no IS NULL))
  );
  CREATE UNIQUE INDEX contact_party_lead ON contact_party (merchant_no, phone) WHERE party_kind = 'LEAD';
  CREATE UNIQUE INDEX contact_party_guarantor ON contact_party (customer_no, phone)
    WHERE party_kind = 'GUARANTOR';
`;
