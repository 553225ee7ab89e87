import { type Kysely, sql } from 'kysely';

/** The file that a task of temporary limits came from: its rows join the task of their kind. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE temporary_credit_task ADD import_job_no text`.execute(db);
  await sql`CREATE INDEX temporary_credit_task_import ON temporary_credit_task (import_job_no)
    WHERE import_job_no IS NOT NULL`.execute(db);
}
