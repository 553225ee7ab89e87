import { type Kysely, sql } from 'kysely';

/** Releases of the merchants' apps: what a starting app is offered. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(releases).execute(db);
}

const releases = `
  CREATE SEQUENCE app_release_number;
  CREATE TABLE app_release (
    release_no text PRIMARY KEY DEFAULT 'AV' || lpad(nextval('app_release_number')::text, 9, '0'),
    merchant_no text NOT NULL REFERENCES merchant,
    os text NOT NULL CHECK (os IN ('ANDROID', 'IOS')),
    version_name text NOT NULL,
    version_code integer NOT NULL CHECK (version_code > 0),
    update_type text NOT NULL CHECK (update_type IN ('OPTIONAL', 'FORCED', 'SILENT')),
    min_supported_version_code integer NOT NULL CHECK (min_supported_version_code <= version_code),
    store_url text NOT NULL,
    release_notes jsonb NOT NULL CHECK (release_notes ? 'en'),
    rollout_percent integer NOT NULL CHECK (rollout_percent BETWEEN 1 AND 100),
    app_version_status text NOT NULL DEFAULT 'DRAFT' CHECK (app_version_status IN ('DRAFT', 'PUBLISHED', 'WITHDRAWN')),
    published_at timestamptz,
    published_by text REFERENCES app_user,
    withdraw_reason text,
    version integer NOT NULL DEFAULT 1
  );
  CREATE INDEX app_release_offered ON app_release (merchant_no, os, version_code DESC)
    WHERE app_version_status = 'PUBLISHED';
`;
