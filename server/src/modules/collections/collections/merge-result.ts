import type { collectionMerge, ParsedRequestOf, ReplyOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { AppError } from '../../../http/app-error.ts';
import type { Call } from '../../../http/implement.ts';

/** What became of a batch's cases in each system. @throws AppError NOT_FOUND of others' jobs, and of other kinds */
export async function mergedResult(
  { jobNo }: ParsedRequestOf<typeof collectionMerge.result>,
  { db, caller }: Call,
): Promise<ReplyOf<typeof collectionMerge.result>> {
  const job = await db
    .selectFrom('job')
    .select('jobNo')
    .where('jobNo', '=', jobNo)
    .where('userNo', '=', caller.userNo)
    .where('kind', 'like', 'collectionMerge.%')
    .executeTakeFirst();
  if (!job) throw new AppError('NOT_FOUND');
  const { rows } = await sql<ReplyOf<typeof collectionMerge.result>[number]>`
    select c.case_scope, count(*) filter (where i.item_status = 'SUCCESS')::int as succeeded,
      count(*) filter (where i.item_status = 'FAILURE')::int as failed,
      count(*) filter (where i.item_status in ('QUEUED', 'CANCELLED'))::int as left_over
    from job_item i join collection_case c on c.case_no = i.subject_no
    where i.job_no = ${jobNo} group by c.case_scope order by c.case_scope desc`.execute(db);
  return rows;
}
