import { type Kysely, sql } from 'kysely';

/** Activities look every minute for loans that were closed since they began. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE INDEX loan_order_closed ON loan_order (merchant_no, closed_at) WHERE closed_at IS NOT NULL`.execute(
    db,
  );
}
