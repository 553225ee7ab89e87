import { smsMarketingTask, smsMarketingTemplate } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listOf, type Person } from '../../../../testing/test-calls.ts';
import { takePrices } from './reports.ts';
import { pOfShares } from './results.ts';
import { armResults } from './index.ts';
import { MORNING, minutes, type CampaignDesk, campaignDesk } from './testing/campaign-desk.ts';

let checker: CampaignDesk['checker'];
let app: CampaignDesk['app'];
let merchantNo: CampaignDesk['merchantNo'];
let maker: CampaignDesk['maker'];
let elsewhere: CampaignDesk['elsewhere'];
let enabledTemplate: CampaignDesk['enabledTemplate'];
let groupOf: CampaignDesk['groupOf'];
let released: CampaignDesk['released'];
let one: CampaignDesk['one'];
let attemptsOf: CampaignDesk['attemptsOf'];
let run: CampaignDesk['run'];

beforeAll(async () => {
  ({ checker, app, merchantNo, maker, elsewhere, enabledTemplate, groupOf, released, one, attemptsOf, run } =
    await campaignDesk());
});
afterAll(async () => await app[Symbol.asyncDispose]());

it('shows its maker and its approver whom a task reaches, why others fall out, and the cost', async () => {
  const { userGroupNo } = await groupOf(10, 2);
  const templateNo = await enabledTemplate('estimate');
  const request = { userGroupNo, arms: [{ templateNo, sharePercent: 100 }], holdOutPercent: 25 };
  const { data } = await checker.post(smsMarketingTask.estimate, request);
  expect(data).toMatchObject({ people: 10, duplicates: 0, heldOut: 2, messages: 6, segments: 6 });
  expect(data.drops).toEqual([{ reason: 'NO_CONSENT', people: 2 }]);
  expect(data.costCents).toBeGreaterThan(0);
  expect(data.arms).toMatchObject([{ templateNo, templateName: 'Come back', messages: 6, segmentCount: 1 }]);
  expect(data.arms[0].text).toMatch(/STOP to opt out$/);
  expect((await elsewhere.post(smsMarketingTask.estimate, request)).data.error).toBe('USER_GROUP_NOT_FOUND');
  const offered = async (who: Person): Promise<string[]> =>
    (await who.get(smsMarketingTask.templates)).data.map((one: { templateNo: string }) => one.templateNo);
  expect(await offered(maker)).toContain(templateNo);
  expect(await offered(elsewhere)).not.toContain(templateNo);
  await checker.post(smsMarketingTemplate.disable, { templateNo });
  expect(await offered(maker)).not.toContain(templateNo);
});

it('writes to each once through the gate, though runs overlap and are killed', async () => {
  const { userGroupNo } = await groupOf(12, 2);
  const taskNo = await released(userGroupNo, await enabledTemplate(), { ratePerMinute: 4 });
  expect((await checker.post(smsMarketingTask.approve, { taskNo })).data.error).toBe('ILLEGAL_TRANSITION');
  await Promise.all([run(MORNING), run(MORNING)]);
  const halfway = (await one(taskNo)).row;
  expect(halfway).toMatchObject({ status: 'RUNNING', sentCount: 4 });
  await Promise.all([run(new Date(MORNING.getTime() + 30_000)), run(new Date(MORNING.getTime() + 59_000))]);
  expect((await one(taskNo)).row.sentCount).toBe(4);
  for (let turn = 2; turn < 8; turn += 1) await Promise.all([run(minutes(turn)), run(minutes(turn))]);
  const { row, skips } = await one(taskNo);
  expect(row).toMatchObject({ status: 'DONE', sentCount: 10, skippedCount: 2, pendingCount: 0 });
  expect(skips).toEqual([{ reason: 'NO_CONSENT', people: 2 }]);
  const attempts = await attemptsOf(userGroupNo);
  expect(attempts).toHaveLength(10);
  expect(attempts.every(({ count }) => count === 1)).toBe(true);
});

it('keeps a sum of what was spent, puts the gateway’s price in place of the usual one, and stops at the budget', async () => {
  const { userGroupNo } = await groupOf(5);
  const { db } = app.database;
  const estimate = {
    userGroupNo,
    arms: [{ templateNo: await enabledTemplate(), sharePercent: 100 }],
    holdOutPercent: 0,
  };
  const each = (await maker.post(smsMarketingTask.estimate, estimate)).data.costCents / 5;
  const taskNo = await released(userGroupNo, estimate.arms[0]?.templateNo ?? '', {
    ratePerMinute: 3,
    budgetCents: each * 5,
  });
  const spent = async () =>
    (
      await db
        .selectFrom('smsMarketingTask')
        .select('spentCents')
        .where('taskNo', '=', taskNo)
        .executeTakeFirstOrThrow()
    ).spentCents;
  await run(minutes(10));
  expect(await spent()).toBe(each * 3);
  const { attemptId } = await db
    .selectFrom('smsMarketingRecipient')
    .select('attemptId')
    .where('taskNo', '=', taskNo)
    .where('sentAt', 'is not', null)
    .limit(1)
    .executeTakeFirstOrThrow();
  // Dearer than usual by one message: the last person is beyond the budget.
  await db
    .insertInto('contactResult')
    .values({ attemptId: attemptId ?? 0, outcome: 'DELIVERED', costCents: each * 2 })
    .execute();
  await Promise.all([takePrices(db, minutes(10)), takePrices(db, minutes(10))]);
  expect(await spent()).toBe(each * 4);
  await run(minutes(12));
  expect((await one(taskNo)).row).toMatchObject({
    status: 'PAUSED',
    fault: 'The budget is used up',
    sentCount: 4,
    costCents: each * 2,
  });
  expect(await spent()).toBe(each * 5);
});

it('goes on where a run died, and writes to nobody twice', async () => {
  const { userGroupNo, town } = await groupOf(6);
  const taskNo = await released(userGroupNo, await enabledTemplate());
  const { db } = app.database;
  const fatal = `2547${String(town).padStart(3, '0')}00003`;
  await sql
    .raw(`create trigger dies before insert on contact_dispatch for each row when (new.phone = '${fatal}')
    execute function refuse_change()`)
    .execute(db);
  await run(minutes(12 * 60 + 12 * 60));
  const { row } = await one(taskNo);
  expect(row).toMatchObject({ status: 'RUNNING', sentCount: 3, pendingCount: 3 });
  await sql.raw('drop trigger dies on contact_dispatch').execute(db);
  await run(minutes(24 * 60 + 1));
  expect((await one(taskNo)).row).toMatchObject({ status: 'DONE', sentCount: 6 });
  const attempts = await attemptsOf(userGroupNo);
  expect([attempts.length, attempts.every(({ count }) => count === 1)]).toEqual([6, true]);
});

it('sends nothing in quiet hours, after a stop, or to who replied STOP', async () => {
  const { userGroupNo } = await groupOf(5);
  const templateNo = await enabledTemplate();
  const taskNo = await released(userGroupNo, templateNo, { ratePerMinute: 1 });
  expect(await run(new Date(MORNING.getTime() + 14 * 3_600_000))).toBe(0);
  await run(minutes(24 * 60));
  const { rows } = await sql<{ phone: string }>`select phone from sms_marketing_recipient
    where task_no = ${taskNo} and recipient_status = 'PENDING' order by recipient_id limit 1`.execute(app.database.db);
  const phone = rows[0]?.phone ?? '';
  await app.database.db
    .insertInto('contactBlock')
    .values({ phone, merchantNo, blockKind: 'OBJECTED', note: 'STOP', setBy: null })
    .execute();
  await run(minutes(24 * 60 + 2));
  expect((await one(taskNo)).skips).toContainEqual({ reason: 'OBJECTED', people: 1 });
  await maker.post(smsMarketingTask.stop, { taskNo });
  const before = (await one(taskNo)).row.sentCount;
  await run(minutes(24 * 60 + 9));
  expect((await one(taskNo)).row).toMatchObject({ status: 'STOPPED', sentCount: before, pendingCount: 0 });
});

it('pauses when a template is disabled, and goes on once it is enabled', async () => {
  const { userGroupNo } = await groupOf(2);
  const templateNo = await enabledTemplate();
  const taskNo = await released(userGroupNo, templateNo);
  await checker.post(smsMarketingTemplate.disable, { templateNo });
  await run(minutes(48 * 60));
  expect((await one(taskNo)).row).toMatchObject({ status: 'PAUSED', sentCount: 0, fault: 'A template is disabled' });
  expect((await maker.post(smsMarketingTask.resume, { taskNo })).data.error).toBe('MARKETING_TEMPLATE_NOT_ENABLED');
  await checker.post(smsMarketingTemplate.enable, { templateNo });
  await maker.post(smsMarketingTask.resume, { taskNo });
  await run(minutes(48 * 60 + 1));
  expect((await one(taskNo)).row).toMatchObject({ status: 'DONE', sentCount: 2 });
});

it('draws arms and a hold-out, and lists its people masked', async () => {
  const { userGroupNo } = await groupOf(60);
  const [first, second] = [await enabledTemplate('one'), await enabledTemplate('two')];
  const arms = [
    { templateNo: first, sharePercent: 50 },
    { templateNo: second, sharePercent: 50 },
  ];
  const taskNo = await released(userGroupNo, first, { arms, holdOutPercent: 30 });
  await run(minutes(72 * 60));
  const { db } = app.database;
  const { phone, sentAt } = await db
    .selectFrom('smsMarketingRecipient')
    .select(['phone', 'sentAt'])
    .where('taskNo', '=', taskNo)
    .where('arm', '=', 'A')
    .where('sentAt', 'is not', null)
    .orderBy('recipientId')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('contactBlock')
    .values({ phone, merchantNo, blockKind: 'OPT_OUT', note: 'STOP', setBy: null, setAt: new Date(Number(sentAt) + 1) })
    .execute();
  const results = await armResults(db, taskNo);
  await db.deleteFrom('contactBlock').where('phone', '=', phone).execute();
  expect(results.map(({ arm }) => arm)).toEqual(['A', 'B', null]);
  expect(results.map((one) => one.optedOut)).toEqual([1, 0, 0]);
  expect(results.reduce((sum, { people }) => sum + people, 0)).toBe(60);
  expect(results.at(-1)).toMatchObject({ sent: 0, templateName: null });
  const found = await maker.post(smsMarketingTask.recipients, listOf({ taskNo }));
  expect(found.data.total).toBe(60);
  expect((await elsewhere.get(smsMarketingTask.detail, { taskNo })).data.error).toBe('SMS_TASK_NOT_FOUND');
});

it('knows when two shares differ', () => {
  expect(pOfShares({ of: 1000, did: 100 }, { of: 1000, did: 60 })).toBeCloseTo(0.001, 3);
  expect(pOfShares({ of: 1000, did: 100 }, { of: 1000, did: 98 })).toBeGreaterThan(0.5);
  expect(pOfShares({ of: 10, did: 2 }, { of: 10, did: 1 })).toBeNull();
});
