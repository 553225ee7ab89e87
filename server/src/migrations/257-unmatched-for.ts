import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Why money that was matched to a loan waits for a person all the same: what the merchant's rule says. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table payment_flow add column unmatched_for text`.execute(db);
  await sql`create index payment_flow_waiting on payment_flow (received_at)
    where flow_status = 'UNMATCHED' and unmatched_for in ('OUTSIDE_HOURS', 'DRAFT_WAITS')`.execute(db);
}
