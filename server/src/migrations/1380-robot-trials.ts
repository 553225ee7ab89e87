import { type Kysely, sql } from 'kysely';

/** What an offer by robot is about, which group gets the willing, and calls of a script to phones of staff. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE robot_task
    ADD COLUMN scene text CHECK (scene IN ('DORMANT', 'REPEAT_LOAN', 'LIMIT_RAISED', 'COUPON', 'CAMPAIGN')),
    ADD COLUMN transfer_group text,
    ADD CHECK (scene IS NULL OR section = 'marketing'),
    ADD CHECK (transfer_group IS NULL OR section = 'telemarketing')`.execute(db);
  await sql`CREATE TABLE robot_task_trial (
    attempt_id bigint PRIMARY KEY,
    task_no text NOT NULL REFERENCES robot_task,
    user_no text NOT NULL REFERENCES app_user,
    tried_at timestamptz NOT NULL
  )`.execute(db);
  await sql`CREATE INDEX ON robot_task_trial (task_no, tried_at)`.execute(db);
  await sql`CREATE INDEX ON robot_task_trial (user_no, tried_at)`.execute(db);
}
