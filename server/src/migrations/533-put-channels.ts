import { type Kysely, sql } from 'kysely';

/** What came through acquisition channels, with its cost at the price of the moment. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(events).execute(db);
}

const events = `
  CREATE TABLE channel_event (
    event_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    channel_code text NOT NULL,
    merchant_no text NOT NULL REFERENCES merchant,
    event_kind text NOT NULL CHECK (event_kind IN ('CLICK', 'REGISTRATION', 'APPLICATION')),
    customer_no text REFERENCES customer,
    order_no text REFERENCES loan_order,
    cost_cents bigint NOT NULL DEFAULT 0 CHECK (cost_cents >= 0),
    -- EAT.
    biz_date date NOT NULL,
    at timestamptz NOT NULL DEFAULT now(),
    CHECK ((event_kind = 'CLICK') = (customer_no IS NULL))
  );
  CREATE INDEX channel_event_day ON channel_event (channel_code, biz_date);
  CREATE UNIQUE INDEX channel_event_customer ON channel_event (customer_no) WHERE event_kind = 'REGISTRATION';
  CREATE INDEX loan_order_promotion ON loan_order (promotion_channel, lending_time) WHERE lending_time IS NOT NULL;
`;
