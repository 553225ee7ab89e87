import { type Kysely, sql } from 'kysely';

/** Texts that took of a marketing route's day and are kept without their route: those of AI pushes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `CREATE TABLE marketing_route_use (
        attempt_id bigint PRIMARY KEY,
        route_no text NOT NULL,
        segments integer NOT NULL CHECK (segments > 0),
        sent_at timestamptz NOT NULL
      );
      CREATE INDEX marketing_route_use_route ON marketing_route_use (route_no, sent_at)`,
    )
    .execute(db);
}
