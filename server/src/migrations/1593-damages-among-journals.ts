import { type Kysely, sql } from 'kysely';

/** Journals of liquidated damages have a kind of their own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`INSERT INTO dictionary_entry (dict_key, value, label, sort)
    SELECT 'JOURNAL_KIND', 'LIQUIDATED_DAMAGES', '{"en": "Liquidated damages", "zh": "违约金"}', 5
    WHERE EXISTS (SELECT FROM dictionary_entry WHERE dict_key = 'JOURNAL_KIND') ON CONFLICT DO NOTHING`.execute(db);
}
