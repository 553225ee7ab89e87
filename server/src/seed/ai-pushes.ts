import { sql } from 'kysely';
import type { Database, Tx } from '../db/database.ts';

const merchantNo = 'M0001';
const DAY_MS = 86_400_000;
const TASKS = [
  ['Renewal calls, November', 'DONE', 'AI_CALL', -8],
  ['Renewal calls, this week', 'RUNNING', 'AI_CALL', -1],
  ['Come back by SMS', 'APPROVED', 'SMS', 3],
  ['December calls', 'PENDING', 'AI_CALL', 6],
  ['Everybody by SMS', 'REJECTED', 'SMS', 2],
  ['Wrong script', 'STOPPED', 'AI_CALL', -3],
] as const;

/** AI pushes in every state, over the group and the texts that marketing has. */
export async function seedAiPushes(tx: Tx, userNo: string, now: Date): Promise<void> {
  const { userGroupNo, version: groupVersion } = await tx
    .selectFrom('userGroup')
    .select(['userGroupNo', 'version'])
    .where('merchantNo', '=', merchantNo)
    .orderBy('userGroupNo')
    .limit(1)
    .executeTakeFirstOrThrow();
  const { templateNo } = await tx
    .selectFrom('smsMarketingTemplate')
    .select('templateNo')
    .where('merchantNo', '=', merchantNo)
    .where('templateStatus', '=', 'ENABLED')
    .orderBy('templateNo')
    .limit(1)
    .executeTakeFirstOrThrow();
  const { userNo: approver } = await tx
    .selectFrom('appUser')
    .select('userNo')
    .where('userNo', '<>', userNo)
    .orderBy('userNo')
    .limit(1)
    .executeTakeFirstOrThrow();
  for (const [taskName, aiPushTaskStatus, aiPushChannel, days] of TASKS) {
    const scheduledAt = new Date(now.getTime() + days * DAY_MS);
    const isCall = aiPushChannel === 'AI_CALL';
    const hasStarted = aiPushTaskStatus === 'DONE' || aiPushTaskStatus === 'RUNNING';
    const isOver = aiPushTaskStatus === 'DONE' || aiPushTaskStatus === 'STOPPED';
    await tx
      .insertInto('aiPushTask')
      .values({
        merchantNo,
        taskName,
        userGroupNo,
        groupVersion,
        aiPushChannel,
        templateNo: isCall ? null : templateNo,
        scriptCode: isCall ? 'RENEWAL' : null,
        voiceLanguage: isCall ? 'sw' : null,
        scheduledAt,
        concurrency: 20,
        budgetCents: 2_000_000,
        audienceCount: 40,
        allowedCount: 32,
        estimatedCostCents: isCall ? 9_600 : 2_560,
        aiPushTaskStatus,
        aiPushFault: aiPushTaskStatus === 'STOPPED' ? 'GROUP_CHANGED' : null,
        createdBy: userNo,
        decidedBy: aiPushTaskStatus === 'PENDING' ? null : approver,
        decisionReason: aiPushTaskStatus === 'REJECTED' ? 'Too many people for one evening' : null,
        createdAt: new Date(Math.min(now.getTime(), scheduledAt.getTime()) - DAY_MS),
        startedAt: hasStarted ? scheduledAt : null,
        endedAt: isOver ? scheduledAt : null,
      })
      .execute();
  }
}

/** The people of the tasks that started, once there are customers: of each that has none. */
export async function fillAiPushes(db: Database, now: Date): Promise<void> {
  const started = await db
    .selectFrom('aiPushTask as t')
    .select(['t.taskNo', 't.aiPushTaskStatus', 't.scheduledAt'])
    .where('t.startedAt', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('aiPushRecord as r').select('r.taskNo').whereRef('r.taskNo', '=', 't.taskNo'))),
    )
    .orderBy('t.taskNo')
    .execute();
  await db.transaction().execute(async (tx) => {
    for (const { taskNo, aiPushTaskStatus, scheduledAt } of started) {
      await seedRecords(tx, taskNo, scheduledAt, aiPushTaskStatus === 'RUNNING' ? now : null);
    }
  });
}

/** What a task left of its people; of one that runs, half are at today's cap and wait for tomorrow. */
async function seedRecords(tx: Tx, taskNo: string, at: Date, waitsFrom: Date | null): Promise<void> {
  const tomorrow = waitsFrom === null ? null : new Date(waitsFrom.getTime() + DAY_MS);
  await sql`insert into ai_push_record
      (task_no, customer_no, phone, ai_push_outcome, ai_push_drop, next_at, units, sent_at, willingness, ai_push_listing)
    select ${taskNo}, c.customer_no, c.phone, o.outcome, o.why, case when o.outcome = 'PENDING' then ${tomorrow}::timestamptz end,
      case when o.willingness is null then 0 else 1 end,
      case when o.willingness is not null then ${at}::timestamptz + c.n * interval '20 seconds' end, o.willingness, o.listing
    from (select customer_no, phone, row_number() over (order by customer_no) as n from customer
      where merchant_no = ${merchantNo} order by customer_no limit 40) c
    cross join lateral (select * from (values
      (0, 'CONNECTED', null, 'WILLING', 'LISTED'), (1, 'CONNECTED', null, 'UNCLEAR', 'NOTED'),
      (2, 'NOT_CONNECTED', null, 'NOT_CONNECTED', 'NOTED'), (3, 'SKIPPED', 'NO_CONSENT', null, null),
      (4, case when ${tomorrow}::timestamptz is null then 'CONNECTED' else 'PENDING' end,
        case when ${tomorrow}::timestamptz is null then null else 'CAP' end,
        case when ${tomorrow}::timestamptz is null then 'NO_DEMAND' end,
        case when ${tomorrow}::timestamptz is null then 'NOTED' end)) v (k, outcome, why, willingness, listing)
      where v.k = c.n % 5) o`.execute(tx);
  await sql`update ai_push_task t set (audience_count, allowed_count) = (select count(*),
      count(*) filter (where r.ai_push_outcome <> 'SKIPPED') from ai_push_record r where r.task_no = t.task_no)
    where t.task_no = ${taskNo}`.execute(tx);
}
