import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Which events came in on a day: a browser that never got the answer sends its batch again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE tracking_seen (
      seen_on date NOT NULL DEFAULT (now() AT TIME ZONE 'Africa/Nairobi')::date,
      user_no text NOT NULL,
      event_id text NOT NULL,
      PRIMARY KEY (seen_on, user_no, event_id)
    )
  `.execute(db);
}
