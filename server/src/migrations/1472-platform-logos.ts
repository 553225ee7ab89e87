import { type Kysely, sql } from 'kysely';

/** Logos of partners, shown beside products that have none of their own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE partner_platform ADD COLUMN logo jsonb`.execute(db);
}
