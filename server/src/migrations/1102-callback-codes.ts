import { type Kysely, sql } from 'kysely';

/** Messages that had no effect at first, by the payment that they name: they are shown beside it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE INDEX gateway_callback_code ON gateway_callback_state (payment_code) WHERE payment_code IS NOT NULL`.execute(
    db,
  );
}
