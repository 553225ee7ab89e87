import { type Kysely, sql } from 'kysely';

/** Which level customers have, by rule or by hand, and on which days it was reckoned. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(members).execute(db);
}

const members = `
  CREATE TABLE vip_member (
    customer_no text PRIMARY KEY REFERENCES customer,
    merchant_no text NOT NULL REFERENCES merchant,
    level_no integer NOT NULL CHECK (level_no >= 0),
    vip_source text NOT NULL CHECK (vip_source IN ('RULE', 'MANUAL')),
    -- Of the level's version: what is added to the credit limit.
    step_up_bps integer NOT NULL DEFAULT 0 CHECK (step_up_bps BETWEEN 0 AND 10000),
    settled_orders integer NOT NULL DEFAULT 0,
    on_time_percent integer NOT NULL DEFAULT 0,
    max_dpd integer NOT NULL DEFAULT 0,
    changed_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL,
    version integer NOT NULL DEFAULT 1
  );
  CREATE INDEX vip_member_level ON vip_member (merchant_no, level_no);
  CREATE TABLE vip_run (
    merchant_no text NOT NULL REFERENCES merchant,
    biz_date date NOT NULL,
    PRIMARY KEY (merchant_no, biz_date)
  );
`;
