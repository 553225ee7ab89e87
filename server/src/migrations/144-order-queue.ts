import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Since when an order waits for a decision: being assigned and taken back does not start it again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(queue).execute(db);
}

const queue = `
  ALTER TABLE loan_order ADD COLUMN queued_at timestamptz;
  UPDATE loan_order SET queued_at = apply_time
    WHERE order_status IN ('TO_ALLOCATE', 'PENDING_REVIEW');
`;
