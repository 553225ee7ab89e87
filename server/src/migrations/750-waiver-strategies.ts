import { type Kysely, sql } from 'kysely';

/** A waiver remembers the strategy that it was within: which rule, and in which version. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE deduction ADD COLUMN strategy_rule_id text, ADD COLUMN strategy_version_no int,
    ADD CHECK ((strategy_rule_id IS NULL) = (strategy_version_no IS NULL))`.execute(db);
  await sql`CREATE INDEX deduction_strategy ON deduction (strategy_rule_id, decided_at)
    WHERE strategy_rule_id IS NOT NULL`.execute(db);
}
