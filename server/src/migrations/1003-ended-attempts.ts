import { type Kysely, sql } from 'kysely';

/** How an account's last payouts ended: one that fails too often rests. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE INDEX payout_attempt_ended ON payout_attempt (account_code, finished_at DESC)
    INCLUDE (attempt_status) WHERE attempt_status IN ('SUCCESS', 'FAILED')`.execute(db);
}
