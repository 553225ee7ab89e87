import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** What a rule set was compared with when it was tried; null for the company's default, and for what was tried before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE risk_backtest ADD COLUMN held_version_no integer`.execute(db);
}
