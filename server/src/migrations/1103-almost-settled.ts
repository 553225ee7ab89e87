import { type Kysely, sql } from 'kysely';

/** Bills that are next to settled, found without the others. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE INDEX bill_balance_almost_settled ON bill_balance (outstanding_cents, bill_no)
    WHERE outstanding_cents BETWEEN 1 AND 5000`.execute(db);
}
