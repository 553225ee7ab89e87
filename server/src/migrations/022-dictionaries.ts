import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Dictionaries get a row of their own, entries an id, a parent and a value; each change a new revision. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(tables).execute(db);
}

// The entry's key keeps its column "value": the seed and the domain write it. What it holds beyond
// that, JSON for instance, is "content".
const tables = `
  CREATE TABLE dictionary (
    dict_type text PRIMARY KEY CHECK (dict_type ~ '^[A-Z][A-Z0-9_]{0,63}$'),
    dict_name text NOT NULL CHECK (length(dict_name) BETWEEN 1 AND 64),
    code_table_type text NOT NULL DEFAULT 'FLAT' CHECK (code_table_type IN ('FLAT', 'TREE', 'JSON')),
    is_fixed boolean NOT NULL DEFAULT false,
    revision bigint NOT NULL DEFAULT 1
  );
  INSERT INTO dictionary (dict_type, dict_name)
    SELECT DISTINCT dict_key, initcap(replace(dict_key, '_', ' ')) FROM dictionary_entry;

  ALTER TABLE dictionary_entry
    DROP CONSTRAINT dictionary_entry_pkey,
    ADD entry_id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    ADD parent_id integer REFERENCES dictionary_entry,
    ADD content text NOT NULL DEFAULT '' CHECK (length(content) <= 200),
    ADD version integer NOT NULL DEFAULT 1,
    ADD CHECK (sort BETWEEN 1 AND 9999);
  CREATE UNIQUE INDEX dictionary_entry_level
    ON dictionary_entry (dict_key, coalesce(parent_id, 0), lower(value));
  CREATE INDEX dictionary_entry_parent ON dictionary_entry (parent_id) WHERE parent_id IS NOT NULL;

  -- Whoever writes entries, selects and their ETags follow: a dictionary is made with its first entry.
  CREATE FUNCTION touch_dictionary() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE touched text := CASE WHEN TG_OP = 'DELETE' THEN OLD.dict_key ELSE NEW.dict_key END;
  BEGIN
    INSERT INTO dictionary (dict_type, dict_name, is_fixed)
      VALUES (touched, initcap(replace(touched, '_', ' ')), touched ~ '_STATUS$')
      ON CONFLICT (dict_type) DO UPDATE SET revision = dictionary.revision + 1;
    RETURN NULL;
  END $$;
  CREATE TRIGGER dictionary_touched AFTER INSERT OR UPDATE OR DELETE ON dictionary_entry
    FOR EACH ROW EXECUTE FUNCTION touch_dictionary();
`;
