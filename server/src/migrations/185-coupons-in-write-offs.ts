import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** A write-off may be saved with the coupon that it means to use. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table write_off_task add column coupon_no text references coupon`.execute(db);
}
