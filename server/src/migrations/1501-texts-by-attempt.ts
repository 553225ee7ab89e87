import { type Kysely, sql } from 'kysely';

/** Reports find the task that sent a text by its attempt. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE INDEX sms_marketing_recipient_attempt ON sms_marketing_recipient (attempt_id)
    WHERE attempt_id IS NOT NULL`.execute(db);
}
