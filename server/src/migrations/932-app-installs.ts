import { type Kysely, sql } from 'kysely';

/** Which version each install of an app last started with. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(installs).execute(db);
}

const installs = `
  CREATE TABLE app_install (
    merchant_no text NOT NULL REFERENCES merchant,
    os text NOT NULL CHECK (os IN ('ANDROID', 'IOS')),
    install_hash text NOT NULL,
    version_code integer NOT NULL,
    last_seen_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (merchant_no, os, install_hash)
  );
  CREATE INDEX app_install_version ON app_install (merchant_no, os, version_code, last_seen_at);
`;
