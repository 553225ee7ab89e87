import { type Kysely, sql } from 'kysely';

/** When customers signed in last, and since when a merchant's app tells: before that nobody knows who did not. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE customer ADD COLUMN last_login_at timestamptz`.execute(db);
  await sql`ALTER TABLE merchant ADD COLUMN sign_ins_since timestamptz`.execute(db);
  await sql`CREATE INDEX customer_last_login ON customer (merchant_no, last_login_at)`.execute(db);
}
