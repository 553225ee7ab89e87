import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Which coupons agents of customer service may ask for, and how many; what they asked for, and why. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(configs).execute(db);
}

const configs = `
  CREATE SEQUENCE service_coupon_config_number;
  CREATE TABLE service_coupon_config (
    config_no text PRIMARY KEY DEFAULT 'SC' || lpad(nextval('service_coupon_config_number')::text, 6, '0'),
    coupon_template_no text NOT NULL REFERENCES coupon_template,
    merchant_no text NOT NULL REFERENCES merchant,
    coupon_content text NOT NULL CHECK (length(coupon_content) BETWEEN 1 AND 30),
    per_send_limit integer NOT NULL CHECK (per_send_limit BETWEEN 1 AND 10),
    per_day_limit integer NOT NULL CHECK (per_day_limit BETWEEN 1 AND 10000),
    per_application_limit integer NOT NULL CHECK (per_application_limit BETWEEN 1 AND 1000),
    config_status text NOT NULL DEFAULT 'PENDING_APPROVAL'
      CHECK (config_status IN ('PENDING_APPROVAL', 'ENABLED', 'DISABLED', 'REJECTED')),
    maker_user_no text NOT NULL REFERENCES app_user,
    checker_user_no text REFERENCES app_user,
    decision_reason text,
    updated_at timestamptz NOT NULL DEFAULT now(),
    version bigint NOT NULL DEFAULT 0,
    CHECK (checker_user_no <> maker_user_no),
    CHECK (per_send_limit <= per_day_limit)
  );
  CREATE UNIQUE INDEX service_coupon_config_one_live ON service_coupon_config (coupon_template_no)
    WHERE config_status <> 'REJECTED';

  ALTER TABLE coupon_application
    ADD COLUMN config_no text REFERENCES service_coupon_config,
    ADD COLUMN feedback_no text,
    ADD COLUMN quantity integer NOT NULL DEFAULT 1 CHECK (quantity BETWEEN 1 AND 10),
    ADD COLUMN voucher_ids text[] NOT NULL DEFAULT '{}';
  CREATE INDEX coupon_application_of_service ON coupon_application (applicant_user_no, created_at)
    WHERE config_no IS NOT NULL;

  ALTER TABLE coupon ADD COLUMN copy_no integer NOT NULL DEFAULT 1;
  ALTER TABLE coupon DROP CONSTRAINT coupon_coupon_application_no_customer_no_key;
  CREATE UNIQUE INDEX coupon_once ON coupon (coupon_application_no, customer_no, copy_no);
`;
