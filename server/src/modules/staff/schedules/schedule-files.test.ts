import { imports, job, schedulePlan, scheduling } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, type Person } from '../../../../testing/test-calls.ts';
import { createLogger } from '../../platform/health/index.ts';
import { startJobWorker } from '../../platform/jobs/index.ts';
import { addDays, businessDateOf } from '../../platform/policy/index.ts';

let app: TestApp;
let stop: () => Promise<void>;
let planner: Person;
let deptNo: string;
let oneNo: string;
const today = businessDateOf(new Date());
const monday = addDays(today, 15 - new Date(`${today}T12:00:00Z`).getUTCDay());

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  stop = await startJobWorker({ db: app.database.db, services: app.services, log: createLogger('silent') });
  const { db } = app.database;
  ({ deptNo } = await db
    .insertInto('department')
    .values({ deptName: 'Night desk', parentDeptNo: null })
    .returning('deptNo')
    .executeTakeFirstOrThrow());
  const add = async (name: string, jobNumber: string, codes: readonly string[], isHere = true) => {
    const { userNo } = await addPerson(app.database, name, {
      pages: [scheduling.SCHEDULE_PAGE, schedulePlan.SCHEDULE_PLAN_PAGE],
      codes,
    });
    await db.updateTable('appUser').set({ deptNo, jobNumber }).where('userNo', '=', userNo).execute();
    if (isHere) await db.insertInto('userMerchant').values({ userNo, merchantNo: 'M0001' }).execute();
    return userNo;
  };
  const codes = ['save', 'import', 'export'].map((action) => `schedule:shift:${action}`);
  await add('files.planner', 'FP00001', codes);
  oneNo = await add('files.one', 'FP00002', []);
  await add('files.elsewhere', 'FP00003', [], false);
  const collector = await add('files.collector', 'FP00004', []);
  await db.insertInto('personnel').values({ personnelKind: 'COLLECTOR', userNo: collector }).execute();
  planner = await as(app, 'files.planner');
});
afterAll(async () => {
  await stop();
  await app[Symbol.asyncDispose]();
});

async function ended(jobNo: string) {
  await expect
    .poll(async () => (await planner.call(job.detail, { jobNo })).finishedAt, { timeout: 20_000 })
    .toEqual(expect.any(String));
}
const line = (jobNumber: string, workDate: string, shiftType = 'D') => ({
  jobNumber,
  workDate,
  shiftType,
  remark: '',
  overrideReason: '',
});

it('adds drafts by file by the rules of adding one, with the times of the shift type, and names what breaks a rule', async () => {
  await planner.call(scheduling.save, {
    userNo: oneNo,
    shiftType: 'D',
    breakMinutes: 60,
    remark: null,
    startAt: `${monday}T08:00:00+03:00`,
    endAt: `${monday}T17:00:00+03:00`,
  });
  const rows = [
    line('FP00002', addDays(monday, 1)),
    line('FP00004', monday),
    line('FP00002', monday),
    line('FP00002', addDays(today, -1)),
    line('FP00003', monday),
    line('FP00002', addDays(monday, 2), 'ZZZZ'),
    line('short', monday),
  ];
  const { jobNo } = await planner.call(imports.apply, { kind: 'scheduling.import', rows });
  await ended(jobNo);
  const items = (await planner.call(job.items, { jobNo, page: 1, pageSize: 50 })).rows;
  expect(items.map(({ itemStatus }) => itemStatus)).toEqual([
    'SUCCESS',
    'SUCCESS',
    'FAILURE',
    'FAILURE',
    'FAILURE',
    'FAILURE',
    'FAILURE',
  ]);
  expect(items.map(({ field }) => field).slice(4)).toEqual(['jobNumber', 'shiftType', 'jobNumber']);
  const type = (await planner.call(scheduling.shiftTypes, {})).find(({ shiftType }) => shiftType === 'D');
  const { people } = await planner.call(scheduling.calendar, { view: 'WEEK', date: monday, deptNos: [deptNo] });
  const made = people.flatMap(({ shifts }) => shifts).find(({ workDate }) => workDate === addDays(monday, 1));
  expect(made).toMatchObject({ shiftStatus: 'DRAFT', breakMinutes: type?.breakMinutes });
  expect(Date.parse(made?.startAt ?? '')).toBe(Date.parse(`${addDays(monday, 1)}T${type?.startsAt}:00+03:00`));
});

it('marks the day of a line that breaks a rule before anything is written', async () => {
  const file = `Job number,Date,Shift type,Remark,Reason for breaking the plan\nFP00002,${monday},D,,\nFP00002,${addDays(monday, 3)},D,,`;
  const { data } = await planner.bytes(`${imports.preview.path}?kind=scheduling.import`, Buffer.from(file), {});
  expect(data.rows.map(({ faults }: { faults: object[] }) => faults)).toMatchObject([[{ field: 'workDate' }], []]);
});

it('writes the shifts of a view, narrowed as the view is', async () => {
  const view = { view: 'WEEK' as const, date: monday, deptNos: [deptNo] };
  const read = async (filters: object) => {
    const { jobNo } = await planner.call(scheduling.exportView, { format: 'csv', filters: { ...view, ...filters } });
    await ended(jobNo);
    const file = await planner.get(job.file, { jobNo });
    return file.body.toString().trim().split(/\r?\n/).slice(1);
  };
  const all = await read({});
  expect(all).toHaveLength(3);
  expect(all[0]).toContain('FP0000');
  const collectors = await read({ staffType: 'COLLECTOR' });
  expect(collectors).toHaveLength(1);
  expect(collectors[0]).toContain('FP00004');
  expect(await read({ shiftStatus: 'PUBLISHED' })).toEqual([]);
});
