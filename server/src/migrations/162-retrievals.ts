import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Batches that return orders to a state before: what was requested, by whom, and what became of each order. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(retrievals).execute(db);
}

const retrievals = `
  CREATE SEQUENCE retrieval_number;
  CREATE TABLE retrieval_batch (
    batch_no text PRIMARY KEY DEFAULT 'RT' || lpad(nextval('retrieval_number')::text, 8, '0'),
    target_status text NOT NULL CHECK (target_status IN ('TO_ALLOCATE', 'PENDING_REVIEW',
      'PENDING_DISBURSEMENT', 'MACHINE_REFUSED', 'REFUSED', 'DISBURSED')),
    reason text NOT NULL CHECK (length(reason) BETWEEN 1 AND 200),
    audit_time timestamptz,
    lending_time timestamptz,
    approval_status text NOT NULL DEFAULT 'NONE'
      CHECK (approval_status IN ('NONE', 'PENDING', 'APPROVED', 'REJECTED')),
    maker_user_no text NOT NULL REFERENCES app_user,
    checker_user_no text REFERENCES app_user,
    checker_note text CHECK (length(checker_note) BETWEEN 1 AND 200),
    job_no text REFERENCES job,
    -- The batch that this one takes back.
    reverses_batch_no text REFERENCES retrieval_batch,
    created_at timestamptz NOT NULL DEFAULT now(),
    decided_at timestamptz,
    version integer NOT NULL DEFAULT 1,
    CHECK (checker_user_no <> maker_user_no),
    CHECK (audit_time <= lending_time),
    CHECK ((target_status = 'DISBURSED') = (lending_time IS NOT NULL))
  );
  CREATE INDEX retrieval_batch_newest ON retrieval_batch (created_at DESC);
  CREATE TABLE retrieval_item (
    batch_no text NOT NULL REFERENCES retrieval_batch,
    order_no text NOT NULL REFERENCES loan_order,
    merchant_no text NOT NULL,
    line_no integer NOT NULL,
    -- As the maker saw it; another at the time it runs is refused.
    seen_version bigint NOT NULL,
    from_status text NOT NULL,
    -- Who had it then: what taking the batch back needs.
    from_auditor_user_no text REFERENCES app_user,
    item_status text NOT NULL DEFAULT 'WAITING' CHECK (item_status IN ('WAITING', 'SUCCESS', 'FAILURE')),
    failure text,
    failure_facts jsonb,
    -- The order's version right after it: untouched since, it can be taken back.
    left_version bigint,
    done_at timestamptz,
    PRIMARY KEY (batch_no, order_no)
  );
  CREATE INDEX retrieval_item_order ON retrieval_item (order_no, batch_no);
`;
