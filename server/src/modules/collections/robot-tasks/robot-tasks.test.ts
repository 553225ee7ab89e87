import { robotTask } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { StateOf } from '../../../state-machine/index.ts';
import { allowedActions, statesOf } from '../../../state-machine/index.ts';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, listOf, type Person } from '../../../../testing/test-calls.ts';
import { previewing } from '../../../../testing/test-previews.ts';
import { robotTaskMachine } from '../collections/index.ts';
import { createLogger } from '../../platform/health/index.ts';
import { everyRow } from '../../payments/payments/testing/every-row.ts';
import { businessDateOf, startOfBusinessDate } from '../../platform/policy/index.ts';
import { NOT_HEARD } from '../contacts/index.ts';
import { dialRobotTasks } from './index.ts';

let app: TestApp;
let maker: ReturnType<typeof previewing>;
let checker: Person;
let elsewhere: Person;
let merchantNo: string;
let phones = 0;
const log = createLogger('silent');
const CODES = [
  'collection:robotTask:create',
  'collection:robotTask:stop',
  ...['marketing', 'telemarketing'].flatMap((area) =>
    ['save', 'control', 'approve'].map((action) => `${area}:robot:${action}`),
  ),
];
const PAGES = ['CollectionSystem', 'MarketingManagement', 'TelemarketingSystem'].map(
  (section) => `/AdminContent/${section}/RoboticTask`,
);
/** 10:00 EAT of today. */
const MORNING = new Date(startOfBusinessDate(businessDateOf(new Date())).getTime() + 10 * 3_600_000);

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  ({ merchantNo } = await db
    .selectFrom('merchant')
    .select('merchantNo')
    .orderBy('merchantNo')
    .limit(1)
    .executeTakeFirstOrThrow());
  for (const name of ['robot.maker', 'robot.checker', 'robot.elsewhere']) {
    const { userNo } = await addPerson(app.database, name, { codes: CODES, pages: PAGES });
    if (name !== 'robot.elsewhere') await db.insertInto('userMerchant').values({ userNo, merchantNo }).execute();
  }
  maker = previewing(app, await as(app, 'robot.maker'));
  [checker, elsewhere] = [await as(app, 'robot.checker'), await as(app, 'robot.elsewhere')];
});
afterAll(async () => await app[Symbol.asyncDispose]());

const DIALLING = {
  taskName: 'Warm up',
  scriptCode: 'OFFER',
  voiceLanguage: 'sw',
  dialFrom: '09:00',
  dialTo: '17:00',
  maxAttempts: 2,
  retryGapMinutes: 60,
  startAt: '2026-01-01T00:00:00Z',
};
const PATHS = { telemarketing: 'telemarketing', marketing: 'marketingManage' } as const;
async function lead(hasAgreed = true): Promise<string> {
  phones += 1;
  const phone = `2547333${String(phones).padStart(5, '0')}`;
  await app.database.db
    .insertInto('contactParty')
    .values({
      partyKind: 'LEAD',
      merchantNo,
      phone,
      partyName: 'Lead',
      consentVoucherIds: ['AT1'],
      consentedAt: hasAgreed ? new Date() : null,
    })
    .execute();
  return phone;
}
const save = async (
  numbers: readonly string[],
  more: object = {},
  who: Person = maker,
  area: keyof typeof PATHS = 'telemarketing',
) => await who.post(`${PATHS[area]}/robotTask/save`, { ...DIALLING, merchantNo, phones: numbers, ...more });
const act = (action: string, taskNo: string, who: Person = maker, area: keyof typeof PATHS = 'telemarketing') =>
  who.post(`${PATHS[area]}/robotTask/${action === 'queue' ? 'start' : action}`, { taskNo });
const statusOf = async (taskNo: string) =>
  (
    await app.database.db
      .selectFrom('robotTask')
      .select('taskStatus')
      .where('taskNo', '=', taskNo)
      .executeTakeFirstOrThrow()
  ).taskStatus;
const items = (taskNo: string) =>
  app.database.db
    .selectFrom('robotTaskItem')
    .select(['itemStatus', 'outcome', 'attempts', 'willingness'])
    .where('taskNo', '=', taskNo)
    .orderBy('itemNo')
    .execute();
const turn = (now = MORNING, hasRobot = true) => dialRobotTasks({ db: app.database.db, hasRobot, log }, now);
const put = (taskNo: string, taskStatus: StateOf<typeof robotTaskMachine>) =>
  app.database.db.updateTable('robotTask').set({ taskStatus }).where('taskNo', '=', taskNo).execute();

it('takes in each state what the machine lists, and else writes nothing', async () => {
  const NAMES = {
    submit: 'submit',
    queue: 'queue',
    approve: 'approve',
    return: 'sendBack',
    pause: 'pause',
    resume: 'resume',
    retry: 'retry',
    stop: 'stop',
  } as const;
  const { taskNo } = (await save([await lead()])).data;
  for (const state of statesOf(robotTaskMachine)) {
    for (const [action, command] of Object.entries(NAMES)) {
      await put(taskNo, state);
      const isListed = allowedActions(robotTaskMachine, state).includes(command);
      const who = action === 'approve' ? checker : maker;
      const before = await everyRow(app.database.db);
      const { data } = isListed
        ? await act(action, taskNo, who)
        : await act(action, taskNo, who === maker ? checker : who);
      if (isListed) {
        expect(data.taskStatus, `${state} ${action}`).toBe(robotTaskMachine.transitions[state][command as never]);
        continue;
      }
      expect(data.error, `${state} ${action}`).toBe('ILLEGAL_TRANSITION');
      expect([await statusOf(taskNo), await everyRow(app.database.db)]).toEqual([state, before]);
    }
  }
  expect(maker.seen.size).toBeGreaterThan(5);
});

it('needs approval for a release, and one’s own books', async () => {
  const { taskNo } = (await save([await lead()], {}, maker, 'marketing')).data;
  expect((await act('submit', taskNo, elsewhere, 'marketing')).data.error).toBe('ROBOT_TASK_NOT_FOUND');
  expect((await act('submit', taskNo, maker, 'telemarketing')).data.error).toBe('ROBOT_TASK_NOT_FOUND');
  await act('submit', taskNo, maker, 'marketing');
  expect((await act('approve', taskNo, maker, 'marketing')).data.error).toBe('MAKER_IS_CHECKER');
  expect((await act('return', taskNo, checker, 'marketing')).data.taskStatus).toBe('DRAFT');
  await act('submit', taskNo, maker, 'marketing');
  expect((await act('approve', taskNo, checker, 'marketing')).data.taskStatus).toBe('QUEUED');
  await act('stop', taskNo, maker, 'marketing');
  expect(await items(taskNo)).toMatchObject([{ itemStatus: 'LEFT_OUT', outcome: 'STOPPED' }]);
  const { data } = await maker.post(robotTask.marketingTasks.page, listOf({ taskNo }));
  expect(data.rows).toMatchObject([{ taskNo, total: 1, leftOut: 1, allowedActions: [] }]);
  expect((await elsewhere.post(robotTask.marketingTasks.page, listOf())).data.rows).toEqual([]);
  const large = Array.from({ length: 501 }, (_, index) => `2547001${String(index).padStart(5, '0')}`);
  const { taskNo: many } = (await save(large)).data;
  expect((await act('queue', many)).data).toMatchObject({ error: 'ROBOT_NEEDS_APPROVAL', facts: { count: 500 } });
});

it('says what is wrong with a task before it is kept', async () => {
  const phone = await lead();
  expect((await save([phone], { dialFrom: '07:00' })).data).toMatchObject({
    error: 'ROBOT_HOURS',
    fields: [{ field: 'dialFrom' }],
  });
  expect((await save([phone], { dialTo: '19:30' })).data.fields).toMatchObject([{ field: 'dialTo' }]);
  expect((await save([phone], { dialTo: '08:30' })).data.fields).toMatchObject([{ field: 'dialTo' }]);
  expect((await save([phone], { taskName: 'x'.repeat(31) })).data.fields).toMatchObject([{ field: 'taskName' }]);
  expect((await save([phone], {}, elsewhere)).data.error).toBe('REFERENCE_UNKNOWN');
  const twice = (await save([phone, phone])).data;
  expect(twice).toMatchObject({ total: 2, leftOut: 1 });
  await act('queue', twice.taskNo);
  expect((await save([phone])).data.error).toBe('ROBOT_AUDIENCE_EMPTY');
  const cases = { ...DIALLING, caseIds: ['CC0'] };
  expect((await maker.post(robotTask.collectionCreate, cases)).data).toMatchObject({
    error: 'CASE_NOT_FOUND',
    fields: [{ field: 'caseIds' }],
  });
  await act('stop', twice.taskNo);
});

async function running(numbers: readonly string[]): Promise<string> {
  const { taskNo } = (await save(numbers)).data;
  await act('queue', taskNo);
  return taskNo;
}
/** Says how the call of a phone ended, as the gateway's report would. */
async function report(taskNo: string, itemNo: number, outcome: string, willingness: string | null = null) {
  const { db } = app.database;
  const { attemptId } = await db
    .selectFrom('robotTaskItem')
    .select('attemptId')
    .where('taskNo', '=', taskNo)
    .where('itemNo', '=', itemNo)
    .executeTakeFirstOrThrow();
  await sql`update contact_dispatch set dispatch_status = 'SENT', began_at = now() where attempt_id = ${attemptId}`.execute(
    db,
  );
  await db
    .insertInto('contactResult')
    .values({ attemptId: attemptId ?? 0, outcome, willingness })
    .execute();
}

it('calls each through the gate, once, tries again who did not answer, and ends with the last', async () => {
  const taskNo = await running([await lead(), await lead(), await lead(false)]);
  expect(await turn(new Date(MORNING.getTime() - 2 * 3_600_000))).toBe(0);
  expect(await statusOf(taskNo)).toBe('RUNNING');
  const called = await Promise.all([turn(), turn()]);
  expect(called.reduce((sum, count) => sum + count, 0)).toBe(2);
  expect(await items(taskNo)).toMatchObject([
    { itemStatus: 'DIALLED' },
    { itemStatus: 'DIALLED' },
    { itemStatus: 'REFUSED', outcome: 'CONTACT_NOT_AGREED' },
  ]);
  await act('pause', taskNo);
  await report(taskNo, 1, 'ANSWERED', 'WILLING');
  await report(taskNo, 2, 'NO_ANSWER');
  expect(await turn()).toBe(0);
  await act('resume', taskNo);
  expect(await turn()).toBe(0);
  expect(await items(taskNo)).toMatchObject([
    { itemStatus: 'DONE', willingness: 'WILLING' },
    { itemStatus: 'QUEUED', attempts: 1 },
    {},
  ]);
  expect(await turn(new Date(MORNING.getTime() + 61 * 60_000))).toBe(1);
  await report(taskNo, 2, 'NO_ANSWER');
  await turn(new Date(MORNING.getTime() + 62 * 60_000));
  expect(await statusOf(taskNo)).toBe('DONE');
  expect(await items(taskNo)).toMatchObject([{}, { itemStatus: 'DONE', attempts: 2, outcome: 'NO_ANSWER' }, {}]);
  const { rows } = await sql<{
    tried: number;
  }>`select count(*)::int as tried from contact_attempt a join robot_task_item i on i.phone = a.phone where i.task_no = ${taskNo}`.execute(
    app.database.db,
  );
  expect(rows[0]?.tried).toBe(4);
});

it('waits for the word on a dial in doubt, and calls again only whom the robot never heard of', async () => {
  const { db } = app.database;
  const taskNo = await running([await lead(), await lead()]);
  expect(await turn()).toBe(2);
  const dispatched = (itemNo: number, status: string, fault: string | null) =>
    sql`update contact_dispatch set dispatch_status = ${status}, fault = ${fault}, began_at = ${MORNING} where attempt_id =
      (select attempt_id from robot_task_item where task_no = ${taskNo} and item_no = ${itemNo})`.execute(db);
  await dispatched(1, 'UNKNOWN', 'no answer');
  await dispatched(2, 'REFUSED', NOT_HEARD);
  expect(await turn()).toBe(1);
  expect(await items(taskNo)).toMatchObject([{ itemStatus: 'DIALLED' }, { itemStatus: 'DIALLED', attempts: 1 }]);
  await report(taskNo, 2, 'ANSWERED');
  // Nobody ever told: after half an hour it is over.
  expect(await turn(new Date(MORNING.getTime() + 31 * 60_000))).toBe(0);
  expect(await items(taskNo)).toMatchObject([
    { itemStatus: 'DONE', outcome: 'UNKNOWN' },
    { itemStatus: 'DONE', outcome: 'ANSWERED' },
  ]);
  expect(await statusOf(taskNo)).toBe('DONE');
});

it('fails where the robot takes nothing, and goes on where it stopped', async () => {
  const taskNo = await running([await lead()]);
  await turn(MORNING, false);
  expect(await statusOf(taskNo)).toBe('FAILED');
  expect((await act('retry', taskNo)).data.taskStatus).toBe('RUNNING');
  expect(await turn()).toBe(1);
  await sql`update contact_dispatch set dispatch_status = 'REFUSED', fault = 'no credit' where attempt_id = (select attempt_id from robot_task_item where task_no = ${taskNo})`.execute(
    app.database.db,
  );
  await turn();
  const task = await app.database.db
    .selectFrom('robotTask')
    .select(['taskStatus', 'fault'])
    .where('taskNo', '=', taskNo)
    .executeTakeFirstOrThrow();
  expect(task).toEqual({ taskStatus: 'FAILED', fault: 'no credit' });
  expect(await items(taskNo)).toMatchObject([{ itemStatus: 'QUEUED', attempts: 0 }]);
});

it('shows a task’s settings and its people masked, within its section and one’s own books', async () => {
  const phone = await lead();
  const form = { ...DIALLING, merchantNo, phones: [phone, phone] };
  const { taskNo } = (await maker.post(robotTask.telemarketingCreate, form)).data;
  expect((await maker.get(robotTask.telemarketingTasks.detail, { taskNo })).data).toMatchObject({
    taskNo,
    dialFrom: '09:00',
    maxAttempts: 2,
    refusals: [{ outcome: 'TWICE', people: 1 }],
  });
  const calls = await maker.post(robotTask.telemarketingTasks.calls, listOf({ taskNo, itemStatus: 'QUEUED' }));
  expect(calls.data).toMatchObject({ total: 1, rows: [{ itemNo: 1, attempts: 0 }] });
  expect(calls.data.rows[0].phone).not.toBe(phone);
  const inMarketing = await maker.get(robotTask.marketingTasks.detail, { taskNo });
  expect(inMarketing.data.error).toBe('ROBOT_TASK_NOT_FOUND');
  expect((await elsewhere.get(robotTask.telemarketingTasks.detail, { taskNo })).data.error).toBe(
    'ROBOT_TASK_NOT_FOUND',
  );
  expect((await elsewhere.post(robotTask.telemarketingTasks.calls, listOf({ taskNo }))).data.rows).toEqual([]);
});

it('calls those again whom nobody answered, in a task of their own, once it is over', async () => {
  const { db } = app.database;
  const [quiet, spoken] = [await lead(), await lead()];
  const { taskNo } = (await save([quiet, spoken])).data;
  const again = (one: string) => maker.post(robotTask.telemarketingTasks.again, { taskNo: one });
  expect((await again(taskNo)).data.error).toBe('ILLEGAL_TRANSITION');
  const end = (itemNo: number, outcome: string) =>
    db
      .updateTable('robotTaskItem')
      .set({ itemStatus: 'DONE', attempts: 2, outcome })
      .where('taskNo', '=', taskNo)
      .where('itemNo', '=', itemNo)
      .execute();
  await end(1, 'NO_ANSWER');
  await end(2, 'ANSWERED');
  await put(taskNo, 'DONE');
  const { rows } = (await maker.post(robotTask.telemarketingTasks.page, listOf({ taskNo }))).data;
  expect(rows[0]).toMatchObject({ unreached: 1, allowedActions: ['again'] });
  const made = (await again(taskNo)).data;
  expect(made.taskStatus).toBe('DRAFT');
  const people = await db.selectFrom('robotTaskItem').select('phone').where('taskNo', '=', made.taskNo).execute();
  expect(people).toEqual([{ phone: quiet }]);
  await end(1, 'ANSWERED');
  expect((await again(taskNo)).data.error).toBe('ROBOT_AUDIENCE_EMPTY');
});
