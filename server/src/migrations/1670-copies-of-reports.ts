import { type Kysely, sql } from 'kysely';

/** A second copy of a report is a row of its own that points at the first and is never worked off. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE gateway_callback_state
    DROP CONSTRAINT gateway_callback_state_callback_status_check,
    ADD CONSTRAINT gateway_callback_state_callback_status_check CHECK (callback_status IN
      ('RECEIVED', 'PROCESSED', 'IGNORED', 'REFUSED', 'HELD', 'SET_ASIDE', 'UNPROVEN', 'DUPLICATE')),
    ADD COLUMN duplicate_of bigint REFERENCES gateway_callback_state (callback_id),
    ADD CONSTRAINT gateway_callback_state_copy CHECK
      ((callback_status = 'DUPLICATE') = (duplicate_of IS NOT NULL))`.execute(db);
  await sql`CREATE INDEX gateway_callback_copies ON gateway_callback_state (duplicate_of)
    WHERE duplicate_of IS NOT NULL`.execute(db);
  await sql`INSERT INTO dictionary_entry (dict_key, value, label, sort)
    SELECT 'INTAKE_STATUS', 'DUPLICATE', '{"en": "Duplicate", "zh": "重复"}', 60
    WHERE EXISTS (SELECT FROM dictionary_entry WHERE dict_key = 'INTAKE_STATUS') ON CONFLICT DO NOTHING`.execute(db);
}
