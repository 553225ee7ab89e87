import type { ReplyOf, robotTask } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Call } from '../../../http/implement.ts';
import { merchantsSeen } from '../../../http/merchant-scope.ts';
import { nextWithinHours } from '../contacts/index.ts';
import { peopleOfRuns, runsOf } from './runs.ts';
import type { RobotSection } from './tables.ts';

type Status = ReplyOf<typeof robotTask.collectionStatus>;

/** How far a section's tasks are that are not over. */
export async function liveTasks(section: RobotSection, { db, caller }: Call): Promise<Status> {
  const merchantNos = merchantsSeen(caller.scope);
  const { rows } = await sql<Omit<Status, 'nextAllowedAt'>>`
    select count(*) filter (where t.task_status = 'RUNNING') as running,
      count(*) filter (where t.task_status = 'QUEUED') as queued,
      count(*) filter (where t.task_status = 'PAUSED') as paused,
      count(*) filter (where t.task_status = 'FAILED') as failed,
      coalesce(sum(i.people), 0)::int as people, coalesce(sum(i.done), 0)::int as done
    from ${runsOf(section)} t cross join lateral (
      select count(*) filter (where k.item_status <> 'LEFT_OUT') as people,
        count(*) filter (where k.item_status in ('DONE', 'REFUSED')) as done
      from ${peopleOfRuns(section)} k where k.task_no = t.task_no) i
    where t.task_status in ('RUNNING', 'QUEUED', 'PAUSED', 'FAILED')
      and (${merchantNos}::text[] is null or t.merchant_no = any(${merchantNos}::text[]))`.execute(db);
  const [live] = rows;
  const nextAllowedAt = await nextWithinHours(db, new Date());
  const none = { running: 0, queued: 0, paused: 0, failed: 0, people: 0, done: 0 };
  return { ...(live ?? none), nextAllowedAt: nextAllowedAt?.toISOString() ?? null };
}
