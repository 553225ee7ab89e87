import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** What people say when they ask for waivers, losses and refunds, and when they decide them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(columns).execute(db);
}

const columns = `
  ALTER TABLE deduction
    ADD COLUMN requested_cents bigint CHECK (requested_cents > 0),
    ADD COLUMN expected_pay_cents bigint CHECK (expected_pay_cents >= 0),
    ADD COLUMN remark text CHECK (length(remark) <= 200);
  CREATE INDEX deduction_order ON deduction (order_no);
  CREATE INDEX deduction_newest ON deduction (created_at DESC);

  ALTER TABLE charge_off
    ADD COLUMN remark text CHECK (length(remark) <= 200),
    ADD COLUMN decision_reason text CHECK (length(decision_reason) <= 200),
    ADD COLUMN cancel_requested_by text REFERENCES app_user,
    ADD COLUMN cancel_requested_at timestamptz,
    ADD COLUMN cancel_reason text CHECK (length(cancel_reason) <= 200),
    ADD COLUMN cancel_checked_by text REFERENCES app_user,
    ADD CHECK (cancel_checked_by <> cancelled_by);
  CREATE INDEX charge_off_order ON charge_off (order_no);

  ALTER TABLE refund
    ADD COLUMN order_no text REFERENCES loan_order,
    ADD COLUMN reason_code text,
    ADD COLUMN voucher_ids text[] NOT NULL DEFAULT '{}',
    ADD COLUMN registered_name text,
    ADD COLUMN audit_remark text CHECK (length(audit_remark) <= 200),
    ADD COLUMN verify_ignored_by text REFERENCES app_user,
    ADD COLUMN decided_at timestamptz;
  CREATE INDEX refund_newest ON refund (created_at DESC);
`;
