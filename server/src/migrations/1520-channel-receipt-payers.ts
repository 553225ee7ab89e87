import { type Kysely, sql } from 'kysely';

/** Who paid, as the channel said: a payment that is typed after it belongs to its payer, not to whom it is put on. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE channel_receipt ADD COLUMN payer_name text, ADD COLUMN payer_phone text`.execute(db);
}
