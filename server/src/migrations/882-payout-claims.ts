import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Payouts that left a bank a second time: what the lender claims back from whoever was paid, one row a line of a statement. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    INSERT INTO account (account_code, account_kind, name_en, name_zh)
      VALUES ('PAYEE_RECEIVABLE', 'ASSET', 'Payouts paid twice', '重复付款应收')`.execute(db);
  await sql`
    CREATE TABLE payout_claim (
      run_id text NOT NULL REFERENCES recon_day,
      serial text NOT NULL,
      attempt_no text NOT NULL REFERENCES payout_attempt,
      account_code text NOT NULL REFERENCES account,
      amount_cents bigint NOT NULL CHECK (amount_cents > 0),
      happened_at timestamptz NOT NULL,
      journal_id bigint NOT NULL,
      maker_user_no text NOT NULL REFERENCES app_user,
      checker_user_no text REFERENCES app_user,
      PRIMARY KEY (run_id, serial),
      CHECK (maker_user_no <> checker_user_no)
    )`.execute(db);
}
