import { type Kysely, sql } from 'kysely';

/** Devices may be blocked by hand, too: the one that an application came from, or an earlier one of its customer. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE manual_blacklist DROP CONSTRAINT manual_blacklist_subject_type_check`.execute(db);
  await sql`ALTER TABLE manual_blacklist ADD CHECK (subject_type IN ('PHONE', 'ID_CARD_NO', 'BANK_ACCOUNT', 'DEVICE'))`.execute(
    db,
  );
}
