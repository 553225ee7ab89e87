import { type Kysely, sql } from 'kysely';

/** What was sent to a partner, as it was signed, so that it can be sent again; of what was sent before nothing is kept. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE partner_callback ADD event_id text, ADD body text, ADD signature text,
    ADD replay_of bigint REFERENCES partner_callback`.execute(db);
}
