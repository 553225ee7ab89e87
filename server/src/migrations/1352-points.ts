import { type Kysely, sql } from 'kysely';

/** Points of customers: earned by activities and by paying on time, used before they expire; no money of the ledger. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(tables).execute(db);
}

const tables = `
  CREATE SEQUENCE point_use_number;
  CREATE TABLE point_earning (
    earning_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    merchant_no text NOT NULL REFERENCES merchant,
    customer_no text NOT NULL REFERENCES customer,
    cause_no text NOT NULL UNIQUE,
    points integer NOT NULL CHECK (points > 0),
    points_left integer NOT NULL CHECK (points_left BETWEEN 0 AND points),
    earned_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL
  );
  COMMENT ON COLUMN point_earning.cause_no IS 'An award of an activity (award/AW…) or a loan paid on time (order/LO…).';
  CREATE INDEX point_earning_customer ON point_earning (customer_no, expires_at) WHERE points_left > 0;
  CREATE TABLE point_use (
    use_no text PRIMARY KEY DEFAULT 'PU' || lpad(nextval('point_use_number')::text, 8, '0'),
    merchant_no text NOT NULL REFERENCES merchant,
    customer_no text NOT NULL REFERENCES customer,
    points integer NOT NULL CHECK (points > 0),
    reward_no text,
    used_at timestamptz NOT NULL
  );
  CREATE INDEX point_use_customer ON point_use (customer_no, used_at DESC);
  ALTER TABLE activity_award ADD points integer CHECK (points > 0);
  ALTER TABLE activity_award DROP CONSTRAINT IF EXISTS activity_award_award_type_check;
  ALTER TABLE activity_award ADD CHECK (award_type IN ('COUPON', 'WALLET', 'POINTS'));
`;
