import { type Kysely, sql } from 'kysely';

const statements = [
  // What partners say of the time from an application to their decision: the median of the day.
  sql`ALTER TABLE partner_day ADD decision_minutes integer CHECK (decision_minutes BETWEEN 0 AND 43200)`,
  // What partners call the applications that they report: held against those that we sent on.
  sql`CREATE TABLE partner_reference (
    partner_day_no text NOT NULL REFERENCES partner_day,
    partner_reference text NOT NULL CHECK (length(partner_reference) BETWEEN 1 AND 64),
    PRIMARY KEY (partner_day_no, partner_reference)
  )`,
  // Amounts of rules and models are read and typed in shillings.
  sql`UPDATE dictionary_entry SET label = label || jsonb_build_object(
      'en', replace(label ->> 'en', ' (cents)', ''), 'zh', replace(label ->> 'zh', '（分）', ''))
    WHERE dict_key IN ('RULE_FIELD', 'MODEL_INPUT') AND value IN ('appliedCents', 'monthlyIncomeCents')
      AND label ->> 'en' LIKE '% (cents)'`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}
