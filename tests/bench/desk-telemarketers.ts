import { callTask } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Database } from '../../server/src/db/database.ts';
import { addDays, businessDateOf } from '../../server/src/modules/platform/policy/index.ts';
import { callAs } from '../e2e/support/staff.ts';
import type { Hand, Work } from './desk-work.ts';

const { dialTasks } = callTask;

/** A running task over so many new entries of a merchant, for all of the people. */
export async function makeTask(
  db: Database,
  {
    userNos,
    merchantNo,
    entries,
  }: { readonly userNos: readonly string[]; readonly merchantNo: string; readonly entries: number },
): Promise<string> {
  const today = businessDateOf(new Date());
  const { taskNo } = await db
    .insertInto('callTask')
    .values({
      desk: 'TELEMARKETING',
      merchantNo,
      taskName: `Bench ${Date.now()}`,
      taskStatus: 'RUNNING',
      purpose: 'MARKETING',
      source: JSON.stringify({ listType: 'LEAD' }),
      userNos: [...userNos],
      dialMode: 'CLICK',
      hoursFrom: '00:00',
      hoursTo: '24:00',
      maxAttempts: 3,
      retryMinutes: 120,
      script: null,
      validFrom: addDays(today, -1),
      validTo: addDays(today, 1),
      createdBy: userNos[0] ?? '',
    })
    .returning('taskNo')
    .executeTakeFirstOrThrow();
  // Numbers that no customer has, new in every run; each agreed to be called, as an import would record it.
  await sql`with made as (
      insert into call_entry (desk, merchant_no, phone, list_type, marketing_target, opt_in_source, opt_in_at, expire_at)
      select 'TELEMARKETING', ${merchantNo}, '2541' || lpad((${Date.now() % 90_000_000}::bigint + n)::text, 8, '0'), 'LEAD',
        'FIRST_LOAN', 'WEBSITE', now() - interval '1 day', now() + interval '30 days'
      from generate_series(1, ${entries}::int) n returning entry_id, phone),
    agreed as (insert into contact_party (party_kind, merchant_no, phone, party_name, consented_at)
      select 'LEAD', ${merchantNo}, phone, phone, now() - interval '1 day' from made)
    insert into call_task_entry (task_no, entry_id) select ${taskNo}, entry_id from made`.execute(db);
  return taskNo;
}

/** What became of a task's entries, and who was ever given which. */
export async function outcomeOf(db: Database, taskNo: string) {
  const { rows } = await sql<{ waiting: number; worked: number; entries: number; twice: number }>`
    select count(*) filter (where te.item_status = 'WAITING' and te.attempts = 0)::int as waiting,
      count(*) filter (where te.attempts > 0)::int as worked, count(*)::int as entries,
      (select count(*)::int from (select m.entry_id from call_made m where m.task_no = ${taskNo}
        group by m.entry_id having count(distinct m.user_no) > 1) both_) as twice
    from call_task_entry te where te.task_no = ${taskNo}`.execute(db);
  const [found] = rows;
  if (found === undefined) throw new Error('a task has an outcome');
  return found;
}

/** One telemarketer at DialTask, by the calls that the page makes: the next entry, the call, what was said, and again. */
export function telemarketer(
  url: string,
  token: string,
  taskNo: string,
  taken: (entryId: string) => void,
  pace: number,
): Work {
  return async (hand: Hand) => {
    while (hand.isOn()) {
      const { lease } = await hand.timed('next', () => callAs(url, token, dialTasks.next, { taskNo }));
      if (lease === null) throw new Error('the task has nothing left: make it longer');
      const { entryId } = lease;
      taken(entryId);
      await hand.think(pace / 4);
      const { gate } = await hand.timed('call', () => callAs(url, token, dialTasks.dial, { entryId, taskNo }));
      if (!gate.isAllowed) continue;
      await hand.think(pace / 2);
      const said = { willingness: 'NO_DEMAND' as const, content: 'Needs nothing now' };
      await hand.timed('note', () => callAs(url, token, dialTasks.follow, { entryId, taskNo, ...said }));
      await hand.think(pace / 4);
    }
  };
}
