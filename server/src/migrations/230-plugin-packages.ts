import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Who published which package: the files themselves lie in `registry/packages`. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `CREATE TABLE plugin_package (
        plugin text NOT NULL CHECK (plugin ~ '^[a-z][a-z0-9-]{0,39}$'),
        plugin_version text NOT NULL CHECK (length(plugin_version) <= 64),
        publisher text NOT NULL,
        key_id text,
        user_no text REFERENCES app_user,
        package_bytes bigint NOT NULL CHECK (package_bytes > 0),
        package_hash text NOT NULL,
        published_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (plugin, plugin_version),
        CHECK (key_id IS NOT NULL OR user_no IS NOT NULL)
      )`,
    )
    .execute(db);
}
