import { feedback, messagePoint } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson } from '../../../../testing/test-app.ts';
import { as, listOf, type Person } from '../../../../testing/test-calls.ts';
import { sql } from 'kysely';
import { businessDateOf } from '../../platform/policy/index.ts';
import { sendNotices } from '../node-notices/index.ts';
import { PAGES, FORMS, type FeedbackDesk, feedbackDesk } from './testing/feedback-desk.ts';

let app: FeedbackDesk['app'];
let elsewhere: FeedbackDesk['elsewhere'];
let agent: FeedbackDesk['agent'];
let other: FeedbackDesk['other'];
let merchantNo: FeedbackDesk['merchantNo'];
let otherUserNo: FeedbackDesk['otherUserNo'];
let call: FeedbackDesk['call'];
let opened: FeedbackDesk['opened'];
let gate: FeedbackDesk['gate'];

beforeAll(async () => {
  ({ app, elsewhere, agent, other, merchantNo, otherUserNo, call, opened, gate } = await feedbackDesk());
});
afterAll(async () => await app[Symbol.asyncDispose]());

it('merges a duplicate into another open one of the customer, which takes over what it held', async () => {
  const { db } = app.database;
  const first = await opened();
  const again = { ...first.form, content: 'Charged twice, I said', voucherIds: ['AT000009'] };
  const duplicate = (await call('save', again)).data.feedbackNo as string;
  const stranger = await opened();
  const merge = (form: object, who: Person = agent) => call('merge', form, who);
  expect((await merge({ feedbackNo: duplicate, intoNo: duplicate })).data.error).toBe('FEEDBACK_MERGE_UNFIT');
  const unfit = await merge({ feedbackNo: duplicate, intoNo: stranger.feedbackNo });
  expect(unfit.data).toMatchObject({ error: 'FEEDBACK_MERGE_UNFIT', fields: [{ field: 'intoNo' }] });
  await call('dispute', { feedbackNo: duplicate, ...FORMS['dispute'] });
  const advice = { merchantNo, customerNo: first.customerNo, appVersion: '2.14.0', adviceType: 'OTHER' } as const;
  const { adviceNo } = await db
    .insertInto('appAdvice')
    .values({ ...advice, content: 'x', language: 'en', replyDueAt: new Date(), feedbackNo: duplicate })
    .returning('adviceNo')
    .executeTakeFirstOrThrow();
  await call('take', { feedbackNo: first.feedbackNo }, other);
  const form = { feedbackNo: duplicate, intoNo: first.feedbackNo };
  expect((await merge(form, elsewhere)).data.error).toBe('FEEDBACK_NOT_FOUND');
  const listed = await agent.post(feedback.page, listOf({ feedbackNo: duplicate }));
  expect(listed.data.rows[0].allowedActions).toContain('merge');
  expect((await merge(form)).data).toMatchObject({ feedbackNo: duplicate, feedbackStatus: 'PROCESSED' });
  expect((await merge(form)).data.error).toBe('ILLEGAL_TRANSITION');
  const one = (await agent.get(feedback.one, { feedbackNo: first.feedbackNo })).data;
  expect(one).toMatchObject({ row: { isDispute: true, feedbackStatus: 'PROCESSING' }, duplicates: [duplicate] });
  expect(one.madeOf).toMatchObject([{ kind: 'ADVICE', no: adviceNo }]);
  expect(await gate(first.phone, first.customerNo)).toBe('CONTACT_DISPUTE');
  const gone = (await agent.get(feedback.one, { feedbackNo: duplicate })).data;
  expect(gone.row).toMatchObject({ mergedInto: first.feedbackNo, isDispute: false });
  expect(gone.events.map(({ command }: { command: string }) => command)).toEqual(
    expect.arrayContaining(['take', 'merge', 'finish']),
  );
  const kept = await db
    .selectFrom('feedback')
    .select('voucherIds')
    .where('feedbackNo', '=', first.feedbackNo)
    .executeTakeFirstOrThrow();
  expect(kept.voucherIds).toEqual(['AT000009']);
  // Into what is finished nothing is merged.
  const third = (await call('save', { ...first.form, content: 'And again' })).data.feedbackNo;
  expect((await merge({ feedbackNo: third, intoNo: duplicate })).data.error).toBe('FEEDBACK_MERGE_UNFIT');
});

it('is due by the policy of its day and its severity; a regulator’s like the gravest', async () => {
  const { db } = app.database;
  const hoursOf = async (more: object) => {
    const { feedbackNo } = await opened(more);
    const { dueAt, createdAt } = await db
      .selectFrom('feedback')
      .select(['dueAt', 'createdAt'])
      .where('feedbackNo', '=', feedbackNo)
      .executeTakeFirstOrThrow();
    return (dueAt.getTime() - createdAt.getTime()) / 3_600_000;
  };
  const every = async () => [
    await hoursOf({ severity: 'LOW' }),
    await hoursOf({}),
    await hoursOf({ severity: 'HIGH' }),
    await hoursOf({ severity: 'LOW', source: 'REGULATOR' }),
  ];
  expect(await every()).toEqual([72, 48, 24, 24]);
  const value = JSON.stringify({ lowHours: 60, mediumHours: 30, highHours: 12, adviceHours: 48 });
  await sql`insert into regulatory_policy (policy_key, effective_from, value)
    values ('answers', ${businessDateOf(new Date())}, ${value}::jsonb)`.execute(db);
  expect(await every()).toEqual([60, 30, 12, 12]);
});

it('refuses an answer with a blocked word beside its field, and changes nothing', async () => {
  const { words } = await app.database.db
    .selectFrom('wordGroup')
    .select('words')
    .where('action', '=', 'BLOCK')
    .where(sql<boolean>`'MANUAL_SMS' = any(scopes)`)
    .executeTakeFirstOrThrow();
  const { feedbackNo } = await opened();
  await call('take', { feedbackNo });
  const refused = await call('finish', { feedbackNo, ...FORMS['finish'], replyContent: `So ${words[0]}` });
  expect(refused.data).toMatchObject({ error: 'SENSITIVE_WORD', fields: [{ field: 'replyContent' }] });
  expect((await agent.get(feedback.one, { feedbackNo })).data.row.feedbackStatus).toBe('PROCESSING');
  expect((await call('finish', { feedbackNo, ...FORMS['finish'] })).data.feedbackStatus).toBe('PROCESSED');
});

it('sends the answer to the customer, in the app or else by SMS, and says what became of it', async () => {
  const { db } = app.database;
  const today = businessDateOf(new Date());
  await sql`insert into regulatory_policy (policy_key, effective_from, value)
    values ('contactHours', ${today}, '{"from": "00:00", "to": "24:00"}')`.execute(db);
  const answered = async () => {
    const { feedbackNo, customerNo } = await opened();
    await call('take', { feedbackNo });
    await call('finish', { feedbackNo, ...FORMS['finish'] });
    await sendNotices(db, app.services, new Date());
    return { feedbackNo, customerNo };
  };
  const deliveryOf = async (feedbackNo: string) => (await agent.get(feedback.one, { feedbackNo })).data.delivery;
  await sql`update message_account set is_enabled = false`.execute(db);
  await sql`insert into message_account (account_code, merchant_no, channel_type, sender, is_enabled, is_default, daily_cap)
    values ('FB_INBOX', ${merchantNo}, 'IN_APP', 'Kituo', true, false, -1)`.execute(db);
  const inApp = await answered();
  const nothing = { reason: null, nextAt: null };
  expect(await deliveryOf(inApp.feedbackNo)).toEqual({ channelType: 'IN_APP', outcome: 'QUEUED', ...nothing });
  const text = { body: `Jibu letu kuhusu ${inApp.feedbackNo}: The second one was another bill.` };
  const [message] = await db
    .updateTable('message')
    .set({ messageStatus: 'SENT', sentAt: new Date(), gatewayReference: 'IN1', deliveryOutcome: 'DELIVERED' })
    .where('templateCode', '=', 'FEEDBACK_ANSWERED_APP')
    .where('body', 'like', `%${inApp.feedbackNo}%`)
    .returning('body')
    .execute();
  expect(message).toEqual(text);
  expect(await deliveryOf(inApp.feedbackNo)).toMatchObject({ outcome: 'DELIVERED' });

  await sql`update message_account set is_enabled = false`.execute(db);
  const bySms = await answered();
  expect(await deliveryOf(bySms.feedbackNo)).toEqual({ channelType: 'SMS', outcome: 'FAILED', ...nothing });
  const attempt = await db
    .selectFrom('contactAttempt')
    .select(['attemptId', 'content'])
    .where('customerNo', '=', bySms.customerNo)
    .executeTakeFirstOrThrow();
  expect(attempt.content).toContain('The second one was another bill.');
  // No gateway is set up; one that reports is believed.
  await db
    .insertInto('contactResult')
    .values({ attemptId: attempt.attemptId, reference: 'AT1', outcome: 'DELIVERED' })
    .execute();
  expect(await deliveryOf(bySms.feedbackNo)).toMatchObject({ outcome: 'DELIVERED' });
  const { userNo } = await addPerson(app.database, 'fb.nodes', {
    pages: ['/AdminContent/OperationSystem/BusinessNode'],
  });
  await db.insertInto('userMerchant').values({ userNo, merchantNo }).execute();
  const nodes = await as(app, 'fb.nodes');
  const [newest] = await nodes.call(messagePoint.deliveries, { nodeCode: 'FEEDBACK_ANSWERED', merchantNo });
  expect(newest).toMatchObject({ channelType: 'SMS', outcome: 'DELIVERED' });

  // A reply to an app suggestion belongs to the app: without one it is not sent, and says so.
  const { adviceNo } = await db
    .insertInto('appAdvice')
    .values({
      merchantNo,
      customerNo: bySms.customerNo,
      appVersion: '2.14.0',
      adviceType: 'OTHER',
      content: 'x',
      replyDueAt: new Date(),
    })
    .returning('adviceNo')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('appAdviceMessage')
    .values({ adviceNo, userNo: otherUserNo, content: 'Update the app' })
    .execute();
  // The database tells microseconds: a sweep in the very millisecond would come before it.
  await sendNotices(db, app.services, new Date(Date.now() + 1_000));
  const notices = await db
    .selectFrom('nodeNotice')
    .select(['noticeStatus', 'fault'])
    .where('subjectNo', 'like', `${adviceNo}/%`)
    .execute();
  expect(notices).toEqual([{ noticeStatus: 'DROPPED', fault: 'NO_TEXT' }]);
});

it('is called as typed or by its first words, and is one file with its history, answer and contacts', async () => {
  const { db } = app.database;
  const titleOf = async (feedbackNo: string) => (await agent.call(feedback.one, { feedbackNo })).row.title;
  const plain = await opened({ content: 'Charged twice\non the same day' });
  expect(await titleOf(plain.feedbackNo)).toBe('Charged twice');
  const { feedbackNo, customerNo, phone } = await opened({ title: 'Double charge', source: 'REGULATOR' });
  expect(await titleOf(feedbackNo)).toBe('Double charge');
  expect((await call('save', { ...plain.form, title: 'x'.repeat(61) })).data.fields).toMatchObject([
    { field: 'title' },
  ]);
  const attempt = {
    phone,
    customerNo,
    merchantNo,
    purpose: 'SERVICE',
    channel: 'SMS',
    content: 'We look into it',
  } as const;
  await db
    .insertInto('contactAttempt')
    .values({ ...attempt, attemptedAt: new Date() })
    .execute();
  expect((await agent.refusalOf(feedback.pack, { feedbackNo })).error).toBe('FORBIDDEN');
  const { userNo } = await addPerson(app.database, 'fb.exporter', {
    codes: ['customerService:feedback:export'],
    pages: PAGES,
  });
  await db.insertInto('userMerchant').values({ userNo, merchantNo }).execute();
  const exporter = await as(app, 'fb.exporter');
  const file = await exporter.get(feedback.pack, { feedbackNo });
  expect(file.headers['content-type']).toBe('application/pdf');
  expect(file.body.subarray(0, 5).toString()).toBe('%PDF-');
  const audited = await db
    .selectFrom('auditLog')
    .select('after')
    .where('action', '=', 'feedback.pack')
    .where('subjectNo', '=', feedbackNo)
    .execute();
  expect(audited).toEqual([{ after: { contacts: 1 } }]);
  const away = await addPerson(app.database, 'fb.away', { codes: ['customerService:feedback:export'], pages: PAGES });
  expect(away.userNo).not.toBe(userNo);
  expect((await (await as(app, 'fb.away')).refusalOf(feedback.pack, { feedbackNo })).error).toBe('FEEDBACK_NOT_FOUND');
});
