import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** People and accounts that staff block by hand, with evidence and an end. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(table).execute(db);
}

const table = `
  CREATE SEQUENCE manual_blacklist_number;
  CREATE TABLE manual_blacklist (
    entry_no text PRIMARY KEY DEFAULT 'BL' || lpad(nextval('manual_blacklist_number')::text, 9, '0'),
    subject_type text NOT NULL CHECK (subject_type IN ('PHONE', 'ID_CARD_NO', 'BANK_ACCOUNT')),
    subject_value text NOT NULL CHECK (length(subject_value) BETWEEN 4 AND 64),
    reason_code text NOT NULL,
    note text NOT NULL CHECK (length(note) BETWEEN 1 AND 200),
    merchant_no text REFERENCES merchant,
    evidence_ids text[] NOT NULL CHECK (cardinality(evidence_ids) > 0),
    blacklist_source text NOT NULL DEFAULT 'MANUAL' CHECK (blacklist_source IN ('MANUAL', 'IMPORT')),
    added_by text NOT NULL REFERENCES app_user,
    added_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL CHECK (expires_at > added_at),
    removed_at timestamptz,
    removed_by text REFERENCES app_user,
    hits integer NOT NULL DEFAULT 0,
    last_hit_at timestamptz,
    version bigint NOT NULL DEFAULT 0
  );
  CREATE UNIQUE INDEX manual_blacklist_value ON manual_blacklist
    (subject_type, subject_value, coalesce(merchant_no, '')) WHERE removed_at IS NULL;
  CREATE INDEX manual_blacklist_newest ON manual_blacklist (added_at DESC);
`;
