import { type Kysely, sql } from 'kysely';

/** Standing rules that write to customers who settled a loan and did not borrow again, and what each sent. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const part of [configs, sends]) await sql.raw(part).execute(db);
}

const configs = `
  CREATE SEQUENCE unrenewed_config_number;
  CREATE TABLE unrenewed_config (
    config_no text PRIMARY KEY DEFAULT 'UN' || lpad(nextval('unrenewed_config_number')::text, 8, '0'),
    merchant_no text NOT NULL REFERENCES merchant,
    config_name text NOT NULL CHECK (length(config_name) BETWEEN 1 AND 30),
    min_on_time_count integer NOT NULL CHECK (min_on_time_count BETWEEN 0 AND 100),
    exclude_max_dpd_over integer CHECK (exclude_max_dpd_over BETWEEN 0 AND 365),
    exclude_reapplied_days integer CHECK (exclude_reapplied_days BETWEEN 1 AND 180),
    daily_cap integer NOT NULL CHECK (daily_cap BETWEEN 1 AND 100000),
    hold_out_percent integer NOT NULL CHECK (hold_out_percent BETWEEN 0 AND 50),
    attribution_days integer NOT NULL CHECK (attribution_days BETWEEN 1 AND 30),
    effective_from date NOT NULL,
    unrenewed_status text NOT NULL DEFAULT 'DRAFT'
      CHECK (unrenewed_status IN ('DRAFT', 'PENDING_APPROVAL', 'ENABLED', 'DISABLED')),
    created_by text NOT NULL REFERENCES app_user,
    -- Who wrote it as it is: may not approve it.
    updated_by text NOT NULL REFERENCES app_user,
    -- Who enabled it last: its runs are theirs.
    approved_by text REFERENCES app_user CHECK (approved_by <> updated_by),
    updated_at timestamptz NOT NULL DEFAULT now(),
    version integer NOT NULL DEFAULT 1,
    CHECK (unrenewed_status <> 'ENABLED' OR approved_by IS NOT NULL)
  );
  CREATE INDEX unrenewed_config_updated ON unrenewed_config (updated_at, config_no);
  CREATE TABLE unrenewed_product (
    config_no text NOT NULL REFERENCES unrenewed_config,
    product_no text NOT NULL REFERENCES loan_product,
    -- False of a disabled strategy.
    is_live boolean NOT NULL,
    PRIMARY KEY (config_no, product_no)
  );
  -- A product is nudged for by one strategy.
  CREATE UNIQUE INDEX unrenewed_product_live ON unrenewed_product (product_no) WHERE is_live;
  CREATE TABLE unrenewed_step (
    config_no text NOT NULL REFERENCES unrenewed_config,
    step_no integer NOT NULL CHECK (step_no BETWEEN 1 AND 10),
    days_since_settled integer NOT NULL CHECK (days_since_settled BETWEEN 1 AND 180),
    send_time text NOT NULL CHECK (send_time >= '08:00' AND send_time < '19:00'),
    template_no text NOT NULL REFERENCES sms_marketing_template,
    coupon_template_no text REFERENCES coupon_template,
    PRIMARY KEY (config_no, step_no),
    UNIQUE (config_no, days_since_settled)
  );
`;

const sends = `
  CREATE TABLE unrenewed_run (
    config_no text NOT NULL REFERENCES unrenewed_config,
    step_no integer NOT NULL,
    business_date date NOT NULL,
    -- Above 1: those who had to wait in the day.
    run_no integer NOT NULL,
    -- Null where nobody was due.
    job_no text REFERENCES job,
    started_at timestamptz NOT NULL DEFAULT now(),
    -- A step runs once a day.
    PRIMARY KEY (config_no, step_no, business_date, run_no)
  );
  CREATE SEQUENCE unrenewed_send_number;
  CREATE TABLE unrenewed_send (
    send_no text PRIMARY KEY DEFAULT 'US' || lpad(nextval('unrenewed_send_number')::text, 10, '0'),
    config_no text NOT NULL REFERENCES unrenewed_config,
    step_no integer NOT NULL,
    customer_no text NOT NULL REFERENCES customer,
    phone text NOT NULL,
    -- The loan that was settled.
    order_no text NOT NULL REFERENCES loan_order,
    settled_on date NOT NULL,
    days_since_settled integer NOT NULL,
    due_on date NOT NULL,
    run_no integer NOT NULL,
    recipient_status text NOT NULL DEFAULT 'PENDING' CHECK (recipient_status IN
      ('PENDING', 'SENT', 'DELIVERED', 'FAILED', 'UNKNOWN', 'SKIPPED', 'HELD_OUT')),
    unrenewed_skip text CHECK (unrenewed_skip IN
      ('APPLIED_AGAIN', 'OPEN_BILL', 'CLOSED_ACCOUNT', 'BLOCKED', 'BLACKLISTED', 'NO_CONSENT', 'CAP', 'DEATH', 'DISPUTE',
        'COMPLAINT', 'OFFICIAL', 'WRONG_NUMBER', 'OBJECTED', 'DO_NOT_CALL', 'NO_PARTY', 'NOT_AGREED', 'HOURS',
        'DAILY_CAP', 'ROUTE_LIMIT', 'TEMPLATE_DISABLED', 'STRATEGY_DISABLED', 'NOT_SENT')),
    -- Not before.
    next_at timestamptz,
    attempt_id bigint,
    -- The marketing route it went by.
    route_no text,
    segments integer NOT NULL DEFAULT 0,
    -- Of a person held out: when the others of the run were due.
    sent_at timestamptz,
    coupon_no text REFERENCES coupon,
    cost_cents bigint NOT NULL DEFAULT 0,
    renewed_order_no text REFERENCES loan_order
  );
  -- One message for a settlement and a number of days, whatever strategies follow each other.
  CREATE UNIQUE INDEX unrenewed_send_once ON unrenewed_send (order_no, days_since_settled);
  -- A loan counts for one message.
  CREATE UNIQUE INDEX unrenewed_send_renewed ON unrenewed_send (renewed_order_no) WHERE renewed_order_no IS NOT NULL;
  CREATE INDEX unrenewed_send_config ON unrenewed_send (config_no, step_no, due_on);
  CREATE INDEX unrenewed_send_due ON unrenewed_send (due_on, send_no);
  CREATE INDEX unrenewed_send_sent ON unrenewed_send (sent_at) WHERE sent_at IS NOT NULL;
  CREATE INDEX unrenewed_send_waiting ON unrenewed_send (due_on) WHERE recipient_status = 'PENDING';
  CREATE INDEX unrenewed_send_route ON unrenewed_send (route_no, sent_at) WHERE route_no IS NOT NULL;
`;
