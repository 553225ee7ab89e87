import { callTask, imports, job, notLoggedList } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, listOf, type Person } from '../../../../testing/test-calls.ts';
import { createLogger } from '../../platform/health/index.ts';
import { startJobWorker } from '../../platform/jobs/index.ts';
import { addDays, businessDateOf, startOfBusinessDate } from '../../platform/policy/index.ts';
import { pauseUnstaffed } from './unstaffed.ts';

const merchantNo = 'M0001';
const TODAY = businessDateOf(new Date());
const PHONE = '254733320001';
let app: TestApp;
let lead: Person;
let agent: Person;
let stranger: Person;
let agentNo: string;
let stop: () => Promise<void>;

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  stop = await startJobWorker({ db, services: app.services, log: createLogger('silent') });
  await sql`insert into regulatory_policy (policy_key, effective_from, value)
    values ('contactHours', ${addDays(TODAY, -1)}, '{"from": "00:00", "to": "24:00"}')`.execute(db);
  const person = async (name: string, actions: readonly string[], books = merchantNo) => {
    const codes = actions.map((action) => `customerService:notLoggedList:${action}`);
    const pages = ['/AdminContent/CustomerServiceSystem/CallingAssignments'];
    const { userNo } = await addPerson(app.database, name, { codes, pages, dailyRevealBudget: 9 });
    await db.insertInto('userMerchant').values({ userNo, merchantNo: books }).execute();
    return userNo;
  };
  await person('nl.lead', ['query', 'distribute', 'dialTasks']);
  await person('nl.stranger', ['query', 'distribute'], 'M0002');
  agentNo = await person('nl.agent', ['query', 'dialTasks']);
  const record = { personnelKind: 'SERVICE', userNo: agentNo } as const;
  await db
    .insertInto('personnel')
    .values({ ...record, dailyCap: 5 })
    .execute();
  await db
    .insertInto('personnelMerchant')
    .values({ ...record, merchantNo })
    .execute();
  const hour = 3_600_000;
  const shift = { startsAt: new Date(Date.now() - hour), endsAt: new Date(Date.now() + hour) };
  await db
    .insertInto('personnelShift')
    .values({ userNo: agentNo, ...shift })
    .execute();
  const customer = { merchantNo, customerName: 'Wanjiru Away', phone: PHONE, idCardNo: '34567899' };
  await db.insertInto('customer').values(customer).execute();
  [lead, agent, stranger] = [await as(app, 'nl.lead'), await as(app, 'nl.agent'), await as(app, 'nl.stranger')];
});
afterAll(async () => {
  await stop();
  await app[Symbol.asyncDispose]();
});

async function ended(jobNo: string): Promise<void> {
  const request = { filters: {}, page: 1, pageSize: 20, sort: null } as const;
  const status = async () => (await lead.call(job.page, request)).rows.find((one) => one.jobNo === jobNo)?.jobStatus;
  await expect.poll(status, { timeout: 20_000 }).not.toMatch(/QUEUED|RUNNING/);
}
const rows = async (who = lead) => (await who.post(notLoggedList.page, listOf())).data.rows;

it('takes customers who do not sign in, shares them out, and has an agent call them one by one', async () => {
  const row = { merchantNo, phone: PHONE, listType: 'DORMANT', appName: 'Kituo', lastLoginOn: '2026-10-01' };
  const nobody = { ...row, phone: '254733329999' };
  const { jobNo } = await lead.call(imports.apply, { kind: 'notLoggedList.import', rows: [row, nobody] });
  await ended(jobNo);
  const [entry, ...others] = await rows();
  expect(others).toEqual([]);
  expect(entry).toMatchObject({ listStatus: 'POOL', appName: 'Kituo', allowedActions: ['distribute'] });
  expect(entry.notLoggedDays).toBeGreaterThan(30);
  const away = async (notLoggedDays: string) => (await lead.call(notLoggedList.page, listOf({ notLoggedDays }))).total;
  expect(await away(`30-${entry.notLoggedDays}`)).toBe(1);
  expect(await away(String(entry.notLoggedDays))).toBe(1);
  expect(await away('0-29')).toBe(0);
  expect(await rows(stranger)).toEqual([]);
  const { entryId } = entry;
  expect((await stranger.refusalOf(notLoggedList.detail, { entryId })).error).toBe('CALL_ENTRY_NOT_FOUND');
  expect((await lead.call(notLoggedList.detail, { entryId })).gate.isAllowed).toBe(true);
  const shared = { entryIds: [entryId], mode: 'FREE_CAP' as const, userNos: [agentNo] };
  await ended((await lead.call(notLoggedList.distribute, shared)).jobNo);
  expect((await rows())[0]).toMatchObject({ listStatus: 'ASSIGNED', callPersonName: 'nl.agent' });
  const { callingTasks } = callTask;
  const { taskNo } = await lead.call(callingTasks.save, {
    merchantNo,
    taskName: 'Come back',
    purpose: 'SERVICE',
    source: { entryIds: [entryId] },
    userNos: [agentNo],
    dialMode: 'CLICK',
    hoursFrom: '08:00',
    hoursTo: '19:00',
    maxAttempts: 2,
    retryMinutes: 30,
    script: null,
    validFrom: TODAY,
    validTo: TODAY,
  });
  await lead.call(callingTasks.start, { taskNo });
  await app.database.db.updateTable('callTask').set({ hoursFrom: '00:00', hoursTo: '24:00' }).execute();
  expect((await lead.refusalOf(callingTasks.next, { taskNo })).error).toBe('CALL_TASK_NOT_YOURS');
  const { lease } = await agent.call(callingTasks.next, { taskNo });
  expect(lease).toMatchObject({ entryId, marketingTargetName: null, listTypeName: 'Dormant' });
  await promises(entryId, taskNo);
  const said = { entryId, taskNo, willingness: 'UNWILLING' as const, content: 'Found another lender', doNotCall: true };
  expect(await agent.call(callingTasks.follow, said)).toEqual({ listStatus: 'DONE' });
  const blocks = await app.database.db
    .selectFrom('contactBlock')
    .select('blockKind')
    .where('setBy', '=', agentNo)
    .execute();
  expect(blocks).toEqual([{ blockKind: 'DO_NOT_CALL' }]);
  const detail = await lead.call(callingTasks.detail, { taskNo });
  expect(detail.row).toMatchObject({ taskStatus: 'DONE', entryCount: 1 });
});

/** A call-back is promised within the service hours of the merchant's numbers alone. */
async function promises(entryId: string, taskNo: string): Promise<void> {
  const { db } = app.database;
  const { callingTasks } = callTask;
  const monday = addDays(TODAY, 8 - (new Date(`${TODAY}T00:00:00Z`).getUTCDay() || 7));
  const at = (day: string, clock: string) => new Date(`${day}T${clock}:00+03:00`).toISOString();
  const hours = [{ days: ['MON' as const, 'TUE' as const], from: '09:00', to: '17:00' }];
  await db
    .updateTable('hotline')
    .set({ serviceHours: JSON.stringify(hours) })
    .where('merchantNo', '=', merchantNo)
    .where('contactType', '=', 'PHONE')
    .execute();
  const days = [monday, addDays(monday, 1)];
  await db.deleteFrom('businessCalendar').where('day', 'in', days).execute();
  const said = { entryId, taskNo, willingness: 'WILLING' as const, content: 'Call me back' };
  const promised = async (nextCallAt: string) => await agent.refusalOf(callingTasks.follow, { ...said, nextCallAt });
  expect(await promised(at(monday, '07:30'))).toMatchObject({
    error: 'CALL_BACK_HOURS',
    fields: ['nextCallAt'],
    msg: expect.stringMatching(/09:00/),
  });
  expect((await promised(at(addDays(monday, 2), '10:00'))).error).toBe('CALL_BACK_HOURS');
  await db
    .insertInto('businessCalendar')
    .values({ day: monday, dayName: 'Founders’ Day', countsAsBusinessDay: false })
    .execute();
  expect((await promised(at(monday, '10:00'))).error).toBe('CALL_BACK_HOURS');
  await agent.call(callingTasks.follow, { ...said, nextCallAt: at(addDays(monday, 1), '09:00') });
  const entry = await db
    .selectFrom('callEntry')
    .select('nextCallAt')
    .where('entryId', '=', entryId)
    .executeTakeFirstOrThrow();
  expect(entry.nextCallAt?.toISOString()).toBe(at(addDays(monday, 1), '09:00'));
  // What nobody named moves to the next service hours.
  await db
    .updateTable('callEntry')
    .set({ leasedBy: agentNo, leasedUntil: new Date(Date.now() + 600_000), nextCallAt: null })
    .where('entryId', '=', entryId)
    .execute();
}

it('pauses a task in its hours while nobody of it is on shift, and says so until it is started again', async () => {
  const { db } = app.database;
  const { callingTasks } = callTask;
  const made = { desk: 'SERVICE', merchantNo, taskName: 'Nobody', taskStatus: 'RUNNING', purpose: 'SERVICE' } as const;
  const hours = { dialMode: 'CLICK', hoursFrom: '00:00', hoursTo: '24:00', maxAttempts: 2, retryMinutes: 30 } as const;
  const { taskNo } = await db
    .insertInto('callTask')
    .values({
      ...made,
      ...hours,
      source: '{}',
      userNos: [agentNo],
      validFrom: TODAY,
      validTo: TODAY,
      createdBy: agentNo,
    })
    .returning('taskNo')
    .executeTakeFirstOrThrow();
  const turn = async () => await pauseUnstaffed({ db, log: createLogger('silent') }, new Date());
  const rowOf = async () => (await lead.call(callingTasks.detail, { taskNo })).row;
  await turn();
  expect(await rowOf()).toMatchObject({ taskStatus: 'RUNNING', pausedFor: null });
  // Over since the first minute of the day.
  const midnight = startOfBusinessDate(TODAY);
  await db
    .updateTable('personnelShift')
    .set({ startsAt: midnight, endsAt: new Date(midnight.getTime() + 60_000) })
    .where('userNo', '=', agentNo)
    .execute();
  await db.updateTable('callTask').set({ hoursTo: '00:01' }).where('taskNo', '=', taskNo).execute();
  await turn();
  expect((await rowOf()).taskStatus).toBe('RUNNING');
  await db.updateTable('callTask').set({ hoursTo: '24:00' }).where('taskNo', '=', taskNo).execute();
  await turn();
  expect(await rowOf()).toMatchObject({ taskStatus: 'PAUSED', pausedFor: 'NOBODY_ON_SHIFT' });
  expect(await turn()).toBe(0);
  await lead.call(callingTasks.start, { taskNo });
  expect(await rowOf()).toMatchObject({ taskStatus: 'RUNNING', pausedFor: null });
});

it('counts who came back, and who of them was never called', async () => {
  const { db } = app.database;
  const before = await lead.call(notLoggedList.returns, {});
  const entries = [
    { callCount: 0, at: new Date() },
    { callCount: 2, at: new Date() },
    { callCount: 0, at: new Date(Date.now() - 31 * 86_400_000) },
  ];
  for (const [index, { callCount, at }] of entries.entries()) {
    const { entryId } = await db
      .insertInto('callEntry')
      .values({
        desk: 'SERVICE',
        merchantNo,
        phone: `25473332010${index}`,
        listType: 'DORMANT',
        marketingTarget: '',
        optInSource: 'REGISTRATION',
        optInAt: at,
        listStatus: 'SELF_RETURNED',
        callCount,
      })
      .returning('entryId')
      .executeTakeFirstOrThrow();
    await db.insertInto('callAssignment').values({ entryId, cause: 'return', userNo: null, at }).execute();
  }
  const { returned, uncalled } = await lead.call(notLoggedList.returns, {});
  expect([returned - before.returned, uncalled - before.uncalled]).toEqual([2, 1]);
});
