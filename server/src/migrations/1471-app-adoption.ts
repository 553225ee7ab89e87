import { type Kysely, sql } from 'kysely';

/** When an install of an app first started with each of its versions: how a release spreads. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(versions).execute(db);
}

const versions = `
  CREATE TABLE app_install_start (
    merchant_no text NOT NULL REFERENCES merchant,
    os text NOT NULL CHECK (os IN ('ANDROID', 'IOS')),
    install_hash text NOT NULL,
    version_code integer NOT NULL,
    first_seen_on date NOT NULL,
    PRIMARY KEY (merchant_no, os, install_hash, version_code)
  );
  INSERT INTO app_install_start (merchant_no, os, install_hash, version_code, first_seen_on)
  SELECT merchant_no, os, install_hash, version_code, (last_seen_at AT TIME ZONE 'Africa/Nairobi')::date FROM app_install;
`;
