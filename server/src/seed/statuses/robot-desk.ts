import type { aiAllocation } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { redistributeCase } from '../../modules/collections/collections/index.ts';
import { addDays, businessDateOf, startOfBusinessDate } from '../../modules/platform/policy/index.ts';
import { seedRule } from '../rules.ts';
import { callTime } from './call-desk.ts';
import { reported } from './callbacks.ts';
import type { Desk } from './desk.ts';

const AI_COLLECTOR = 'UAI003';
const DAY_MS = 86_400_000;
/** Cases that it holds of each merchant. */
const HELD = 4;
/** People of a task that the vendor holds. */
const PEOPLE = 6;

/** How a robot's call ended, what was heard, how long it took; null: the gate let nobody call. */
const ENDS = [
  ['ANSWERED', 'WILLING', 52],
  ['NO_ANSWER', 'NOT_CONNECTED', 0],
  ['ANSWERED', 'UNCLEAR', 31],
  null,
  ['BUSY', 'NOT_CONNECTED', 0],
  ['ANSWERED', 'UNWILLING', 24],
  ['SWITCHED_OFF', 'NOT_CONNECTED', 0],
  ['NUMBER_FAULT', 'NUMBER_FAULT', 0],
  ['ANSWERED', 'NO_DEMAND', 18],
  ['FAILED', null, 0],
] as const;

interface CaseOf {
  readonly caseNo: string;
  readonly orderNo: string;
  readonly merchantNo: string;
  readonly customerNo: string;
  readonly phone: string;
}

/** The robot desk: what its employee works, the people of the vendor's tasks, and what vendor and borrowers reported. */
export async function robotDesk(desk: Desk): Promise<void> {
  await desk.does((tx) => aiEmployee(tx));
  await desk.does((tx) => vendorScripts(tx, desk));
  await desk.does((tx) => configurations(tx, desk));
  await handCases(desk);
  await desk.does((tx) => peopleOfTasks(tx, desk));
  await desk.does((tx) => strayReports(tx, desk));
  await desk.does((tx) => textsAndReplies(tx, desk));
}

/** Signs in like the AI reviewers; works for all merchants. */
async function aiEmployee(tx: Tx): Promise<void> {
  await sql`insert into app_user (user_no, user_name, login_id, real_name, job_number, password_hash, dept_no, org_no,
      must_update_password)
    select ${AI_COLLECTOR}, 'ai.kumbusha', 'ai.kumbusha', 'AI Kumbusha', 'AI0003', password_hash, 'D0006', org_no, false
    from app_user where user_no = 'UAI001'`.execute(tx);
  await tx.insertInto('userRole').values({ userNo: AI_COLLECTOR, roleNo: 'R-005' }).execute();
  await sql`insert into user_merchant (user_no, merchant_no) select ${AI_COLLECTOR}, merchant_no from merchant`.execute(
    tx,
  );
  await tx
    .insertInto('personnel')
    .values({
      personnelKind: 'COLLECTOR',
      userNo: AI_COLLECTOR,
      groupName: 'AI desk',
      dailyCap: 300,
      joinAutoAllot: false,
      firstLoanWhitelist: true,
      languages: ['en', 'sw'],
      isAiEmployee: true,
    })
    .execute();
  await sql`insert into personnel_merchant (personnel_kind, user_no, merchant_no)
    select 'COLLECTOR', ${AI_COLLECTOR}, merchant_no from merchant`.execute(tx);
}

/** What the vendor offers, as it would tell. */
async function vendorScripts(tx: Tx, { now }: Desk): Promise<void> {
  const both = ['en', 'sw'];
  await tx
    .insertInto('aiScript')
    .values([
      { scriptCode: 'REMIND', scriptName: 'Reminder of a late loan', languages: both, seenAt: now },
      { scriptCode: 'DUE_SOON', scriptName: 'Due in the next days', languages: both, seenAt: now },
      { scriptCode: 'PROMISE', scriptName: 'Promise falls due today', languages: ['sw'], seenAt: now },
    ])
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** A share of the early levels of each merchant; of the late ones another that awaits approval, is to come, is off. */
async function configurations(tx: Tx, { maker, checker, now }: Desk): Promise<void> {
  const configKey = 'collection.aiAllocation';
  const early: aiAllocation.AiAllocation = {
    ruleName: 'Early levels',
    aiEmployeeUserNo: AI_COLLECTOR,
    caseScopes: ['ORDER', 'BILL'],
    caseLevels: ['S1'],
    aiSharePercent: 20,
    dailyCap: 20,
    minDueCents: null,
    maxDueCents: 20_000_00,
    maxAttempts: 3,
    handBackOn: ['WILLING', 'DISPUTE', 'NUMBER_FAULT'],
  };
  const late: aiAllocation.AiAllocation = {
    ...early,
    ruleName: 'Small late cases',
    caseLevels: ['S3', 'S4'],
    maxDueCents: 3_000_00,
    handBackOn: ['WILLING', 'UNCLEAR', 'BROKEN_PROMISE', 'DISPUTE'],
  };
  const shared = { configKey, makerUserNo: maker, checkerUserNo: checker };
  for (const [index, merchantNo] of ['M0001', 'M0002', 'M0003'].entries()) {
    await seedRule(tx, { ...shared, merchantNo, value: { ...early, aiSharePercent: 20 - index * 5 } });
  }
  const effectiveFrom = addDays(businessDateOf(now), 21);
  const pending = { storedStatus: 'PENDING', effectiveFrom, inForceFrom: null, checkerUserNo: null } as const;
  await seedRule(tx, { ...shared, merchantNo: 'M0001', value: late, standing: pending });
  const inForceFrom = startOfBusinessDate(effectiveFrom);
  const scheduled = { storedStatus: 'SCHEDULED', effectiveFrom, inForceFrom, checkerUserNo: checker } as const;
  await seedRule(tx, { ...shared, merchantNo: 'M0002', value: { ...late, aiSharePercent: 10 }, standing: scheduled });
  const ruleId = await seedRule(tx, { ...shared, merchantNo: 'M0003', value: { ...late, caseLevels: ['S2'] } });
  await tx.updateTable('configRule').set({ disabledThrough: 1 }).where('ruleId', '=', ruleId).execute();
}

/** Hands it some cases of each merchant, of those that nobody promised to pay on. */
async function handCases({ db, does, maker, now }: Desk): Promise<void> {
  const { rows } = await sql<{ caseNo: string; caseScope: 'ORDER' | 'BILL' }>`
    select case_no, case_scope from (select c.case_no, c.case_scope,
        row_number() over (partition by c.merchant_no order by c.oldest_due_on desc, c.case_no) as n
      from collection_case c where c.case_status = 'COLLECTING' and c.collector_user_no is not null
        and not exists (select from promise_to_pay p where p.case_no = c.case_no and p.promise_status = 'OPEN')) c
    where n between 3 and ${2 + HELD} order by case_no`.execute(db);
  for (const { caseNo, caseScope } of rows) {
    const reach = { caseScope, caller: { scope: 'all', userNo: maker } } as const;
    const handing = { by: maker, at: now, reason: 'AI desk, early levels' };
    await does((tx) => redistributeCase(tx, caseNo, AI_COLLECTOR, reach, handing));
  }
}

/** Cases to call about, each once. */
async function casesToCall(tx: Tx): Promise<CaseOf[]> {
  const { rows } = await sql<CaseOf>`select case_no, order_no, merchant_no, customer_no, phone from (
      select c.case_no, c.order_no, c.merchant_no, k.customer_no, k.phone,
        row_number() over (partition by k.phone order by c.case_no) as n
      from collection_case c join loan_order o on o.order_no = c.order_no join customer k on k.customer_no = o.customer_no) c
    where n = 1 order by case_no limit 400`.execute(tx);
  return rows;
}

/** The people of each task, with their calls and the vendor's reports of them. */
async function peopleOfTasks(tx: Tx, { now, maker }: Desk): Promise<void> {
  const tasks = await tx.selectFrom('aiTask').selectAll().orderBy('taskNo').execute();
  const cases = await casesToCall(tx);
  for (const [index, { taskNo, vendorTaskId, merchantNo, taskStatus, createdAt }] of tasks.entries()) {
    const people = cases.filter((one) => one.merchantNo === merchantNo).slice(0, PEOPLE);
    const isCalled = ['RUNNING', 'PAUSED', 'DONE', 'STOPPED'].includes(taskStatus);
    for (const [place, one] of people.entries()) {
      cases.splice(cases.indexOf(one), 1);
      const end = ENDS[(index * PEOPLE + place) % ENDS.length] ?? null;
      const at = new Date(createdAt.getTime() + (place + 1) * 300_000);
      const isOver = isCalled && (taskStatus === 'DONE' || place < PEOPLE - 2);
      const { caseNo, customerNo, phone } = one;
      if (taskStatus === 'CREATED') {
        // The gate is asked as it is sent.
        await tx
          .insertInto('aiTaskItem')
          .values({ taskNo, itemNo: place + 1, caseNo, customerNo, phone })
          .execute();
        continue;
      }
      const attemptId = await attempt(tx, one, { at, channel: 'ROBOT', userNo: maker, isAllowed: end !== null });
      const refusedFor = end === null ? 'CONTACT_CAP' : null;
      await tx
        .insertInto('aiTaskItem')
        .values({ taskNo, itemNo: place + 1, caseNo, customerNo, phone, attemptId, refusedFor })
        .execute();
      if (end === null) continue;
      await tx
        .insertInto('contactReference')
        .values({ gateway: 'ROBOT', reference: String(attemptId), attemptId, at })
        .execute();
      if (isOver) await callEnded(tx, { taskNo, vendorTaskId, attemptId, merchantNo, at, end, now });
    }
  }
}

interface Ended {
  readonly taskNo: string;
  readonly vendorTaskId: string | null;
  readonly attemptId: number;
  readonly merchantNo: string;
  readonly at: Date;
  readonly end: NonNullable<(typeof ENDS)[number]>;
  readonly now: Date;
}

async function callEnded(tx: Tx, { taskNo, vendorTaskId, attemptId, merchantNo, at, end, now }: Ended): Promise<void> {
  const [outcome, willingness, seconds] = end;
  const endedAt = new Date(Math.min(now.getTime(), at.getTime() + (seconds + 12) * 1_000));
  const costCents = seconds > 0 ? 150 : 0;
  const reference = String(attemptId);
  await tx
    .insertInto('contactResult')
    .values({ attemptId, reference, outcome, talkSeconds: seconds, willingness, costCents, at: endedAt })
    .execute();
  await reported(tx, {
    topic: 'robot/call',
    body: {
      taskNo,
      taskId: vendorTaskId,
      callNo: reference,
      outcome,
      willingness,
      seconds,
      costCents,
      endedAt: endedAt.toISOString(),
    },
    at: new Date(Math.min(now.getTime(), endedAt.getTime() + 2_500)),
    callbackStatus: 'PROCESSED',
    subjectNo: reference,
    merchantNo,
    ...(attemptId % 5 === 0 && { copyAt: new Date(Math.min(now.getTime(), endedAt.getTime() + 62_500)) }),
  });
}

interface Attempt {
  readonly at: Date;
  readonly channel: 'ROBOT' | 'SMS';
  readonly userNo: string;
  readonly isAllowed: boolean;
  readonly content?: string;
}

async function attempt(
  tx: Tx,
  { caseNo, orderNo, merchantNo, customerNo, phone }: CaseOf,
  { at, channel, userNo, isAllowed, content }: Attempt,
): Promise<number> {
  const about = { caseNo, orderNo, merchantNo, customerNo, phone, partyKind: 'BORROWER' as const };
  const { attemptId } = await tx
    .insertInto('contactAttempt')
    .values({
      ...about,
      attemptedAt: at,
      purpose: 'COLLECTION',
      channel,
      userNo,
      content: content ?? null,
      ...(!isAllowed && { refusedFor: 'CONTACT_CAP', nextAllowedAt: new Date(at.getTime() + DAY_MS) }),
      ...(channel === 'SMS' && { templateCode: 'DUE_REMINDER' }),
    })
    .returning('attemptId')
    .executeTakeFirstOrThrow();
  return attemptId;
}

/** Reports about no call of ours, and what is no report at all. */
async function strayReports(tx: Tx, { now }: Desk): Promise<void> {
  for (const place of [1, 2, 3]) {
    const at = callTime(now, place * 2, place);
    const callNo = `TEST-${place}`;
    const body = { taskNo: 'AI-TRIAL', callNo, outcome: 'BUSY', seconds: 0, endedAt: at.toISOString() };
    await reported(tx, { topic: 'robot/call', body, at, callbackStatus: 'IGNORED' });
  }
  const at = callTime(now, 5, 4);
  const body = { event: 'balance.low', account: 'kituo-collections', remaining: 120 };
  const fault = 'no report of a call';
  await reported(tx, { topic: 'robot/call', body, at, callbackStatus: 'SET_ASIDE', fault, merchantNo: 'M0001' });
}

/** Delivery, the gateway’s word; null: about no message of ours. */
const DELIVERIES = ['Success', 'Success', 'Failed', 'Success', 'Sent', 'AbsentSubscriber'] as const;
const OUTCOMES = { Success: 'DELIVERED', Failed: 'FAILED', Sent: 'SENT', AbsentSubscriber: 'FAILED' } as const;
const REPLIES = [
  'Nitalipa kesho jioni, asante',
  'I paid yesterday, code QKJ4T81XPB',
  'STOP',
  'Please send the paybill number',
  'Who is this? I do not have a loan',
  'Salary comes on the 30th',
  'ACHA',
  'Nimelipa nusu, nusu ijayo wiki ijayo',
] as const;
const CONTENT = 'Your loan is overdue. Pay by paybill 400200 with your repayment code.';

/** Reminders by SMS with their delivery reports, and what borrowers answered. */
async function textsAndReplies(tx: Tx, { now, maker, checker }: Desk): Promise<void> {
  const cases = (await casesToCall(tx)).toReversed();
  for (const [place, one] of cases.slice(0, 24).entries()) {
    const at = callTime(now, 2 + (place % 12), place);
    const attemptId = await attempt(tx, one, { at, channel: 'SMS', userNo: maker, isAllowed: true, content: CONTENT });
    const reference = `ATXid_${String(attemptId).padStart(9, '0')}`;
    await tx.insertInto('contactReference').values({ gateway: 'SMS', reference, attemptId, at }).execute();
    const status = DELIVERIES[place % DELIVERIES.length] ?? 'Success';
    const toldAt = new Date(at.getTime() + 9_000);
    const outcome = OUTCOMES[status];
    await tx.insertInto('contactResult').values({ attemptId, reference, outcome, costCents: 80, at: toldAt }).execute();
    await reported(tx, {
      topic: 'sms/delivery',
      body: { id: reference, status, phoneNumber: `+${one.phone}`, networkCode: '63902' },
      at: toldAt,
      callbackStatus: 'PROCESSED',
      subjectNo: reference,
      merchantNo: one.merchantNo,
      ...(place % 8 === 0 && { copyAt: new Date(toldAt.getTime() + 60_000) }),
    });
    const replyText = REPLIES[place];
    if (replyText === undefined) continue;
    const isHandled = place % 3 === 0;
    const { caseNo, orderNo, merchantNo, customerNo, phone } = one;
    await tx
      .insertInto('smsReply')
      .values({
        vendorSmsId: `ATIn_${String(attemptId).padStart(9, '0')}`,
        phone,
        replyText,
        isStop: replyText === 'STOP' || replyText === 'ACHA',
        receivedAt: new Date(at.getTime() + 1_500_000),
        caseNo,
        orderNo,
        merchantNo,
        customerNo,
        ...(isHandled && {
          handledAt: new Date(at.getTime() + 7_200_000),
          handledBy: checker,
          remark: 'Answered by phone',
        }),
      })
      .execute();
  }
  for (const place of [1, 2]) {
    const at = callTime(now, place * 3, place + 5);
    const body = { id: `ATXid_other${place}`, status: 'Success', phoneNumber: '+254700000000' };
    await reported(tx, { topic: 'sms/delivery', body, at, callbackStatus: 'IGNORED' });
  }
  const at = callTime(now, 7, 2);
  const fault = 'no delivery report';
  const body = { message: 'Scheduled maintenance on Sunday' };
  await reported(tx, { topic: 'sms/delivery', body, at, callbackStatus: 'SET_ASIDE', fault, merchantNo: 'M0001' });
}
