import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/**
 * Customers' app wallets: the rewards that feed them and the withdrawals that empty them. `balance_cents` is
 * a cache of the wallet's liability postings; what a withdrawal that was not sent, or failed, keeps of it is
 * held.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(wallets).execute(db);
}

const wallets = `
  CREATE TABLE wallet (
    customer_no text PRIMARY KEY REFERENCES customer,
    merchant_no text NOT NULL REFERENCES merchant,
    balance_cents bigint NOT NULL DEFAULT 0 CHECK (balance_cents >= 0),
    held_cents bigint NOT NULL DEFAULT 0 CHECK (held_cents >= 0),
    version bigint NOT NULL DEFAULT 0,
    CHECK (held_cents <= balance_cents)
  );

  CREATE SEQUENCE wallet_reward_number;
  CREATE TABLE wallet_reward (
    reward_no text PRIMARY KEY DEFAULT 'WR' || lpad(nextval('wallet_reward_number')::text, 9, '0'),
    customer_no text NOT NULL REFERENCES wallet,
    merchant_no text NOT NULL,
    reward_type text NOT NULL CHECK (reward_type IN ('INVITATION', 'FIRST_LOAN', 'ON_TIME', 'TASK')),
    cause_no text NOT NULL,
    invitee_phone text CHECK (invitee_phone ~ '^254[0-9]{9}$'),
    source_order_no text REFERENCES loan_order,
    amount_cents bigint NOT NULL CHECK (amount_cents > 0),
    wallet_balance_cents bigint NOT NULL CHECK (wallet_balance_cents >= 0),
    grant_time timestamptz NOT NULL DEFAULT now(),
    UNIQUE (customer_no, reward_type, cause_no)
  );
  CREATE INDEX wallet_reward_newest ON wallet_reward (merchant_no, grant_time DESC);
  CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON wallet_reward
    FOR EACH ROW EXECUTE FUNCTION refuse_change();

  CREATE SEQUENCE wallet_withdrawal_number;
  CREATE TABLE wallet_withdrawal (
    withdraw_no text PRIMARY KEY DEFAULT 'WW' || lpad(nextval('wallet_withdrawal_number')::text, 9, '0'),
    customer_no text NOT NULL REFERENCES wallet,
    merchant_no text NOT NULL,
    amount_cents bigint NOT NULL CHECK (amount_cents > 0 AND amount_cents % 100 = 0),
    e_wallet_account text NOT NULL CHECK (e_wallet_account ~ '^254[0-9]{9}$'),
    payee_name text NOT NULL,
    withdraw_status text NOT NULL DEFAULT 'REQUESTED' CHECK (withdraw_status IN
      ('REQUESTED', 'IN_PROGRESS', 'SUCCESS', 'FAILED', 'CANCELLED')),
    cancel_reason text CHECK (length(cancel_reason) BETWEEN 1 AND 200),
    create_time timestamptz NOT NULL DEFAULT now(),
    success_time timestamptz,
    version bigint NOT NULL DEFAULT 0,
    CHECK ((withdraw_status = 'CANCELLED') = (cancel_reason IS NOT NULL))
  );
  CREATE INDEX wallet_withdrawal_newest ON wallet_withdrawal (merchant_no, create_time DESC);
  CREATE INDEX wallet_withdrawal_customer ON wallet_withdrawal (customer_no);
  CREATE INDEX wallet_withdrawal_waiting ON wallet_withdrawal (create_time)
    WHERE withdraw_status = 'REQUESTED';
`;
