import { change, feedback, job } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { attachCertificate } from '../../../../testing/test-attachments.ts';
import { as, listOf, type Person } from '../../../../testing/test-calls.ts';
import { previewing } from '../../../../testing/test-previews.ts';
import { createLogger } from '../../platform/health/index.ts';
import { startJobWorker } from '../../platform/jobs/index.ts';
import { sql } from 'kysely';
import { businessDateOf } from '../../platform/policy/index.ts';
import { askGate } from '../contacts/index.ts';
import { sendNotices } from '../node-notices/index.ts';
import { everyRow } from '../../payments/payments/testing/every-row.ts';

let app: TestApp;
let agent: ReturnType<typeof previewing>;
let other: Person;
let checker: Person;
let elsewhere: Person;
let otherUserNo: string;
let merchantNo: string;
let customers = 0;
const PAGES = ['/AdminContent/CustomerServiceSystem/CustomerFeedback'];
const CODES = ['save', 'handle', 'dispute'].map((action) => `customerService:feedback:${action}`);

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  ({ merchantNo } = await db
    .selectFrom('merchant')
    .select('merchantNo')
    .orderBy('merchantNo')
    .limit(1)
    .executeTakeFirstOrThrow());
  const add = async (name: string, codes = CODES, isHere = true): Promise<string> => {
    const { userNo } = await addPerson(app.database, name, { codes, pages: PAGES, dailyRevealBudget: 200 });
    if (isHere) await db.insertInto('userMerchant').values({ userNo, merchantNo }).execute();
    return userNo;
  };
  await add('fb.agent');
  otherUserNo = await add('fb.other');
  const certificate = { attachmentNo: 'AT000009', subjectType: 'serviceVoucher', subjectNo: merchantNo };
  await attachCertificate(db, { ...certificate, userNo: otherUserNo });
  await add('fb.checker', ['merchant:blacklist:audit']);
  await add('fb.elsewhere', CODES, false);
  const blind = { codes: CODES, pages: PAGES, dailyRevealBudget: 1 };
  const { userNo } = await addPerson(app.database, 'fb.blind', blind);
  await db.insertInto('userMerchant').values({ userNo, merchantNo }).execute();
  agent = previewing(app, await as(app, 'fb.agent'));
  [other, checker, elsewhere] = [await as(app, 'fb.other'), await as(app, 'fb.checker'), await as(app, 'fb.elsewhere')];
});
afterAll(async () => await app[Symbol.asyncDispose]());

const call = (action: string, form: object, who: Person = agent) =>
  who.post(`customerServiceCenter/feedback/${action}`, form);
async function opened(more: object = {}) {
  customers += 1;
  const phone = `2547444${String(customers).padStart(5, '0')}`;
  const { customerNo } = await app.database.db
    .insertInto('customer')
    .values({ merchantNo, customerName: 'Njeri Feedback', phone, idCardNo: '34567891' })
    .returning('customerNo')
    .executeTakeFirstOrThrow();
  const form = { phone, source: 'CALL', category: 'CHARGES', severity: 'MEDIUM', content: 'Charged twice', ...more };
  const { feedbackNo } = (await call('save', form)).data;
  return { feedbackNo, customerNo, phone, form };
}
const FORMS: Readonly<Record<string, object>> = {
  take: {},
  assign: { handlerUserNo: '', reason: 'Knows the customer' },
  note: { note: 'Rang back' },
  finish: { result: 'EXPLAINED', replyContent: 'The second one was another bill.' },
  dispute: { disputed: 'Says it was never lent' },
};
const gate = async (phone: string, customerNo: string) => {
  const question = {
    phone,
    customerNo,
    merchantNo,
    purpose: 'COLLECTION',
    channel: 'CALL',
    at: new Date('2026-06-10T09:00:00Z'),
  } as const;
  const answer = await askGate(app.database.db, question);
  return answer.isAllowed ? null : answer.error;
};

it('goes from unprocessed to processed, and takes in each state what it lists and nothing else', async () => {
  const { feedbackNo, phone } = await opened();
  const LISTED: Readonly<Record<string, readonly string[]>> = {
    UNPROCESSED: ['take', 'assign', 'note', 'dispute'],
    PROCESSING: ['assign', 'note', 'finish', 'dispute'],
    PROCESSED: [],
  };
  for (const state of ['UNPROCESSED', 'PROCESSING', 'PROCESSED'] as const) {
    for (const action of Object.keys(FORMS)) {
      if (LISTED[state]?.includes(action)) continue;
      const before = await everyRow(app.database.db);
      const refused = await call(action, {
        feedbackNo,
        ...FORMS[action],
        ...(action === 'assign' && { handlerUserNo: otherUserNo }),
      });
      expect(refused.data.error, `${state} ${action}`).toBe('ILLEGAL_TRANSITION');
      expect(await everyRow(app.database.db), `${state} ${action} wrote`).toEqual(before);
    }
    if (state === 'UNPROCESSED')
      expect((await call('take', { feedbackNo })).data).toMatchObject({ feedbackStatus: 'PROCESSING' });
    if (state === 'PROCESSING') {
      expect((await call('note', { feedbackNo, ...FORMS['note'] })).code).toBe(0);
      expect((await call('finish', { feedbackNo, ...FORMS['finish'] })).data).toMatchObject({
        feedbackStatus: 'PROCESSED',
      });
    }
  }
  expect([...agent.seen].map((path) => path.split('/').at(-1)).sort()).toEqual(['finish', 'note', 'take']);
  const { data } = await agent.get(feedback.one, { feedbackNo });
  expect(data).toMatchObject({ result: 'EXPLAINED', row: { feedbackStatus: 'PROCESSED', allowedActions: ['link'] } });
  expect(data.row.phone).not.toBe(phone);
  expect(data.events.map((event: { command: string }) => event.command)).toEqual(['open', 'take', 'note', 'finish']);
  const again = await call('save', {
    phone,
    source: 'APP',
    category: 'OTHER',
    severity: 'LOW',
    content: 'Not solved',
    linkedFeedbackNo: feedbackNo,
  });
  expect(again.data.feedbackStatus).toBe('UNPROCESSED');
  expect((await agent.get(feedback.one, { feedbackNo })).data.followedBy).toEqual([again.data.feedbackNo]);
});

it('is recorded for a customer who is known by number without a search, within one’s merchants', async () => {
  const { customerNo, form } = await opened();
  const { phone: _phone, ...told } = form;
  const known = { ...told, customerNo };
  expect((await call('checkPhone', { customerNo })).data).toMatchObject({ customerNo, openFeedback: [{}] });
  const { feedbackNo } = (await call('save', known)).data;
  expect((await agent.get(feedback.one, { feedbackNo })).data.row.customerNo).toBe(customerNo);
  expect((await call('save', { ...known, phone: form.phone })).data.fields).toMatchObject([
    { field: 'phone', msg: 'Please check the phone number first' },
  ]);
  const theirs = await elsewhere.post(feedback.save, known);
  expect(theirs.data.error).toBe('CUSTOMER_NOT_FOUND');
});

it('is one person’s at a time, and handed only to whom may have it', async () => {
  const { feedbackNo } = await opened();
  // Without a look at what a dry run wrote: the other one's writing would be taken for it.
  const racing = await as(app, 'fb.agent');
  const both = await Promise.all([call('take', { feedbackNo }, racing), call('take', { feedbackNo }, other)]);
  expect(both.map(({ code }) => code === 0).sort()).toEqual([false, true]);
  const late = both.find(({ code }) => code !== 0);
  expect(late?.data).toMatchObject({ error: 'FEEDBACK_TAKEN', facts: { name: expect.stringMatching(/^fb\./) } });
  const isOthers = both[1]?.code === 0;
  const [owner, stranger] = isOthers ? [other, agent] : [agent, other];
  expect((await call('finish', { feedbackNo, ...FORMS['finish'] }, stranger)).data.error).toBe('FEEDBACK_NOT_YOURS');
  for (const handlerUserNo of ['U-NONE', await userNoOf('fb.elsewhere'), await userNoOf('fb.checker')]) {
    expect((await call('assign', { feedbackNo, handlerUserNo, reason: 'No' }, owner)).data).toMatchObject({
      error: 'FEEDBACK_HANDLER_UNFIT',
      fields: [{ field: 'handlerUserNo' }],
    });
  }
  const free = await opened();
  await call('assign', { feedbackNo: free.feedbackNo, handlerUserNo: otherUserNo, reason: 'Speaks Luo' });
  expect((await call('take', { feedbackNo: free.feedbackNo })).data.error).toBe('FEEDBACK_TAKEN');
  expect((await call('take', { feedbackNo: free.feedbackNo }, other)).code).toBe(0);
});
const userNoOf = async (userName: string) =>
  (
    await app.database.db
      .selectFrom('appUser')
      .select('userNo')
      .where('userName', '=', userName)
      .executeTakeFirstOrThrow()
  ).userNo;

it('stops collection while its dispute stands, and two people lift it', async () => {
  const { feedbackNo, customerNo, phone } = await opened({ severity: 'HIGH' });
  await call('take', { feedbackNo });
  expect(await gate(phone, customerNo)).toBeNull();
  expect((await call('liftDispute', { feedbackNo, reason: 'None', voucherIds: ['AT1'] })).data.error).toBe(
    'FEEDBACK_NO_DISPUTE',
  );
  expect((await call('dispute', { feedbackNo, ...FORMS['dispute'] })).code).toBe(0);
  expect(await gate(phone, customerNo)).toBe('CONTACT_DISPUTE');
  expect((await call('dispute', { feedbackNo, ...FORMS['dispute'] })).data.error).toBe('FEEDBACK_DISPUTED');
  expect((await call('finish', { feedbackNo, ...FORMS['finish'] })).data.error).toBe('FEEDBACK_DISPUTED');
  const request = { feedbackNo, reason: 'Showed the contract', voucherIds: [] };
  expect((await call('liftDispute', request)).data.fields).toMatchObject([{ field: 'voucherIds' }]);
  expect((await call('liftDispute', { ...request, voucherIds: ['AT999999'] })).data.error).toBe('ATTACHMENT_NOT_FOUND');
  const { changeNo } = (await call('liftDispute', { ...request, voucherIds: ['AT000009'] })).data;
  expect(await gate(phone, customerNo)).toBe('CONTACT_DISPUTE');
  expect((await checker.post(change.changeFamilies.contactBlock.approve, { changeNo })).code).toBe(0);
  expect(await gate(phone, customerNo)).toBeNull();
  expect((await call('finish', { feedbackNo, ...FORMS['finish'] })).code).toBe(0);
});

it('is of one’s own books alone, and says what is wrong with a form', async () => {
  const { feedbackNo, form, customerNo } = await opened();
  expect((await call('take', { feedbackNo }, elsewhere)).data.error).toBe('FEEDBACK_NOT_FOUND');
  expect((await elsewhere.get(feedback.one, { feedbackNo })).data.error).toBe('FEEDBACK_NOT_FOUND');
  expect((await call('page', listOf(), elsewhere)).data.rows).toEqual([]);
  expect((await call('save', form, elsewhere)).data.error).toBe('FEEDBACK_PHONE_UNKNOWN');
  expect((await call('save', { ...form, orderNo: 'LO0000000000' })).data.fields).toMatchObject([{ field: 'orderNo' }]);
  expect((await call('save', { ...form, linkedFeedbackNo: 'FB999999999' })).data.fields).toMatchObject([
    { field: 'linkedFeedbackNo' },
  ]);
  expect((await call('save', { ...form, content: ' ' })).data.fields).toMatchObject([
    { field: 'content', msg: 'Content cannot be blank' },
  ]);
  const { data } = await call('page', listOf({ phone: form.phone, isDispute: false }));
  expect(data).toMatchObject({
    total: 1,
    rows: [{ feedbackNo, customerNo, allowedActions: ['take', 'assign', 'note', 'dispute'] }],
  });
});

it('counts the number of what is saved as a search, so that no refusal tells whose it is', async () => {
  const { phone, form, customerNo } = await opened();
  const { db } = app.database;
  const blind = await as(app, 'fb.blind');
  const searches = async () =>
    await db
      .selectFrom('revealLog')
      .select(['outcome', 'subjectNo'])
      .where('userNo', '=', await userNoOf('fb.blind'))
      .orderBy('revealId')
      .execute();
  // Checked first, as the page does: saving costs nothing more.
  expect((await call('checkPhone', { phone }, blind)).code).toBe(0);
  expect((await call('save', form, blind)).code).toBe(0);
  expect(await searches()).toEqual([
    { outcome: 'SHOWN', subjectNo: customerNo },
    { outcome: 'REPEATED', subjectNo: customerNo },
  ]);
  // The refusal takes the command back, and its search stays.
  expect((await call('save', { ...form, phone: '254799999998' }, blind)).data.error).toBe('REVEAL_BUDGET');
  const unseen = await opened();
  expect((await call('save', unseen.form, blind)).data.error).toBe('REVEAL_BUDGET');
  expect((await searches()).slice(2)).toEqual([
    { outcome: 'REFUSED', subjectNo: '-' },
    { outcome: 'REFUSED', subjectNo: '-' },
  ]);
});

it('says whose number it is, who may handle, and hands several to one person', async () => {
  const { feedbackNo, customerNo, phone } = await opened();
  const found = await call('checkPhone', { phone });
  expect(found.data).toMatchObject({ customerNo, merchantNo, orders: [], openFeedback: [{ feedbackNo }] });
  expect((await call('checkPhone', { phone: '254799999999' })).data.error).toBe('FEEDBACK_PHONE_UNKNOWN');
  expect((await call('checkPhone', { phone }, elsewhere)).data.error).toBe('FEEDBACK_PHONE_UNKNOWN');
  const { data: people } = await agent.get(feedback.people);
  const names = people.map(({ userNo }: { userNo: string }) => userNo);
  expect(names).toContain(otherUserNo);
  expect(names).not.toContain(await userNoOf('fb.elsewhere'));
  const past = new Date(Date.now() - 3_600_000);
  await app.database.db.updateTable('feedback').set({ dueAt: past }).where('feedbackNo', '=', feedbackNo).execute();
  const late = await call('page', listOf({ phone, isOverdue: true }));
  expect(late.data.total).toBe(1);
  expect((await call('page', listOf({ phone, isOverdue: false }))).data.total).toBe(0);
  const { db } = app.database;
  const stop = await startJobWorker({ db, services: app.services, log: createLogger('silent') });
  const form = { feedbackNos: [feedbackNo, 'FB999999999'], handlerUserNo: otherUserNo, reason: 'Leave' };
  const { jobNo } = (await agent.post(feedback.assignMany, form)).data;
  await expect
    .poll(async () => (await agent.get(job.detail, { jobNo })).data.jobStatus, { timeout: 20_000 })
    .toBe('PARTIAL_SUCCESS');
  await stop();
});

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
