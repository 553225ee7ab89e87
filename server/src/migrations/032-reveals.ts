import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Who saw which value in full and why, and how many a day. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(tables).execute(db);
}

// The log is never changed. The day's counter is a row to lock: of two reveals at once the second
// sees what the first used.
const tables = `
  CREATE TABLE reveal_log (
    reveal_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    happened_at timestamptz NOT NULL DEFAULT now(),
    eat_day date NOT NULL DEFAULT (now() AT TIME ZONE 'Africa/Nairobi')::date,
    user_no text NOT NULL REFERENCES app_user,
    session_id text,
    request_id text NOT NULL,
    address text NOT NULL,
    kind text NOT NULL,
    field text NOT NULL,
    subject_no text NOT NULL,
    purpose text NOT NULL,
    note text CHECK (length(note) BETWEEN 1 AND 200),
    outcome text NOT NULL CHECK (outcome IN ('SHOWN', 'REPEATED', 'EMPTY', 'REFUSED'))
  );
  CREATE INDEX reveal_log_user ON reveal_log (user_no, happened_at DESC);
  CREATE INDEX reveal_log_day ON reveal_log (user_no, eat_day, kind, subject_no);
  CREATE INDEX reveal_log_subject ON reveal_log (subject_no, happened_at DESC);
  CREATE TRIGGER reveal_log_kept BEFORE UPDATE OR DELETE ON reveal_log
    FOR EACH ROW EXECUTE FUNCTION refuse_change();
  CREATE TRIGGER reveal_log_kept_whole BEFORE TRUNCATE ON reveal_log
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

  CREATE TABLE reveal_day (
    user_no text NOT NULL REFERENCES app_user,
    eat_day date NOT NULL,
    used integer NOT NULL DEFAULT 0 CHECK (used >= 0),
    PRIMARY KEY (user_no, eat_day)
  );

  INSERT INTO dictionary_entry (dict_key, value, label, sort) VALUES
    ('REVEAL_PURPOSE', 'CALL_BACK', '{"en": "Call or write back", "zh": "回电或回复"}', 1),
    ('REVEAL_PURPOSE', 'VERIFY_IDENTITY', '{"en": "Verify who it is", "zh": "核实身份"}', 2),
    ('REVEAL_PURPOSE', 'CORRECT_DATA', '{"en": "Correct a record", "zh": "更正资料"}', 3),
    ('REVEAL_PURPOSE', 'COMPLAINT', '{"en": "Handle a complaint", "zh": "处理投诉"}', 4),
    ('REVEAL_PURPOSE', 'PAYMENT', '{"en": "Trace a payment", "zh": "查找付款"}', 5),
    ('REVEAL_PURPOSE', 'AUDIT', '{"en": "Audit or inspection", "zh": "审计或检查"}', 6),
    ('REVEAL_PURPOSE', 'OTHER', '{"en": "Another purpose", "zh": "其他用途"}', 99);
`;
