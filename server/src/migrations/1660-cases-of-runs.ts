import { type Kysely, sql } from 'kysely';

/** Which run of a policy gave a case to whom and why, and which cases it left. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(tables).execute(db);
}

// Cases that found nobody are lists, not rows: a night may leave a hundred thousand of them for one reason. The number of
// the item is checked by no key: it would be looked up for each case of a division, and items are never deleted.
const tables = `
  ALTER TABLE case_assignment ADD run_item_id bigint, ADD why text, ADD why_facts jsonb;
  COMMENT ON COLUMN case_assignment.run_item_id IS 'The item of config_rule_item that the policy’s run wrote for it; null where no policy chose.';
  COMMENT ON COLUMN case_assignment.why IS 'CASE_GIVEN_WHY of a division by rules; null where a person chose.';
  COMMENT ON COLUMN case_assignment.why_facts IS 'What they were chosen by: group, open cases before, mode, language.';
  CREATE INDEX case_assignment_run ON case_assignment (run_item_id, assignment_id) WHERE run_item_id IS NOT NULL;

  CREATE OR REPLACE FUNCTION keep_assignment() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_OP = 'DELETE' OR OLD.ended_at IS NOT NULL OR NEW.ended_at IS NULL
      OR (NEW.assignment_id, NEW.case_no, NEW.user_no, NEW.cause, NEW.case_level, NEW.assigned_at)
        IS DISTINCT FROM
        (OLD.assignment_id, OLD.case_no, OLD.user_no, OLD.cause, OLD.case_level, OLD.assigned_at)
      OR (NEW.assigned_by, NEW.reason, NEW.previous_id, NEW.policy_name, NEW.run_item_id, NEW.why, NEW.why_facts)
        IS DISTINCT FROM
        (OLD.assigned_by, OLD.reason, OLD.previous_id, OLD.policy_name, OLD.run_item_id, OLD.why, OLD.why_facts) THEN
      RAISE EXCEPTION 'assignment % is kept as it is', OLD.assignment_id
        USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'assignment_is_kept';
    END IF;
    RETURN NEW;
  END $$;

  CREATE TABLE division_left (
    item_id bigint NOT NULL REFERENCES config_rule_item,
    case_level text NOT NULL,
    why text NOT NULL,
    case_nos text[] NOT NULL,
    PRIMARY KEY (item_id, case_level, why)
  );
  COMMENT ON TABLE division_left IS 'Cases that a run of a policy found nobody for, by level and CASE_LEFT_WHY.';
  CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON division_left
    FOR EACH ROW EXECUTE FUNCTION refuse_change();
`;
