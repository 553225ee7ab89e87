import { type Kysely, sql } from 'kysely';

/** A payout is looked up among the lines of all days by the number of ours that a statement repeats. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE INDEX recon_line_reference ON recon_line (account_code, own_reference)
    WHERE own_reference IS NOT NULL`.execute(db);
}
