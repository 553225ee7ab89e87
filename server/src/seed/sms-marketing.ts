import { sql } from 'kysely';
import type { Database, Tx } from '../db/database.ts';

const merchantNo = 'M0001';
const DAY_MS = 86_400_000;
const NO_RULE = {
  loanState: null,
  settledDaysFrom: null,
  settledDaysTo: null,
  maxDaysLate: null,
  minOnTimeCount: null,
  notAppliedDays: null,
  notContactedDays: null,
  county: null,
};
const TEXTS = [
  ['Come back, English', 'DORMANT', 'en', 'we miss you. Apply today and get your loan within the hour.', 'ENABLED'],
  ['Come back, Kiswahili', 'DORMANT', 'sw', 'tumekukosa. Omba leo upate mkopo wako haraka.', 'ENABLED'],
  ['Limit raised', 'LIMIT_RAISED', 'en', 'your limit is now {{amount}}.', 'PENDING_APPROVAL'],
  ['Holiday campaign', 'CAMPAIGN', 'en', 'our holiday offer has started.', 'DRAFT'],
  ['Coupon, old text', 'COUPON', 'en', 'your coupon is waiting.', 'DISABLED'],
] as const;
const TASKS = [
  ['Come back, November', 'DONE', -9],
  ['Come back, this week', 'RUNNING', -1],
  ['Weekend offer', 'PAUSED', -1],
  ['Next week', 'QUEUED', 7],
  ['December', 'PENDING_APPROVAL', 9],
  ['Draft of a campaign', 'DRAFT', 12],
  ['Wrong audience', 'STOPPED', -5],
  ['Gateway down', 'FAILED', -2],
] as const;

/** Texts and campaigns in every state, over one group of customers who settled. */
export async function seedSmsMarketing(tx: Tx, userNo: string, now: Date): Promise<void> {
  const { merchantName } = await tx
    .selectFrom('merchant')
    .select('merchantName')
    .where('merchantNo', '=', merchantNo)
    .executeTakeFirstOrThrow();
  const other = await tx
    .selectFrom('appUser')
    .select('userNo')
    .where('userNo', '<>', userNo)
    .orderBy('userNo')
    .limit(1)
    .executeTakeFirst();
  const approver = other?.userNo ?? userNo;
  const templateNos: string[] = [];
  for (const [templateName, scene, language, said, templateStatus] of TEXTS) {
    const content = `{{firstName}}, ${said} ${merchantName}`;
    const isApproved = templateStatus === 'ENABLED' || templateStatus === 'DISABLED';
    const people = { createdBy: userNo, updatedBy: userNo, approvedBy: isApproved ? approver : null };
    const { templateNo } = await tx
      .insertInto('smsMarketingTemplate')
      .values({ merchantNo, templateName, scene, language, content, templateStatus, updatedAt: now, ...people })
      .returning('templateNo')
      .executeTakeFirstOrThrow();
    templateNos.push(templateNo);
    if (!isApproved) continue;
    await tx
      .insertInto('smsMarketingText')
      .values({ templateNo, versionNo: 1, content, approvedBy: approver })
      .execute();
  }
  const { userGroupNo } = await tx
    .insertInto('userGroup')
    .values({
      merchantNo,
      groupName: 'Settled, no open loan',
      rules: JSON.stringify({ ...NO_RULE, loanState: 'SETTLED' }),
      updatedBy: userNo,
    })
    .returning('userGroupNo')
    .executeTakeFirstOrThrow();
  const [first = '', second = ''] = templateNos;
  for (const [taskName, taskStatus, days] of TASKS) {
    const scheduledAt = new Date(now.getTime() + days * DAY_MS);
    const hasStarted = ['DONE', 'RUNNING', 'PAUSED', 'FAILED'].includes(taskStatus);
    const { taskNo } = await tx
      .insertInto('smsMarketingTask')
      .values({
        merchantNo,
        taskName,
        ...(taskStatus === 'PENDING_APPROVAL'
          ? {
              audienceType: 'CUSTOMER_FILTER' as const,
              audienceRules: JSON.stringify({ ...NO_RULE, loanState: 'SETTLED', minOnTimeCount: 1 }),
            }
          : { userGroupNo }),
        audienceCount: 0,
        holdOutPercent: 20,
        scheduledAt,
        ratePerMinute: 60,
        budgetCents: 500_000,
        estimatedCostCents: 8_000,
        attributionDays: 7,
        taskStatus,
        createdBy: userNo,
        approvedBy: taskStatus === 'DRAFT' || taskStatus === 'PENDING_APPROVAL' ? null : approver,
        fault: taskStatus === 'FAILED' ? 'The SMS gateway refuses messages' : null,
        startedAt: hasStarted ? scheduledAt : null,
        endedAt: taskStatus === 'DONE' || taskStatus === 'STOPPED' ? scheduledAt : null,
      })
      .returning('taskNo')
      .executeTakeFirstOrThrow();
    await tx
      .insertInto('smsMarketingArm')
      .values([
        { taskNo, arm: 'A', templateNo: first, sharePercent: 50 },
        { taskNo, arm: 'B', templateNo: second, sharePercent: 50 },
      ])
      .execute();
  }
}

/** The people of the campaigns that started, once there are customers: of each that has none. */
export async function fillSmsCampaigns(db: Database, now: Date): Promise<void> {
  const started = await db
    .selectFrom('smsMarketingTask as t')
    .select(['t.taskNo', 't.taskStatus', 't.scheduledAt'])
    .where('t.startedAt', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('smsMarketingRecipient as r').select('r.taskNo').whereRef('r.taskNo', '=', 't.taskNo'))),
    )
    .orderBy('t.taskNo')
    .execute();
  await db.transaction().execute(async (tx) => {
    for (const { taskNo, taskStatus, scheduledAt } of started) {
      await seedRecipients(tx, taskNo, { at: scheduledAt, now, isOver: taskStatus === 'DONE' });
    }
  });
}

/**
 * The people of a campaign, some in each status: nobody of them was written to for real. Of one that goes on, who waits
 * is at the daily cap, and who was sent to last has no report yet.
 */
async function seedRecipients(
  tx: Tx,
  taskNo: string,
  { at, now, isOver }: { readonly at: Date; readonly now: Date; readonly isOver: boolean },
): Promise<void> {
  const tomorrow = isOver ? null : new Date(now.getTime() + DAY_MS);
  await sql`insert into sms_marketing_recipient (task_no, customer_no, phone, arm, recipient_status, skipped_for,
      provider_code, segments, cost_cents, is_priced, next_at, sent_at)
    select ${taskNo}, c.customer_no, c.phone, case when o.sent or o.status = 'PENDING' then case c.n % 2 when 0 then 'A' else 'B' end end,
      o.status, o.why, o.code, case when o.sent then 1 else 0 end, case when o.sent then 80 else 0 end, o.sent,
      case when o.status = 'PENDING' then ${tomorrow}::timestamptz end,
      case when o.sent then ${at}::timestamptz + c.n * interval '4 minutes' end
    from (select customer_no, phone, row_number() over (order by customer_no) as n from customer
      where merchant_no = ${merchantNo} order by customer_no limit 60) c
    cross join lateral (select * from (values
      (0, 'HELD_OUT', null, null, false), (1, 'DELIVERED', null, null, true), (2, 'DELIVERED', null, null, true),
      (3, 'FAILED', null, case when c.n % 20 = 3 then '406' else 'AbsentSubscriber' end, true),
      (4, 'SKIPPED', 'NO_CONSENT', null, false), (5, 'DELIVERED', null, null, true),
      (6, case when ${isOver}::boolean then 'DELIVERED' else 'PENDING' end,
        case when ${isOver}::boolean then null else 'CAP' end, null, ${isOver}::boolean),
      (7, case when ${isOver}::boolean then 'DELIVERED' else 'SENT' end, null, null, true),
      (8, 'SKIPPED', case when c.n % 20 = 8 then 'OBJECTED' else 'BLOCKED' end, null, false),
      (9, 'UNKNOWN', null, null, true)) v (k, status, why, code, sent) where v.k = c.n % 10) o`.execute(tx);
  await sql`update sms_marketing_task t set (audience_count, spent_cents) = (select
      count(*) filter (where r.recipient_status <> 'SKIPPED'), coalesce(sum(r.cost_cents), 0)
    from sms_marketing_recipient r where r.task_no = t.task_no) where t.task_no = ${taskNo}`.execute(tx);
}
