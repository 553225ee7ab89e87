import { type Kysely, sql } from 'kysely';

/** Where the exchange keeps the recording of a call that came in; of a call out its attempt's result says that. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE call ADD recording_url text`.execute(db);
}
