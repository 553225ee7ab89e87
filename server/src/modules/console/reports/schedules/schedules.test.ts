import { reportSchedule, type RequestOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../../testing/test-app.ts';
import { as, type Person } from '../../../../../testing/test-calls.ts';
import { createLogger } from '../../../platform/health/index.ts';
import { startJobWorker } from '../../../platform/jobs/index.ts';
import { runReportSchedules } from '../index.ts';
import { nextRunAfter, periodOf } from './next-run.ts';

let app: TestApp;
let owner: Person;
let other: Person;
const nos: Record<string, string> = {};
const log = createLogger('silent');
let stop: () => Promise<void>;
const pages = ['/AdminContent/ReportSystem/CollectionReport'];
const codes = ['report:collection:export'];

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  for (const [name, held] of [
    ['sch.owner', codes],
    ['sch.peer', codes],
    ['sch.reader', []],
  ] as const) {
    const { userNo } = await addPerson(app.database, name, { codes: [...held], pages });
    nos[name] = userNo;
    await db
      .updateTable('appUser')
      .set({ email: `${name}@kituo.example` })
      .where('userNo', '=', userNo)
      .execute();
  }
  await db
    .insertInto('userMerchant')
    .values({ userNo: nos['sch.peer'] ?? '', merchantNo: 'M0001' })
    .execute();
  stop = await startJobWorker({ db, services: app.services, log });
  [owner, other] = [await as(app, 'sch.owner'), await as(app, 'sch.peer')];
});
afterAll(async () => {
  await stop();
  await app[Symbol.asyncDispose]();
});

type Form = RequestOf<typeof reportSchedule.save>;
const form = (change: Partial<Form> = {}): Form => ({
  scheduleName: 'Collectors, daily',
  reportName: 'collection',
  reportSpan: 'LAST_7_DAYS',
  reportFrequency: 'DAILY',
  weekday: null,
  monthDay: null,
  hour: 7,
  fileFormat: 'csv',
  filters: { dimension: 'PERSON' },
  recipientUserNos: [nos['sch.peer'] ?? ''],
  ...change,
});
const listed = async (who = owner) =>
  (await who.call(reportSchedule.page, { filters: {}, page: 1, pageSize: 20, sort: null })).rows;
const rowOf = async (scheduleNo: string) => (await listed()).find((row) => row.scheduleNo === scheduleNo);
const run = async () => await runReportSchedules({ db: app.database.db, services: app.services, log }, new Date());
/** Its time has come. */
const due = async (scheduleNo: string) =>
  await sql`update report_schedule set next_run_at = now() - interval '1 minute' where schedule_no = ${scheduleNo}`.execute(
    app.database.db,
  );
const mails = async () =>
  (
    await app.database.db
      .selectFrom('message')
      .select(['userNo', 'destination', 'subject', 'body'])
      .where('kind', '=', 'report.ready')
      .execute()
  ).map((mail) => ({ ...mail, body: mail.body ?? '' }));
const ended = async (userNo: string) =>
  await expect
    .poll(
      async () => {
        const job = await app.database.db
          .selectFrom('job')
          .select(['jobStatus', 'jobNo', 'reason'])
          .where('userNo', '=', userNo)
          .where('kind', '=', 'collectionReport.export')
          .orderBy('createdAt', 'desc')
          .executeTakeFirst();
        return job?.jobStatus;
      },
      { timeout: 20_000 },
    )
    .toMatch(/SUCCESS|FAILURE/);

it('finds the next time of a plan in EAT, and days that are over', () => {
  const at = new Date('2026-11-28T03:59:00Z'); // a Saturday, 06:59 in Nairobi
  const plan = { reportFrequency: 'DAILY', weekday: null, monthDay: null, hour: 7 } as const;
  expect(nextRunAfter(plan, at).toISOString()).toBe('2026-11-28T04:00:00.000Z');
  expect(nextRunAfter(plan, new Date('2026-11-28T04:00:00Z')).toISOString()).toBe('2026-11-29T04:00:00.000Z');
  expect(nextRunAfter({ ...plan, reportFrequency: 'WEEKLY', weekday: 1 }, at).toISOString()).toBe(
    '2026-11-30T04:00:00.000Z',
  );
  expect(nextRunAfter({ ...plan, reportFrequency: 'MONTHLY', monthDay: 28, hour: 5 }, at).toISOString()).toBe(
    '2026-12-28T02:00:00.000Z',
  );
  expect(periodOf('LAST_MONTH', at)).toEqual({ from: '2026-10-01', to: '2026-10-31' });
  expect(periodOf('MONTH_TO_DATE', new Date('2026-11-30T22:00:00Z'))).toEqual({ from: '2026-11-01', to: '2026-11-30' });
  expect(periodOf('YESTERDAY', at)).toEqual({ from: '2026-11-27', to: '2026-11-27' });
});

it('is refused for people who could not open it, for strange filters, and beside the fields of its plan', async () => {
  const refused = async (change: Partial<Form>) => await owner.refusalOf(reportSchedule.save, form(change));
  expect(await refused({ recipientUserNos: [nos['sch.peer'] ?? '', nos['sch.reader'] ?? ''] })).toMatchObject({
    error: 'REPORT_RECIPIENT_UNFIT',
    fields: ['recipientUserNos'],
  });
  expect((await refused({ filters: { colour: 'red' } })).error).toBe('REPORT_FILTERS_UNKNOWN');
  expect((await refused({ reportName: 'financial' })).error).toBe('FORBIDDEN');
  expect((await refused({ reportFrequency: 'WEEKLY' })).fields).toEqual(['weekday']);
  expect((await refused({ reportFrequency: 'MONTHLY', monthDay: null })).fields).toEqual(['monthDay']);
  expect((await refused({ hour: 24 })).fields).toEqual(['hour']);
});

it('makes each recipient’s file by their own rights and writes to them; the owner alone sees the schedule', async () => {
  const { scheduleNo } = await owner.call(reportSchedule.save, form());
  expect(await listed(other)).toEqual([]);
  await run();
  expect(await rowOf(scheduleNo)).toMatchObject({ lastRunAt: null, sentCount: 0 });
  await due(scheduleNo);
  await run();
  await ended(nos['sch.peer'] ?? '');
  await run();
  expect(await rowOf(scheduleNo)).toMatchObject({ sentCount: 1, preparing: 0, faults: [] });
  const [mail] = await mails();
  expect(mail).toMatchObject({ userNo: nos['sch.peer'], destination: 'sch.peer@kituo.example' });
  expect(mail?.body).toContain('/AdminContent/ReportSystem/CollectionReport');
  // Made as the recipient: it is theirs to download, and nobody else's.
  const job = await app.database.db
    .selectFrom('job')
    .select(['userNo', 'params', 'jobStatus'])
    .where('kind', '=', 'collectionReport.export')
    .execute();
  expect(job).toMatchObject([{ userNo: nos['sch.peer'], jobStatus: 'SUCCESS' }]);
  await run();
  expect(await mails()).toHaveLength(1);
});

it('sends nothing to whoever lost the right since, says why, and stops where its owner lost it', async () => {
  const { scheduleNo } = await owner.call(reportSchedule.save, form({ scheduleName: 'Rights' }));
  const { db } = app.database;
  const held = async (name: string) =>
    await db
      .selectFrom('roleCode as c')
      .innerJoin('userRole as r', 'r.roleNo', 'c.roleNo')
      .select('c.roleNo')
      .where('r.userNo', '=', nos[name] ?? '')
      .where('c.code', '=', 'report:collection:export')
      .execute();
  const take = async (name: string) => {
    const roles = (await held(name)).map(({ roleNo }) => roleNo);
    await db
      .deleteFrom('roleCode')
      .where('roleNo', 'in', roles)
      .where('code', '=', 'report:collection:export')
      .execute();
    return roles;
  };
  const before = (await mails()).length;
  const roles = await take('sch.peer');
  await due(scheduleNo);
  await run();
  expect(await rowOf(scheduleNo)).toMatchObject({ sentCount: 0, faults: [{ sendFault: 'NO_RIGHT' }] });
  await db
    .insertInto('roleCode')
    .values(roles.map((roleNo) => ({ roleNo, code: 'report:collection:export' })))
    .execute();
  const own = await take('sch.owner');
  await due(scheduleNo);
  await run();
  const stored = await db
    .selectFrom('reportSchedule')
    .selectAll()
    .where('scheduleNo', '=', scheduleNo)
    .executeTakeFirst();
  expect(stored?.isPaused).toBe(true);
  await db
    .insertInto('roleCode')
    .values(own.map((roleNo) => ({ roleNo, code: 'report:collection:export' })))
    .execute();
  expect(await rowOf(scheduleNo)).toMatchObject({ scheduleState: 'PAUSED', faults: [{ sendFault: 'OWNER_NO_RIGHT' }] });
  expect(await mails()).toHaveLength(before);
});

it('is paused, resumed from the next time on, changed and deleted by its owner', async () => {
  const { scheduleNo, version } = await owner.call(reportSchedule.save, form({ scheduleName: 'Steps' }));
  expect((await other.refusalOf(reportSchedule.pause, { scheduleNo, version })).error).toBe(
    'REPORT_SCHEDULE_NOT_FOUND',
  );
  const paused = await owner.call(reportSchedule.pause, { scheduleNo, version });
  await due(scheduleNo);
  await run();
  expect(await rowOf(scheduleNo)).toMatchObject({ scheduleState: 'PAUSED', nextRunAt: null, lastRunAt: null });
  expect((await owner.refusalOf(reportSchedule.pause, paused)).error).toBe('NOTHING_CHANGES');
  const resumed = await owner.call(reportSchedule.resume, paused);
  expect(Date.parse((await rowOf(scheduleNo))?.nextRunAt ?? '')).toBeGreaterThan(Date.now());
  expect((await owner.refusalOf(reportSchedule.save, form({ scheduleNo, version }))).error).toBe('STALE');
  const saved = await owner.call(
    reportSchedule.save,
    form({ scheduleNo, version: resumed.version, reportFrequency: 'WEEKLY', weekday: 5 }),
  );
  expect(await rowOf(scheduleNo)).toMatchObject({ weekday: 5, reportFrequency: 'WEEKLY' });
  await owner.call(reportSchedule.remove, { scheduleNo, version: saved.version });
  expect(await rowOf(scheduleNo)).toBeUndefined();
});
