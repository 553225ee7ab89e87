import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Refused orders that somebody asked to be looked at once more: one live an order. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(reReviews).execute(db);
}

const reReviews = `
  CREATE SEQUENCE re_review_number;
  CREATE TABLE re_review (
    re_review_no text PRIMARY KEY DEFAULT 'RR' || lpad(nextval('re_review_number')::text, 8, '0'),
    order_no text NOT NULL REFERENCES loan_order,
    merchant_no text NOT NULL REFERENCES merchant,
    review_status text NOT NULL DEFAULT 'IN_REVIEW'
      CHECK (review_status IN ('IN_REVIEW', 'PASSED', 'REFUSED', 'RETURNED')),
    applicant_user_no text NOT NULL REFERENCES app_user,
    apply_reason text NOT NULL CHECK (length(apply_reason) BETWEEN 1 AND 200),
    apply_time timestamptz NOT NULL DEFAULT now(),
    -- EAT: what the quota of a day counts.
    apply_date date NOT NULL DEFAULT (now() AT TIME ZONE 'Africa/Nairobi')::date,
    from_status text NOT NULL CHECK (from_status IN ('MACHINE_REFUSED', 'REFUSED')),
    target_status text NOT NULL CHECK (target_status IN ('TO_ALLOCATE', 'PENDING_REVIEW')),
    refuse_code text,
    refuse_time timestamptz NOT NULL,
    -- Null where the machine refused.
    first_auditor_user_no text REFERENCES app_user,
    second_auditor_user_no text REFERENCES app_user,
    decided_at timestamptz,
    CHECK ((review_status = 'IN_REVIEW') = (decided_at IS NULL)),
    CHECK (second_auditor_user_no <> first_auditor_user_no),
    CHECK (second_auditor_user_no <> applicant_user_no)
  );
  CREATE UNIQUE INDEX re_review_live ON re_review (order_no) WHERE review_status = 'IN_REVIEW';
  CREATE INDEX re_review_order ON re_review (order_no, re_review_no);
  CREATE INDEX re_review_day ON re_review (merchant_no, apply_date, applicant_user_no);
  CREATE INDEX re_review_newest ON re_review (merchant_no, apply_time DESC);
`;
