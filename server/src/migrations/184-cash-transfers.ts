import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/**
 * Cash on its way between our own accounts, and unmatched payments on their way back to their payers. One
 * person asks, another agrees and releases; what a return takes of a flow is held from the asking on.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(transfers).execute(db);
}

const transfers = `
  CREATE SEQUENCE cash_transfer_number;
  CREATE TABLE cash_transfer (
    transfer_no text PRIMARY KEY DEFAULT 'TR' || lpad(nextval('cash_transfer_number')::text, 9, '0'),
    merchant_no text NOT NULL REFERENCES merchant,
    transfer_type text NOT NULL CHECK (transfer_type IN ('OWN_ACCOUNT', 'RETURN_TO_PAYER')),
    source_account_code text NOT NULL REFERENCES account,
    target_account_code text REFERENCES account,
    flow_no text REFERENCES payment_flow,
    payee_phone text CHECK (payee_phone ~ '^254[0-9]{9}$'),
    payee_name text NOT NULL,
    amount_cents bigint NOT NULL CHECK (amount_cents > 0 AND amount_cents % 100 = 0),
    purpose text NOT NULL CHECK (length(purpose) BETWEEN 1 AND 200),
    voucher_ids text[] NOT NULL CHECK (cardinality(voucher_ids) > 0),
    transfer_status text NOT NULL DEFAULT 'SUBMITTED' CHECK (transfer_status IN
      ('SUBMITTED', 'APPROVED', 'REJECTED', 'GIVEN_UP', 'RELEASING', 'SUCCESS', 'FAILED')),
    applicant_user_no text NOT NULL REFERENCES app_user,
    auditor_user_no text REFERENCES app_user,
    audit_remark text CHECK (length(audit_remark) <= 200),
    releaser_user_no text REFERENCES app_user,
    apply_time timestamptz NOT NULL DEFAULT now(),
    audit_time timestamptz,
    release_time timestamptz,
    success_time timestamptz,
    version bigint NOT NULL DEFAULT 0,
    CHECK ((transfer_type = 'OWN_ACCOUNT') = (target_account_code IS NOT NULL)),
    CHECK ((transfer_type = 'RETURN_TO_PAYER') = (flow_no IS NOT NULL)),
    CHECK ((transfer_type = 'RETURN_TO_PAYER') = (payee_phone IS NOT NULL)),
    CHECK (source_account_code <> target_account_code),
    CHECK (auditor_user_no <> applicant_user_no),
    CHECK (releaser_user_no <> applicant_user_no)
  );
  CREATE INDEX cash_transfer_newest ON cash_transfer (merchant_no, transfer_no DESC);
  CREATE INDEX cash_transfer_open ON cash_transfer (source_account_code)
    WHERE transfer_status IN ('SUBMITTED', 'APPROVED', 'RELEASING', 'FAILED');
  CREATE INDEX cash_transfer_flow ON cash_transfer (flow_no) WHERE flow_no IS NOT NULL;
`;
