import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Whose call an application came from: the rules by date, what they decided, and what people asked to have decided otherwise. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(tables).execute(db);
}

const tables = `
  CREATE SEQUENCE inbound_rule_number;
  CREATE TABLE inbound_rule (
    rule_no text PRIMARY KEY DEFAULT 'IR' || lpad(nextval('inbound_rule_number')::text, 6, '0'),
    merchant_no text NOT NULL REFERENCES merchant,
    attribution_days integer NOT NULL CHECK (attribution_days BETWEEN 1 AND 90),
    min_talk_seconds integer NOT NULL CHECK (min_talk_seconds BETWEEN 0 AND 600),
    tie_break text NOT NULL CHECK (tie_break IN ('LAST_TALK', 'FIRST_TALK')),
    protection_days integer NOT NULL CHECK (protection_days BETWEEN 1 AND 30),
    effective_from date NOT NULL,
    rule_state text NOT NULL DEFAULT 'PENDING_APPROVAL'
      CHECK (rule_state IN ('DRAFT', 'PENDING_APPROVAL', 'ENABLED', 'DISABLED')),
    maker_user_no text NOT NULL REFERENCES app_user,
    checker_user_no text REFERENCES app_user,
    decision_reason text,
    updated_at timestamptz NOT NULL DEFAULT now(),
    version bigint NOT NULL DEFAULT 0,
    CHECK (checker_user_no <> maker_user_no)
  );
  CREATE UNIQUE INDEX inbound_rule_once ON inbound_rule (merchant_no, effective_from)
    WHERE rule_state IN ('PENDING_APPROVAL', 'ENABLED');

  CREATE SEQUENCE follow_application_number;
  CREATE TABLE follow_application (
    apply_no text PRIMARY KEY DEFAULT 'FA' || lpad(nextval('follow_application_number')::text, 8, '0'),
    apply_type text NOT NULL CHECK (apply_type IN ('KEEP', 'CLAIM_CUSTOMER', 'CLAIM_ORDER', 'RELEASE')),
    merchant_no text NOT NULL REFERENCES merchant,
    entry_id text REFERENCES call_entry ON DELETE CASCADE,
    order_no text REFERENCES loan_order,
    current_owner_no text REFERENCES app_user,
    applicant_user_no text NOT NULL REFERENCES app_user,
    reason text NOT NULL CHECK (length(reason) BETWEEN 1 AND 200),
    approval_status text NOT NULL DEFAULT 'PENDING'
      CHECK (approval_status IN ('PENDING', 'APPROVED', 'REJECTED', 'WITHDRAWN')),
    approver_user_no text REFERENCES app_user,
    decision_remark text,
    applied_at timestamptz NOT NULL DEFAULT now(),
    decided_at timestamptz,
    version bigint NOT NULL DEFAULT 0,
    CHECK ((entry_id IS NULL) <> (order_no IS NULL)),
    CHECK (approver_user_no <> applicant_user_no)
  );
  CREATE UNIQUE INDEX follow_application_live ON follow_application (coalesce(entry_id, order_no))
    WHERE approval_status = 'PENDING';
  CREATE INDEX follow_application_listed ON follow_application (applied_at);

  CREATE TABLE order_attribution (
    order_no text PRIMARY KEY REFERENCES loan_order,
    merchant_no text NOT NULL REFERENCES merchant,
    user_no text NOT NULL REFERENCES app_user,
    attributed_by text NOT NULL CHECK (attributed_by IN ('RULE', 'APPROVAL')),
    rule_no text REFERENCES inbound_rule,
    apply_no text REFERENCES follow_application,
    first_call_at timestamptz,
    attributed_at timestamptz NOT NULL DEFAULT now()
  );
  CREATE INDEX order_attribution_user ON order_attribution (user_no);
`;
