import { type Kysely, sql } from 'kysely';

/** A refund may go to a bank card: then it has a bank and an account in place of a phone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE refund
      ALTER COLUMN payee_phone DROP NOT NULL,
      ADD COLUMN payee_bank_code text,
      ADD COLUMN payee_bank_card_no text CHECK (payee_bank_card_no ~ '^[0-9]{6,20}$'),
      ADD CONSTRAINT refund_payee_check CHECK (
        (refund_channel = 'BANK') = (payee_phone IS NULL)
        AND (refund_channel = 'BANK') = (payee_bank_code IS NOT NULL)
        AND (refund_channel = 'BANK') = (payee_bank_card_no IS NOT NULL))
  `.execute(db);
}
