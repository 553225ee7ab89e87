import { type Kysely, sql } from 'kysely';

/** Warnings of orders that no payout route takes, by their name; a new book is seeded with it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`INSERT INTO dictionary_entry (dict_key, value, label, sort)
    SELECT 'WARNING_SOURCE', 'NO_ROUTE', '{"en": "No payout route", "zh": "无放款路由"}'::jsonb, 50
    WHERE EXISTS (SELECT FROM dictionary_entry WHERE dict_key = 'WARNING_SOURCE') ON CONFLICT DO NOTHING`.execute(db);
}
