import { type Kysely, sql } from 'kysely';

/** The file behind each import: its name and hash, so that the same file is not taken twice unseen. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(files).execute(db);
}

const files = `
  CREATE TABLE import_file (
    job_no text PRIMARY KEY REFERENCES job ON DELETE CASCADE,
    kind text NOT NULL,
    file_name text NOT NULL CHECK (length(file_name) BETWEEN 1 AND 255),
    file_hash text NOT NULL CHECK (file_hash ~ '^[0-9a-f]{64}$'),
    user_no text NOT NULL REFERENCES app_user,
    at timestamptz NOT NULL DEFAULT now()
  );
  CREATE INDEX import_file_hash ON import_file (kind, file_hash, at DESC);
  ALTER TABLE call_import ADD file_name text, ADD file_hash text;
`;
