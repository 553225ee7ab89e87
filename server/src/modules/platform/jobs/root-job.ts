import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';

/** The job that a job goes on with: what failed or was left undone is tried again as another job. */
export async function rootJobOf(db: Queryable, jobNo: string): Promise<string> {
  const { rows } = await sql<{ jobNo: string }>`
    with recursive before as (
      select job_no, retry_of from job where job_no = ${jobNo}
      union all select j.job_no, j.retry_of from job j join before b on j.job_no = b.retry_of)
    select job_no from before where retry_of is null`.execute(db);
  return rows[0]?.jobNo ?? jobNo;
}
