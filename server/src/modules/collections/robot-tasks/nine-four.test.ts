import { job, nineFour } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, listOf, type Person } from '../../../../testing/test-calls.ts';
import { REPORTED_TO, sendReport } from '../../../../testing/told-by-gateway.ts';
import { lend, makeProduct } from '../../lending/orders/testing/lend.ts';
import { createLogger } from '../../platform/health/index.ts';
import { startJobWorker } from '../../platform/jobs/index.ts';
import { addDays, businessDateOf } from '../../platform/policy/index.ts';
import { distributeCase, runCaseDay } from '../collections/index.ts';
import { receiveFlow } from '../../payments/payments/index.ts';
import { askGate } from '../contacts/index.ts';
import { watchWarnings } from '../../console/warning-watch/index.ts';
import { robotLag } from './index.ts';
import { makeCollector } from '../collections/testing/collectors.ts';

let app: TestApp;
let desk: Person;
let all: Person;
let caseNo: string;
let phone: string;
let merchantNo: string;
let stopWorker: () => Promise<void>;

beforeAll(async () => {
  app = await createTestApp({
    content: 'seeded',
    env: REPORTED_TO,
  });
  const { db } = app.database;
  const pages = ['CallRecord', 'CallBack', 'SmsBack'].map((one) => `/AdminContent/CollectionSystem/NineFourAi${one}`);
  const codes = ['followUp:save', 'ai94:replay', 'promise:save', 'recording:play'].map((code) => `collection:${code}`);
  const { userNo } = await addPerson(app.database, 'nine.desk', { codes, pages });
  const { roleNo } = await addPerson(app.database, 'nine.all', { codes, pages });
  await db.updateTable('role').set({ dataScope: 'ALL' }).where('roleNo', '=', roleNo).execute();
  const checker = (await addPerson(app.database, 'nine.checker')).userNo;
  const productNo = await makeProduct(db);
  const loan = await lend(db, { productNo, approvedCents: 300_000, maker: userNo, checker });
  ({ merchantNo } = loan);
  await db.insertInto('userMerchant').values({ userNo, merchantNo }).execute();
  const today = businessDateOf(new Date());
  await sql`update bill set due_date = ${addDays(today, -5)}, accrued_through = ${addDays(today, -1)}
    where order_no = ${loan.orderNo}`.execute(db);
  await runCaseDay(db, addDays(today, -1), createLogger('silent'));
  ({ caseNo } = await db
    .selectFrom('collectionCase')
    .select('caseNo')
    .where('orderNo', '=', loan.orderNo)
    .executeTakeFirstOrThrow());
  ({ phone } = await db
    .selectFrom('customer')
    .select('phone')
    .where('customerNo', '=', loan.customerNo)
    .executeTakeFirstOrThrow());
  [desk, all] = [await as(app, 'nine.desk'), await as(app, 'nine.all')];
  stopWorker = await startJobWorker({ db, services: app.services, log: createLogger('silent') });
});
afterAll(async () => {
  await stopWorker();
  await app[Symbol.asyncDispose]();
});

/** How many items of a job worked out, once it is over. */
async function ended(jobNo: string, who = desk): Promise<{ succeeded: number; failed: number }> {
  const read = async () => await who.call(job.detail, { jobNo });
  await expect.poll(async () => (await read()).jobStatus, { timeout: 20_000 }).toMatch(/SUCCESS|FAILURE/);
  const { succeeded, failed } = await read();
  return { succeeded, failed };
}

/** A robot's call of ours, known to the vendor by its number, or by none yet. */
async function attempt(
  channel: 'ROBOT' | 'SMS',
  reference: string | null,
  content: string | null = null,
): Promise<number> {
  const { db } = app.database;
  const { attemptId } = await db
    .insertInto('contactAttempt')
    .values({ attemptedAt: new Date(), phone, purpose: 'COLLECTION', channel, merchantNo, caseNo, content })
    .returning('attemptId')
    .executeTakeFirstOrThrow();
  if (reference !== null)
    await db.insertInto('contactReference').values({ gateway: channel, reference, attemptId }).execute();
  return attemptId;
}
async function told(topic: string, body: object): Promise<void> {
  expect(await sendReport(app, topic, JSON.stringify(body))).toBe(200);
}
const report = (callNo: string, more: object = {}) => ({
  taskNo: 'AI000000001',
  callNo,
  outcome: 'ANSWERED',
  willingness: 'WILLING',
  seconds: 34,
  endedAt: new Date().toISOString(),
  ...more,
});
const rowsOf = async (path: string, filters: object, who = desk) => (await who.post(path, listOf(filters))).data.rows;
const backsOf = async (callNo: string, who = desk): Promise<nineFour.CallBackRow[]> =>
  await rowsOf(nineFour.callBackPage.path, { vendorCallId: callNo }, who);

it('lists a robot’s call with its report, and records it on the case', async () => {
  const attemptId = await attempt('ROBOT', 'call-1');
  const call = { ringSeconds: 7, rounds: 3, hungUpBy: 'CUSTOMER' };
  await told('robot/call', report('call-1', call));
  await told('robot/call', report('call-1', { ...call, seconds: 34 }));
  const [row] = await rowsOf(nineFour.callPage.path, { caseNo });
  expect(row).toMatchObject({
    callId: String(attemptId),
    callResult: 'ANSWERED',
    willingness: 'WILLING',
    talkSeconds: 34,
    ...call,
    vendorCallId: 'call-1',
    caseNo,
  });
  const ended = async (hungUpBy: string) => (await rowsOf(nineFour.callPage.path, { caseNo, hungUpBy })).length;
  expect([await ended('CUSTOMER'), await ended('ROBOT')]).toEqual([1, 0]);
  expect((await backsOf('call-1'))[0]).toMatchObject({ intakeStatus: 'PROCESSED', caseNo, allowedActions: [] });
  const sums = (await desk.post(nineFour.callSummary, { filters: { caseNo } })).data;
  expect(sums).toEqual({ calls: 1, answered: 1, willing: 1, talkSeconds: 34 });

  const note = { callId: String(attemptId), actionCode: 'NO_ANSWER', remark: 'Robot reached nobody' };
  // A case in the pool belongs to nobody, so nothing is recorded on it.
  expect((await desk.post(nineFour.callFollowUp, note)).data.error).toBe('ILLEGAL_TRANSITION');
  const collector = await makeCollector(app.database, 'nine');
  const { caseScope } = row;
  const reach = { caseScope, caller: { scope: 'all', userNo: '' } } as const;
  await app.database.db
    .transaction()
    .execute((tx) => distributeCase(tx, caseNo, collector, reach, { by: null, at: new Date() }));
  expect((await rowsOf(nineFour.callPage.path, { caseNo }))[0].allowedActions).toEqual(['followUp']);
  expect((await desk.post(nineFour.callFollowUp, note)).code).toBe(0);
  const unheard = await desk.post(nineFour.callFollowUp, { ...note, actionCode: 'NO_SUCH_WORD' });
  expect(unheard.data.error).toBe('REFERENCE_UNKNOWN');
  expect((await desk.post(nineFour.callFollowUp, { ...note, callId: '999999999' })).data.error).toBe(
    'AI_CALL_NOT_FOUND',
  );
});

it('shows what was said in a call, digits masked and its readers kept, with the reports that told of it', async () => {
  const attemptId = await attempt('ROBOT', 'call-said');
  const transcript = [
    { fromSecond: 0, speaker: 'ROBOT', said: 'Can you pay today?' },
    { fromSecond: 4, speaker: 'CUSTOMER', said: 'Call 0712345678 tomorrow' },
  ];
  await told('robot/call', report('call-said', { transcript }));
  const rows: nineFour.CallRow[] = await rowsOf(nineFour.callPage.path, { caseNo });
  expect(rows.find(({ callId }) => callId === String(attemptId))?.allowedActions).toContain('read');
  const said = await desk.call(nineFour.callTranscript, { callId: String(attemptId) });
  expect(said.map((one) => one.speaker)).toEqual(['ROBOT', 'CUSTOMER']);
  expect(said[1]?.said).not.toContain('0712345678');
  const read = await app.database.db
    .selectFrom('auditLog')
    .select('subjectNo')
    .where('action', '=', 'aiCall.readTranscript')
    .execute();
  expect(read).toEqual([{ subjectNo: caseNo }]);
  const { reports } = await desk.call(nineFour.callOne, { callId: String(attemptId) });
  expect(reports).toMatchObject([{ eventType: 'ANSWERED', intakeStatus: 'PROCESSED' }]);
  const [back] = await backsOf('call-said');
  expect([back?.callId, back?.phone]).toEqual([String(attemptId), `${phone.slice(0, 2)}*******${phone.slice(-3)}`]);
});

it('stops contact once a dispute is heard in a robot’s call, and says where in it', async () => {
  const { db } = app.database;
  const blocks = async () =>
    await db
      .selectFrom('contactBlock')
      .select(['blockId', 'blockKind', 'note'])
      .where('liftedAt', 'is', null)
      .execute();
  const before = await blocks();
  const attemptId = await attempt('ROBOT', 'call-heard');
  const said = (fromSecond: number, speaker: 'ROBOT' | 'CUSTOMER', words: string) => ({
    fromSecond,
    speaker,
    said: words,
  });
  const transcript = [
    said(0, 'ROBOT', 'You never took a loan?'),
    said(3, 'CUSTOMER', 'Nitalipa kesho'),
    said(9, 'CUSTOMER', 'But I never took so much, that is the wrong amount'),
  ];
  await told('robot/call', report('call-heard', { transcript }));
  const heard = (await desk.call(nineFour.callTranscript, { callId: String(attemptId) })).map((one) => one.heard);
  expect(heard).toEqual([null, 'PROMISE', 'DISPUTE']);
  const [placed, ...more] = (await blocks()).filter(({ blockId }) => before.every((one) => one.blockId !== blockId));
  expect([placed?.blockKind, placed?.note, more]).toEqual(['DISPUTE', `Heard in robot call ${attemptId}`, []]);
  const question = { phone, merchantNo, purpose: 'COLLECTION', channel: 'SMS', at: new Date() } as const;
  const { customerNo } = await db
    .selectFrom('collectionCase')
    .select('customerNo')
    .where('caseNo', '=', caseNo)
    .executeTakeFirstOrThrow();
  expect(await askGate(db, { ...question, customerNo })).toMatchObject({ error: 'CONTACT_DISPUTE' });
  await sql`update contact_block set lifted_at = now() where block_id = ${placed?.blockId ?? 0}`.execute(db);
});

it('records the promise that a collector heard in a robot’s call', async () => {
  const attemptId = await attempt('ROBOT', 'call-promise');
  await told('robot/call', report('call-promise'));
  const note = {
    callId: String(attemptId),
    actionCode: 'PROMISED',
    overdueReason: 'SALARY_LATE',
    remark: 'Heard in the recording',
  };
  const promise = {
    promiseAmountCents: 50_000,
    promisedRepaymentTime: addDays(businessDateOf(new Date()), 2),
    promiseChannel: 'MPESA',
  };
  const late = { ...promise, promisedRepaymentTime: addDays(businessDateOf(new Date()), 8) };
  expect((await desk.post(nineFour.callFollowUp, { ...note, promise: late })).data.error).toBe('PROMISE_TOO_LATE');
  const { promiseNo } = await desk.call(nineFour.callFollowUp, { ...note, promise });
  const made = await app.database.db
    .selectFrom('promiseToPay')
    .select(['promiseNo', 'amountCents', 'caseNo'])
    .execute();
  expect(made).toEqual([{ promiseNo, amountCents: 50_000, caseNo }]);
});

it('keeps a report about nothing of ours until it is matched to a call by hand', async () => {
  await told('robot/call', report('stray-1', { outcome: 'BUSY', willingness: undefined }));
  expect(await rowsOf(nineFour.callBackPage.path, { intakeStatus: 'UNMATCHED' })).toEqual([]);
  const [stray] = await rowsOf(nineFour.callBackPage.path, { intakeStatus: 'UNMATCHED' }, all);
  expect(stray).toMatchObject({ vendorCallId: 'stray-1', allowedActions: ['replay', 'match'] });
  // What the report names itself finds it, though it is about nothing of ours.
  for (const filters of [{ vendorCallId: 'stray-1' }, { taskNo: 'AI000000001', eventType: 'BUSY' }]) {
    expect((await rowsOf(nineFour.callBackPage.path, filters, all))[0]?.vendorCallId).toBe('stray-1');
  }
  expect(await rowsOf(nineFour.callBackPage.path, { vendorCallId: 'stray-1', eventType: 'FAILED' }, all)).toEqual([]);
  const { intakeId, version } = stray;
  const of = { intakeId, version, caseNo };
  expect((await desk.post(nineFour.callBackMatch, of)).data.error).toBe('CALLBACK_NOT_FOUND');
  expect((await all.post(nineFour.callBackMatch, { ...of, version: version + 9 })).data.error).toBe('STALE');
  expect((await all.post(nineFour.callBackMatch, of)).data.error).toBe('AI_CALL_NOT_FOUND');
  const attemptId = await attempt('ROBOT', null);
  expect((await all.post(nineFour.callBackMatch, of)).data.intakeStatus).toBe('PROCESSED');
  const result = await app.database.db
    .selectFrom('contactResult')
    .select('outcome')
    .where('attemptId', '=', attemptId)
    .executeTakeFirst();
  expect(result).toEqual({ outcome: 'BUSY' });
});

it('finds the task of a report by the vendor’s number as by ours', async () => {
  const { db } = app.database;
  const { userNo: createdBy } = await db.selectFrom('appUser').select('userNo').limit(1).executeTakeFirstOrThrow();
  const hours = { dialFrom: '08:00', dialTo: '19:00', startAt: new Date() };
  const form = {
    merchantNo,
    taskName: 'Named',
    scriptCode: 'REMIND',
    voiceLanguage: 'en',
    createdBy,
    ...hours,
  } as const;
  const { taskNo } = await db
    .insertInto('aiTask')
    .values({ ...form, taskNo: 'AI000009417', vendorTaskId: 'NF-9' })
    .returning('taskNo')
    .executeTakeFirstOrThrow();
  for (const callNo of ['by-theirs', 'by-ours']) await attempt('ROBOT', callNo);
  await told('robot/call', report('by-theirs', { taskNo: undefined, taskId: 'NF-9' }));
  await told('robot/call', report('by-ours', { taskNo }));
  for (const filters of [{ vendorTaskId: 'NF-9' }, { taskNo }]) {
    const rows: nineFour.CallBackRow[] = await rowsOf(nineFour.callBackPage.path, filters);
    expect(rows.map((row) => [row.vendorCallId, row.taskNo, row.vendorTaskId, row.intakeStatus]).toSorted()).toEqual([
      ['by-ours', taskNo, 'NF-9', 'PROCESSED'],
      ['by-theirs', taskNo, 'NF-9', 'PROCESSED'],
    ]);
  }
});

it('rejects what is no report, and a replay changes nothing that took effect', async () => {
  await attempt('ROBOT', 'call-2');
  await told('robot/call', { callNo: 'call-2', outcome: 'SANG' });
  const [bad] = await backsOf('call-2');
  expect(bad).toMatchObject({ intakeStatus: 'REJECTED', error: 'no report of a call', allowedActions: ['replay'] });
  const again = (await desk.post(nineFour.callBackReplay, { intakeId: bad?.intakeId, version: bad?.version })).data;
  expect(again).toMatchObject({ intakeStatus: 'REJECTED', error: 'no report of a call' });
});

it('lists delivery reports and replies; STOP closes every channel before anybody reads it', async () => {
  await attempt('SMS', 'sms-1', 'Please pay. '.repeat(14));
  await told('sms/delivery', { id: 'sms-1', status: 'Success', phoneNumber: `+${phone}`, networkCode: '63902' });
  const [back] = await rowsOf(nineFour.smsBackPage.path, { vendorSmsId: 'sms-1' });
  expect(back).toMatchObject({ deliveryStatus: 'DELIVERED', intakeStatus: 'PROCESSED', caseNo });
  // 168 characters are two SMS.
  expect(back).toMatchObject({ segments: 2, networkCode: '63902' });
  const within = async (networkCode: string) => (await rowsOf(nineFour.smsBackPage.path, { networkCode })).length;
  expect([await within('63902'), await within('63903')]).toEqual([1, 0]);
  const delivered = async (deliveryStatus: string) =>
    (await rowsOf(nineFour.smsBackPage.path, { deliveryStatus })).map((one: nineFour.SmsBackRow) => one.vendorSmsId);
  expect([await delivered('DELIVERED'), await delivered('FAILED')]).toEqual([['sms-1'], []]);

  const incoming = { from: `+${phone}`, to: '20880', date: new Date().toISOString() };
  await told('sms/incoming', { ...incoming, id: 'in-1', text: 'I paid 4500 with QWE1234567' });
  const [reply] = await rowsOf(nineFour.replyPage.path, { isHandled: false });
  expect(reply).toMatchObject({ replyText: 'I paid **** with QWE*******', isStop: false, caseNo, flowNo: null });
  const { flowNo } = await app.database.db.transaction().execute((tx) =>
    receiveFlow(tx, {
      merchantNo,
      paymentChannel: 'MPESA',
      paymentCode: 'QWE1234567',
      account: 'BANK.MPESA_PAYBILL',
      amountCents: 450_000,
      repayTime: new Date(),
    }),
  );
  const [named] = await rowsOf(nineFour.replyPage.path, { isHandled: false });
  expect(named).toMatchObject({ flowNo, writableCents: 450_000 });
  const handled = { replyIds: [reply.replyId], remark: 'Asked for the receipt' };
  expect((await desk.post(nineFour.handle, handled)).data).toEqual({ handled: 1 });
  expect((await desk.post(nineFour.handle, handled)).data.error).toBe('ILLEGAL_TRANSITION');

  const isBlocked = async () =>
    (
      await app.database.db
        .selectFrom('contactBlock')
        .select('blockKind')
        .where('phone', '=', phone)
        .where('liftedAt', 'is', null)
        .execute()
    ).map(({ blockKind }) => blockKind);
  expect(await isBlocked()).toEqual([]);
  await told('sms/incoming', { ...incoming, id: 'in-2', text: ' Stop. ' });
  await told('sms/incoming', { ...incoming, id: 'in-2', text: ' Stop. ', linkId: 'again' });
  expect(await isBlocked()).toEqual(['OBJECTED']);
  expect(await rowsOf(nineFour.replyPage.path, { isStop: true })).toHaveLength(1);
});

it('records several calls on their cases, and closes every channel to numbers that were wrong', async () => {
  const { db } = app.database;
  const [wrong, heard] = [await attempt('ROBOT', 'many-1'), await attempt('ROBOT', 'many-2')].map(String);
  const callIds = [wrong ?? '', heard ?? ''];
  await told('robot/call', report('many-1', { outcome: 'NUMBER_FAULT', willingness: undefined }));
  await told('robot/call', report('many-2'));
  const note = { actionCode: 'NO_ANSWER', remark: 'By the robot' };
  const noted = await desk.call(nineFour.callFollowMany, { callIds, ...note });
  expect(await ended(noted.jobNo)).toEqual({ succeeded: 2, failed: 0 });
  const marked = await desk.call(nineFour.callMarkNumbers, { callIds, remark: 'Answered by a stranger' });
  expect(await ended(marked.jobNo)).toEqual({ succeeded: 1, failed: 1 });
  const blocks = await db
    .selectFrom('contactBlock')
    .select('note')
    .where('phone', '=', phone)
    .where('blockKind', '=', 'WRONG_NUMBER')
    .execute();
  expect(blocks).toEqual([{ note: 'Answered by a stranger' }]);
  // The code of the other system does not reach this case.
  await sql`update collection_case set case_scope = 'BILL' where case_no = ${caseNo}`.execute(db);
  const one = { callId: callIds[1] ?? '', ...note };
  expect((await desk.refusalOf(nineFour.callFollowUp, one)).error).toBe('FORBIDDEN');
  await sql`update collection_case set case_scope = 'ORDER' where case_no = ${caseNo}`.execute(db);
});

it('says how late the vendor’s reports are, and when they have stopped while calls are under way', async () => {
  const { db } = app.database;
  const lag = async (now = new Date()) => await robotLag(db, now);
  const before = await desk.call(nineFour.callBackLag, {});
  expect(before).toMatchObject({ alarm: null, boundSeconds: 300 });
  const earlier = before.hours.reduce((sum, { reports }) => sum + reports, 0);
  const endedAt = new Date(Date.now() - 900_000).toISOString();
  for (let index = 0; index <= earlier + 5; index += 1) {
    await attempt('ROBOT', `lag-${index}`);
    await told('robot/call', report(`lag-${index}`, { endedAt }));
  }
  const late = await lag();
  expect(late.alarm).toBe('LATE');
  expect(late.medianSeconds).toBeGreaterThanOrEqual(900);
  expect(late.hours.reduce((sum, one) => sum + one.late, 0)).toBe(earlier + 6);
  // Two hours on nothing came, and a call that was sent has no end.
  const later = new Date(Date.now() + 7_200_000);
  expect((await lag(later)).alarm).toBeNull();
  const { taskNo } = await db
    .insertInto('aiTask')
    .values({
      merchantNo,
      taskName: 'Silent',
      scriptCode: 'REMIND',
      voiceLanguage: 'en',
      dialFrom: '08:00',
      dialTo: '19:00',
      startAt: new Date(),
      taskStatus: 'RUNNING',
      createdBy: (await db.selectFrom('appUser').select('userNo').limit(1).executeTakeFirstOrThrow()).userNo,
    })
    .returning('taskNo')
    .executeTakeFirstOrThrow();
  const { customerNo } = await db
    .selectFrom('collectionCase')
    .select('customerNo')
    .where('caseNo', '=', caseNo)
    .executeTakeFirstOrThrow();
  const attemptId = await attempt('ROBOT', 'silent-1');
  await db.insertInto('aiTaskItem').values({ taskNo, itemNo: 1, caseNo, customerNo, phone, attemptId }).execute();
  expect(await lag(later)).toMatchObject({ alarm: 'SILENT', waiting: 1 });
  await watchWarnings(db, app.services, later);
  const raised = await db
    .selectFrom('warning')
    .select(['sourceKey', 'subjectPath'])
    .where('sourceType', '=', 'ROBOT_SILENT')
    .execute();
  expect(raised).toEqual([
    { sourceKey: 'ROBOT-SILENT', subjectPath: '/AdminContent/CollectionSystem/NineFourAiCallBack' },
  ]);
});

it('works off again all reports that match, and acknowledges several replies at once', async () => {
  await told('robot/call', report('late-1'));
  const ask = { filters: { intakeStatus: 'UNMATCHED' as const }, ids: null };
  expect(await backsOf('late-1', all)).toMatchObject([{ intakeStatus: 'UNMATCHED' }]);
  // What nobody sees is nothing to them.
  expect((await desk.refusalOf(nineFour.callBackReplayMany, ask)).error).toBe('NOTHING_CHANGES');
  await attempt('ROBOT', 'late-1');
  const { jobNo } = await all.call(nineFour.callBackReplayMany, ask);
  expect(await ended(jobNo, all)).toEqual({ succeeded: 1, failed: 0 });
  expect((await backsOf('late-1', all))[0]).toMatchObject({ intakeStatus: 'PROCESSED', caseNo });

  const incoming = { from: `+${phone}`, to: '20880', date: new Date().toISOString() };
  for (const id of ['in-3', 'in-4']) await told('sms/incoming', { ...incoming, id, text: 'Will pay' });
  const open = async () =>
    (await desk.call(nineFour.replyPage, { ...listOf({ isHandled: false, isStop: false }), sort: null })).rows;
  const replyIds = (await open()).map(({ replyId }) => replyId);
  expect(replyIds).toHaveLength(2);
  // With an outcome it is a follow-up on its case too, written by whoever handles it.
  const [first = 0, ...others] = replyIds;
  const note = { replyIds: [first], remark: 'Pays on Friday', actionCode: 'PROMISED' };
  expect((await desk.refusalOf(nineFour.handle, note)).fields).toEqual(['overdueReason']);
  await desk.call(nineFour.handle, { ...note, overdueReason: 'SALARY_LATE' });
  const noted = await app.database.db
    .selectFrom('caseFollowUp')
    .select(['contactChannel', 'actionCode'])
    .where('caseNo', '=', caseNo)
    .orderBy('followUpId', 'desc')
    .executeTakeFirst();
  expect(noted).toEqual({ contactChannel: 'SMS', actionCode: 'PROMISED' });
  const handled = await desk.call(nineFour.handleMany, { replyIds: others, remark: 'Read' });
  expect(await ended(handled.jobNo, desk)).toEqual({ succeeded: 1, failed: 0 });
  expect(await open()).toEqual([]);
});
