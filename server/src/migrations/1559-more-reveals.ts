import { type Kysely, sql } from 'kysely';

/**
 * Addresses, numbers of contacts and places have a setting of their own. Whoever revealed phones revealed the numbers of
 * contacts, and saw addresses and places in full: they go on, within their budget.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`UPDATE role SET reveal_fields = reveal_fields || '{address,contacts,location}'::text[]
    WHERE 'phone' = ANY (reveal_fields) AND NOT 'contacts' = ANY (reveal_fields)`.execute(db);
  await sql`INSERT INTO dictionary_entry (dict_key, value, label, sort)
    SELECT 'REVEAL_FIELD', value, jsonb_build_object('en', en, 'zh', zh), sort
    FROM (VALUES ('address', 'Address', '地址', 60), ('contacts', 'Contacts', '联系人', 70),
      ('location', 'Location', '位置', 80)) AS added (value, en, zh, sort)
    WHERE EXISTS (SELECT FROM dictionary_entry WHERE dict_key = 'REVEAL_FIELD') ON CONFLICT DO NOTHING`.execute(db);
}
