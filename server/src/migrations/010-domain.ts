import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Organisations, what pages show beside people, and files by the hash of their content. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const part of [organizations, additions, files]) await sql.raw(part).execute(db);
}

const organizations = `
  CREATE TABLE organization (
    org_no text PRIMARY KEY,
    org_name text NOT NULL CHECK (length(org_name) BETWEEN 1 AND 64),
    parent_org_no text REFERENCES organization
  );
  ALTER TABLE app_user ADD FOREIGN KEY (org_no) REFERENCES organization;
  CREATE INDEX app_user_org ON app_user (org_no);
`;

const additions = `
  ALTER TABLE dictionary_entry ADD tag_colour text
    CHECK (tag_colour IN ('none', 'primary', 'success', 'warning', 'danger'));
  -- A word of a code may hold digits after its first letter: collection:ai94:create.
  ALTER TABLE role_code DROP CONSTRAINT role_code_code_check;
  ALTER TABLE role_code ADD CHECK (code ~ '^[a-z][A-Za-z0-9]*(:[a-z][A-Za-z0-9]*){2}$');
  ALTER TABLE warning ADD subject_zh text;
  ALTER TABLE tracking_event ADD path text, ADD occurred_at timestamptz;
  CREATE INDEX app_user_newest ON app_user (created_at, user_no);
`;

// The content lies below the data folder, one file a hash, so a table holds facts alone and the
// same document attached twice is stored once.
const files = `
  DROP TABLE attachment; DROP TABLE upload_chunk; DROP TABLE upload;
  CREATE TABLE stored_file (
    content_hash text PRIMARY KEY CHECK (content_hash ~ '^[0-9a-f]{64}$'),
    content_type text NOT NULL,
    size_bytes bigint NOT NULL CHECK (size_bytes > 0),
    md5 text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now()
  );
  CREATE TABLE attachment (
    attachment_no text PRIMARY KEY,
    user_no text NOT NULL REFERENCES app_user,
    content_hash text NOT NULL REFERENCES stored_file,
    subject_type text NOT NULL,
    subject_no text NOT NULL,
    file_name text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    deleted_at timestamptz
  );
  CREATE INDEX attachment_subject ON attachment (subject_type, subject_no) WHERE deleted_at IS NULL;
`;
