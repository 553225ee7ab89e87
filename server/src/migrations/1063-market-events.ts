import { type Kysely, sql } from 'kysely';

/** What customers saw and opened of partners' products, by slot; and every look at a product's address. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(events).execute(db);
  await sql.raw(checks).execute(db);
}

const events = `
  CREATE TABLE market_event (
    event_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    event_kind text NOT NULL CHECK (event_kind IN ('SHOWN', 'CLICKED', 'APPLIED')),
    market_product_no text NOT NULL REFERENCES partner_product,
    customer_no text NOT NULL REFERENCES customer,
    -- Null: from the shelf, not from a recommendation.
    rule_id text REFERENCES config_rule,
    -- EAT.
    biz_date date NOT NULL,
    at timestamptz NOT NULL DEFAULT now()
  );
  CREATE INDEX market_event_slot ON market_event (rule_id, biz_date) WHERE rule_id IS NOT NULL;
  CREATE INDEX market_event_product ON market_event (market_product_no, biz_date, event_kind);
  CREATE INDEX market_event_customer ON market_event (customer_no);
`;

const checks = `
  CREATE TABLE partner_link_check (
    check_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    market_product_no text NOT NULL REFERENCES partner_product,
    is_healthy boolean NOT NULL,
    -- Null: no answer.
    status_code integer,
    took_ms integer NOT NULL,
    -- Null: the hourly check.
    checked_by text REFERENCES app_user,
    at timestamptz NOT NULL DEFAULT now()
  );
  CREATE INDEX partner_link_check_newest ON partner_link_check (market_product_no, check_id DESC);
`;
