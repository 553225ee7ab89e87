import { type Kysely, sql } from 'kysely';

/** Customers of a level that is served first on the hotline. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE vip_member ADD has_hotline_priority boolean NOT NULL DEFAULT false`.execute(db);
}
