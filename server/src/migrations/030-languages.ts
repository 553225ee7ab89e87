import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Languages that people keep, texts written over the shipped ones, and texts that consoles missed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(tables).execute(db);
}

// Written texts have a revision of their own: menus and rights are not read again for each of them.
const tables = `
  ALTER TABLE language
    ADD version integer NOT NULL DEFAULT 1,
    ADD updated_by text REFERENCES app_user,
    ADD text_revision integer NOT NULL DEFAULT 0,
    ADD CHECK (language_code ~ '^[a-z]{2,4}$'),
    ADD CHECK (base_code <> language_code);
  DROP TRIGGER language_changed ON language;
  CREATE TRIGGER language_changed
    AFTER INSERT OR DELETE OR UPDATE OF language_name, base_code, sort, flag, is_default, is_enabled
    ON language FOR EACH STATEMENT EXECUTE FUNCTION bump_menu_epoch();

  CREATE TABLE language_text (
    language_code text NOT NULL REFERENCES language ON DELETE CASCADE,
    namespace text NOT NULL CHECK (length(namespace) <= 40),
    text_key text NOT NULL CHECK (length(text_key) <= 200),
    content text NOT NULL CHECK (length(content) BETWEEN 1 AND 2000),
    -- The English text it was written for: another one since makes it outdated.
    original text NOT NULL,
    version integer NOT NULL DEFAULT 1,
    updated_by text REFERENCES app_user,
    updated_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (language_code, namespace, text_key)
  );

  CREATE TABLE missing_text (
    language_code text NOT NULL REFERENCES language ON DELETE CASCADE,
    namespace text NOT NULL CHECK (length(namespace) <= 40),
    text_key text NOT NULL CHECK (length(text_key) <= 200),
    seen integer NOT NULL DEFAULT 1,
    first_seen_at timestamptz NOT NULL DEFAULT now(),
    last_seen_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (language_code, namespace, text_key)
  );
`;
