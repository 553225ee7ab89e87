import type { aiPushTask, ReplyOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Call } from '../../../http/implement.ts';
import { readHistory } from '../../platform/audit/index.ts';
import { countMembers, groupOf } from '../user-groups/index.ts';
import { expectedEnd } from './finish.ts';
import { pushList } from './list.ts';
import { GATE_CHANNEL } from './store.ts';

type Detail = ReplyOf<typeof aiPushTask.detail>;

/** A task with its funnel. @throws AppError AI_PUSH_NOT_FOUND */
export async function readPush(taskNo: string, call: Call): Promise<Detail> {
  const { db } = call;
  const row = await pushList.one(taskNo, call);
  const { rows } = await sql<{
    outcome: Detail['outcomes'][number]['outcome'];
    dropReason: Detail['drops'][number]['reason'] | null;
    willingness: Detail['willingness'][number]['willingness'] | null;
    listing: Detail['listings'][number]['listing'] | null;
    people: number;
  }>`select ai_push_outcome as outcome, case when ai_push_outcome = 'SKIPPED' then ai_push_drop end as drop_reason,
      willingness, ai_push_listing as listing, count(*)::int as people
    from ai_push_record where task_no = ${taskNo} group by 1, 2, 3, 4`.execute(db);
  const sums = <Code extends string>(codeOf: (one: (typeof rows)[number]) => Code | null): [Code, number][] => {
    const made = new Map<Code, number>();
    for (const one of rows) {
      const code = codeOf(one);
      if (code !== null) made.set(code, (made.get(code) ?? 0) + one.people);
    }
    return [...made].toSorted(([, fewer], [, more]) => more - fewer);
  };
  const isAhead = row.status === 'PENDING' || row.status === 'APPROVED';
  const drops = isAhead
    ? (await countMembers(db, await groupOf(db, row.userGroupNo, null), new Date(), GATE_CHANNEL[row.channelType]))
        .drops
    : sums(({ dropReason }) => dropReason).map(([reason, people]) => ({ reason, people }));
  return {
    row,
    expectedEndAt: (await expectedEnd(db, row, new Date()))?.toISOString() ?? null,
    drops,
    outcomes: sums(({ outcome }) => outcome).map(([outcome, people]) => ({ outcome, people })),
    willingness: sums((one) => one.willingness).map(([willingness, people]) => ({ willingness, people })),
    listings: sums((one) => one.listing).map(([listing, people]) => ({ listing, people })),
    history: await readHistory(db, 'aiPushTask', taskNo),
  };
}
