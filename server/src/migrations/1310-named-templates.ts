import { type Kysely, sql } from 'kysely';

/** What a moment of a customer wants to be written itself: the template of the rule that cancelled an order. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE node_notice ADD COLUMN template_code text REFERENCES message_template`.execute(db);
}
