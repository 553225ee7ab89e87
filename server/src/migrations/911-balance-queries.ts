import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** A question about a balance goes under a number of ours: the channel's answer comes to an address that names it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE SEQUENCE balance_query_number`.execute(db);
  await sql`
    ALTER TABLE balance_query RENAME COLUMN conversation_id TO query_no`.execute(db);
  await sql`
    ALTER TABLE balance_query
      ALTER COLUMN query_no SET DEFAULT ('BQ' || lpad(nextval('balance_query_number')::text, 9, '0')),
      ADD COLUMN result_text text`.execute(db);
}
