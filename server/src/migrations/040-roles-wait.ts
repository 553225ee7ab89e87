import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** What a role grants is requested by one person and agreed to by another. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`INSERT INTO policy_setting (setting_key, value) VALUES ('makerChecker.role', 'true')
    ON CONFLICT DO NOTHING`.execute(db);
}
