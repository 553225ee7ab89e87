import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Changes that await approval, and the switches that say which do. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(tables).execute(db);
}

// Two people a decision: the database refuses a maker who decides, whatever the code above it does.
const tables = `
  CREATE TABLE policy_setting (
    setting_key text PRIMARY KEY CHECK (setting_key ~ '^[a-z][A-Za-z]*([.][a-z][A-Za-z]*)*$'),
    value jsonb NOT NULL,
    updated_by text REFERENCES app_user,
    updated_at timestamptz NOT NULL DEFAULT now()
  );
  INSERT INTO policy_setting (setting_key, value) VALUES ('makerChecker.user', 'false');

  CREATE SEQUENCE change_number;
  CREATE TABLE change_request (
    change_no text PRIMARY KEY DEFAULT 'CH' || lpad(nextval('change_number')::text, 7, '0'),
    family text NOT NULL,
    kind text NOT NULL,
    subject_no text,
    subject_name text NOT NULL,
    payload jsonb,
    subject_state jsonb,
    before jsonb,
    after jsonb NOT NULL,
    concerns text[] NOT NULL DEFAULT '{}',
    merchant_nos text[] NOT NULL DEFAULT '{}',
    maker_user_no text NOT NULL REFERENCES app_user,
    maker_merchant_nos text[],
    reason text CHECK (length(reason) BETWEEN 1 AND 200),
    change_state text NOT NULL DEFAULT 'PENDING'
      CHECK (change_state IN ('PENDING', 'APPROVED', 'REJECTED', 'WITHDRAWN', 'LAPSED')),
    decided_by text REFERENCES app_user,
    decided_at timestamptz,
    decision_reason text CHECK (length(decision_reason) BETWEEN 1 AND 200),
    created_at timestamptz NOT NULL DEFAULT now(),
    lapses_at timestamptz,
    CHECK (change_state NOT IN ('APPROVED', 'REJECTED') OR decided_by <> maker_user_no),
    CHECK (change_state <> 'WITHDRAWN' OR decided_by = maker_user_no),
    CHECK ((change_state = 'PENDING') = (payload IS NOT NULL))
  );
  CREATE UNIQUE INDEX change_request_waiting ON change_request (kind, subject_no)
    WHERE change_state = 'PENDING' AND subject_no IS NOT NULL;
  CREATE INDEX change_request_newest ON change_request (family, created_at DESC);
  CREATE INDEX change_request_lapsing ON change_request (lapses_at)
    WHERE change_state = 'PENDING' AND lapses_at IS NOT NULL;
`;
