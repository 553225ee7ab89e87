import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Jobs and their items. The queue that hands them to workers keeps its own tables beside them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(tables).execute(db);
}

const tables = `
  CREATE SEQUENCE job_number;
  CREATE TABLE job (
    job_no text PRIMARY KEY DEFAULT 'J' || lpad(nextval('job_number')::text, 8, '0'),
    kind text NOT NULL,
    user_no text NOT NULL REFERENCES app_user,
    params jsonb NOT NULL,
    lang text NOT NULL CHECK (lang IN ('en', 'zh')),
    job_status text NOT NULL DEFAULT 'QUEUED' CHECK (job_status IN
      ('QUEUED', 'RUNNING', 'SUCCESS', 'PARTIAL_SUCCESS', 'FAILURE', 'CANCELLED')),
    total integer NOT NULL DEFAULT 0,
    succeeded integer NOT NULL DEFAULT 0,
    failed integer NOT NULL DEFAULT 0,
    done integer GENERATED ALWAYS AS (succeeded + failed) STORED,
    reason text,
    file_name text,
    content_type text,
    expires_at timestamptz,
    retry_of text REFERENCES job,
    created_at timestamptz NOT NULL DEFAULT now(),
    started_at timestamptz,
    finished_at timestamptz
  );
  CREATE INDEX job_newest ON job (user_no, created_at DESC);
  CREATE INDEX job_live ON job (job_status) WHERE job_status IN ('QUEUED', 'RUNNING');
  CREATE INDEX job_expiry ON job (expires_at) WHERE expires_at IS NOT NULL;

  CREATE TABLE job_item (
    job_no text NOT NULL REFERENCES job,
    item_no integer NOT NULL,
    subject_no text,
    input jsonb NOT NULL,
    item_status text NOT NULL DEFAULT 'QUEUED'
      CHECK (item_status IN ('QUEUED', 'SUCCESS', 'FAILURE', 'CANCELLED')),
    reason text,
    field text,
    result jsonb,
    finished_at timestamptz,
    PRIMARY KEY (job_no, item_no)
  );
  CREATE INDEX job_item_waiting ON job_item (job_no, item_no) WHERE item_status = 'QUEUED';
`;
