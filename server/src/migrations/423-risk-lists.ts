import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** The lender-wide white, grey and black lists, and the applications that each entry met. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(tables).execute(db);
}

// A person is on one list at a time: an entry of another list has to be removed first.
const tables = `
  CREATE SEQUENCE risk_list_number;
  CREATE TABLE risk_list_entry (
    entry_no text PRIMARY KEY DEFAULT 'RL' || lpad(nextval('risk_list_number')::text, 9, '0'),
    list_type text NOT NULL CHECK (list_type IN ('WHITE', 'GREY', 'BLACK')),
    subject_type text NOT NULL CHECK (subject_type IN ('PHONE', 'ID_CARD_NO')),
    subject_value text NOT NULL CHECK (length(subject_value) BETWEEN 4 AND 64),
    note text NOT NULL CHECK (length(note) BETWEEN 1 AND 200),
    list_source text NOT NULL DEFAULT 'MANUAL',
    added_by text NOT NULL REFERENCES app_user,
    added_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL CHECK (expires_at > added_at),
    removed_at timestamptz,
    removed_by text REFERENCES app_user,
    hits integer NOT NULL DEFAULT 0,
    last_hit_at timestamptz,
    version bigint NOT NULL DEFAULT 0
  );
  CREATE UNIQUE INDEX risk_list_value ON risk_list_entry (subject_type, subject_value) WHERE removed_at IS NULL;
  CREATE INDEX risk_list_newest ON risk_list_entry (added_at DESC);
  CREATE TABLE risk_list_hit (
    hit_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    entry_no text NOT NULL REFERENCES risk_list_entry,
    order_no text NOT NULL,
    happened_at timestamptz NOT NULL
  );
  CREATE INDEX risk_list_hit_entry ON risk_list_hit (entry_no, hit_id DESC);
`;
