import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Versions that the registry offered and until when: their files stay readable for who still has them open. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `CREATE TABLE plugin_version_offered (
        plugin text NOT NULL,
        plugin_version text NOT NULL,
        last_offered_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (plugin, plugin_version)
      )`,
    )
    .execute(db);
}
