import { type Kysely, sql } from 'kysely';

/** Customers may be told that a rule cancelled their order. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`INSERT INTO message_template (template_code, template_name, node_code, channel_type, sms_kind, is_enabled)
    VALUES ('ORDER_CANCELLED', 'Loan cancelled', 'ORDER_CANCELLED', 'SMS', 'SERVICE', true)`.execute(db);
}
