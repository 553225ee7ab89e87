import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/**
 * Customers, products, orders, bills and what payments did to them. States stand here as columns; which
 * change is allowed is in the machines, and what a bill owes is in the ledger.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const part of [customers, products, orders, bills, applications]) {
    await sql.raw(part).execute(db);
  }
}

const customers = `
  CREATE SEQUENCE customer_number;
  CREATE TABLE customer (
    customer_no text PRIMARY KEY DEFAULT 'C' || lpad(nextval('customer_number')::text, 9, '0'),
    merchant_no text NOT NULL REFERENCES merchant,
    customer_name text NOT NULL CHECK (length(customer_name) BETWEEN 1 AND 128),
    phone text NOT NULL CHECK (phone ~ '^254[0-9]{9}$'),
    id_card_no text NOT NULL CHECK (id_card_no ~ '^[0-9]{7,9}$'),
    county text,
    sex text CHECK (sex IN ('FEMALE', 'MALE')),
    birth_date date,
    pay_day smallint CHECK (pay_day BETWEEN 1 AND 31),
    employer text,
    monthly_income_cents bigint CHECK (monthly_income_cents >= 0),
    created_at timestamptz NOT NULL DEFAULT now(),
    UNIQUE (merchant_no, phone)
  );
  CREATE INDEX customer_id_card ON customer (merchant_no, id_card_no);
`;

const products = `
  CREATE SEQUENCE product_number;
  CREATE TABLE loan_product (
    product_no text PRIMARY KEY DEFAULT 'PR' || lpad(nextval('product_number')::text, 4, '0'),
    merchant_no text NOT NULL REFERENCES merchant,
    product_name text NOT NULL,
    is_enabled boolean NOT NULL DEFAULT true
  );
  CREATE TABLE loan_product_version (
    product_no text NOT NULL REFERENCES loan_product,
    version_no integer NOT NULL CHECK (version_no > 0),
    effective_from date NOT NULL,
    terms jsonb NOT NULL,
    PRIMARY KEY (product_no, version_no),
    UNIQUE (product_no, effective_from)
  );
`;

const orders = `
  CREATE SEQUENCE order_number;
  CREATE SEQUENCE repayment_code_number;
  CREATE TABLE loan_order (
    order_no text PRIMARY KEY DEFAULT 'LO' || lpad(nextval('order_number')::text, 10, '0'),
    merchant_no text NOT NULL REFERENCES merchant,
    customer_no text NOT NULL REFERENCES customer,
    product_no text NOT NULL,
    product_version_no integer NOT NULL,
    terms jsonb NOT NULL,
    loan_type text NOT NULL CHECK (loan_type IN ('FIRST', 'REPEAT')),
    applied_cents bigint NOT NULL CHECK (applied_cents > 0),
    approved_cents bigint CHECK (approved_cents > 0 AND approved_cents % 100 = 0),
    paid_out_cents bigint CHECK (paid_out_cents > 0),
    order_status text NOT NULL DEFAULT 'MACHINE_REVIEW' CHECK (order_status IN (
      'MACHINE_REVIEW', 'TO_ALLOCATE', 'PENDING_REVIEW', 'MACHINE_REFUSED', 'REFUSED', 'RETURNED',
      'PENDING_DISBURSEMENT', 'DISBURSING', 'DISBURSE_FAILED', 'DISBURSED', 'CLOSED', 'VOIDED')),
    came_from text,
    collection_scope text NOT NULL CHECK (collection_scope IN ('ORDER', 'BILL')),
    repayment_code text NOT NULL UNIQUE CHECK (repayment_code ~ '^[0-9A-Z]{6,12}$'),
    payee_phone text NOT NULL CHECK (payee_phone ~ '^254[0-9]{9}$'),
    payee_name text NOT NULL,
    auditor_user_no text REFERENCES app_user,
    reviewer_user_no text REFERENCES app_user,
    lease_ends_at timestamptz,
    refuse_code text,
    decision_remark text CHECK (length(decision_remark) <= 200),
    returned_until timestamptz,
    apply_time timestamptz NOT NULL DEFAULT now(),
    audit_time timestamptz,
    lending_time timestamptz,
    closed_at timestamptz,
    version bigint NOT NULL DEFAULT 0,
    FOREIGN KEY (product_no, product_version_no) REFERENCES loan_product_version
  );
  CREATE INDEX loan_order_newest ON loan_order (merchant_no, apply_time DESC);
  CREATE INDEX loan_order_status ON loan_order (order_status, apply_time);
  CREATE INDEX loan_order_customer ON loan_order (customer_no);
  CREATE INDEX loan_order_auditor ON loan_order (auditor_user_no, lease_ends_at)
    WHERE order_status = 'PENDING_REVIEW';

  CREATE TABLE order_event (
    event_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    order_no text NOT NULL REFERENCES loan_order,
    command text NOT NULL,
    from_status text NOT NULL,
    to_status text NOT NULL,
    user_no text,
    remark text,
    at timestamptz NOT NULL DEFAULT now()
  );
  CREATE INDEX order_event_order ON order_event (order_no, event_id);
  CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON order_event
    FOR EACH ROW EXECUTE FUNCTION refuse_change();
`;

const bills = `
  CREATE SEQUENCE bill_number;
  CREATE TABLE bill (
    bill_no text PRIMARY KEY DEFAULT 'B' || lpad(nextval('bill_number')::text, 11, '0'),
    order_no text NOT NULL REFERENCES loan_order,
    merchant_no text NOT NULL,
    customer_no text NOT NULL REFERENCES customer,
    term_no integer NOT NULL CHECK (term_no > 0),
    bill_status text NOT NULL DEFAULT 'ACTIVE'
      CHECK (bill_status IN ('ACTIVE', 'SETTLED', 'ROLLED_OVER', 'CHARGED_OFF', 'VOID')),
    due_date date NOT NULL,
    interest_from date NOT NULL,
    principal_cents bigint NOT NULL CHECK (principal_cents > 0),
    interest_base_cents bigint NOT NULL CHECK (interest_base_cents >= 0),
    allocation_order text[] NOT NULL,
    in_duplum_base_cents bigint,
    in_duplum_charged_cents bigint,
    predecessor_bill_no text REFERENCES bill,
    rollover_count integer NOT NULL DEFAULT 0,
    accrued_through date NOT NULL,
    actual_date date,
    version bigint NOT NULL DEFAULT 0,
    CHECK ((in_duplum_base_cents IS NULL) = (in_duplum_charged_cents IS NULL)),
    CHECK (in_duplum_charged_cents <= in_duplum_base_cents)
  );
  CREATE INDEX bill_order ON bill (order_no, term_no);
  CREATE INDEX bill_due ON bill (due_date) WHERE bill_status IN ('ACTIVE', 'CHARGED_OFF');
  CREATE INDEX bill_to_accrue ON bill (accrued_through) WHERE bill_status = 'ACTIVE';
  CREATE UNIQUE INDEX bill_successor ON bill (predecessor_bill_no)
    WHERE predecessor_bill_no IS NOT NULL AND bill_status <> 'VOID';

  CREATE TABLE bill_day (
    bill_no text NOT NULL REFERENCES bill,
    business_date date NOT NULL,
    done_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (bill_no, business_date)
  );
`;

const applications = `
  CREATE SEQUENCE payment_flow_number;
  ALTER TABLE payment_flow
    ALTER COLUMN flow_no SET DEFAULT 'FL' || lpad(nextval('payment_flow_number')::text, 10, '0'),
    ADD COLUMN account_reference text,
    ADD COLUMN order_no text REFERENCES loan_order;
  CREATE SEQUENCE application_number;
  CREATE TABLE payment_application (
    application_no text PRIMARY KEY DEFAULT 'AP' || lpad(nextval('application_number')::text, 10, '0'),
    merchant_no text NOT NULL,
    order_no text NOT NULL REFERENCES loan_order,
    bill_no text REFERENCES bill,
    repay_type text NOT NULL CHECK (repay_type IN ('SETTLE', 'PARTIAL', 'EXTENSION', 'GENERIC')),
    flow_no text NOT NULL REFERENCES payment_flow,
    applied_cents bigint NOT NULL CHECK (applied_cents >= 0),
    surplus_cents bigint NOT NULL DEFAULT 0 CHECK (surplus_cents >= 0),
    journal_ids bigint[] NOT NULL,
    settled_bill_nos text[] NOT NULL DEFAULT '{}',
    recovered_bill_nos text[] NOT NULL DEFAULT '{}',
    successor_bill_no text REFERENCES bill,
    bills_before jsonb NOT NULL,
    application_status text NOT NULL DEFAULT 'LIVE' CHECK (application_status IN ('LIVE', 'ROLLED_BACK')),
    paid_on date NOT NULL,
    maker_user_no text,
    checker_user_no text,
    applied_at timestamptz NOT NULL DEFAULT now(),
    rolled_back_at timestamptz,
    rolled_back_by text
  );
  CREATE INDEX payment_application_order ON payment_application (order_no, application_no DESC);
  CREATE INDEX payment_application_flow ON payment_application (flow_no)
    WHERE application_status = 'LIVE';
`;
