import { type Kysely, sql } from 'kysely';

/** What playing a recording is recorded under. Nobody chooses it: it is off. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    INSERT INTO dictionary_entry (dict_key, value, label, sort, is_enabled)
    VALUES ('REVEAL_PURPOSE', 'LISTEN', '{"en": "Listen to a recording", "zh": "收听录音"}', 99, false)
  `.execute(db);
}
