import { type Kysely, sql } from 'kysely';

/** Words that must not reach a customer or are noticed, in groups, and where they were found. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(sensitiveWords).execute(db);
}

const sensitiveWords = `
  CREATE SEQUENCE word_group_number;
  CREATE TABLE word_group (
    word_group_no text PRIMARY KEY DEFAULT 'SW' || lpad(nextval('word_group_number')::text, 9, '0'),
    word_group text NOT NULL CHECK (word_group <> ''),
    words text[] NOT NULL CHECK (cardinality(words) BETWEEN 1 AND 500),
    exceptions text[] NOT NULL DEFAULT '{}',
    language text,
    scopes text[] NOT NULL CHECK (cardinality(scopes) > 0),
    action text NOT NULL CHECK (action IN ('BLOCK', 'WARN', 'FLAG')),
    is_enabled boolean NOT NULL DEFAULT true,
    updated_by text NOT NULL REFERENCES app_user,
    updated_at timestamptz NOT NULL DEFAULT now(),
    version integer NOT NULL DEFAULT 1
  );
  CREATE TABLE word_hit (
    word_hit_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    word_group_no text NOT NULL REFERENCES word_group ON DELETE CASCADE,
    word text NOT NULL,
    scope text NOT NULL,
    text text NOT NULL,
    user_no text REFERENCES app_user,
    hit_at timestamptz NOT NULL DEFAULT now()
  );
  CREATE INDEX word_hit_newest ON word_hit (word_group_no, hit_at DESC);
`;
