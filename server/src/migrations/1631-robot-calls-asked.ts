import { type Kysely, sql } from 'kysely';

/** Calls that the robot was handed one by one, whoever has them made: those without an end are asked about. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE INDEX contact_dispatch_robot_sent ON contact_dispatch (began_at)
    WHERE channel = 'ROBOT' AND dispatch_status = 'SENT'`.execute(db);
}
