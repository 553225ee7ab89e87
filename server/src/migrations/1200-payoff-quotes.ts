import { type Kysely, sql } from 'kysely';

/** What settles a loan on a day can be sent to its customer. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`INSERT INTO message_template (template_code, template_name, node_code, channel_type, sms_kind, is_enabled)
    VALUES ('PAYOFF_QUOTE', 'Payoff quote', 'PAYOFF_QUOTE', 'SMS', 'SERVICE', true)`.execute(db);
}
