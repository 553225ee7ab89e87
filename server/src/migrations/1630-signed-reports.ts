import { type Kysely, sql } from 'kysely';

/**
 * Reports that their gateway signs: how the signature was found, and a status of its own for those that prove nothing,
 * which nobody works off. What a signature may be used for once is kept while its time is near.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE gateway_callback_state
    DROP CONSTRAINT gateway_callback_state_callback_status_check,
    ADD CONSTRAINT gateway_callback_state_callback_status_check CHECK (callback_status IN
      ('RECEIVED', 'PROCESSED', 'IGNORED', 'REFUSED', 'HELD', 'SET_ASIDE', 'UNPROVEN')),
    ADD COLUMN signature_check text
      CHECK (signature_check IN ('VALID', 'MISSING', 'WRONG', 'STALE', 'REPEATED')),
    ADD CONSTRAINT gateway_callback_state_proven CHECK
      ((callback_status = 'UNPROVEN') = (coalesce(signature_check, 'VALID') <> 'VALID'))`.execute(db);
  await sql`CREATE TABLE gateway_nonce (
    topic text NOT NULL,
    nonce text NOT NULL,
    seen_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (topic, nonce)
  )`.execute(db);
  await sql`CREATE INDEX gateway_nonce_seen ON gateway_nonce (seen_at)`.execute(db);
}
