import { type Kysely, sql } from 'kysely';

/** Why the system or the repayment desk waived the rest of a bill. Nobody chooses these; a new book is seeded with them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    INSERT INTO dictionary_entry (dict_key, value, label, sort, is_enabled)
    SELECT 'DEDUCTION_REASON', value, label::jsonb, sort, false
    FROM (VALUES
      ('AUTO_SETTLE', '{"en": "Automatic settlement", "zh": "自动结清"}', 98),
      ('ZERO_SETTLE', '{"en": "Zero settlement", "zh": "零额结清"}', 99)
    ) AS own (value, label, sort)
    WHERE EXISTS (SELECT FROM dictionary_entry WHERE dict_key = 'DEDUCTION_REASON')
    ON CONFLICT DO NOTHING`.execute(db);
}
