import { type Kysely, sql } from 'kysely';

/** The interest of bills whose plan sets it: annuities, flat interest, rates by month or year. Null for what is charged by the day. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE bill ADD COLUMN interest_total_cents bigint CHECK (interest_total_cents >= 0)`.execute(db);
}
