import { type Kysely, sql } from 'kysely';

/** How a partner's page looked when its words were first seen. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE partner_link_picture (
      page_hash text PRIMARY KEY REFERENCES partner_link_page,
      png bytea NOT NULL CHECK (octet_length(png) <= 1048576),
      taken_at timestamptz NOT NULL DEFAULT now()
    )`.execute(db);
}
