import { type Kysely, sql } from 'kysely';

/**
 * When a gateway says that a message ended, beside when it told us: of two ends the later one counts. An end that took
 * the place of another is marked, so that what was counted by the first is looked at again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE contact_result
    ADD COLUMN vendor_at timestamptz,
    ADD COLUMN corrects_end boolean NOT NULL DEFAULT false`.execute(db);
  await sql`CREATE INDEX contact_result_corrected ON contact_result (at) WHERE corrects_end`.execute(db);
  await sql`ALTER TABLE message ADD COLUMN vendor_at timestamptz`.execute(db);
  await sql`ALTER TABLE sms_sending ADD COLUMN vendor_at timestamptz`.execute(db);
  await sql`ALTER TABLE message_sending ADD COLUMN vendor_at timestamptz`.execute(db);
}
