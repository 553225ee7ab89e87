import { type Kysely, sql } from 'kysely';

/** Lists with a name of their own: an entry is on one, which says what it does. Those that were are on the standard ones. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(lists).execute(db);
}

const lists = `
  CREATE TABLE risk_list (
    list_code text PRIMARY KEY CHECK (list_code ~ '^[A-Z][A-Z0-9_]{1,31}$'),
    list_name text NOT NULL CHECK (length(list_name) BETWEEN 1 AND 64),
    list_type text NOT NULL CHECK (list_type IN ('WHITE', 'GREY', 'BLACK')),
    -- Null: a standard list.
    created_by text REFERENCES app_user,
    created_at timestamptz NOT NULL DEFAULT now(),
    version bigint NOT NULL DEFAULT 1,
    UNIQUE (list_code, list_type)
  );
  INSERT INTO risk_list (list_code, list_name, list_type)
    VALUES ('BLACK', 'Black list', 'BLACK'), ('GREY', 'Grey list', 'GREY'), ('WHITE', 'White list', 'WHITE');
  ALTER TABLE risk_list_entry ADD list_code text;
  UPDATE risk_list_entry SET list_code = list_type;
  ALTER TABLE risk_list_entry ALTER list_code SET NOT NULL,
    ADD FOREIGN KEY (list_code, list_type) REFERENCES risk_list (list_code, list_type);
  CREATE INDEX risk_list_entry_list ON risk_list_entry (list_code, added_at DESC);
`;
