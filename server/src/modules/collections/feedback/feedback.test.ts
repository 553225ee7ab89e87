import { change, feedback, job } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { as, listOf } from '../../../../testing/test-calls.ts';
import { createLogger } from '../../platform/health/index.ts';
import { startJobWorker } from '../../platform/jobs/index.ts';
import { everyRow } from '../../payments/payments/testing/every-row.ts';
import { FORMS, type FeedbackDesk, feedbackDesk } from './testing/feedback-desk.ts';

let checker: FeedbackDesk['checker'];
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
  ({ checker, app, elsewhere, agent, other, merchantNo, otherUserNo, call, opened, gate } = await feedbackDesk());
});
afterAll(async () => await app[Symbol.asyncDispose]());

const userNoOf = async (userName: string) =>
  (
    await app.database.db
      .selectFrom('appUser')
      .select('userNo')
      .where('userName', '=', userName)
      .executeTakeFirstOrThrow()
  ).userNo;

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
