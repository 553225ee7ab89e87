import { smsMarketingTask } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { as, listOf } from '../../../../testing/test-calls.ts';
import { addDays, businessDateOf, startOfBusinessDate } from '../../platform/policy/index.ts';
import { askGate } from '../contacts/index.ts';
import { MORNING, minutes, type CampaignDesk, campaignDesk } from './testing/campaign-desk.ts';

let checker: CampaignDesk['checker'];
let app: CampaignDesk['app'];
let lender: CampaignDesk['lender'];
let merchantNo: CampaignDesk['merchantNo'];
let maker: CampaignDesk['maker'];
let elsewhere: CampaignDesk['elsewhere'];
let text: CampaignDesk['text'];
let enabledTemplate: CampaignDesk['enabledTemplate'];
let groupOf: CampaignDesk['groupOf'];
let draft: CampaignDesk['draft'];
let released: CampaignDesk['released'];
let one: CampaignDesk['one'];
let attemptsOf: CampaignDesk['attemptsOf'];
let lastTextOf: CampaignDesk['lastTextOf'];
let run: CampaignDesk['run'];

beforeAll(async () => {
  ({
    checker,
    app,
    lender,
    merchantNo,
    maker,
    elsewhere,

    text,
    enabledTemplate,
    groupOf,
    draft,
    released,
    one,
    attemptsOf,
    lastTextOf,
    run,
  } = await campaignDesk());
});
afterAll(async () => await app[Symbol.asyncDispose]());

it('keeps to the hours, caps and words of a marketing route, and waits while it is paused', async () => {
  const { db } = app.database;
  await db
    .insertInto('smsAccount')
    .values({ accountCode: 'PROMO_TEST', provider: 'SERVER', senderId: 'PROMO', unitPriceCents: 80, isEnabled: true })
    .execute();
  const { routeNo, subjectNo, createdBy } = await db
    .insertInto('smsRoute')
    .values({ smsKind: 'MARKETING', merchantNo, createdBy: 'U000001' })
    .returning(['routeNo', 'subjectNo', 'createdBy'])
    .executeTakeFirstOrThrow();
  const value = {
    isEnabled: true,
    accounts: [{ accountCode: 'PROMO_TEST', weight: 100 }],
    failoverAccountCode: null,
    failoverAfterSeconds: 30,
    dailyCap: 3,
    windowStart: '11:00',
    windowEnd: '18:00',
    perPhonePerDay: 1,
    perPhonePerWeek: 1,
    dailyBudgetCents: 1_000_000,
    optOutText: 'Jibu STOP',
  };
  await db
    .insertInto('configVersion')
    .values({
      configKey: 'sms.marketingRoute',
      subjectNo,
      versionNo: 1,
      value: JSON.stringify(value),
      effectiveFrom: '2026-01-01',
      inForceFrom: new Date('2026-01-01T00:00:00+03:00'),
      storedStatus: 'IN_FORCE',
      makerUserNo: createdBy,
      editorUserNos: [createdBy],
      reason: 'Test',
    })
    .execute();
  const { userGroupNo } = await groupOf(5);
  const templateNo = await enabledTemplate();
  const taskNo = await released(userGroupNo, templateNo);
  const sent = async () => (await one(taskNo)).row.sentCount;
  const day = 96 * 60;
  // 10:00 EAT: the route opens at 11:00.
  await run(minutes(day));
  expect(await sent()).toBe(0);
  const pause = async (isPaused: boolean) =>
    await db.updateTable('smsRoute').set({ isPaused }).where('routeNo', '=', routeNo).execute();
  await pause(true);
  await run(minutes(day + 61));
  expect((await one(taskNo)).row).toMatchObject({ status: 'RUNNING', sentCount: 0, pendingCount: 5 });
  await pause(false);
  await run(minutes(day + 63));
  expect(await sent()).toBe(3);
  const { rows } = await sql<{ content: string }>`select a.content from contact_attempt a
    join sms_marketing_recipient r on r.attempt_id = a.attempt_id where r.task_no = ${taskNo}
    and r.route_no = ${routeNo}`.execute(db);
  expect(rows).toHaveLength(3);
  expect(rows.every(({ content }) => content.endsWith(' Jibu STOP'))).toBe(true);
  // The rest of the day's cap is used up; the next day takes them.
  await run(minutes(day + 120));
  expect(await sent()).toBe(3);
  await run(minutes(day + 24 * 60 + 90));
  expect((await one(taskNo)).row).toMatchObject({ status: 'DONE', sentCount: 5 });
  // One a week: who got one waits for another campaign's.
  const next = await released(userGroupNo, templateNo);
  await run(minutes(day + 24 * 60 + 100));
  expect((await one(next)).row).toMatchObject({ status: 'RUNNING', sentCount: 0 });
  // It would take from the route's day in what follows.
  await maker.post(smsMarketingTask.stop, { taskNo: next });
});

it('fills in a task’s link, last day and opt-out address, and refuses what it lacks', async () => {
  const { userGroupNo } = await groupOf(1);
  const templateNo = await enabledTemplate('see {{link}} by {{validUntil}}, stop: {{optOutLink}}');
  const validUntil = addDays(businessDateOf(MORNING), 30);
  const linkUrl = 'https://pay.kituo.co.ke/offer';
  expect((await draft(userGroupNo, templateNo)).data.error).toBe('SMS_TASK_LINK_MISSING');
  expect((await draft(userGroupNo, templateNo, { linkUrl })).data.error).toBe('SMS_TASK_DATE_MISSING');
  const past = { linkUrl, validUntil: '2026-01-01' };
  expect((await draft(userGroupNo, templateNo, past)).data.error).toBe('SMS_TASK_DATE_PAST');
  const foreign = { linkUrl: 'https://kituo.co.ke.evil.com/offer', validUntil };
  expect((await draft(userGroupNo, templateNo, foreign)).data.error).toBe('MARKETING_LINK_FOREIGN');
  await released(userGroupNo, templateNo, { linkUrl, validUntil });
  // 12:00 EAT: the route is open.
  await run(minutes(24 * 60 * 5 + 120));
  const content = await lastTextOf(userGroupNo);
  expect(content).toContain(`see ${linkUrl} by `);
  expect(content).toMatch(/ by \d+ \w{3} \d{4}, stop: https:\/\/kituo\.test\/o\/[\w-]{16}\./);
});

it('stops offers over every channel by the address of a text, at once', async () => {
  const { userGroupNo } = await groupOf(2);
  const { db } = app.database;
  const templateNo = await enabledTemplate('stop: {{optOutLink}} ');
  const taskNo = await released(userGroupNo, templateNo, { ratePerMinute: 1 });
  const at = minutes(24 * 60 * 20 + 120);
  await run(at);
  const token = /\/o\/([\w-]+)/.exec(await lastTextOf(userGroupNo))?.[1] ?? '';
  const open = async (method: 'GET' | 'POST', path: string) => await app.http.inject({ method, url: `/o/${path}` });
  const page = await open('GET', token);
  expect(page.statusCode).toBe(200);
  expect(page.body).toContain(lender);
  expect(page.body).not.toMatch(/254\d{9}/);
  const phone = (await attemptsOf(userGroupNo))[0]?.phone ?? '';
  const blocks = async () => await db.selectFrom('contactBlock').selectAll().where('phone', '=', phone).execute();
  // Opening it, as previews of links do, changes nothing.
  expect(await blocks()).toEqual([]);
  expect((await open('POST', 'a-token-nobody-drew')).statusCode).toBe(404);
  await Promise.all([open('POST', token), open('POST', token)]);
  expect(await blocks()).toMatchObject([{ blockKind: 'OPT_OUT', merchantNo }]);
  for (const channel of ['SMS', 'CALL', 'ROBOT'] as const) {
    for (const purpose of ['MARKETING', 'TELEMARKETING'] as const) {
      const question = { phone, customerNo: null, merchantNo, purpose, channel, at: minutes(24 * 60 * 21) };
      expect(await askGate(db, question)).toMatchObject({ isAllowed: false, error: 'CONTACT_NOT_AGREED' });
    }
  }
  // What had not left was taken back, and is not paid for.
  expect((await one(taskNo)).row).toMatchObject({ sentCount: 0, skippedCount: 1, pendingCount: 1 });
  const { spentCents } = await db
    .selectFrom('smsMarketingTask')
    .select('spentCents')
    .where('taskNo', '=', taskNo)
    .executeTakeFirstOrThrow();
  expect(spentCents).toBe(0);
  expect((await open('GET', token)).body).toContain('no more offers');
  // Lifted since, with proof: the same address stops offers again.
  await db.updateTable('contactBlock').set({ liftedAt: new Date() }).where('phone', '=', phone).execute();
  expect((await open('GET', token)).body).toContain('<form');
  await open('POST', token);
  expect((await blocks()).filter(({ liftedAt }) => liftedAt === null)).toMatchObject([{ blockKind: 'OPT_OUT' }]);
});

it('goes to a filter, a file and a list batch, and says which numbers belong to nobody', async () => {
  const { db } = app.database;
  const templateNo = await enabledTemplate();
  const { form } = await groupOf(3, 1);
  const { rules } = form;
  const numbers = (await db.selectFrom('customer').select('phone').where('county', '=', form.groupName).execute()).map(
    ({ phone }) => phone,
  );
  const arms = [{ templateNo, sharePercent: 100 }];
  const estimate = async (whom: object, who = maker) =>
    (await who.post(smsMarketingTask.estimate, { ...whom, arms, holdOutPercent: 0 })).data;
  const file = { audienceType: 'FILE', merchantNo, phones: [...numbers, '254799999999'] };
  const filter = { audienceType: 'CUSTOMER_FILTER', merchantNo, rules };
  expect(await estimate(filter)).toMatchObject({ people: 3, messages: 2, unknown: 0 });
  // Whoever sees phones masked is not told which of them are customers’.
  expect(await estimate(file)).toMatchObject({ people: 4, unknown: 0, isUpperBound: true });
  await db.updateTable('role').set({ isDesensitization: false }).where('roleName', 'like', 'role of sms.%').execute();
  expect(await estimate(file)).toMatchObject({ people: 3, messages: 2, unknown: 1, isUpperBound: false });
  expect((await estimate(file, elsewhere)).error).toBe('REFERENCE_UNKNOWN');
  expect((await estimate({ audienceType: 'LIST_BATCH', batchNo: 'LB99999999' })).error).toBe('SMS_BATCH_NOT_FOUND');
  await db
    .insertInto('callEntry')
    .values(
      numbers.slice(0, 2).map((phone) => ({
        desk: 'SERVICE' as const,
        merchantNo,
        phone,
        batchNo: 'LB00099999',
        listType: 'DORMANT',
        listStatus: 'DONE' as const,
      })),
    )
    .execute();
  const batch = { audienceType: 'LIST_BATCH', batchNo: 'LB00099999' };
  expect(await estimate(batch)).toMatchObject({ people: 2, unknown: 0 });
  const nobody = { audienceType: 'FILE', merchantNo, phones: ['254799999999'] };
  const saved = async (whom: object) =>
    (
      await maker.post(smsMarketingTask.save, {
        taskName: 'Campaign',
        arms,
        holdOutPercent: 0,
        scheduledAt: new Date(Date.now() + 60_000).toISOString(),
        ratePerMinute: 600,
        budgetCents: 1_000_000,
        attributionDays: 7,
        ...whom,
      })
    ).data;
  expect((await saved(nobody)).error).toBe('SMS_TASK_NOBODY');
  const at = minutes(24 * 60 * 30);
  for (const [whom, people] of [
    [filter, 3],
    [file, 3],
    [batch, 2],
  ] as const) {
    const { taskNo, version } = await saved(whom);
    const { row } = await one(taskNo);
    expect(row).toMatchObject({ audienceType: whom.audienceType, userGroupNo: null });
    // The numbers of a file are not sent again with a change.
    const { phones: _phones, ...again } = { phones: [], ...whom };
    await saved({ taskNo, version, ...again });
    expect(await estimate({ taskNo }, checker)).toMatchObject({ people });
    await maker.post(smsMarketingTask.submit, { taskNo });
    await checker.post(smsMarketingTask.approve, { taskNo });
    await run(new Date(at.getTime() + people * 24 * 3_600_000));
    const list = await maker.post(smsMarketingTask.recipients, listOf({ taskNo }));
    expect(list.data.total).toBe(people);
  }
});

it('writes to each person in the hour in which they answered most often, to others as they come', async () => {
  const { db } = app.database;
  const { userGroupNo, town } = await groupOf(3);
  const templateNo = await enabledTemplate('by your hour');
  const taskNo = await released(userGroupNo, templateNo, { byCustomerHour: true });
  expect((await one(taskNo)).row.byCustomerHour).toBe(true);
  const people = await db
    .selectFrom('customer')
    .select('phone')
    .where('county', '=', `Town ${town}`)
    .orderBy('phone')
    .execute();
  // Answered in the hour of 14 three days ago, and in that of 9; the others never.
  for (const [hour, times] of [
    [14, 2],
    [9, 1],
  ] as const) {
    for (let count = 0; count < times; count += 1) {
      const attemptedAt = new Date(startOfBusinessDate(addDays(businessDateOf(MORNING), -3)).getTime());
      attemptedAt.setTime(attemptedAt.getTime() + hour * 3_600_000 + count * 60_000);
      const { attemptId } = await db
        .insertInto('contactAttempt')
        .values({ phone: people[0]?.phone ?? '', purpose: 'MARKETING', channel: 'CALL', merchantNo, attemptedAt })
        .returning('attemptId')
        .executeTakeFirstOrThrow();
      await db.insertInto('contactResult').values({ attemptId, outcome: 'ANSWERED' }).execute();
    }
  }
  // What other campaigns have left would take of the route's day.
  const others = db.updateTable('smsMarketingTask').where('taskNo', '<>', taskNo);
  await others
    .set({ taskStatus: 'STOPPED', endedAt: new Date() })
    .where('taskStatus', 'in', ['RUNNING', 'QUEUED'])
    .execute();
  // 12:00 EAT: the route is open.
  const noon = 24 * 60 * 40 + 120;
  expect(await run(minutes(noon))).toBe(2);
  expect((await one(taskNo)).row).toMatchObject({ status: 'RUNNING', sentCount: 2, pendingCount: 1 });
  expect(await run(minutes(noon + 119))).toBe(0);
  expect(await run(minutes(noon + 120))).toBe(1);
  expect((await one(taskNo)).row).toMatchObject({ status: 'DONE', sentCount: 3 });
});
