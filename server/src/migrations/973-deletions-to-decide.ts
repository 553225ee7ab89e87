import { type Kysely, sql } from 'kysely';

/** Deletions from the marketing blacklist that await an approver are counted on each opening of Home: few of many rows. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE INDEX marketing_blacklist_to_decide ON marketing_blacklist (delete_requested_by)
    WHERE row_status = 'DELETE_PENDING'`.execute(db);
}
