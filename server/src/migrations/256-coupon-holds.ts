import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** A coupon may be kept for an order from the application to the settlement: one an order, one order a coupon. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table coupon add column held_order_no text references loan_order,
    add constraint coupon_held_is_frozen check (held_order_no is null or coupon_status = 'FROZEN')`.execute(db);
  await sql`create unique index coupon_held on coupon (held_order_no) where held_order_no is not null`.execute(db);
}
