import { type Kysely, sql } from 'kysely';

/**
 * The day (EAT) against whose limit a loan's payout counts, found by merchant; and limits of lending, which may
 * change more than once a day.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(limits).execute(db);
}

// Attempts of earlier days count against no limit any more. A version for today takes force the moment it is
// agreed to, so several of a day follow one another; of a day to come there is one, for they would begin alike.
const limits = `
  ALTER TABLE payout_attempt
    ADD lent_on date,
    ADD CONSTRAINT payout_attempt_lent_check CHECK (lent_on IS NULL OR subject_type = 'LOAN');
  UPDATE payout_attempt SET lent_on = (coalesce(sent_at, created_at) AT TIME ZONE 'Africa/Nairobi')::date
    WHERE subject_type = 'LOAN' AND created_at > now() - interval '2 days';
  CREATE INDEX payout_attempt_lent ON payout_attempt (merchant_no, lent_on) WHERE lent_on IS NOT NULL;
  CREATE INDEX loan_order_to_pay ON loan_order (merchant_no, loan_type, audit_time, order_no)
    WHERE order_status = 'PENDING_DISBURSEMENT';

  DROP INDEX config_version_day;
  CREATE UNIQUE INDEX config_version_day ON config_version (config_key, subject_no, effective_from)
    WHERE stored_status IN ('SCHEDULED', 'IN_FORCE', 'SUPERSEDED') AND config_key <> 'operation.loanLimit';
  CREATE UNIQUE INDEX config_version_moment_once ON config_version (config_key, subject_no, in_force_from)
    WHERE stored_status IN ('SCHEDULED', 'IN_FORCE', 'SUPERSEDED');
`;
