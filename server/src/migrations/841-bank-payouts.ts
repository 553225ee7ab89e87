import { type Kysely, sql } from 'kysely';

/** A payout may go to a bank account: then the attempt names it in place of a phone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE payout_attempt
      ADD COLUMN payee_bank_code text,
      ADD COLUMN payee_account_no text CHECK (payee_account_no ~ '^[0-9]{6,20}$'),
      ADD CONSTRAINT payout_attempt_bank_payee CHECK (
        (payee_bank_code IS NULL) = (payee_account_no IS NULL)
        AND (payee_account_no IS NULL OR (payout_channel = 'BANK' AND payee_phone IS NULL)))
  `.execute(db);
}
