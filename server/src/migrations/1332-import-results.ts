import { type Kysely, sql } from 'kysely';

/** What an approved batch made of a write-off that a file brought. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE write_off_task ADD COLUMN settle_result text CHECK (settle_result IN ('SUCCESS', 'FAILURE'))`.execute(
    db,
  );
}
