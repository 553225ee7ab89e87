import { type Kysely, sql } from 'kysely';

/** What is asked every half a minute: payments that belong to nobody by merchant, and credit lines whose moment has come. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE INDEX payment_flow_unmatched ON payment_flow (merchant_no, received_at) INCLUDE (writable_cents)
    WHERE flow_status = 'UNMATCHED'`.execute(db);
  await sql`CREATE INDEX customer_credit_to_grant ON customer_credit (granted_at) WHERE credit_status = 'GRANTING'`.execute(
    db,
  );
  await sql`CREATE INDEX customer_credit_to_expire ON customer_credit (expires_at)
    WHERE credit_status = 'GRANTED'`.execute(db);
}
