import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/**
 * Who had an order under review, from when to when and why it ended; and what people noted about it
 * meanwhile. The order itself knows its present auditor alone.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const part of [allotments, followUps]) await sql.raw(part).execute(db);
}

const allotments = `
  CREATE TABLE order_allotment (
    allotment_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    order_no text NOT NULL REFERENCES loan_order,
    auditor_user_no text NOT NULL REFERENCES app_user,
    -- Null where no person chose: auto-allocation, a retrieval.
    allotted_by text REFERENCES app_user,
    allotted_at timestamptz NOT NULL,
    -- When the auditor looked at it first; known once it ended.
    opened_at timestamptz,
    ended_at timestamptz,
    ending text CHECK (ending IN ('PASSED', 'REFUSED', 'RETURNED',
      'RECALLED', 'RELEASED', 'LAPSED', 'UNDONE', 'FROZEN', 'RETRIEVED')),
    ended_by text,
    CHECK ((ended_at IS NULL) = (ending IS NULL))
  );
  CREATE UNIQUE INDEX order_allotment_live ON order_allotment (order_no) WHERE ended_at IS NULL;
  CREATE INDEX order_allotment_order ON order_allotment (order_no, allotment_id);
  CREATE INDEX order_allotment_done ON order_allotment (auditor_user_no, ended_at DESC)
    WHERE ending IN ('PASSED', 'REFUSED', 'RETURNED');
  INSERT INTO order_allotment (order_no, auditor_user_no, allotted_at)
    SELECT order_no, auditor_user_no, coalesce(allotted_at, apply_time) FROM loan_order
    WHERE order_status = 'PENDING_REVIEW' AND auditor_user_no IS NOT NULL;
`;

const followUps = `
  CREATE SEQUENCE order_follow_up_number;
  CREATE TABLE order_follow_up (
    follow_no text PRIMARY KEY DEFAULT 'FU' || lpad(nextval('order_follow_up_number')::text, 9, '0'),
    order_no text NOT NULL REFERENCES loan_order,
    user_no text NOT NULL REFERENCES app_user,
    content text NOT NULL CHECK (length(content) BETWEEN 1 AND 200),
    remind_at timestamptz,
    created_at timestamptz NOT NULL DEFAULT now()
  );
  CREATE INDEX order_follow_up_order ON order_follow_up (order_no, created_at DESC);
  CREATE INDEX order_follow_up_remind ON order_follow_up (user_no, remind_at)
    WHERE remind_at IS NOT NULL;
`;
