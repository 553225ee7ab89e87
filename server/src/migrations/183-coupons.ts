import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/**
 * Coupons: what may be given (templates), who requested whom (applications, decided by another person), each
 * coupon with its moves, and its uses: one live use at most.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(coupons).execute(db);
}

const coupons = `
  CREATE SEQUENCE coupon_template_number;
  CREATE TABLE coupon_template (
    coupon_template_no text PRIMARY KEY
      DEFAULT 'CT' || lpad(nextval('coupon_template_number')::text, 6, '0'),
    merchant_no text NOT NULL REFERENCES merchant,
    coupon_content text NOT NULL CHECK (length(coupon_content) BETWEEN 1 AND 30),
    coupon_type text NOT NULL CHECK (coupon_type IN ('INCREASE_LOAN_LIMIT', 'DISCOUNT', 'INTEREST_DISCOUNT')),
    amount_cents bigint NOT NULL CHECK (amount_cents > 0),
    validity_days integer NOT NULL CHECK (validity_days BETWEEN 1 AND 365),
    use_rule jsonb NOT NULL DEFAULT '{}',
    template_status text NOT NULL DEFAULT 'PENDING'
      CHECK (template_status IN ('PENDING', 'ENABLED', 'REJECTED', 'DISABLED')),
    maker_user_no text NOT NULL REFERENCES app_user,
    checker_user_no text REFERENCES app_user,
    created_at timestamptz NOT NULL DEFAULT now(),
    decided_at timestamptz,
    version bigint NOT NULL DEFAULT 0,
    CHECK (checker_user_no <> maker_user_no)
  );

  CREATE SEQUENCE coupon_application_number;
  CREATE TABLE coupon_application (
    coupon_application_no text PRIMARY KEY
      DEFAULT 'CA' || lpad(nextval('coupon_application_number')::text, 9, '0'),
    merchant_no text NOT NULL REFERENCES merchant,
    coupon_template_no text NOT NULL REFERENCES coupon_template,
    customer_nos text[] NOT NULL CHECK (cardinality(customer_nos) > 0),
    effective_on date NOT NULL,
    reason text NOT NULL CHECK (length(reason) BETWEEN 1 AND 200),
    application_status text NOT NULL DEFAULT 'PENDING'
      CHECK (application_status IN ('PENDING', 'APPROVED', 'REJECTED')),
    applicant_user_no text NOT NULL REFERENCES app_user,
    decided_by text REFERENCES app_user,
    decided_at timestamptz,
    decision_reason text,
    created_at timestamptz NOT NULL DEFAULT now(),
    CHECK (decided_by <> applicant_user_no)
  );

  CREATE SEQUENCE coupon_number;
  CREATE TABLE coupon (
    coupon_no text PRIMARY KEY DEFAULT 'CP' || lpad(nextval('coupon_number')::text, 10, '0'),
    coupon_template_no text NOT NULL REFERENCES coupon_template,
    coupon_application_no text REFERENCES coupon_application,
    merchant_no text NOT NULL,
    customer_no text NOT NULL REFERENCES customer,
    coupon_type text NOT NULL,
    amount_cents bigint NOT NULL CHECK (amount_cents > 0),
    use_rule jsonb NOT NULL,
    coupon_status text NOT NULL DEFAULT 'PENDING_EFFECT'
      CHECK (coupon_status IN ('PENDING_EFFECT', 'AVAILABLE', 'FROZEN', 'USED', 'EXPIRED')),
    effective_on date NOT NULL,
    expires_at timestamptz NOT NULL,
    freeze_reason text,
    issued_at timestamptz NOT NULL DEFAULT now(),
    version bigint NOT NULL DEFAULT 0,
    UNIQUE (coupon_application_no, customer_no)
  );
  CREATE INDEX coupon_customer ON coupon (customer_no, coupon_status);
  CREATE INDEX coupon_newest ON coupon (merchant_no, coupon_no DESC);
  CREATE INDEX coupon_expiring ON coupon (expires_at) WHERE coupon_status IN ('PENDING_EFFECT', 'AVAILABLE');

  CREATE TABLE coupon_use (
    coupon_use_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    coupon_no text NOT NULL REFERENCES coupon,
    order_no text NOT NULL REFERENCES loan_order,
    bill_no text NOT NULL REFERENCES bill,
    used_cents bigint NOT NULL CHECK (used_cents > 0),
    application_no text REFERENCES payment_application,
    journal_id bigint NOT NULL,
    is_live boolean NOT NULL DEFAULT true,
    used_by text REFERENCES app_user,
    used_at timestamptz NOT NULL DEFAULT now(),
    given_back_at timestamptz
  );
  CREATE UNIQUE INDEX coupon_use_one_live ON coupon_use (coupon_no) WHERE is_live;
  CREATE INDEX coupon_use_application ON coupon_use (application_no);
  CREATE INDEX coupon_use_bill ON coupon_use (bill_no);
  CREATE INDEX coupon_use_order ON coupon_use (order_no) WHERE is_live;

  CREATE TABLE coupon_event (
    event_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    coupon_no text NOT NULL REFERENCES coupon,
    command text NOT NULL,
    from_status text,
    to_status text NOT NULL,
    user_no text,
    reason text,
    at timestamptz NOT NULL DEFAULT now()
  );
  CREATE INDEX coupon_event_coupon ON coupon_event (coupon_no, event_id);
  CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON coupon_event
    FOR EACH ROW EXECUTE FUNCTION refuse_change();
`;
