import { type Kysely, sql } from 'kysely';

/** Channels that were paused automatically, while too many of their loans are late with the first bill. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(pauses).execute(db);
}

const pauses = `
  CREATE TABLE channel_pause (
    rule_id text PRIMARY KEY REFERENCES config_rule,
    overdue_percent integer NOT NULL CHECK (overdue_percent BETWEEN 0 AND 100),
    -- The version that it ended: a later one that two people approved runs again.
    version_no integer NOT NULL,
    paused_at timestamptz NOT NULL
  );
`;
