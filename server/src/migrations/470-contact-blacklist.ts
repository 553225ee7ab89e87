import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Numbers blocked by hand: why, for which channels, until when, and where they came from. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(columns).execute(db);
}

const columns = `
  ALTER TABLE contact_block
    DROP CONSTRAINT contact_block_block_kind_check,
    ADD CONSTRAINT contact_block_block_kind_check CHECK (block_kind IN
      ('DO_NOT_CALL', 'DISPUTE', 'DEATH', 'OPT_OUT', 'OBJECTED', 'WRONG_NUMBER', 'OFFICIAL', 'COMPLAINT')),
    ADD COLUMN block_scopes text[] NOT NULL DEFAULT '{ALL}' CHECK (cardinality(block_scopes) > 0
      AND block_scopes <@ ARRAY['NO_CALL', 'NO_SMS', 'ALL', 'NOT_A_CONTACT']),
    ADD COLUMN expires_at timestamptz,
    ADD COLUMN feedback_no text REFERENCES feedback,
    ADD COLUMN block_source text NOT NULL DEFAULT 'MANUAL' CHECK (block_source IN ('MANUAL', 'IMPORT')),
    ADD CHECK (expires_at > set_at);
  CREATE INDEX contact_block_newest ON contact_block (set_at DESC);
`;
