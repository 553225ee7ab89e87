import { type Kysely, sql } from 'kysely';

/** Robot plans: when a batch of calls is made again, for whom, and what came of each time. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(plans).execute(db);
}

const plans = `
  CREATE SEQUENCE robot_plan_number;
  CREATE TABLE robot_plan (
    plan_no text PRIMARY KEY DEFAULT 'RP' || lpad(nextval('robot_plan_number')::text, 9, '0'),
    section text NOT NULL CHECK (section IN ('collection', 'collectionStage', 'marketing', 'telemarketing')),
    merchant_no text NOT NULL REFERENCES merchant,
    plan_name text NOT NULL CHECK (length(plan_name) BETWEEN 1 AND 30),
    script_code text NOT NULL,
    voice_language text NOT NULL CHECK (voice_language IN ('en', 'sw')),
    dial_from time NOT NULL,
    dial_to time NOT NULL CHECK (dial_to > dial_from),
    max_attempts integer NOT NULL CHECK (max_attempts BETWEEN 1 AND 3),
    retry_gap_minutes integer NOT NULL CHECK (retry_gap_minutes >= 60),
    run_times text[] NOT NULL CHECK (cardinality(run_times) BETWEEN 1 AND 6),
    weekdays integer[] NOT NULL CHECK (cardinality(weekdays) BETWEEN 1 AND 7 AND weekdays <@ '{1,2,3,4,5,6,7}'),
    starts_on date NOT NULL,
    ends_on date CHECK (ends_on >= starts_on),
    audience jsonb NOT NULL,
    plan_status text NOT NULL DEFAULT 'DISABLED'
      CHECK (plan_status IN ('DISABLED', 'PENDING_APPROVAL', 'ENABLED', 'PAUSED', 'STOPPED')),
    active_since timestamptz,
    updated_by text NOT NULL REFERENCES app_user,
    approved_by text REFERENCES app_user,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now(),
    version bigint NOT NULL DEFAULT 0,
    CHECK (approved_by <> updated_by),
    CHECK (plan_status <> 'ENABLED' OR active_since IS NOT NULL)
  );
  CREATE INDEX robot_plan_newest ON robot_plan (section, merchant_no, plan_no DESC);
  CREATE INDEX robot_plan_live ON robot_plan (plan_no) WHERE plan_status = 'ENABLED';

  ALTER TABLE robot_task ADD plan_no text REFERENCES robot_plan;
  CREATE INDEX robot_task_plan ON robot_task (plan_no, task_no DESC) WHERE plan_no IS NOT NULL;

  CREATE TABLE robot_plan_run (
    plan_no text NOT NULL REFERENCES robot_plan,
    due_at timestamptz NOT NULL,
    plan_outcome text NOT NULL CHECK (plan_outcome IN ('STARTED', 'EMPTY', 'ALL_BUSY', 'MISSED', 'FAILED')),
    task_no text REFERENCES robot_task,
    people integer NOT NULL DEFAULT 0 CHECK (people >= 0),
    left_out integer NOT NULL DEFAULT 0 CHECK (left_out BETWEEN 0 AND people),
    is_cut boolean NOT NULL DEFAULT false,
    fault text,
    ran_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (plan_no, due_at),
    CHECK ((plan_outcome IN ('STARTED', 'ALL_BUSY')) = (task_no IS NOT NULL))
  );
  CREATE INDEX ai_task_item_phone ON ai_task_item (phone);
`;
