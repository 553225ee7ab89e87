import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/**
 * Messages of a channel that had no effect: what cannot be read, what differs from what was asked or booked, and what
 * failed more than three times stands in a list until it fits or somebody closes it. `lane` is the loan that a message
 * is about: those of one lane are worked off in the order in which they came.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(states).execute(db);
}

const states = `
  ALTER TABLE gateway_callback_state
    DROP CONSTRAINT gateway_callback_state_callback_status_check,
    ADD CONSTRAINT gateway_callback_state_callback_status_check CHECK (callback_status IN
      ('RECEIVED', 'PROCESSED', 'IGNORED', 'REFUSED', 'HELD', 'SET_ASIDE')),
    ADD COLUMN lane text,
    ADD COLUMN subject_no text,
    ADD COLUMN merchant_no text REFERENCES merchant,
    ADD COLUMN payment_code text,
    ADD COLUMN amount_cents bigint,
    ADD COLUMN version bigint NOT NULL DEFAULT 0;
  UPDATE gateway_callback_state SET merchant_no = (SELECT min(merchant_no) FROM merchant)
    WHERE callback_status = 'REFUSED' OR attempts > 3;
  CREATE INDEX gateway_callback_listed ON gateway_callback_state (received_at)
    WHERE callback_status IN ('REFUSED', 'HELD', 'SET_ASIDE') OR (callback_status = 'RECEIVED' AND attempts > 3);
  CREATE INDEX gateway_callback_lane ON gateway_callback_state (lane, callback_id) WHERE callback_status = 'RECEIVED';
  CREATE INDEX gateway_callback_held ON gateway_callback_state (subject_no) WHERE callback_status = 'HELD';
`;
