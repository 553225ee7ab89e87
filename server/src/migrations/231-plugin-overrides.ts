import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/**
 * Plugins that developers try from their own machines, each in one session. `grant_claims` is the server's signature
 * over all of it: a row that was altered grants nothing.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `CREATE TABLE plugin_override (
        override_id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        user_no text NOT NULL REFERENCES app_user,
        session_id text NOT NULL,
        plugin text NOT NULL CHECK (plugin ~ '^[a-z][a-z0-9-]{0,39}$'),
        origin text NOT NULL CHECK (length(origin) <= 200),
        grant_claims text NOT NULL,
        granted_at timestamptz NOT NULL DEFAULT now(),
        ends_at timestamptz NOT NULL,
        ended_at timestamptz,
        CHECK (ends_at > granted_at)
      );
      CREATE UNIQUE INDEX plugin_override_live ON plugin_override (session_id, plugin) WHERE ended_at IS NULL;
      CREATE INDEX plugin_override_person ON plugin_override (user_no) WHERE ended_at IS NULL;`,
    )
    .execute(db);
}
