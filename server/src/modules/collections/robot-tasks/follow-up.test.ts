import { robotTask } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, listOf, type Person } from '../../../../testing/test-calls.ts';
import { createLogger } from '../../platform/health/index.ts';
import { businessDateOf, startOfBusinessDate } from '../../platform/policy/index.ts';
import { dialRobotTasks } from './index.ts';

/* What follows a robot call about an offer. */

const PHONES = ['254733350001', '254733350002'];
/** 10:00 EAT of today. */
const MORNING = new Date(startOfBusinessDate(businessDateOf(new Date())).getTime() + 10 * 3_600_000);
const { telemarketingCreate, telemarketingTasks, telemarketingTexts } = robotTask;
let app: TestApp;
let maker: Person;
let merchantNo: string;
let templateNo: string;

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  ({ merchantNo } = await db
    .selectFrom('merchant')
    .select('merchantNo')
    .orderBy('merchantNo')
    .limit(1)
    .executeTakeFirstOrThrow());
  const codes = ['save', 'control'].map((action) => `telemarketing:robot:${action}`);
  const pages = ['/AdminContent/TelemarketingSystem/RoboticTask'];
  const { userNo } = await addPerson(app.database, 'follow.maker', { codes, pages });
  await db.insertInto('userMerchant').values({ userNo, merchantNo }).execute();
  const text = { templateName: 'As we said', scene: 'DORMANT', language: 'en', content: 'As we said' } as const;
  ({ templateNo } = await db
    .insertInto('smsMarketingTemplate')
    .values({ ...text, merchantNo, templateStatus: 'ENABLED', createdBy: userNo, updatedBy: userNo })
    .returning('templateNo')
    .executeTakeFirstOrThrow());
  const approved = { templateNo, versionNo: 1, content: text.content, approvedBy: userNo };
  await db.insertInto('smsMarketingText').values(approved).execute();
  for (const phone of PHONES) {
    const consent = { consentVoucherIds: ['AT1'], consentedAt: new Date() };
    const lead = { partyKind: 'LEAD', merchantNo, phone, partyName: 'Lead' } as const;
    await db
      .insertInto('contactParty')
      .values({ ...lead, ...consent })
      .execute();
  }
  maker = await as(app, 'follow.maker');
});
afterAll(async () => await app[Symbol.asyncDispose]());

const form = () => ({
  taskName: 'Warm up',
  scriptCode: 'OFFER',
  voiceLanguage: 'sw' as const,
  dialFrom: '09:00',
  dialTo: '17:00',
  maxAttempts: 2,
  retryGapMinutes: 60,
  startAt: '2026-01-01T00:00:00Z',
  merchantNo,
  phones: PHONES,
});
const turn = (now = MORNING) =>
  dialRobotTasks({ db: app.database.db, hasRobot: true, log: createLogger('silent') }, now);

/** Says what the robot heard, as the gateway's report would. */
async function report(taskNo: string, itemNo: number, willingness: string): Promise<void> {
  const { db } = app.database;
  const item = db.selectFrom('robotTaskItem').select('attemptId').where('taskNo', '=', taskNo);
  const { attemptId } = await item.where('itemNo', '=', itemNo).executeTakeFirstOrThrow();
  await sql`update contact_dispatch set dispatch_status = 'SENT', began_at = now() where attempt_id = ${attemptId}`.execute(
    db,
  );
  const heard = { outcome: 'ANSWERED', willingness, talkSeconds: 34, costCents: 300 };
  await db
    .insertInto('contactResult')
    .values({ ...heard, attemptId: attemptId ?? 0 })
    .execute();
}

it('takes a text with the labels it follows, of the merchant alone', async () => {
  expect(await maker.call(telemarketingTexts, { merchantNo })).toContainEqual({
    value: templateNo,
    label: 'As we said · en',
  });
  expect(await maker.call(telemarketingTexts, { merchantNo: 'M0009' })).toEqual([]);
  const refused = async (more: object) => (await maker.refusalOf(telemarketingCreate, { ...form(), ...more })).fields;
  expect(await refused({ followUpTemplateNo: templateNo })).toEqual(['followUpLabels']);
  expect(await refused({ followUpTemplateNo: 'ST999999999', followUpLabels: ['WILLING'] })).toEqual([
    'followUpTemplateNo',
  ]);
  expect(await refused({ concurrency: 101 })).toEqual(['concurrency']);
});

it('calls as many at once as it may, sends the text to whom it is for, and lists nobody where people do not call', async () => {
  const { db } = app.database;
  const after = { followUpTemplateNo: templateNo, followUpLabels: ['WILLING' as const], handsOver: false };
  const { taskNo } = await maker.call(telemarketingCreate, { ...form(), ...after, concurrency: 1 });
  await maker.call(telemarketingTasks.queue, { taskNo });
  expect(await turn()).toBe(1);
  expect(await turn()).toBe(0);
  await report(taskNo, 1, 'WILLING');
  expect(await turn()).toBe(1);
  await report(taskNo, 2, 'UNCLEAR');
  await turn();
  const texts = await db
    .selectFrom('contactDispatch')
    .select(['phone', 'payload'])
    .where('channel', '=', 'SMS')
    .where('phone', 'in', PHONES)
    .execute();
  expect(texts).toMatchObject([{ phone: PHONES[0], payload: { text: 'As we said STOP to opt out' } }]);
  const listed = await db.selectFrom('callEntry').select('entryId').where('phone', 'in', PHONES).execute();
  expect(listed).toEqual([]);
  const [row] = (await maker.call(telemarketingTasks.page, listOf({ taskNo }))).rows;
  expect(row).toMatchObject({ taskStatus: 'DONE', followUps: 1, transferred: 0, costCents: 600, optOutCount: 0 });
  const detail = await maker.call(telemarketingTasks.detail, { taskNo });
  expect(detail).toMatchObject({ concurrency: 1, followUpTemplateName: 'As we said', handsOver: false });
  expect(detail.labels).toHaveLength(2);
  const calls = await maker.call(telemarketingTasks.calls, listOf({ taskNo }));
  expect(calls.rows.map(({ talkSeconds }) => talkSeconds)).toEqual([34, 34]);
});

it('finds tasks by script and by the day of their start', async () => {
  const found = async (filters: object) => (await maker.call(telemarketingTasks.page, listOf(filters))).total;
  expect(await found({ scriptCode: 'OFF', startAt: { from: '2026-01-01', to: '2026-01-01' } })).toBe(1);
  expect(await found({ startAt: { from: '2026-01-02' } })).toBe(0);
});

it('changes a draft of one’s own for the same people, and nothing else', async () => {
  const { taskNo, version } = await maker.call(telemarketingCreate, form());
  const { merchantNo: _merchant, phones: _phones, ...dialling } = form();
  const change = { ...dialling, taskNo, version, taskName: 'Warmer', handsOver: false };
  const { telemarketingUpdate } = robotTask;
  expect((await maker.refusalOf(telemarketingUpdate, { ...change, dialFrom: '07:00' })).error).toBe('ROBOT_HOURS');
  expect((await maker.call(telemarketingUpdate, change)).version).toBe(version + 1);
  expect((await maker.refusalOf(telemarketingUpdate, change)).error).toBe('STALE');
  expect(await maker.call(telemarketingTasks.detail, { taskNo })).toMatchObject({
    taskName: 'Warmer',
    handsOver: false,
    total: PHONES.length,
  });
  await app.database.db.updateTable('robotTask').set({ createdBy: 'U000001' }).where('taskNo', '=', taskNo).execute();
  const again = { ...change, version: version + 1 };
  expect((await maker.refusalOf(telemarketingUpdate, again)).error).toBe('FORBIDDEN');
  await app.database.db
    .updateTable('robotTask')
    .set((eb) => ({ createdBy: eb.selectFrom('appUser').select('userNo').where('userName', '=', 'follow.maker') }))
    .where('taskNo', '=', taskNo)
    .execute();
  await maker.call(telemarketingTasks.queue, { taskNo });
  const { version: latest } = await maker.call(telemarketingTasks.detail, { taskNo });
  expect((await maker.refusalOf(telemarketingUpdate, { ...change, version: latest })).error).toBe('ILLEGAL_TRANSITION');
});
