import type { Queryable } from '../../../db/database.ts';
import type { Services } from '../../../services.ts';

/** Tells the open browsers of the person who started a job where it stands. */
export async function publishProgress(db: Queryable, services: Pick<Services, 'events'>, jobNo: string): Promise<void> {
  const job = await db
    .selectFrom('job')
    .select(['userNo', 'jobStatus', 'done', 'total'])
    .where('jobNo', '=', jobNo)
    .executeTakeFirst();
  if (!job) return;
  const { userNo, jobStatus: status, done, total } = job;
  await services.events.publish({ userNos: [userNo] }, { type: 'job', jobNo, status, done, total });
}
