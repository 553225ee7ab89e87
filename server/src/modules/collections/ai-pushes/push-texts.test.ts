import { aiPushTask } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { MORNING, minutes, phoneOf, post, type PushDesk, pushDesk } from './testing/push-desk.ts';

let app: PushDesk['app'];
let maker: PushDesk['maker'];
let checker: PushDesk['checker'];
let merchantNo: PushDesk['merchantNo'];
let lender: PushDesk['lender'];
let groupOf: PushDesk['groupOf'];
let create: PushDesk['create'];
let approved: PushDesk['approved'];
let run: PushDesk['run'];
let one: PushDesk['one'];
let recordsOf: PushDesk['recordsOf'];
let attemptOf: PushDesk['attemptOf'];
let handOver: PushDesk['handOver'];
beforeAll(async () => {
  ({ app, maker, checker, merchantNo, lender, groupOf, create, approved, run, one, recordsOf, attemptOf, handOver } =
    await pushDesk());
});
afterAll(async () => await app[Symbol.asyncDispose]());

it('writes SMS with the text that was approved, and waits while its template is disabled', async () => {
  const text = { merchantNo, templateName: 'Push', scene: 'DORMANT', language: 'en' };
  const content = `{{firstName}}, come back. ${lender}`;
  const { templateNo } = (await post(maker, 'smsTemplate/save', { ...text, content })).data;
  await post(maker, 'smsTemplate/submit', { templateNo });
  await post(checker, 'smsTemplate/approve', { templateNo });
  const { userGroupNo, town } = await groupOf(2);
  const taskNo = await approved(userGroupNo, {
    channelType: 'SMS',
    templateNo,
    planNo: null,
  });
  await post(checker, 'smsTemplate/disable', { templateNo });
  expect(await run(MORNING)).toBe(0);
  expect((await one(taskNo)).row).toMatchObject({ status: 'RUNNING', fault: 'TEMPLATE_DISABLED', sent: 0 });
  await post(checker, 'smsTemplate/enable', { templateNo });
  expect(await run(minutes(1))).toBe(2);
  expect((await one(taskNo)).row).toMatchObject({ fault: null, sent: 2 });
  const { rows } = await sql<{ content: string }>`select content from contact_attempt
    where phone = ${phoneOf(town, 0)} and refused_for is null`.execute(app.database.db);
  expect(rows[0]?.content).toMatch(/^Wanjiku, come back\..*STOP/i);
  await handOver();
  const [delivered, failed] = [await attemptOf(taskNo, phoneOf(town, 0)), await attemptOf(taskNo, phoneOf(town, 1))];
  await sql`insert into contact_result (attempt_id, outcome, cost_cents)
    values (${delivered}, 'SENT', 80), (${delivered}, 'DELIVERED', null), (${failed}, 'FAILED', null)`.execute(
    app.database.db,
  );
  await run(minutes(2));
  const done = await one(taskNo);
  expect(done.row).toMatchObject({ status: 'DONE', connected: 1, costCents: 80 });
  expect(done.outcomes).toContainEqual({ outcome: 'FAILED', people: 1 });
});

it('pushes to the app of those who have it, and takes back what has not left', async () => {
  const { db } = app.database;
  const text = { merchantNo, templateName: 'App push', scene: 'DORMANT', language: 'en' };
  const content = `{{firstName}}, come back. ${lender}`;
  const { templateNo } = (await post(maker, 'smsTemplate/save', { ...text, content })).data;
  await post(maker, 'smsTemplate/submit', { templateNo });
  await post(checker, 'smsTemplate/approve', { templateNo });
  const { userGroupNo, town } = await groupOf(3);
  const push = { channelType: 'PUSH', templateNo, planNo: null };
  await db.deleteFrom('messageAccount').where('channelType', '=', 'PUSH').execute();
  expect((await create(userGroupNo, push)).data).toMatchObject({
    error: 'MESSAGE_CHANNEL_CLOSED',
    fields: [{ field: 'channelType' }],
  });
  const account = { merchantNo, channelType: 'PUSH', sender: lender, isDefault: true, dailyCap: -1 } as const;
  await db
    .insertInto('messageAccount')
    .values({ ...account, accountCode: 'PUSH_TEST', sealedSecret: Buffer.from('key'), isEnabled: true })
    .execute();
  for (const index of [0, 1]) {
    const phone = phoneOf(town, index);
    await db
      .insertInto('appDevice')
      .values({ merchantNo, phone, os: 'ANDROID', token: `token-${phone}` })
      .execute();
  }
  const taskNo = await approved(userGroupNo, { ...push, concurrency: 1 });
  // One at a time: the next leaves once the outbox has sent the one before.
  expect(await run(MORNING)).toBe(1);
  const messages = async () =>
    await db
      .selectFrom('message')
      .select(['messageNo', 'destination', 'subject', 'body', 'messageStatus', 'channel'])
      .where('kind', '=', 'marketing.push')
      .orderBy('messageNo')
      .execute();
  const [first] = await messages();
  expect(first).toMatchObject({ destination: phoneOf(town, 0), subject: lender, channel: 'PUSH' });
  expect(first?.body).toMatch(/^Wanjiku, come back\./);
  expect(await run(minutes(1))).toBe(0);
  await db
    .updateTable('message')
    .set({ messageStatus: 'SENT', sentAt: new Date() })
    .where('messageNo', '=', first?.messageNo ?? '')
    .execute();
  expect(await run(minutes(2))).toBe(1);
  expect((await one(taskNo)).row).toMatchObject({ sent: 2, connected: 1, costCents: 0 });
  expect((await maker.post(aiPushTask.stop, { taskNo })).code).toBe(0);
  expect((await messages()).map(({ messageStatus }) => messageStatus)).toEqual(['SENT', 'FAILED']);
  expect((await recordsOf(taskNo)).map(({ outcome }) => outcome).toSorted()).toEqual([
    'CONNECTED',
    'LEFT_OUT',
    'LEFT_OUT',
  ]);

  // Whose phone has no app is skipped, and says so.
  const other = await groupOf(1);
  const without = await approved(other.userGroupNo, push);
  await run(minutes(3));
  expect(await recordsOf(without)).toMatchObject([{ outcome: 'SKIPPED', dropReason: 'NO_DEVICE' }]);
  expect((await one(without)).row.status).toBe('DONE');
});

it('an SMS goes by the marketing route: its words, its caps, its day shared with campaigns', async () => {
  const { db } = app.database;
  await db
    .insertInto('smsAccount')
    .values({ accountCode: 'PUSH_TEST', provider: 'SERVER', senderId: 'PUSH', unitPriceCents: 80, isEnabled: true })
    .execute();
  const { routeNo, subjectNo, createdBy } = await db
    .insertInto('smsRoute')
    .values({ smsKind: 'MARKETING', merchantNo, createdBy: 'U000001' })
    .returning(['routeNo', 'subjectNo', 'createdBy'])
    .executeTakeFirstOrThrow();
  const value = {
    isEnabled: true,
    accounts: [{ accountCode: 'PUSH_TEST', weight: 100 }],
    failoverAccountCode: null,
    failoverAfterSeconds: 30,
    dailyCap: 2,
    windowStart: '09:00',
    windowEnd: '18:00',
    perPhonePerDay: 1,
    perPhonePerWeek: 2,
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
  const { userGroupNo } = await groupOf(3);
  const { templateNo } = (
    await post(maker, 'smsTemplate/save', {
      merchantNo,
      templateName: 'By route',
      scene: 'DORMANT',
      language: 'en',
      content: `{{firstName}}, come back. ${lender}`,
    })
  ).data;
  await post(maker, 'smsTemplate/submit', { templateNo });
  await post(checker, 'smsTemplate/approve', { templateNo });
  const taskNo = await approved(userGroupNo, { channelType: 'SMS', templateNo, planNo: null });
  const day = 240 * 60;
  const attempts = async () =>
    await db
      .selectFrom('contactAttempt as a')
      .innerJoin('aiPushRecord as r', 'r.attemptId', 'a.attemptId')
      .innerJoin('marketingRouteUse as u', 'u.attemptId', 'a.attemptId')
      .select(['a.content', 'u.routeNo'])
      .where('r.taskNo', '=', taskNo)
      .execute();
  await run(minutes(day));
  expect(await attempts()).toHaveLength(2);
  await run(minutes(day + 5));
  expect(await attempts()).toHaveLength(2);
  await run(minutes(day + 24 * 60));
  const sent = await attempts();
  expect(sent).toHaveLength(3);
  expect(sent.every((one) => one.routeNo === routeNo && one.content?.endsWith(' Jibu STOP') === true)).toBe(true);
});
