import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/**
 * How sections load and fail, as consoles tell it. `plugin_health` is a histogram in narrow rows, so that
 * figures over any window are one sum; `plugin_health_session` is what rollouts and sessions are judged by,
 * and kept for hours only; `plugin_health_day` counts people. `plugin_trip` keeps why a rollout went back.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(tables).execute(db);
}

const tables = `
  CREATE TABLE plugin_health (
    slot timestamptz NOT NULL,
    plugin text NOT NULL,
    version text NOT NULL,
    measure text NOT NULL,
    count bigint NOT NULL,
    PRIMARY KEY (slot, plugin, version, measure)
  );
  CREATE TABLE plugin_health_session (
    minute timestamptz NOT NULL,
    plugin text NOT NULL,
    version text NOT NULL,
    session_id text NOT NULL,
    user_no text NOT NULL,
    attempts integer NOT NULL,
    failures integer NOT NULL,
    PRIMARY KEY (minute, plugin, version, session_id)
  );
  CREATE INDEX plugin_health_session_failed ON plugin_health_session (session_id, plugin, version)
    WHERE failures > 0;
  CREATE TABLE plugin_health_day (
    day date NOT NULL,
    plugin text NOT NULL,
    version text NOT NULL,
    user_no text NOT NULL,
    PRIMARY KEY (day, plugin, version, user_no)
  );
  CREATE TABLE plugin_trip (
    plugin text NOT NULL,
    version text NOT NULL,
    tripped_at timestamptz NOT NULL,
    attempts integer NOT NULL,
    failures integer NOT NULL,
    users integer NOT NULL,
    PRIMARY KEY (plugin, version)
  );
  ALTER TABLE session ADD COLUMN plugins_out text[] NOT NULL DEFAULT '{}';
`;
