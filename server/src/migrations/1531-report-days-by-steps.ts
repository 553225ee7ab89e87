import { type Kysely, sql } from 'kysely';

/** Days are compared with the ledger in steps: of a day that was kept and not compared yet there is no moment. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE report_day ALTER COLUMN checked_at DROP NOT NULL`.execute(db);
}
