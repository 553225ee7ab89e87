import { type Kysely, sql } from 'kysely';

/** What employees did against the rules: recorded by one person, confirmed by another, never deleted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(discipline).execute(db);
}

const discipline = `
  CREATE SEQUENCE discipline_record_number;
  CREATE TABLE discipline_record (
    record_no text PRIMARY KEY DEFAULT 'DR' || lpad(nextval('discipline_record_number')::text, 9, '0'),
    user_no text NOT NULL REFERENCES app_user,
    discipline_type text NOT NULL CHECK (discipline_type IN ('LATE', 'EARLY_LEAVE', 'ABSENT', 'QUALITY_FATAL',
      'SCRIPT_BREACH', 'CONTACT_BREACH', 'DATA_MISUSE', 'OTHER')),
    discipline_level text NOT NULL CHECK (discipline_level IN ('NOTICE', 'WARNING', 'SEVERE')),
    points integer NOT NULL CHECK (points BETWEEN 0 AND 100),
    source text NOT NULL CHECK (source IN ('SCHEDULE', 'QUALITY', 'SECURITY', 'MANUAL', 'IMPORT')),
    -- Where it came from: an abnormal day, an inspection; a source proposes a thing once.
    source_ref text,
    happened_on date NOT NULL,
    content text NOT NULL CHECK (content <> ''),
    voucher_ids text[] NOT NULL DEFAULT '{}',
    discipline_status text NOT NULL DEFAULT 'PENDING'
      CHECK (discipline_status IN ('PENDING', 'CONFIRMED', 'DISMISSED', 'REVOKED')),
    objection text,
    objected_at timestamptz,
    answer text,
    -- Null: proposed automatically.
    recorded_by text REFERENCES app_user,
    recorded_at timestamptz NOT NULL DEFAULT now(),
    decided_by text REFERENCES app_user,
    decided_at timestamptz,
    decision_reason text,
    version integer NOT NULL DEFAULT 1
  );
  CREATE UNIQUE INDEX discipline_record_once ON discipline_record (user_no, discipline_type, happened_on)
    WHERE discipline_status IN ('PENDING', 'CONFIRMED');
  CREATE UNIQUE INDEX discipline_record_source ON discipline_record (source, source_ref) WHERE source_ref IS NOT NULL;
  CREATE INDEX discipline_record_newest ON discipline_record (happened_on DESC, record_no);
`;
