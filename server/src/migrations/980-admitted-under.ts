import { type Kysely, sql } from 'kysely';

/** Under which of its merchant's traffic limits an application was admitted; null: before limits were kept with it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE loan_order ADD COLUMN admitted_under integer CHECK (admitted_under >= -1)`.execute(db);
}
