import { type Kysely, sql } from 'kysely';

/** What a partner's address answered with: kept once a text, so that a check can be shown later. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(pages).execute(db);
}

const pages = `
  CREATE TABLE partner_link_page (
    page_hash text PRIMARY KEY CHECK (length(page_hash) = 64),
    page_title text,
    page_text text NOT NULL CHECK (length(page_text) <= 4000),
    first_seen_at timestamptz NOT NULL DEFAULT now()
  );
  ALTER TABLE partner_link_check
    ADD content_type text,
    -- Where a redirect leads.
    ADD redirect_to text,
    -- Null: no answer, or none with a text.
    ADD page_hash text REFERENCES partner_link_page;
`;
