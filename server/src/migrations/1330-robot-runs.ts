import { type Kysely, sql } from 'kysely';

/**
 * A 94 AI task has hours and a start: it is sent then, and the gate is asked then. What a gateway's report names itself
 * is kept beside it, so that reports about nothing of ours are found by it as well.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(tasks).execute(db);
  await sql.raw(reports).execute(db);
}

const tasks = `
  ALTER TABLE ai_task
    ADD COLUMN dial_from time NOT NULL DEFAULT '08:00',
    ADD COLUMN dial_to time NOT NULL DEFAULT '19:00',
    ADD COLUMN start_at timestamptz NOT NULL DEFAULT now(),
    ADD CONSTRAINT ai_task_hours CHECK (dial_from < dial_to);
  UPDATE ai_task SET start_at = created_at;
  ALTER TABLE ai_task
    ALTER COLUMN dial_from DROP DEFAULT, ALTER COLUMN dial_to DROP DEFAULT, ALTER COLUMN start_at DROP DEFAULT;
  ALTER TABLE ai_task_item
    ALTER COLUMN attempt_id DROP NOT NULL,
    ADD COLUMN due_cents bigint NOT NULL DEFAULT 0;
  CREATE INDEX ai_task_plan ON ai_task (plan_no) WHERE plan_no IS NOT NULL;
  CREATE INDEX robot_task_item_text ON robot_task_item (follow_up_attempt_id) WHERE follow_up_attempt_id IS NOT NULL;
`;

const reports = `
  ALTER TABLE gateway_callback_state
    ADD COLUMN told_reference text, ADD COLUMN told_task text, ADD COLUMN told_event text;
  CREATE FUNCTION pg_temp.told(content bytea, field text) RETURNS text LANGUAGE plpgsql AS $$
    BEGIN RETURN left(convert_from(content, 'UTF8')::jsonb ->> field, 200);
    EXCEPTION WHEN others THEN RETURN NULL; END $$;
  UPDATE gateway_callback_state s SET told_reference = coalesce(s.subject_no, pg_temp.told(c.content, 'callNo')),
      told_task = pg_temp.told(c.content, 'taskNo'), told_event = pg_temp.told(c.content, 'outcome')
    FROM gateway_callback c WHERE c.callback_id = s.callback_id AND c.received_at = s.received_at AND s.topic = 'robot/call';
  UPDATE gateway_callback_state s SET told_reference = coalesce(s.subject_no, pg_temp.told(c.content, 'id')),
      told_event = pg_temp.told(c.content, 'status')
    FROM gateway_callback c WHERE c.callback_id = s.callback_id AND c.received_at = s.received_at AND s.topic = 'sms/delivery';
  CREATE INDEX gateway_callback_told ON gateway_callback_state (told_reference) WHERE told_reference IS NOT NULL;
`;
