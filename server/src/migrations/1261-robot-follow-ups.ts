import { type Kysely, sql } from 'kysely';

/**
 * What follows a robot call about offers: a text by what was heard, and whether the willing are listed for people to call.
 * At most so many calls of a task are in the air at once.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE robot_task
    ADD COLUMN concurrency integer CHECK (concurrency BETWEEN 1 AND 100),
    ADD COLUMN follow_up_template_no text REFERENCES sms_marketing_template,
    ADD COLUMN follow_up_labels text[] NOT NULL DEFAULT '{}',
    ADD COLUMN hands_over boolean NOT NULL DEFAULT true,
    ADD CHECK ((follow_up_template_no IS NULL) = (cardinality(follow_up_labels) = 0))`.execute(db);
  await sql`ALTER TABLE robot_task_item ADD COLUMN follow_up_attempt_id bigint`.execute(db);
}
