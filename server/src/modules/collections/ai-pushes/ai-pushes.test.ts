import { aiPushTask } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { heardOf } from '../call-lists/index.ts';
import { listOf } from '../../../../testing/test-calls.ts';
import { MORNING, minutes, phoneOf, post, type PushDesk, pushDesk } from './testing/push-desk.ts';

let app: PushDesk['app'];
let maker: PushDesk['maker'];
let checker: PushDesk['checker'];
let elsewhere: PushDesk['elsewhere'];
let merchantNo: PushDesk['merchantNo'];
let groupOf: PushDesk['groupOf'];
let tokenOf: PushDesk['tokenOf'];
let create: PushDesk['create'];
let audit: PushDesk['audit'];
let approved: PushDesk['approved'];
let run: PushDesk['run'];
let one: PushDesk['one'];
let recordsOf: PushDesk['recordsOf'];
let attemptOf: PushDesk['attemptOf'];
let handOver: PushDesk['handOver'];
let report: PushDesk['report'];
let entriesOf: PushDesk['entriesOf'];
let attempts: PushDesk['attempts'];
beforeAll(async () => {
  ({
    app,
    maker,
    checker,
    elsewhere,
    merchantNo,
    groupOf,
    tokenOf,
    create,
    audit,
    approved,
    run,
    one,
    recordsOf,
    attemptOf,
    handOver,
    report,
    entriesOf,
    attempts,
  } = await pushDesk());
});
afterAll(async () => await app[Symbol.asyncDispose]());

it('takes a group that was checked as it is, a time ahead and a budget that suffices', async () => {
  const { userGroupNo, form } = await groupOf(4, 1);
  const checkToken = await tokenOf(userGroupNo);
  expect((await create(userGroupNo)).data).toMatchObject({ status: 'PENDING', allowed: 3, estimatedCostCents: 900 });
  expect((await create(userGroupNo, { budgetCents: 899 })).data.error).toBe('AI_PUSH_OVER_BUDGET');
  expect((await create(userGroupNo, { scheduledAt: '2026-01-01T00:00:00Z' })).data.error).toBe('AI_PUSH_PAST');
  expect((await create(userGroupNo, { userGroupNo: '' })).data.error).toBe('BAD_REQUEST');
  expect((await create(userGroupNo, { taskName: 'x'.repeat(31) })).data.error).toBe('BAD_REQUEST');
  expect((await create(userGroupNo, { planNo: null })).data.error).toBe('BAD_REQUEST');
  expect((await create(userGroupNo, { concurrency: 201 })).data.error).toBe('BAD_REQUEST');
  const sms = { channelType: 'SMS', templateNo: 'ST999999999' };
  expect((await create(userGroupNo, sms)).data.error).toBe('MARKETING_TEMPLATE_NOT_ENABLED');
  await post(maker, 'userGroup/save', { userGroupNo, version: 1, ...form });
  expect((await create(userGroupNo, { checkToken })).data.error).toBe('USER_GROUP_UNCHECKED');
  const { userGroupNo: empty } = await groupOf(1, 1);
  expect((await create(empty)).data.error).toBe('USER_GROUP_EMPTY');
});

it('is decided by another person within reach, who rejects with a reason', async () => {
  const { userGroupNo, form } = await groupOf(2, 1);
  const { taskNo } = (await create(userGroupNo)).data;
  expect((await audit(maker, taskNo)).data.error).toBe('MAKER_IS_CHECKER');
  expect((await audit(elsewhere, taskNo)).data.error).toBe('AI_PUSH_NOT_FOUND');
  expect((await checker.post(aiPushTask.audit, { taskNo, isApproved: false })).data.error).toBe('BAD_REQUEST');
  const ahead = await one(taskNo);
  expect(ahead).toMatchObject({ drops: [{ reason: 'NO_CONSENT', people: 1 }], row: { audience: 2, allowed: 1 } });
  expect(ahead.row.allowedActions).toEqual([]);
  expect((await audit(checker, taskNo, false)).data.status).toBe('REJECTED');
  expect((await audit(checker, taskNo)).data.error).toBe('ILLEGAL_TRANSITION');
  expect((await one(taskNo)).row).toMatchObject({ status: 'REJECTED', decisionReason: 'Too many' });
  const second = (await create(userGroupNo)).data.taskNo;
  await post(maker, 'userGroup/save', { userGroupNo, version: 1, ...form });
  expect((await audit(checker, second)).data.error).toBe('USER_GROUP_UNCHECKED');
});

it('calls each once through the gate, so many at a time, though runs overlap', async () => {
  const { userGroupNo, town } = await groupOf(8, 2);
  const taskNo = await approved(userGroupNo, { concurrency: 3 });
  await Promise.all([run(MORNING), run(MORNING)]);
  const halfway = await one(taskNo);
  expect(halfway.row).toMatchObject({ status: 'RUNNING', audience: 8, allowed: 6, sent: 3 });
  expect(halfway.drops).toEqual([{ reason: 'NO_CONSENT', people: 2 }]);
  // All lines are taken until a call ends.
  await run(minutes(1));
  expect((await one(taskNo)).row.sent).toBe(3);
  await handOver();
  for (let turn = 2; turn < 6; turn += 1) {
    for (const { phone, aiPushOutcome } of await app.database.db
      .selectFrom('aiPushRecord')
      .selectAll()
      .where('taskNo', '=', taskNo)
      .execute()) {
      if (aiPushOutcome === 'SENT') await report(taskNo, phone, 'NO_ANSWER');
    }
    await Promise.all([run(minutes(turn)), run(minutes(turn))]);
    await handOver();
  }
  expect((await one(taskNo)).row).toMatchObject({ status: 'DONE', sent: 6, progress: 100 });
  const made = await attempts(town);
  expect([made.length, made.every(({ count }) => count === 1)]).toEqual([6, true]);
});

it('lists the willing for telemarketing, ends wrong numbers, and skips who is on the list', async () => {
  const { userGroupNo, town } = await groupOf(5);
  const [willing, onList, wrong, noDemand, silent] = [0, 1, 2, 3, 4].map((index) => phoneOf(town, index)) as [
    string,
    string,
    string,
    string,
    string,
  ];
  for (const phone of [onList, wrong]) {
    await app.database.db
      .insertInto('callEntry')
      .values({
        desk: 'TELEMARKETING',
        merchantNo,
        phone,
        listType: 'LEAD',
        marketingTarget: 'FIRST_LOAN',
        optInSource: 'WEBSITE',
        optInAt: new Date(),
      })
      .execute();
  }
  const taskNo = await approved(userGroupNo);
  expect(await run(MORNING)).toBe(5);
  await handOver();
  await report(taskNo, willing, 'ANSWERED', { willingness: 'WILLING', costCents: 420 });
  await report(taskNo, willing, 'ANSWERED', { willingness: 'WILLING', costCents: 420 });
  await report(taskNo, onList, 'ANSWERED', { willingness: 'WILLING' });
  await report(taskNo, wrong, 'NUMBER_FAULT');
  await report(taskNo, noDemand, 'ANSWERED', { willingness: 'NO_DEMAND' });
  await Promise.all([run(minutes(1)), run(minutes(1))]);
  expect(await entriesOf(willing)).toMatchObject([
    {
      listStatus: 'POOL',
      willingness: 'WILLING',
      nextCallAt: null,
      batchNo: taskNo,
      userGroupNo,
      listType: 'CAMPAIGN',
    },
  ]);
  expect(await entriesOf(onList)).toMatchObject([{ listStatus: 'POOL', listType: 'LEAD', willingness: 'WILLING' }]);
  expect(await entriesOf(wrong)).toMatchObject([{ listStatus: 'ABANDONED', abandonReason: 'NUMBER_FAULT' }]);
  expect(await entriesOf(noDemand)).toEqual([]);
  // What nobody told the end of is unknown after half an hour, and the task ends.
  await run(minutes(40));
  const done = await one(taskNo);
  expect(done.row).toMatchObject({ status: 'DONE', sent: 5, connected: 3, willing: 2, costCents: 420 });
  const listings = Object.fromEntries(
    done.listings.map((row: { listing: string; people: number }) => [row.listing, row.people]),
  );
  expect(listings).toEqual({ LISTED: 1, EXISTS: 1, ENDED: 1, NOTED: 1 });
  // A late report still counts.
  await report(taskNo, silent, 'ANSWERED', { willingness: 'UNWILLING' });
  await run(minutes(45));
  const rows = await recordsOf(taskNo);
  expect(rows.every(({ phone }) => !/254\d{9}/.test(phone))).toBe(true);
  expect((await one(taskNo)).willingness).toContainEqual({ willingness: 'UNWILLING', people: 1 });
  expect((await elsewhere.post(aiPushTask.recordPage, listOf({ taskNo }))).data.total).toBe(0);
});

it('starts before its time by hand, and stops: nobody else is contacted', async () => {
  const { userGroupNo, town } = await groupOf(4);
  const taskNo = await approved(userGroupNo, {
    concurrency: 2,
    scheduledAt: new Date(MORNING.getTime() + 30 * 86_400_000).toISOString(),
  });
  expect(await run(MORNING)).toBe(0);
  expect((await maker.post(aiPushTask.start, { taskNo })).data.status).toBe('RUNNING');
  expect((await maker.post(aiPushTask.start, { taskNo })).data.error).toBe('ILLEGAL_TRANSITION');
  expect(await run(new Date(MORNING.getTime() + 12 * 3_600_000))).toBe(0);
  expect(await run(minutes(2))).toBe(2);
  // One is on the line; the other was let through but has not left.
  const first = await attemptOf(taskNo, phoneOf(town, 0));
  await sql`update contact_dispatch set dispatch_status = 'SENT', began_at = now(), finished_at = now()
    where attempt_id = ${first}`.execute(app.database.db);
  expect((await maker.post(aiPushTask.stop, { taskNo })).data.status).toBe('STOPPED');
  const { rows: dispatches } = await sql<{ dispatchStatus: string }>`select d.dispatch_status from contact_dispatch d
    join ai_push_record r on r.attempt_id = d.attempt_id where r.task_no = ${taskNo} order by d.attempt_id`.execute(
    app.database.db,
  );
  expect(dispatches).toEqual([{ dispatchStatus: 'SENT' }, { dispatchStatus: 'REFUSED' }]);
  await report(taskNo, phoneOf(town, 0), 'ANSWERED', { willingness: 'WILLING' });
  expect(await run(minutes(9))).toBe(0);
  expect((await one(taskNo)).row).toMatchObject({ status: 'STOPPED', willing: 1 });
  expect((await recordsOf(taskNo)).map(({ outcome }) => outcome).toSorted()).toEqual([
    'CONNECTED',
    'LEFT_OUT',
    'LEFT_OUT',
    'LEFT_OUT',
  ]);
});

it('stops at its budget, and lets go what it paid for', async () => {
  const { userGroupNo } = await groupOf(3);
  const taskNo = await approved(userGroupNo, { budgetCents: 1_500 });
  // Calls become dearer than they were at the approval.
  await sql`insert into contact_result (attempt_id, outcome, cost_cents)
    select 1, 'ANSWERED', 1000 from generate_series(1, 200)`.execute(app.database.db);
  await Promise.all([run(MORNING), run(MORNING)]);
  expect((await one(taskNo)).row).toMatchObject({ status: 'STOPPED', fault: 'BUDGET_USED', sent: 1 });
  expect((await recordsOf(taskNo)).map(({ outcome }) => outcome).toSorted()).toEqual(['LEFT_OUT', 'LEFT_OUT', 'SENT']);
});

it('does not start for a group that changed after the approval', async () => {
  const { userGroupNo } = await groupOf(2);
  const taskNo = await approved(userGroupNo);
  await sql`update user_group set version = version + 1 where user_group_no = ${userGroupNo}`.execute(app.database.db);
  expect((await maker.post(aiPushTask.start, { taskNo })).data.error).toBe('USER_GROUP_UNCHECKED');
  await run(MORNING);
  expect((await one(taskNo)).row).toMatchObject({ status: 'STOPPED', fault: 'GROUP_CHANGED', sent: 0 });
});

it('leaves out who stopped marketing since, and calls again whom the robot refused', async () => {
  const { userGroupNo, town } = await groupOf(2);
  const taskNo = await approved(userGroupNo);
  const objector = phoneOf(town, 1);
  await maker.post(aiPushTask.start, { taskNo });
  await app.database.db
    .insertInto('contactBlock')
    .values({ phone: objector, merchantNo, blockKind: 'OBJECTED', note: 'STOP', setBy: null })
    .execute();
  expect(await run(MORNING)).toBe(1);
  expect((await one(taskNo)).drops).toEqual([{ reason: 'OBJECTED', people: 1 }]);
  await sql`update contact_dispatch set dispatch_status = 'REFUSED', finished_at = now() - interval '1 hour'
    where attempt_id = ${await attemptOf(taskNo, phoneOf(town, 0))}`.execute(app.database.db);
  expect(await run(minutes(1))).toBe(0);
  expect(await run(minutes(7))).toBe(1);
  expect((await one(taskNo)).row).toMatchObject({ status: 'RUNNING', sent: 1 });
});

it('reads a disposition from how a call ended where the robot heard none', () => {
  expect(heardOf('ANSWERED', null)).toBe('UNCLEAR');
  expect(heardOf('ANSWERED', 'WILLING')).toBe('WILLING');
  expect(heardOf('BUSY', null)).toBe('NOT_CONNECTED');
  expect(heardOf('NUMBER_FAULT', 'WILLING')).toBe('NUMBER_FAULT');
});
