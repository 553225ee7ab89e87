import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** How much of an application was the customer's credit before: its rollback gives that back as credit. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE payment_application
    ADD COLUMN credit_used_cents bigint NOT NULL DEFAULT 0 CHECK (credit_used_cents >= 0)`.execute(db);
}
