import { type Kysely, sql } from 'kysely';

/** What a provider last said is left on an account, and when. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE sms_account ADD COLUMN balance_cents bigint, ADD COLUMN balance_at timestamptz`.execute(db);
}
