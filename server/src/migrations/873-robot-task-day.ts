import { type Kysely, sql } from 'kysely';

/** A task of one day alone, such as a reminder: whom the robot did not reach on it is not called on the next. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE robot_task ADD COLUMN dial_on date`.execute(db);
}
