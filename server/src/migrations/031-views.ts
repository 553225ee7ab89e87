import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Views of lists, how people leave them, and the personal filters that addresses name by an opaque id. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(tables).execute(db);
}

const tables = `
  CREATE TABLE saved_filter (
    filter_id text PRIMARY KEY,
    user_no text NOT NULL REFERENCES app_user,
    page_path text NOT NULL,
    list_name text NOT NULL,
    filters jsonb NOT NULL,
    content_hash bytea NOT NULL,
    used_at timestamptz NOT NULL DEFAULT now(),
    UNIQUE (user_no, content_hash)
  );
  CREATE INDEX saved_filter_age ON saved_filter (used_at);

  CREATE TABLE saved_view (
    view_id text PRIMARY KEY,
    user_no text NOT NULL REFERENCES app_user,
    page_path text NOT NULL,
    list_name text NOT NULL,
    view_name text NOT NULL CHECK (length(view_name) BETWEEN 1 AND 64),
    filters jsonb NOT NULL,
    -- A filter that a view names is kept for as long as the view is.
    filter_id text REFERENCES saved_filter,
    sort jsonb,
    layout jsonb,
    page_size integer CHECK (page_size IN (20, 50, 100)),
    updated_at timestamptz NOT NULL DEFAULT now(),
    version integer NOT NULL DEFAULT 1
  );
  CREATE UNIQUE INDEX saved_view_name
    ON saved_view (user_no, page_path, list_name, lower(view_name));
  CREATE INDEX saved_view_filter ON saved_view (filter_id) WHERE filter_id IS NOT NULL;

  CREATE TABLE saved_view_role (
    view_id text NOT NULL REFERENCES saved_view ON DELETE CASCADE,
    role_no text NOT NULL REFERENCES role ON DELETE CASCADE,
    PRIMARY KEY (view_id, role_no)
  );
  CREATE INDEX saved_view_role_role ON saved_view_role (role_no);

  -- Per person and list: how it was left, and the view it opens with.
  CREATE TABLE list_preference (
    user_no text NOT NULL REFERENCES app_user,
    page_path text NOT NULL,
    list_name text NOT NULL,
    layout jsonb,
    default_view_id text REFERENCES saved_view ON DELETE SET NULL,
    PRIMARY KEY (user_no, page_path, list_name)
  );
`;
