import { type Kysely, sql } from 'kysely';

/** What applies of a company policy. `house_setting` said the same, and stays for processes of the version before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE FUNCTION policy_value(wanted text) RETURNS jsonb LANGUAGE sql STABLE AS $$
    SELECT coalesce(
      (SELECT value FROM config_version
        WHERE config_key = wanted AND subject_no = '' AND in_force_from <= now()
          AND stored_status IN ('SCHEDULED', 'IN_FORCE', 'SUPERSEDED')
        ORDER BY in_force_from DESC LIMIT 1),
      (SELECT value FROM policy_setting WHERE setting_key = wanted))
  $$`.execute(db);
}
