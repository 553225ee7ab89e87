import { type Kysely, sql } from 'kysely';

/** What customers did that activities award, and what each got for it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(activities).execute(db);
}

const activities = `
  CREATE TABLE activity_act (
    customer_no text NOT NULL REFERENCES customer,
    merchant_no text NOT NULL REFERENCES merchant,
    act_kind text NOT NULL CHECK (act_kind IN ('PROFILE', 'CHECK_IN', 'INVITE')),
    -- A day (EAT) of a check-in, the invited customer, or empty.
    about text NOT NULL DEFAULT '',
    at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (customer_no, act_kind, about)
  );
  CREATE INDEX activity_act_newest ON activity_act (merchant_no, act_kind, at);
  CREATE INDEX activity_act_about ON activity_act (about) WHERE act_kind = 'INVITE';
  CREATE SEQUENCE activity_award_number;
  CREATE TABLE activity_award (
    award_no text PRIMARY KEY DEFAULT 'AW' || lpad(nextval('activity_award_number')::text, 9, '0'),
    rule_id text NOT NULL,
    merchant_no text NOT NULL REFERENCES merchant,
    customer_no text NOT NULL REFERENCES customer,
    cause_no text NOT NULL,
    award_type text NOT NULL CHECK (award_type IN ('COUPON', 'WALLET')),
    award_outcome text NOT NULL
      CHECK (award_outcome IN ('AWARDED', 'BUDGET', 'CUSTOMER_MAX', 'DAY_MAX', 'TEMPLATE_OFF')),
    amount_cents bigint NOT NULL CHECK (amount_cents >= 0),
    coupon_no text REFERENCES coupon,
    reward_no text,
    awarded_at timestamptz NOT NULL DEFAULT now(),
    UNIQUE (rule_id, cause_no)
  );
  CREATE INDEX activity_award_newest ON activity_award (merchant_no, awarded_at DESC);
  CREATE INDEX activity_award_customer ON activity_award (rule_id, customer_no);
`;
