import { robotTask } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, listOf, type Person } from '../../../../testing/test-calls.ts';
import { inOnePiece } from '../../platform/files/index.ts';
import { createLogger } from '../../platform/health/index.ts';
import { recordingKey } from '../../platform/recordings/index.ts';
import { businessDateOf, startOfBusinessDate } from '../../platform/policy/index.ts';
import { dialRobotTasks } from './index.ts';

/* What is heard of offers, who gets the willing, and the trial of a script. */

const PHONE = '254733360001';
const URL = 'https://robot.example/calls/1.wav';
/** 10:00 EAT of today. */
const MORNING = new Date(startOfBusinessDate(businessDateOf(new Date())).getTime() + 10 * 3_600_000);
const HOUR_MS = 3_600_000;
const { marketingSound, telemarketingCreate, telemarketingGroups, telemarketingSound, telemarketingTasks } = robotTask;
let app: TestApp;
let maker: Person;
let elsewhere: Person;
let makerNo: string;
let merchantNo: string;

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  ({ merchantNo } = await db
    .selectFrom('merchant')
    .select('merchantNo')
    .orderBy('merchantNo')
    .limit(1)
    .executeTakeFirstOrThrow());
  const codes = ['telemarketing:robot:save', 'telemarketing:robot:control', 'marketing:robot:save'];
  const pages = ['Telemarketing', 'MarketingManagement'].map((section) =>
    section === 'Telemarketing'
      ? '/AdminContent/TelemarketingSystem/RoboticTask'
      : `/AdminContent/${section}/RoboticTask`,
  );
  for (const name of ['sound.maker', 'sound.elsewhere']) {
    const { userNo } = await addPerson(app.database, name, { codes, pages });
    if (name === 'sound.elsewhere') continue;
    makerNo = userNo;
    await db.insertInto('userMerchant').values({ userNo, merchantNo }).execute();
  }
  const lead = { partyKind: 'LEAD', merchantNo, phone: PHONE, partyName: 'Lead', consentedAt: new Date() } as const;
  await db
    .insertInto('contactParty')
    .values({ ...lead, consentVoucherIds: ['AT1'] })
    .execute();
  await db.updateTable('personnel').set({ personnelStatus: 'FROZEN' }).execute();
  for (const [name, groupName, isOn] of [
    ['sound.nakuru', 'Nakuru', true],
    ['sound.off', 'Nakuru', false],
    ['sound.kisumu', 'Kisumu', true],
  ] as const) {
    const { userNo } = await addPerson(app.database, name, {});
    const record = { personnelKind: 'TELEMARKETER', userNo } as const;
    const takesPart = { joinAutoAllot: true, firstLoanWhitelist: true, dailyCap: 3, groupName };
    await db
      .insertInto('personnel')
      .values({ ...record, ...takesPart })
      .execute();
    await db
      .insertInto('personnelMerchant')
      .values({ ...record, merchantNo })
      .execute();
    // Whoever has no shift on a day is on: the other one's ended in its first minute.
    const midnight = startOfBusinessDate(businessDateOf(new Date()));
    const startsAt = isOn ? new Date(Date.now() - 24 * HOUR_MS) : midnight;
    const endsAt = new Date(isOn ? Date.now() + 24 * HOUR_MS : midnight.getTime() + 60_000);
    await db.insertInto('personnelShift').values({ userNo, startsAt, endsAt }).execute();
  }
  [maker, elsewhere] = [await as(app, 'sound.maker'), await as(app, 'sound.elsewhere')];
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
  phones: [PHONE],
});
const turn = () => dialRobotTasks({ db: app.database.db, hasRobot: true, log: createLogger('silent') }, MORNING);

it('plays and shows what was said to those who see the task, and keeps who listened', async () => {
  const { db } = app.database;
  const { taskNo } = await maker.call(telemarketingCreate, { ...form(), transferGroup: 'Nakuru' });
  const one = { taskNo, itemNo: 1 };
  expect((await maker.refusalOf(telemarketingSound.recording, one)).error).toBe('RECORDING_NONE');
  await maker.call(telemarketingTasks.queue, { taskNo });
  await turn();
  const { attemptId } = await db
    .selectFrom('robotTaskItem')
    .select('attemptId')
    .where('taskNo', '=', taskNo)
    .executeTakeFirstOrThrow();
  await sql`update contact_dispatch set dispatch_status = 'SENT', began_at = now() where attempt_id = ${attemptId}`.execute(
    db,
  );
  const heard = { outcome: 'ANSWERED', willingness: 'WILLING', talkSeconds: 34, costCents: 300, recordingUrl: URL };
  await db
    .insertInto('contactResult')
    .values({ ...heard, attemptId: attemptId ?? 0 })
    .execute();
  const stored = { contentType: 'audio/wav', bytes: 4, storedAt: new Date() };
  await db.insertInto('callRecording').values({ sourceUrl: URL, attemptId }).execute();
  await db.updateTable('callRecording').set(stored).where('sourceUrl', '=', URL).execute();
  await app.services.files.store.write(recordingKey(URL), inOnePiece(Buffer.from('RIFF')));
  await db
    .insertInto('contactTranscript')
    .values({ attemptId: attemptId ?? 0, segmentNo: 1, fromSecond: 2, speaker: 'CUSTOMER', said: 'Yes, call me' })
    .execute();
  const { rows } = await maker.call(telemarketingTasks.calls, listOf({ taskNo }));
  expect(rows).toMatchObject([{ hasRecording: true, hasTranscript: true }]);
  expect((await maker.get(telemarketingSound.recording, one)).body.toString()).toBe('RIFF');
  expect(await maker.call(telemarketingSound.transcript, one)).toEqual([
    { fromSecond: 2, speaker: 'CUSTOMER', said: 'Yes, call me' },
  ]);
  expect((await elsewhere.refusalOf(telemarketingSound.recording, one)).error).toBe('ROBOT_TASK_NOT_FOUND');
  expect((await elsewhere.refusalOf(telemarketingSound.transcript, one)).error).toBe('ROBOT_TASK_NOT_FOUND');
  expect((await maker.refusalOf(marketingSound.recording, one)).error).toBe('ROBOT_TASK_NOT_FOUND');
  const log = await db
    .selectFrom('revealLog')
    .select(['subjectNo', 'purpose'])
    .where('userNo', '=', makerNo)
    .where('subjectNo', '=', taskNo)
    .execute();
  expect(log).toEqual([{ subjectNo: taskNo, purpose: 'LISTEN' }]);
});

it('hands the willing to a person of the group on shift', async () => {
  const { db } = app.database;
  await turn();
  const entry = await db
    .selectFrom('callEntry as e')
    .innerJoin('appUser as u', 'u.userNo', 'e.ownerUserNo')
    .select(['u.userName', 'e.listStatus'])
    .where('e.phone', '=', PHONE)
    .executeTakeFirst();
  expect(entry).toEqual({ userName: 'sound.nakuru', listStatus: 'ASSIGNED' });
  expect(await maker.call(telemarketingGroups, { merchantNo })).toEqual([
    { groupName: 'Kisumu', onShift: 1 },
    { groupName: 'Nakuru', onShift: 1 },
  ]);
  expect(await elsewhere.call(telemarketingGroups, { merchantNo })).toEqual([]);
  const refused = async (more: object) => await maker.refusalOf(telemarketingCreate, { ...form(), ...more });
  expect(await refused({ transferGroup: 'Lamu' })).toMatchObject({
    error: 'ROBOT_GROUP_UNKNOWN',
    fields: ['transferGroup'],
  });
  expect((await refused({ transferGroup: 'Nakuru', handsOver: false })).fields).toEqual(['transferGroup']);
  expect((await refused({ scene: 'DORMANT' })).fields).toEqual(['scene']);
});

it('says what an audience would cost by what calls did', async () => {
  const reach = await maker.call(robotTask.telemarketingAudience, { merchantNo, audience: {} });
  const callable = reach.people - reach.inOtherTask - reach.refused;
  const { rows } = await sql<{ cents: number }>`select (sum(x.cents) / count(*))::float8 as cents from (
    select max(r.cost_cents) as cents from robot_task t join robot_task_item i on i.task_no = t.task_no and i.attempts > 0
    left join contact_result r on r.attempt_id = i.attempt_id where t.section = 'telemarketing'
    and t.merchant_no = ${merchantNo} and t.created_at > now() - interval '90 days' group by t.task_no, i.item_no) x`.execute(
    app.database.db,
  );
  expect(callable).toBeGreaterThan(0);
  expect(reach.estimatedCostCents).toBe(Math.round(callable * (rows[0]?.cents ?? -1)));
});

it('tries a script of a task that has not begun on one’s own phone, so many times a day', async () => {
  const { db } = app.database;
  const { taskNo } = await maker.call(telemarketingCreate, form());
  await db.updateTable('appUser').set({ phone: null }).where('userNo', '=', makerNo).execute();
  expect((await maker.refusalOf(telemarketingSound.trial, { taskNo })).error).toBe('ROBOT_TRIAL_NO_PHONE');
  await db.updateTable('appUser').set({ phone: '254733360099' }).where('userNo', '=', makerNo).execute();
  expect((await elsewhere.refusalOf(telemarketingSound.trial, { taskNo })).error).toBe('ROBOT_TASK_NOT_FOUND');
  await sql`insert into regulatory_policy (policy_key, effective_from, value)
    values ('contactHours', '2021-01-01', '{"from": "00:00", "to": "23:59"}')`.execute(db);
  expect(await maker.call(telemarketingSound.trial, { taskNo })).toEqual({ taskNo, left: 9 });
  const { attemptId } = await db
    .selectFrom('robotTaskTrial')
    .select('attemptId')
    .where('taskNo', '=', taskNo)
    .executeTakeFirstOrThrow();
  const sent = await db
    .selectFrom('contactDispatch')
    .select(['channel', 'phone', 'payload'])
    .where('attemptId', '=', attemptId)
    .executeTakeFirst();
  expect(sent).toMatchObject({ channel: 'ROBOT', phone: '254733360099', payload: { scriptCode: 'OFFER' } });
  const trials = async () => (await maker.call(telemarketingTasks.detail, { taskNo })).trials;
  expect(await trials()).toMatchObject([{ outcome: null }]);
  await db.insertInto('contactResult').values({ attemptId, outcome: 'ANSWERED', willingness: 'UNCLEAR' }).execute();
  expect(await trials()).toMatchObject([{ outcome: 'ANSWERED', willingness: 'UNCLEAR' }]);
  for (let made = 1; made < robotTask.MAX_TRIALS_PER_DAY; made += 1) {
    const copy = await db
      .insertInto('contactAttempt')
      .values({
        phone: '254733360099',
        purpose: 'TELEMARKETING',
        channel: 'ROBOT',
        merchantNo,
        attemptedAt: new Date(),
      })
      .returning('attemptId')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('robotTaskTrial')
      .values({ ...copy, taskNo, userNo: makerNo, triedAt: new Date() })
      .execute();
  }
  expect((await maker.refusalOf(telemarketingSound.trial, { taskNo })).error).toBe('ROBOT_TRIAL_LIMIT');
  await maker.call(telemarketingTasks.queue, { taskNo });
  expect((await maker.refusalOf(telemarketingSound.trial, { taskNo })).error).toBe('ILLEGAL_TRANSITION');
});

it('calls 20 people of a draft in a task of their own, once for each draft', async () => {
  const { telemarketingTrialRun } = robotTask;
  const phones = Array.from({ length: 22 }, (_, at) => `2547333612${String(at).padStart(2, '0')}`);
  const { taskNo } = await maker.call(telemarketingCreate, { ...form(), phones });
  const one = async (no: string) => await maker.call(telemarketingTasks.detail, { taskNo: no });
  expect((await one(taskNo)).allowedActions).toContain('trialRun');
  const run = await maker.call(telemarketingTrialRun, { taskNo });
  expect(run.taskStatus).toBe('QUEUED');
  expect(await one(run.taskNo)).toMatchObject({ taskName: 'Warm up trial', total: 20, leftOut: 0 });
  const rest = await one(taskNo);
  expect(rest).toMatchObject({ taskStatus: 'DRAFT', total: 2 });
  expect(rest.allowedActions).not.toContain('trialRun');
  expect((await maker.refusalOf(telemarketingTrialRun, { taskNo })).error).toBe('ROBOT_TRIAL_RUN_MADE');
  expect((await maker.refusalOf(telemarketingTrialRun, { taskNo: run.taskNo })).error).toBe('ILLEGAL_TRANSITION');
  const small = await maker.call(telemarketingCreate, { ...form(), phones: ['254733361300', '254733361301'] });
  expect((await maker.refusalOf(telemarketingTrialRun, { taskNo: small.taskNo })).error).toBe('ROBOT_TRIAL_RUN_SMALL');
  expect((await one(small.taskNo)).total).toBe(2);
});
