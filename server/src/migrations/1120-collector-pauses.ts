import { type Kysely, sql } from 'kysely';

/** Pauses of collectors, follow-ups that the robot writes itself, and finding what a rule did with a case. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(tables).execute(db);
}

const tables = `
  CREATE TABLE collector_pause (
    pause_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    user_no text NOT NULL REFERENCES app_user,
    pause_reason text NOT NULL CHECK (pause_reason IN ('BREAK', 'MEAL', 'MEETING', 'TRAINING', 'TECHNICAL', 'OTHER')),
    began_at timestamptz NOT NULL,
    ended_at timestamptz,
    CHECK (ended_at >= began_at)
  );
  CREATE UNIQUE INDEX collector_pause_open ON collector_pause (user_no) WHERE ended_at IS NULL;
  CREATE INDEX collector_pause_day ON collector_pause (user_no, began_at);

  ALTER TABLE case_follow_up
    ALTER user_no DROP NOT NULL,
    ADD robot_attempt_id bigint,
    ADD CHECK ((user_no IS NULL) = (robot_attempt_id IS NOT NULL));
  COMMENT ON COLUMN case_follow_up.robot_attempt_id IS 'The call that the robot wrote it for; null where a person did.';
  CREATE UNIQUE INDEX case_follow_up_robot ON case_follow_up (robot_attempt_id, case_no) WHERE robot_attempt_id IS NOT NULL;

  CREATE INDEX config_rule_item_subject ON config_rule_item (subject_no, outcome);
`;
