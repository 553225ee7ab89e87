import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/**
 * Partners whose products our customers are shown, and what each owes for a day of a product: confirmed by two
 * people it is income, paid it is settled. A payment covers whole days of one partner.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const part of [platforms, days, payments]) await sql.raw(part).execute(db);
}

const platforms = `
  CREATE TABLE partner_platform (
    platform_code text PRIMARY KEY CHECK (platform_code ~ '^[A-Za-z0-9]{1,32}$'),
    platform_name text NOT NULL CHECK (length(platform_name) BETWEEN 1 AND 64),
    -- In whose books its income stands.
    merchant_no text NOT NULL REFERENCES merchant,
    settlement_mode text NOT NULL CHECK (settlement_mode IN ('CPA', 'CPS')),
    is_enabled boolean NOT NULL DEFAULT true,
    version bigint NOT NULL DEFAULT 0
  );
  CREATE INDEX partner_platform_merchant ON partner_platform (merchant_no);
  CREATE SEQUENCE partner_product_number;
  CREATE TABLE partner_product (
    market_product_no text PRIMARY KEY DEFAULT 'MP' || lpad(nextval('partner_product_number')::text, 6, '0'),
    platform_code text NOT NULL REFERENCES partner_platform,
    product_name text NOT NULL CHECK (length(product_name) BETWEEN 1 AND 64),
    -- CPA: for each approved application. CPS: of what was disbursed.
    unit_price_cents bigint CHECK (unit_price_cents > 0),
    share_bps integer CHECK (share_bps BETWEEN 1 AND 10000),
    version bigint NOT NULL DEFAULT 0,
    CHECK ((unit_price_cents IS NULL) <> (share_bps IS NULL))
  );
  CREATE INDEX partner_product_platform ON partner_product (platform_code);
`;

const days = `
  CREATE SEQUENCE partner_day_number;
  CREATE TABLE partner_day (
    partner_day_no text PRIMARY KEY DEFAULT 'PD' || lpad(nextval('partner_day_number')::text, 9, '0'),
    market_product_no text NOT NULL REFERENCES partner_product,
    platform_code text NOT NULL REFERENCES partner_platform,
    merchant_no text NOT NULL REFERENCES merchant,
    biz_date date NOT NULL,
    clicks integer NOT NULL DEFAULT 0 CHECK (clicks >= 0),
    our_applied integer NOT NULL DEFAULT 0 CHECK (our_applied >= 0),
    partner_applied integer NOT NULL CHECK (partner_applied >= 0),
    approved integer NOT NULL CHECK (approved >= 0),
    rejected integer NOT NULL CHECK (rejected >= 0),
    disbursed_cents bigint NOT NULL CHECK (disbursed_cents >= 0),
    -- The product's terms of the moment it was saved.
    unit_price_cents bigint,
    share_bps integer,
    due_cents bigint NOT NULL CHECK (due_cents >= 0),
    review_source text NOT NULL CHECK (review_source IN ('API', 'IMPORT', 'MANUAL')),
    day_status text NOT NULL DEFAULT 'OPEN' CHECK (day_status IN ('OPEN', 'CONFIRMED', 'PAID')),
    remark text NOT NULL DEFAULT '' CHECK (length(remark) <= 200),
    explanation text NOT NULL DEFAULT '' CHECK (length(explanation) <= 200),
    saved_by text REFERENCES app_user,
    confirmed_at timestamptz,
    journal_id bigint,
    payment_no text,
    version bigint NOT NULL DEFAULT 0,
    UNIQUE (market_product_no, biz_date),
    CHECK (approved::bigint + rejected <= partner_applied),
    CHECK (journal_id IS NULL OR day_status <> 'OPEN'),
    CHECK ((day_status = 'PAID') = (payment_no IS NOT NULL))
  );
  CREATE INDEX partner_day_newest ON partner_day (merchant_no, biz_date DESC);
  CREATE INDEX partner_day_platform ON partner_day (platform_code, biz_date DESC);
`;

const payments = `
  CREATE SEQUENCE partner_payment_number;
  CREATE TABLE partner_payment (
    payment_no text PRIMARY KEY DEFAULT 'PP' || lpad(nextval('partner_payment_number')::text, 9, '0'),
    platform_code text NOT NULL REFERENCES partner_platform,
    merchant_no text NOT NULL REFERENCES merchant,
    amount_cents bigint NOT NULL CHECK (amount_cents > 0),
    payment_channel text NOT NULL CHECK (payment_channel IN ('MPESA', 'BANK')),
    payment_code text NOT NULL CHECK (length(payment_code) BETWEEN 1 AND 64),
    paid_at timestamptz NOT NULL,
    maker_user_no text NOT NULL REFERENCES app_user,
    checker_user_no text REFERENCES app_user,
    created_at timestamptz NOT NULL DEFAULT now(),
    UNIQUE (payment_channel, payment_code),
    CHECK (maker_user_no <> checker_user_no)
  );
  ALTER TABLE partner_day ADD FOREIGN KEY (payment_no) REFERENCES partner_payment;
`;
