import { type Kysely, sql } from 'kysely';

/** Loans may be paid to an e-wallet, whose account is in a column of its own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE loan_order
      DROP CONSTRAINT loan_order_payout_type_check,
      ADD CONSTRAINT loan_order_payout_type_check
        CHECK (payout_type IN ('MOBILE_MONEY', 'BANK', 'E_WALLET')),
      ADD CONSTRAINT loan_order_e_wallet_check
        CHECK (payout_type <> 'E_WALLET' OR e_wallet_account IS NOT NULL)
  `.execute(db);
}
