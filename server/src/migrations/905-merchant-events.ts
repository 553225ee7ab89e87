import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/**
 * What merchants' systems are notified of: an event outlives each attempt to deliver it, and its number stays the same.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(tables).execute(db);
  await sql.raw(undelivered).execute(db);
}

const tables = `
  CREATE SEQUENCE merchant_event_number;
  CREATE TABLE merchant_event (
    event_no text PRIMARY KEY DEFAULT 'ME' || lpad(nextval('merchant_event_number')::text, 10, '0'),
    merchant_no text NOT NULL REFERENCES merchant,
    event text NOT NULL,
    subject_no text NOT NULL,
    data jsonb NOT NULL,
    delivery_status text NOT NULL DEFAULT 'QUEUED'
      CHECK (delivery_status IN ('QUEUED', 'DELIVERED', 'REJECTED', 'FAILED')),
    created_at timestamptz NOT NULL DEFAULT now(),
    attempts integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
    automatic_attempts integer NOT NULL DEFAULT 0 CHECK (automatic_attempts >= 0),
    next_attempt_at timestamptz,
    lease_until timestamptz,
    requested_by text REFERENCES app_user,
    delivered_at timestamptz,
    version bigint NOT NULL DEFAULT 0,
    UNIQUE (event, subject_no),
    CHECK ((delivery_status = 'QUEUED') = (next_attempt_at IS NOT NULL))
  );
  CREATE INDEX merchant_event_due ON merchant_event (next_attempt_at) WHERE delivery_status = 'QUEUED';
  CREATE INDEX merchant_event_newest ON merchant_event (created_at DESC);
  CREATE INDEX merchant_event_merchant ON merchant_event (merchant_no, created_at DESC);
  ALTER TABLE merchant_callback
    ADD COLUMN event_no text REFERENCES merchant_event,
    ADD COLUMN attempt_no integer,
    ADD COLUMN requested_by text REFERENCES app_user,
    ADD COLUMN reply_excerpt text CHECK (length(reply_excerpt) <= 500);
  CREATE INDEX merchant_callback_event ON merchant_callback (event_no, callback_id) WHERE event_no IS NOT NULL;
  ALTER TABLE merchant_service ADD COLUMN callback_failing_since timestamptz;
`;

/** Orders acquired before: those under way are attempted now, those that failed can be resent. */
const undelivered = `
  INSERT INTO merchant_event (merchant_no, event, subject_no, data, delivery_status, created_at, attempts,
    automatic_attempts, next_attempt_at)
  SELECT a.merchant_no, 'order.acquired', a.order_no,
    jsonb_build_object('orderNo', a.order_no, 'loanType', o.loan_type, 'appliedCents', o.applied_cents,
      'modelLevel', o.model_level, 'productNo', o.product_no),
    a.delivery_status, a.acquired_at, a.attempts, CASE a.delivery_status WHEN 'FAILED' THEN 9 ELSE 0 END,
    CASE a.delivery_status WHEN 'QUEUED' THEN now() END
  FROM acquired_order a JOIN loan_order o USING (order_no)
  WHERE a.delivery_status IN ('QUEUED', 'FAILED');
`;
