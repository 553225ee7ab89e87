import { type Kysely, sql } from 'kysely';

/** Calls that met a wrong number, and what callers wrote of one: few among all. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE INDEX contact_result_number_fault ON contact_result (at) WHERE outcome = 'NUMBER_FAULT'`.execute(db);
  await sql`CREATE INDEX case_follow_up_number_fault ON case_follow_up (at) WHERE action_code = 'NUMBER_FAULT'`.execute(
    db,
  );
}
