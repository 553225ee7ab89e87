import { type Kysely, sql } from 'kysely';

/** What may have several versions on one day, as its family always said. */
const KEYS = [
  'collection.aiAllocation',
  'collection.levelPolicy',
  'collection.preReminder',
  'collectionStage.strategy',
  'message.point',
  'message.template',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  await allowSeveralADay(db, KEYS);
}

/** Adds to the keys that the index leaves out already. */
export async function allowSeveralADay(db: Kysely<unknown>, added: readonly string[]): Promise<void> {
  const { rows } = await sql<{ readonly key: string }>`
    SELECT DISTINCT found[1] AS key FROM pg_indexes,
      regexp_matches(indexdef, '''([A-Za-z]+\\.[A-Za-z]+)''', 'g') AS found
    WHERE indexname = 'config_version_day'`.execute(db);
  const keys = [...new Set([...rows.map(({ key }) => key), ...added])].toSorted();
  await sql`DROP INDEX config_version_day`.execute(db);
  await sql`CREATE UNIQUE INDEX config_version_day ON config_version (config_key, subject_no, effective_from)
    WHERE stored_status IN ('SCHEDULED', 'IN_FORCE', 'SUPERSEDED')
      AND config_key NOT IN (${sql.join(keys.map((key) => sql.lit(key)))})`.execute(db);
}
