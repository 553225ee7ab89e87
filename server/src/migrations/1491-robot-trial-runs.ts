import { type Kysely, sql } from 'kysely';

/** A robot task that tries another's script on a few of its people: one for each. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE robot_task ADD trial_of text REFERENCES robot_task`.execute(db);
  await sql`CREATE UNIQUE INDEX robot_task_trial_of ON robot_task (trial_of) WHERE trial_of IS NOT NULL`.execute(db);
}
