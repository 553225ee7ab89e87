import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** What lowers a debt without money (waivers, losses) and what goes back to customers. Two people each. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const part of [deductions, chargeOffs, refunds]) await sql.raw(part).execute(db);
}

const deductions = `
  CREATE SEQUENCE deduction_number;
  CREATE TABLE deduction (
    deduction_no text PRIMARY KEY DEFAULT 'DE' || lpad(nextval('deduction_number')::text, 9, '0'),
    merchant_no text NOT NULL,
    order_no text NOT NULL REFERENCES loan_order,
    bill_no text NOT NULL REFERENCES bill,
    amounts jsonb NOT NULL,
    total_cents bigint NOT NULL CHECK (total_cents > 0),
    reason text NOT NULL CHECK (length(reason) BETWEEN 1 AND 200),
    deduction_status text NOT NULL DEFAULT 'PENDING'
      CHECK (deduction_status IN ('PENDING', 'APPROVED', 'REJECTED', 'APPLIED', 'LAPSED', 'REVERSED')),
    applicant_user_no text NOT NULL REFERENCES app_user,
    decided_by text REFERENCES app_user,
    decided_at timestamptz,
    decision_reason text,
    lapses_at timestamptz,
    application_no text REFERENCES payment_application,
    created_at timestamptz NOT NULL DEFAULT now(),
    CHECK (decided_by <> applicant_user_no)
  );
  CREATE INDEX deduction_bill ON deduction (bill_no);
  CREATE INDEX deduction_lapsing ON deduction (lapses_at) WHERE deduction_status = 'APPROVED';
  CREATE UNIQUE INDEX deduction_one_waiting ON deduction (bill_no)
    WHERE deduction_status IN ('PENDING', 'APPROVED');
`;

const chargeOffs = `
  CREATE SEQUENCE charge_off_number;
  CREATE TABLE charge_off (
    charge_off_no text PRIMARY KEY DEFAULT 'CO' || lpad(nextval('charge_off_number')::text, 9, '0'),
    merchant_no text NOT NULL,
    order_no text NOT NULL REFERENCES loan_order,
    bill_nos text[] NOT NULL CHECK (cardinality(bill_nos) > 0),
    reason text NOT NULL CHECK (length(reason) BETWEEN 1 AND 200),
    charge_off_status text NOT NULL DEFAULT 'PENDING'
      CHECK (charge_off_status IN ('PENDING', 'APPROVED', 'REJECTED', 'CANCELLED')),
    loss_cents bigint,
    business_date date,
    journal_ids bigint[] NOT NULL DEFAULT '{}',
    applicant_user_no text NOT NULL REFERENCES app_user,
    decided_by text REFERENCES app_user,
    decided_at timestamptz,
    cancelled_by text REFERENCES app_user,
    created_at timestamptz NOT NULL DEFAULT now(),
    CHECK (decided_by <> applicant_user_no)
  );
  CREATE UNIQUE INDEX charge_off_one_waiting ON charge_off (order_no)
    WHERE charge_off_status = 'PENDING';
`;

const refunds = `
  CREATE SEQUENCE refund_number;
  CREATE TABLE refund (
    refund_no text PRIMARY KEY DEFAULT 'RF' || lpad(nextval('refund_number')::text, 9, '0'),
    merchant_no text NOT NULL,
    customer_no text NOT NULL REFERENCES customer,
    flow_no text NOT NULL REFERENCES payment_flow,
    amount_cents bigint NOT NULL CHECK (amount_cents >= 2000),
    refund_channel text NOT NULL,
    payee_phone text NOT NULL CHECK (payee_phone ~ '^254[0-9]{9}$'),
    payee_name text NOT NULL,
    is_original_payer boolean NOT NULL,
    remark text CHECK (length(remark) <= 200),
    refund_status text NOT NULL DEFAULT 'PENDING'
      CHECK (refund_status IN ('PENDING', 'APPROVED', 'REJECTED', 'IN_PROGRESS', 'SUCCESS', 'FAILURE')),
    verify_status text NOT NULL DEFAULT 'NOT_VERIFIED'
      CHECK (verify_status IN ('NOT_VERIFIED', 'PASSED', 'FAILED')),
    verify_ignored_reason text,
    applicant_user_no text NOT NULL REFERENCES app_user,
    checker_user_no text REFERENCES app_user,
    second_checker_user_no text REFERENCES app_user,
    operator_user_no text REFERENCES app_user,
    created_at timestamptz NOT NULL DEFAULT now(),
    success_time timestamptz,
    CHECK (checker_user_no <> applicant_user_no),
    CHECK (second_checker_user_no <> applicant_user_no)
  );
  CREATE INDEX refund_flow ON refund (flow_no);
  CREATE INDEX refund_customer ON refund (customer_no);
`;
