import { type Kysely, sql } from 'kysely';

/** Who of the service desk handles complaints; whom an application about following a customer awaits, and since when. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE personnel ADD COLUMN handles_complaints boolean NOT NULL DEFAULT false`.execute(db);
  await sql`ALTER TABLE follow_application ADD COLUMN awaits_user_no text REFERENCES app_user,
    ADD COLUMN awaits_since timestamptz`.execute(db);
  await sql`CREATE INDEX follow_application_awaiting ON follow_application (awaits_since)
    WHERE approval_status = 'PENDING' AND awaits_user_no IS NOT NULL`.execute(db);
}
