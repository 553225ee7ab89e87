import { type Kysely, sql } from 'kysely';

/** What a robot tells of a call beside how it ended: how long it rang, how often both spoke, and who hung up. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE contact_result
    ADD COLUMN ring_seconds integer CHECK (ring_seconds >= 0),
    ADD COLUMN rounds integer CHECK (rounds >= 0),
    ADD COLUMN hung_up_by text CHECK (hung_up_by IN ('CUSTOMER', 'ROBOT'))`.execute(db);
}
