import { type Kysely, sql } from 'kysely';

/** Customers are told that their level fell, staff that a published shift of theirs has changed: the texts they start with. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(notices).execute(db);
}

const notices = `
  INSERT INTO message_template (template_code, template_name, node_code, channel_type, sms_kind, is_enabled)
  VALUES ('VIP_LEVEL_LOWERED', 'VIP level lowered', 'VIP_LEVEL_LOWERED', 'SMS', 'SERVICE', true),
    ('SHIFT_CHANGED_EMAIL', 'Shift changed', 'SHIFT_CHANGED', 'EMAIL', 'SERVICE', true),
    ('SHIFT_CHANGED_SMS', 'Shift changed', 'SHIFT_CHANGED', 'SMS', 'SERVICE', true);
  CREATE INDEX vip_move_lowered ON vip_move (moved_at) WHERE coalesce(level_no, -1) < level_before;
`;
