import { type Kysely, sql } from 'kysely';

/** Customers may be told that their withdrawal was given up, and that the money is in their wallet. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE wallet_withdrawal ADD COLUMN cancelled_at timestamptz`.execute(db);
  await sql`CREATE INDEX wallet_withdrawal_cancelled ON wallet_withdrawal (cancelled_at)
    WHERE withdraw_status = 'CANCELLED'`.execute(db);
  await sql`INSERT INTO message_template (template_code, template_name, node_code, channel_type, sms_kind, is_enabled)
    VALUES ('WITHDRAWAL_CANCELLED', 'Withdrawal cancelled', 'WITHDRAWAL_CANCELLED', 'SMS', 'SERVICE', true)`.execute(
    db,
  );
  await sql`INSERT INTO dictionary_entry (dict_key, value, label, sort)
    SELECT 'MESSAGE_NODE', 'WITHDRAWAL_CANCELLED', '{"en": "Withdrawal cancelled", "zh": "提现已取消"}'::jsonb, 50
    WHERE EXISTS (SELECT FROM dictionary_entry WHERE dict_key = 'MESSAGE_NODE') ON CONFLICT DO NOTHING`.execute(db);
}
