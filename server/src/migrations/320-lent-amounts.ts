import { type Kysely, sql } from 'kysely';

/** What a loan's payout takes of its merchant's day stands on the attempt: a day is summed without its orders. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(amounts).execute(db);
}

const amounts = `
  ALTER TABLE payout_attempt
    ADD lent_as text CHECK (lent_as IN ('FIRST', 'REPEAT')),
    ADD lent_cents bigint CHECK (lent_cents >= 0);
  UPDATE payout_attempt a SET lent_as = o.loan_type, lent_cents = coalesce(o.approved_cents, 0)
    FROM loan_order o WHERE o.order_no = a.subject_no AND a.lent_on IS NOT NULL;
  ALTER TABLE payout_attempt ADD CONSTRAINT payout_attempt_lent_whole
    CHECK (num_nulls(lent_on, lent_as, lent_cents) IN (0, 3));
  DROP INDEX payout_attempt_lent;
  CREATE INDEX payout_attempt_lent ON payout_attempt (merchant_no, lent_as, lent_on)
    WHERE lent_on IS NOT NULL;
`;
