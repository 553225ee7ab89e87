import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** What payees paid back of the lender's claims on them, and which incoming payment it came with. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE SEQUENCE payout_claim_no`.execute(db);
  await sql`
    ALTER TABLE payout_claim
      ADD COLUMN claim_no text NOT NULL UNIQUE DEFAULT ('PC' || lpad(nextval('payout_claim_no')::text, 9, '0')),
      ADD COLUMN claimed_at timestamptz NOT NULL DEFAULT now(),
      ADD COLUMN cleared_cents bigint NOT NULL DEFAULT 0 CHECK (cleared_cents BETWEEN 0 AND amount_cents)`.execute(db);
  await sql`
    CREATE TABLE claim_repayment (
      claim_no text NOT NULL REFERENCES payout_claim (claim_no),
      flow_no text NOT NULL REFERENCES payment_flow,
      amount_cents bigint NOT NULL CHECK (amount_cents > 0),
      journal_id bigint NOT NULL,
      cleared_at timestamptz NOT NULL DEFAULT now(),
      maker_user_no text NOT NULL REFERENCES app_user,
      checker_user_no text REFERENCES app_user,
      PRIMARY KEY (claim_no, flow_no, journal_id),
      CHECK (maker_user_no <> checker_user_no)
    )`.execute(db);
}
