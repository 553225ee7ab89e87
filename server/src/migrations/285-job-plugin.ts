import type { Kysely } from 'kysely';

/** Which isolated plugin started a job: it runs as masked as the plugin's calls, and is that plugin's alone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('job').addColumn('plugin', 'text').execute();
}
