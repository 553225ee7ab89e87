import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Configuration that takes force on a day, and is never overwritten. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(tables).execute(db);
}

// Which version holds follows from the moments alone: a sweep that comes late writes a word later and
// changes nothing of what is read. What was agreed to, the database keeps as it was.
const tables = `
  CREATE SEQUENCE config_version_number;
  CREATE TABLE config_version (
    version_id text PRIMARY KEY DEFAULT 'CV' || lpad(nextval('config_version_number')::text, 7, '0'),
    config_key text NOT NULL CHECK (length(config_key) <= 64),
    subject_no text NOT NULL DEFAULT '',
    version_no integer NOT NULL CHECK (version_no > 0),
    value jsonb NOT NULL,
    effective_from date NOT NULL,
    in_force_from timestamptz,
    stored_status text NOT NULL DEFAULT 'DRAFT' CHECK (stored_status IN
      ('DRAFT', 'PENDING', 'SCHEDULED', 'IN_FORCE', 'SUPERSEDED', 'REJECTED', 'WITHDRAWN')),
    maker_user_no text NOT NULL REFERENCES app_user,
    -- Everybody who wrote on it: none of them agrees to it.
    editor_user_nos text[] NOT NULL,
    checker_user_no text REFERENCES app_user,
    reason text NOT NULL CHECK (length(reason) BETWEEN 1 AND 200),
    decision_reason text CHECK (length(decision_reason) BETWEEN 1 AND 200),
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now(),
    version integer NOT NULL DEFAULT 1,
    UNIQUE (config_key, subject_no, version_no),
    CHECK (checker_user_no <> ALL (editor_user_nos)),
    CHECK ((stored_status IN ('SCHEDULED', 'IN_FORCE', 'SUPERSEDED')) <= (in_force_from IS NOT NULL)),
    CHECK (in_force_from >= effective_from::timestamp AT TIME ZONE 'Africa/Nairobi')
  );
  CREATE UNIQUE INDEX config_version_open ON config_version (config_key, subject_no)
    WHERE stored_status IN ('DRAFT', 'PENDING');
  CREATE UNIQUE INDEX config_version_day ON config_version (config_key, subject_no, effective_from)
    WHERE stored_status IN ('SCHEDULED', 'IN_FORCE', 'SUPERSEDED');
  CREATE INDEX config_version_moment ON config_version (config_key, subject_no, in_force_from DESC)
    WHERE stored_status IN ('SCHEDULED', 'IN_FORCE', 'SUPERSEDED');

  CREATE FUNCTION keep_config_version() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_OP = 'DELETE' THEN
      RAISE EXCEPTION 'version % of % is kept', OLD.version_no, OLD.config_key
        USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'config_version_is_kept';
    END IF;
    IF OLD.stored_status <> 'DRAFT' AND
       (OLD.config_key, OLD.subject_no, OLD.version_no, OLD.value, OLD.effective_from)
       IS DISTINCT FROM (NEW.config_key, NEW.subject_no, NEW.version_no, NEW.value, NEW.effective_from)
       OR OLD.in_force_from <= now() AND
       (OLD.in_force_from IS DISTINCT FROM NEW.in_force_from
        OR NEW.stored_status NOT IN ('SCHEDULED', 'IN_FORCE', 'SUPERSEDED')) THEN
      RAISE EXCEPTION 'version % of % is kept', OLD.version_no, OLD.config_key
        USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'config_version_is_kept';
    END IF;
    RETURN NEW;
  END $$;
  CREATE TRIGGER config_version_kept BEFORE UPDATE OR DELETE ON config_version
    FOR EACH ROW EXECUTE FUNCTION keep_config_version();
  CREATE TRIGGER config_version_kept_whole BEFORE TRUNCATE ON config_version
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

  -- The versions with the status they have at this moment.
  CREATE VIEW config_version_now AS
    SELECT v.*, CASE
      WHEN v.stored_status NOT IN ('SCHEDULED', 'IN_FORCE', 'SUPERSEDED') THEN v.stored_status
      WHEN v.in_force_from > now() THEN 'SCHEDULED'
      WHEN EXISTS (SELECT FROM config_version later
        WHERE later.config_key = v.config_key AND later.subject_no = v.subject_no
          AND later.stored_status IN ('SCHEDULED', 'IN_FORCE', 'SUPERSEDED')
          AND later.in_force_from > v.in_force_from AND later.in_force_from <= now())
        THEN 'SUPERSEDED'
      ELSE 'IN_FORCE' END AS version_status
    FROM config_version v;

  -- A switch of the house: the version that holds now, else what the house started with.
  CREATE FUNCTION house_setting(wanted text) RETURNS jsonb LANGUAGE sql STABLE AS $$
    SELECT coalesce(
      (SELECT value FROM config_version
        WHERE config_key = wanted AND subject_no = '' AND in_force_from <= now()
          AND stored_status IN ('SCHEDULED', 'IN_FORCE', 'SUPERSEDED')
        ORDER BY in_force_from DESC LIMIT 1),
      (SELECT value FROM policy_setting WHERE setting_key = wanted))
  $$;
`;
