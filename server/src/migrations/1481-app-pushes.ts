import { type Kysely, sql } from 'kysely';

/** AI pushes reach people in the app, too: the message that left to each, and why some have no app to reach. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE ai_push_task DROP CONSTRAINT ai_push_task_ai_push_channel_check`.execute(db);
  await sql`ALTER TABLE ai_push_task ADD CONSTRAINT ai_push_task_ai_push_channel_check
    CHECK (ai_push_channel IN ('AI_CALL', 'SMS', 'PUSH'))`.execute(db);
  await sql`ALTER TABLE ai_push_task ADD CONSTRAINT ai_push_task_push_template
    CHECK (ai_push_channel <> 'PUSH' OR template_no IS NOT NULL)`.execute(db);
  await sql`ALTER TABLE ai_push_record ADD message_no text`.execute(db);
  await sql`ALTER TABLE ai_push_record DROP CONSTRAINT ai_push_record_ai_push_drop_check`.execute(db);
  await sql`ALTER TABLE ai_push_record ADD CONSTRAINT ai_push_record_ai_push_drop_check CHECK (ai_push_drop IN
    ('CLOSED_ACCOUNT', 'BLOCKED', 'BLACKLISTED', 'NO_CONSENT', 'CAP', 'DEATH', 'DISPUTE', 'COMPLAINT', 'OFFICIAL',
      'WRONG_NUMBER', 'OBJECTED', 'DO_NOT_CALL', 'NO_PARTY', 'NOT_AGREED', 'HOURS', 'NO_DEVICE'))`.execute(db);
}
