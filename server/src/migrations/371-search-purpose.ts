import { type Kysely, sql } from 'kysely';

/** What searches by masked values are recorded under. Nobody chooses it: it is off. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    INSERT INTO dictionary_entry (dict_key, value, label, sort, is_enabled)
    VALUES ('REVEAL_PURPOSE', 'SEARCH', '{"en": "Search by a masked value", "zh": "按脱敏信息搜索"}', 98, false)
  `.execute(db);
}
