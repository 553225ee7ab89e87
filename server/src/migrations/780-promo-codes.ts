import { type Kysely, sql } from 'kysely';

/** Codes that customers type for a coupon, made in batches with a budget. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(promoCodes).execute(db);
}

const promoCodes = `
  CREATE SEQUENCE promo_batch_number;
  CREATE TABLE promo_batch (
    batch_no text PRIMARY KEY DEFAULT 'PB' || lpad(nextval('promo_batch_number')::text, 9, '0'),
    merchant_no text NOT NULL REFERENCES merchant,
    coupon_template_no text NOT NULL REFERENCES coupon_template,
    -- A code that people chose; the codes are random where it is empty.
    own_code text CHECK (own_code ~ '^[A-Z0-9]{4,20}$'),
    code_count int NOT NULL CHECK (code_count BETWEEN 1 AND 10000),
    -- How often each code may be redeemed.
    max_redemptions int NOT NULL CHECK (max_redemptions BETWEEN 1 AND 1000000),
    budget_cents bigint NOT NULL CHECK (budget_cents > 0),
    spent_cents bigint NOT NULL DEFAULT 0 CHECK (spent_cents BETWEEN 0 AND budget_cents),
    -- Its last day, in EAT.
    ends_on date NOT NULL,
    reason text NOT NULL,
    batch_status text NOT NULL DEFAULT 'PENDING'
      CHECK (batch_status IN ('PENDING', 'ENABLED', 'REJECTED', 'DISABLED')),
    maker_user_no text NOT NULL REFERENCES app_user,
    checker_user_no text REFERENCES app_user CHECK (checker_user_no <> maker_user_no),
    decision_reason text,
    created_at timestamptz NOT NULL DEFAULT now(),
    decided_at timestamptz,
    version int NOT NULL DEFAULT 1,
    CHECK (own_code IS NULL OR code_count = 1)
  );
  CREATE INDEX promo_batch_newest ON promo_batch (merchant_no, created_at DESC);
  CREATE TABLE promo_code (
    promo_code text PRIMARY KEY CHECK (promo_code ~ '^[A-Z0-9]{4,20}$'),
    batch_no text NOT NULL REFERENCES promo_batch,
    redeemed int NOT NULL DEFAULT 0 CHECK (redeemed >= 0),
    disabled_at timestamptz
  );
  CREATE INDEX promo_code_batch ON promo_code (batch_no, promo_code);
  CREATE TABLE promo_redemption (
    batch_no text NOT NULL REFERENCES promo_batch,
    customer_no text NOT NULL REFERENCES customer,
    promo_code text NOT NULL REFERENCES promo_code,
    coupon_no text NOT NULL UNIQUE REFERENCES coupon,
    at timestamptz NOT NULL DEFAULT now(),
    -- One coupon of a batch for each customer.
    PRIMARY KEY (batch_no, customer_no)
  );
`;
