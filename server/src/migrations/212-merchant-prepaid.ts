import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/**
 * Merchants' prepaid accounts: recharges that an approver checked, and what is charged to them.
 * `balance_cents` is a cache of the account's postings; with a credit line it may go below 0.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(prepaid).execute(db);
}

const prepaid = `
  INSERT INTO account (account_code, account_kind, name_en, name_zh) VALUES
    ('BANK.MAIN', 'ASSET', 'Bank account', '银行账户');

  CREATE TABLE merchant_prepaid (
    merchant_no text PRIMARY KEY REFERENCES merchant,
    credit_line_cents bigint NOT NULL DEFAULT 0 CHECK (credit_line_cents >= 0),
    balance_cents bigint NOT NULL DEFAULT 0,
    version bigint NOT NULL DEFAULT 0,
    CHECK (balance_cents >= -credit_line_cents)
  );

  CREATE SEQUENCE merchant_recharge_number;
  CREATE TABLE merchant_recharge (
    recharge_no text PRIMARY KEY DEFAULT 'RC' || lpad(nextval('merchant_recharge_number')::text, 9, '0'),
    merchant_no text NOT NULL REFERENCES merchant,
    amount_cents bigint NOT NULL CHECK (amount_cents > 0),
    balance_after_cents bigint,
    payment_channel text NOT NULL CHECK (payment_channel IN ('MPESA', 'BANK')),
    payment_code text NOT NULL CHECK (length(payment_code) BETWEEN 1 AND 64),
    payer_account text NOT NULL DEFAULT '' CHECK (length(payer_account) <= 64),
    paid_at timestamptz NOT NULL,
    voucher_ids text[] NOT NULL CHECK (cardinality(voucher_ids) > 0),
    recharge_status text NOT NULL DEFAULT 'PENDING' CHECK (recharge_status IN
      ('PENDING', 'APPROVED', 'REJECTED', 'REVERSED')),
    applicant_user_no text NOT NULL REFERENCES app_user,
    auditor_user_no text REFERENCES app_user,
    audit_remark text CHECK (length(audit_remark) <= 200),
    created_at timestamptz NOT NULL DEFAULT now(),
    audited_at timestamptz,
    reversed_at timestamptz,
    journal_id bigint,
    version bigint NOT NULL DEFAULT 0,
    CHECK (auditor_user_no <> applicant_user_no),
    CHECK ((recharge_status IN ('APPROVED', 'REVERSED')) = (journal_id IS NOT NULL))
  );
  -- What was rejected may be recorded anew; money that counted may not, even reversed.
  CREATE UNIQUE INDEX merchant_recharge_serial_once ON merchant_recharge (payment_channel, payment_code)
    WHERE recharge_status <> 'REJECTED';
  CREATE INDEX merchant_recharge_newest ON merchant_recharge (merchant_no, created_at DESC);

  CREATE SEQUENCE merchant_consumption_number;
  CREATE TABLE merchant_consumption (
    record_no text PRIMARY KEY DEFAULT 'CM' || lpad(nextval('merchant_consumption_number')::text, 9, '0'),
    merchant_no text NOT NULL REFERENCES merchant,
    consumption_type text NOT NULL CHECK (consumption_type IN
      ('ORDER_DELIVERED', 'LOAN_DISBURSED', 'DATA_QUERY', 'SMS_SENT', 'FACE_CHECK')),
    cause_no text NOT NULL,
    order_no text REFERENCES loan_order,
    quantity integer NOT NULL CHECK (quantity > 0),
    unit_price_cents bigint NOT NULL CHECK (unit_price_cents > 0),
    amount_cents bigint NOT NULL CHECK (amount_cents = quantity * unit_price_cents),
    balance_after_cents bigint NOT NULL,
    consumption_status text NOT NULL DEFAULT 'CHARGED' CHECK (consumption_status IN
      ('CHARGED', 'REVERSING', 'REVERSED')),
    consumed_at timestamptz NOT NULL,
    reverse_reason text,
    reverse_remark text CHECK (length(reverse_remark) BETWEEN 1 AND 200),
    applicant_user_no text REFERENCES app_user,
    auditor_user_no text REFERENCES app_user,
    audit_remark text CHECK (length(audit_remark) <= 200),
    reversed_at timestamptz,
    journal_id bigint NOT NULL,
    version bigint NOT NULL DEFAULT 0,
    UNIQUE (merchant_no, consumption_type, cause_no),
    CHECK (auditor_user_no <> applicant_user_no),
    CHECK (consumption_status = 'CHARGED' OR applicant_user_no IS NOT NULL)
  );
  CREATE INDEX merchant_consumption_newest ON merchant_consumption (merchant_no, consumed_at DESC);
  CREATE INDEX merchant_consumption_order ON merchant_consumption (order_no) WHERE order_no IS NOT NULL;
`;
