import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Which entries are assigned automatically, and the coupon of an activity; what runs out is found by its day. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(changes).execute(db);
}

const changes = `
  ALTER TABLE inbound_rule
    ADD COLUMN auto_distribute boolean NOT NULL DEFAULT false,
    ADD COLUMN customer_statuses text[] NOT NULL DEFAULT '{0,2,4}'
      CHECK (cardinality(customer_statuses) > 0 AND customer_statuses <@ ARRAY['0', '1', '2', '3', '4']),
    ADD COLUMN max_entries_per_person integer CHECK (max_entries_per_person BETWEEN 1 AND 1000);
  ALTER TABLE call_activity ADD COLUMN coupon_template_no text REFERENCES coupon_template;
  ALTER TABLE order_attribution ADD COLUMN coupon_no text REFERENCES coupon;
  CREATE INDEX call_entry_expiring ON call_entry (expire_at)
    WHERE desk = 'TELEMARKETING' AND list_status IN ('POOL', 'ASSIGNED');
  CREATE INDEX call_entry_protected ON call_entry (protected_until) WHERE list_status = 'ASSIGNED';
`;
