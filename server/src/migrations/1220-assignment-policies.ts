import { type Kysely, sql } from 'kysely';

/** By which policy a case came to its collector and which repayments were credited to somebody else afterwards. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(tables).execute(db);
}

const tables = `
  ALTER TABLE case_assignment ADD policy_name text;
  COMMENT ON COLUMN case_assignment.policy_name IS 'As the policy was called then; null where a person chose, or no policy spoke of the case.';

  CREATE OR REPLACE FUNCTION keep_assignment() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_OP = 'DELETE' OR OLD.ended_at IS NOT NULL OR NEW.ended_at IS NULL
      OR (NEW.assignment_id, NEW.case_no, NEW.user_no, NEW.cause, NEW.case_level, NEW.assigned_at)
        IS DISTINCT FROM
        (OLD.assignment_id, OLD.case_no, OLD.user_no, OLD.cause, OLD.case_level, OLD.assigned_at)
      OR (NEW.assigned_by, NEW.reason, NEW.previous_id, NEW.policy_name)
        IS DISTINCT FROM (OLD.assigned_by, OLD.reason, OLD.previous_id, OLD.policy_name) THEN
      RAISE EXCEPTION 'assignment % is kept as it is', OLD.assignment_id
        USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'assignment_is_kept';
    END IF;
    RETURN NEW;
  END $$;

  ALTER TABLE repayment_line ADD corrected_at timestamptz;
  COMMENT ON COLUMN repayment_line.corrected_at IS 'When it was credited to another collector than it came in for; null: never.';
`;
