import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** What a retrieval or a re-review took off an order, so that going back puts it there again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('ALTER TABLE loan_order ADD COLUMN set_aside jsonb').execute(db);
}
