import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { addDays, businessDateOf } from '../../modules/platform/policy/index.ts';
import { callersOf, callTasks, callTime, type Earned, type Listed, recordCall } from './call-desk.ts';
import type { Desk } from './desk.ts';
import { followApplications } from './follow-applications.ts';

const DAY_MS = 86_400_000;
/** Of each merchant: applications and loans that came from calls, and others who are called. */
const APPLICATIONS = 5;
const LOANS = 7;
const OTHERS = 16;
const OVER = new Set(['REFUSED', 'MACHINE_REFUSED', 'VOIDED']);
const REASONS = ['UNWILLING', 'NUMBER_FAULT', 'MAX_ATTEMPTS', 'EXPIRED', 'OPTED_OUT', 'BLACKLISTED', 'MANUAL'] as const;

/** People who are called for marketing: what became of them, whose calls led to loans, and who asks to keep whom. */
export async function telemarketing(desk: Desk): Promise<void> {
  await desk.does((tx) => rules(tx, desk));
  await desk.does((tx) => activities(tx, desk));
  const earned = await desk.does((tx) => attributed(tx, desk));
  const listed = await desk.does((tx) => others(tx, desk));
  await callTasks(desk, 'TELEMARKETING', listed);
  await desk.does((tx) => followApplications(tx, desk, earned, listed));
  await desk.does((tx) => imports(tx, desk));
  await desk.does((tx) => blacklist(tx, desk));
}

/** The other merchants credit calls, too; rules to come and one that is over. */
async function rules(tx: Tx, { maker, checker, now }: Desk): Promise<void> {
  const today = businessDateOf(now);
  const terms = { attributionDays: 14, minTalkSeconds: 30, tieBreak: 'LAST_TALK', protectionDays: 7 } as const;
  const of = { ...terms, makerUserNo: maker };
  const decided = { checkerUserNo: checker };
  await tx
    .insertInto('inboundRule')
    .values([
      { ...of, ...decided, merchantNo: 'M0002', ruleState: 'ENABLED', effectiveFrom: addDays(today, -120) },
      {
        ...of,
        ...decided,
        merchantNo: 'M0003',
        ruleState: 'ENABLED',
        effectiveFrom: addDays(today, -60),
        autoDistribute: true,
        maxEntriesPerPerson: 60,
      },
      {
        ...of,
        ...decided,
        merchantNo: 'M0003',
        ruleState: 'DISABLED',
        effectiveFrom: addDays(today, -200),
        attributionDays: 30,
      },
      { ...of, merchantNo: 'M0001', effectiveFrom: addDays(today, 20), tieBreak: 'FIRST_TALK' },
      { ...of, merchantNo: 'M0002', ruleState: 'DRAFT', effectiveFrom: addDays(today, 34), attributionDays: 7 },
    ])
    .execute();
}

/** What calls count for: now, once, soon. */
async function activities(tx: Tx, { maker, checker, now }: Desk): Promise<void> {
  const today = businessDateOf(now);
  const both = { marketingTargets: ['FIRST_LOAN', 'REPEAT_LOAN'], incomingBonusCents: 5_000, loanBonusCents: 20_000 };
  const decided = { makerUserNo: maker, checkerUserNo: checker };
  const lasting = { periodFrom: addDays(today, -75), periodTo: addDays(today, 45) };
  await tx
    .insertInto('callActivity')
    .values([
      ...['M0001', 'M0002', 'M0003'].map((merchantNo) => ({
        ...both,
        ...decided,
        ...lasting,
        merchantNo,
        activityName: 'Season of first loans',
        monthSteps: JSON.stringify([
          { applications: 10, bonusCents: 100_000 },
          { applications: 25, bonusCents: 300_000 },
        ]),
        activityState: 'ENABLED' as const,
      })),
      {
        ...both,
        ...decided,
        merchantNo: 'M0001',
        activityName: 'Long rains',
        periodFrom: addDays(today, -200),
        periodTo: addDays(today, -110),
        activityState: 'DISABLED',
      },
      {
        ...both,
        makerUserNo: maker,
        merchantNo: 'M0001',
        activityName: 'Higher limits in the new year',
        marketingTargets: ['HIGHER_LIMIT'],
        loanBonusCents: 30_000,
        periodFrom: addDays(today, 20),
        periodTo: addDays(today, 80),
      },
      {
        ...both,
        makerUserNo: maker,
        merchantNo: 'M0002',
        activityName: 'Back to school',
        periodFrom: addDays(today, 50),
        periodTo: addDays(today, 70),
        activityState: 'DRAFT',
        decisionReason: 'The bonus of a loan is above the budget',
      },
    ])
    .execute();
}

/** Applications and loans of the last weeks, each with the call it came from. */
async function attributed(tx: Tx, { maker, now }: Desk): Promise<Earned[]> {
  const callers = await callersOf(tx, 'TELEMARKETING');
  const { rows: orders } = await sql<{
    orderNo: string;
    merchantNo: string;
    customerNo: string;
    phone: string;
    loanType: string;
    orderStatus: string;
    applyTime: Date;
    lendingTime: Date | null;
    ruleNo: string | null;
  }>`select o.*, (select r.rule_no from inbound_rule r where r.merchant_no = o.merchant_no and r.rule_state = 'ENABLED'
        and r.effective_from <= o.apply_time::date order by r.effective_from desc limit 1) as rule_no
    from (select l.order_no, l.merchant_no, l.customer_no, c.phone, l.loan_type, l.order_status, l.apply_time,
        l.lending_time, row_number() over (partition by l.merchant_no, l.lending_time is null
          order by l.apply_time desc, l.order_no) as n
      from loan_order l join customer c on c.customer_no = l.customer_no
      where l.apply_time < ${now}::timestamptz - interval '4 hours'
        and not exists (select from loan_order b where b.customer_no = l.customer_no and b.apply_time > l.apply_time)) o
    where n <= case when lending_time is null then ${APPLICATIONS}::int else ${LOANS}::int end
    order by o.order_no`.execute(tx);
  const earned: Earned[] = [];
  for (const [index, order] of orders.entries()) {
    const userNos = callers.get(order.merchantNo) ?? [];
    const userNo = userNos[index % userNos.length];
    if (userNo === undefined || order.ruleNo === null) continue;
    const isLent = order.lendingTime !== null;
    const ago = Math.ceil((now.getTime() - order.applyTime.getTime()) / DAY_MS) + (index % 4);
    const calledAt = callTime(now, ago + 1, index);
    const createdAt = new Date(calledAt.getTime() - 2 * DAY_MS);
    const isOwned = isLent || !OVER.has(order.orderStatus);
    const isRepeat = order.loanType === 'REPEAT';
    const { orderNo, merchantNo, phone, customerNo, applyTime } = order;
    const { entryId } = await tx
      .insertInto('callEntry')
      .values({
        desk: 'TELEMARKETING',
        merchantNo,
        phone,
        listType: isRepeat ? 'RETURNING' : 'LEAD',
        marketingTarget: isRepeat ? 'REPEAT_LOAN' : 'FIRST_LOAN',
        optInSource: 'APP',
        optInAt: new Date(createdAt.getTime() - 20 * DAY_MS),
        listStatus: isLent ? 'CONVERTED' : isOwned ? 'ASSIGNED' : 'POOL',
        followStatus: isLent ? 'DONE' : 'FOLLOWING',
        willingness: 'WILLING',
        callCount: 1,
        lastCallAt: calledAt,
        expireAt: new Date(now.getTime() + 20 * DAY_MS),
        createdAt,
        ...(isOwned && { ownerUserNo: userNo, assignedAt: createdAt }),
      })
      .returning('entryId')
      .executeTakeFirstOrThrow();
    const entry: Listed = { entryId, merchantNo, customerNo, phone, isOpen: isOwned && !isLent };
    await recordCall(tx, { entry, desk: 'TELEMARKETING', userNo, at: calledAt, talkSeconds: 60 + (index % 7) * 25 });
    const content = isRepeat ? 'Paid on time before, wants to borrow again' : 'Will apply in the app today';
    await tx
      .insertInto('callFollowUp')
      .values({ entryId, userNo, willingness: 'WILLING', content, at: calledAt })
      .execute();
    await tx
      .insertInto('callAssignment')
      .values({ entryId, userNo, cause: 'assign', byUserNo: maker, at: createdAt })
      .execute();
    await tx
      .insertInto('orderAttribution')
      .values({
        orderNo,
        merchantNo,
        userNo,
        attributedBy: 'RULE',
        ruleNo: order.ruleNo,
        firstCallAt: calledAt,
        attributedAt: applyTime,
      })
      .execute();
    earned.push({ orderNo, merchantNo, userNo, applyTime, entry });
  }
  await sql`update order_attribution a set activity_no = y.activity_no from loan_order o, call_activity y
    where o.order_no = a.order_no and y.merchant_no = o.merchant_no and y.activity_state = 'ENABLED'
      and case o.loan_type when 'REPEAT' then 'REPEAT_LOAN' else 'FIRST_LOAN' end = any(y.marketing_targets)
      and (o.apply_time at time zone 'Africa/Nairobi')::date between y.period_from and y.period_to`.execute(tx);
  return earned;
}

/** Customers who settled: to be called, in hand, and given up for each reason. */
async function others(tx: Tx, { now, maker }: Desk): Promise<Listed[]> {
  const callers = await callersOf(tx, 'TELEMARKETING');
  const { rows: customers } = await sql<{ customerNo: string; merchantNo: string; phone: string; n: number }>`
    select customer_no, merchant_no, phone, n::int from (select c.customer_no, c.merchant_no, c.phone,
        row_number() over (partition by c.merchant_no order by c.id_card_no, c.customer_no) as n
      from customer c where exists (select from loan_order o where o.customer_no = c.customer_no and o.order_status = 'CLOSED')
        and not exists (select from call_entry e where e.phone = c.phone)) c
    where n <= ${OTHERS} order by merchant_no, n`.execute(tx);
  const listed: Listed[] = [];
  for (const { n, ...customer } of customers) {
    const { merchantNo, phone } = customer;
    const userNos = callers.get(merchantNo) ?? [];
    const createdAt = callTime(now, 3 + ((n * 5) % 24), n);
    const abandonReason = n % 2 === 0 ? REASONS[(n / 2) % REASONS.length] : undefined;
    const owner = abandonReason === undefined && n % 3 !== 0 ? userNos[n % userNos.length] : undefined;
    const isTold = abandonReason === 'UNWILLING' || abandonReason === 'NUMBER_FAULT';
    const abandonedAt = new Date(Math.min(now.getTime(), createdAt.getTime() + 2 * DAY_MS));
    const isHigher = n % 4 === 1;
    const { entryId } = await tx
      .insertInto('callEntry')
      .values({
        desk: 'TELEMARKETING',
        merchantNo,
        phone,
        listType: isHigher ? 'CAMPAIGN' : 'RETURNING',
        marketingTarget: isHigher ? 'HIGHER_LIMIT' : 'REPEAT_LOAN',
        optInSource: 'APP',
        optInAt: new Date(createdAt.getTime() - 60 * DAY_MS),
        recommendedAmountCents: (5 + (n % 6) * 5) * 100_000,
        willingness: isTold ? abandonReason : null,
        createdAt,
        expireAt: new Date(createdAt.getTime() + 60 * DAY_MS),
        ...(owner !== undefined && { listStatus: 'ASSIGNED' as const, ownerUserNo: owner, assignedAt: createdAt }),
        ...(abandonReason !== undefined && {
          listStatus: 'ABANDONED' as const,
          followStatus: 'DONE' as const,
          abandonReason,
          abandonedAt,
          abandonedBy: abandonReason === 'MANUAL' ? maker : null,
          recyclableAt: new Date(abandonedAt.getTime() + (n % 4 === 0 ? -1 : 14) * DAY_MS),
        }),
      })
      .returning('entryId')
      .executeTakeFirstOrThrow();
    listed.push({ ...customer, entryId, isOpen: abandonReason === undefined });
  }
  return listed;
}

/** Results of imports, of files and of circled people. */
async function imports(tx: Tx, { maker, now }: Desk): Promise<void> {
  const rows = [
    ['FILE', 'M0002', 'LEAD', 'FIRST_LOAN', 240, 240, 20],
    ['FILE', 'M0001', 'RETURNING', 'REPEAT_LOAN', 180, 171, 15],
    ['FILE', 'M0003', 'LEAD', 'FIRST_LOAN', 60, 0, 8],
    ['CIRCLE_PEOPLE', 'M0001', 'CAMPAIGN', 'HIGHER_LIMIT', 95, 88, 6],
    ['BLACKLIST', null, null, null, 12, 12, 4],
  ] as const;
  await tx
    .insertInto('callImport')
    .values(
      rows.map(([importType, merchantNo, listType, marketingTarget, totalCount, successCount, days], place) => {
        const startedAt = callTime(now, days, place);
        const isWhole = totalCount === successCount;
        return {
          desk: 'TELEMARKETING' as const,
          importType,
          merchantNo,
          listType,
          marketingTarget,
          jobNo: `SEED-IMPORT-${place + 1}`,
          totalCount,
          successCount,
          failCount: totalCount - successCount,
          importResult: isWhole
            ? ('SUCCESS' as const)
            : successCount === 0
              ? ('FAILURE' as const)
              : ('PARTIAL_SUCCESS' as const),
          operatorUserNo: maker,
          startedAt,
          finishedAt: new Date(startedAt.getTime() + 9_000),
        };
      }),
    )
    .execute();
}

/** Numbers for each reason and of each source; one that is to be called again, one that is. */
async function blacklist(tx: Tx, { maker, checker, now }: Desk): Promise<void> {
  const rows = [
    ['254711640118', 'OPT_OUT', 'STOP_REPLY', 'ACTIVE', 3],
    ['254722815403', 'WRONG_PERSON', 'AGENT', 'ACTIVE', 7],
    ['254733290715', 'DECEASED', 'AGENT', 'ACTIVE', 11],
    ['254701558260', 'LEGAL', 'IMPORT', 'ACTIVE', 16],
    ['254745137092', 'STAFF', 'IMPORT', 'DELETE_PENDING', 19],
    ['254790462837', 'COMPLAINT', 'FEEDBACK', 'DELETED', 24],
  ] as const;
  await tx
    .insertInto('marketingBlacklist')
    .values(
      rows.map(([phone, blacklistReason, blacklistSource, rowStatus, days], place) => ({
        phone,
        blacklistReason,
        blacklistSource,
        rowStatus,
        channels: ['CALL' as const, 'SMS' as const, 'ROBOT' as const],
        createdBy: blacklistSource === 'STOP_REPLY' ? null : maker,
        createdAt: callTime(now, days, place),
        ...(rowStatus !== 'ACTIVE' && { deleteRequestedBy: maker, deleteReason: 'Asked for offers again in writing' }),
        ...(rowStatus === 'DELETED' && { decidedBy: checker, decidedAt: callTime(now, 2, place) }),
      })),
    )
    .execute();
}
