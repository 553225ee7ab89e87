import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** What an application or a loan that came from a call counts for, by period and target. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(tables).execute(db);
}

const tables = `
  CREATE SEQUENCE call_activity_number;
  CREATE TABLE call_activity (
    activity_no text PRIMARY KEY DEFAULT 'CA' || lpad(nextval('call_activity_number')::text, 6, '0'),
    merchant_no text NOT NULL REFERENCES merchant,
    activity_name text NOT NULL CHECK (length(activity_name) BETWEEN 1 AND 30),
    marketing_targets text[] NOT NULL CHECK (cardinality(marketing_targets) BETWEEN 1 AND 20),
    period_from date NOT NULL,
    period_to date NOT NULL,
    incoming_bonus_cents bigint NOT NULL CHECK (incoming_bonus_cents >= 0),
    loan_bonus_cents bigint NOT NULL CHECK (loan_bonus_cents >= 0),
    activity_state text NOT NULL DEFAULT 'PENDING_APPROVAL'
      CHECK (activity_state IN ('DRAFT', 'PENDING_APPROVAL', 'ENABLED', 'DISABLED')),
    maker_user_no text NOT NULL REFERENCES app_user,
    checker_user_no text REFERENCES app_user,
    decision_reason text,
    updated_at timestamptz NOT NULL DEFAULT now(),
    version bigint NOT NULL DEFAULT 0,
    CHECK (checker_user_no <> maker_user_no),
    CHECK (period_from <= period_to)
  );
  CREATE INDEX call_activity_merchant ON call_activity (merchant_no, period_from);
  -- A call is found by whose it was, a bonus by the activity it counts for.
  ALTER TABLE order_attribution ADD COLUMN activity_no text REFERENCES call_activity;
  CREATE INDEX order_attribution_activity ON order_attribution (activity_no) WHERE activity_no IS NOT NULL;
`;
