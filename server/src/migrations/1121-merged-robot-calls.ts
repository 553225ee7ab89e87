import { type Kysely, sql } from 'kysely';

/** Robot calls that speak for several cases of a borrower, the SMS to whoever is not reached, and plans that 94 AI carries out. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(tables).execute(db);
}

const tables = `
  ALTER TABLE robot_task_item ADD due_cents bigint NOT NULL DEFAULT 0 CHECK (due_cents >= 0);
  COMMENT ON COLUMN robot_task_item.due_cents IS 'Owed by the case as the task was made.';
  CREATE INDEX robot_task_item_case ON robot_task_item (task_no, case_no) WHERE case_no IS NOT NULL;
  CREATE INDEX robot_task_item_merged ON robot_task_item (task_no, phone) WHERE outcome = 'TWICE';

  ALTER TABLE robot_task ADD sms_template_code text;
  COMMENT ON COLUMN robot_task.sms_template_code IS 'Sent to whom no attempt reached; null: nothing is sent.';
  ALTER TABLE robot_plan
    ADD sms_template_code text,
    ADD vendor text NOT NULL DEFAULT 'ROBOT' CHECK (vendor IN ('ROBOT', 'NINE_FOUR'));

  ALTER TABLE ai_task ADD plan_no text REFERENCES robot_plan;
  ALTER TABLE robot_plan_run ADD ai_task_no text REFERENCES ai_task;
  DO $$
  DECLARE held text;
  BEGIN
    SELECT conname INTO held FROM pg_constraint
      WHERE conrelid = 'robot_plan_run'::regclass AND pg_get_constraintdef(oid) LIKE '%task_no IS NOT NULL%';
    EXECUTE format('ALTER TABLE robot_plan_run DROP CONSTRAINT %I', held);
  END $$;
  ALTER TABLE robot_plan_run ADD CONSTRAINT robot_plan_run_made
    CHECK ((plan_outcome IN ('STARTED', 'ALL_BUSY')) = (num_nonnulls(task_no, ai_task_no) = 1));
`;
