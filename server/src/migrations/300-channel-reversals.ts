import { type Kysely, sql } from 'kysely';

/**
 * The channel may be asked to take a payment back: an attempt like a payout's, which names the channel's own number
 * of the payment.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE payout_attempt
      ADD reverses_reference text,
      DROP CONSTRAINT payout_attempt_subject_type_check,
      ADD CONSTRAINT payout_attempt_subject_type_check
        CHECK (subject_type IN ('LOAN', 'REFUND', 'REVERSAL', 'TRANSFER', 'WITHDRAWAL')),
      ADD CONSTRAINT payout_attempt_reversal_check
        CHECK ((subject_type = 'REVERSAL') = (reverses_reference IS NOT NULL))
  `.execute(db);
}
