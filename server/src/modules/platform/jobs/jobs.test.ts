import { fork } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { defineEndpoint, job } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import * as z from 'zod/mini';
import { lockWaits } from '../../../../../tests/support/lock-waits.ts';
import { AppError } from '../../../http/app-error.ts';
import { implement } from '../../../http/implement.ts';
import { allRoutes } from '../../../routes.ts';
import { createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, listOf, type Person } from '../../../../testing/test-calls.ts';
import { createLogger } from '../health/index.ts';
import { createJob, MAX_UNFINISHED } from './create-job.ts';
import { createJobKinds, createJobQueue, startJobWorker } from './index.ts';
import { endingKind, fileKind, itemsKind, testKinds, waits } from './testing/kinds.ts';

const start = defineEndpoint({
  name: 'test.start',
  method: 'POST',
  path: 'test/start',
  access: 'signedIn',
  kind: 'command',
  summary: 'Starts a job',
  request: z.object({
    items: z.optional(z.array(z.string())),
    rows: z._default(z.number(), 0),
    isRefused: z._default(z.boolean(), false),
    hasEnd: z._default(z.boolean(), false),
  }),
  reply: z.object({ jobNo: z.string() }),
});

let app: TestApp;
let admin: Person;

beforeAll(async () => {
  const startJob = implement(start, async ({ items, rows, isRefused, hasEnd }, call) => {
    const jobNo = items
      ? await createJob(
          hasEnd ? endingKind : itemsKind,
          {},
          call,
          items.map((input) => ({ subjectNo: input, input })),
        )
      : await createJob(fileKind, { rows }, call);
    if (isRefused) throw new AppError('STALE');
    return { jobNo };
  });
  app = await createTestApp({ content: 'seeded', routes: [...allRoutes, startJob] });
  Object.assign(app.services, { jobKinds: testKinds });
  admin = await as(app, 'admin');
});
afterAll(async () => await app[Symbol.asyncDispose]());

/** A worker of this process with a queue of its own, as another server process would have it. */
async function worker(): Promise<() => Promise<void>> {
  const { db, url } = app.database;
  const log = createLogger('silent');
  const queue = createJobQueue({ db, connectionString: url, log });
  return await startJobWorker({ db, services: { ...app.services, jobs: queue }, log }, queue);
}
const queued = async (body: object) => String((await admin.post('test/start', body)).data.jobNo);
const jobOf = async (jobNo: string) => (await admin.get(job.detail, { jobNo })).data;
const isOver = async (jobNo: string) =>
  await expect.poll(async () => (await jobOf(jobNo)).jobStatus, { interval: 30 }).not.toMatch(/QUEUED|RUNNING/);
/** Whether a worker has an item of the job in its hands. */
async function lockedBy(jobNo: string): Promise<boolean> {
  const { rows } = await sql<{ isFree: boolean }>`
    select exists (select 1 from job where job_no = ${jobNo} for no key update skip locked) as is_free`.execute(
    app.database.db,
  );
  return rows[0]?.isFree === false;
}
/** How often what follows the last item of a job was begun. */
const endsOf = async (jobNo: string) => (await written(`end-${jobNo}-`)).length;
/** Has an item wait in its middle until it is let go on. */
function hold(name: string): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  waits.set(name, promise);
  onTestFinished(() => resolve());
  return resolve;
}
async function written(prefix: string): Promise<string[]> {
  const rows = await app.database.db.selectFrom('organization').select('orgNo').execute();
  return rows.map(({ orgNo }) => orgNo).filter((orgNo) => orgNo.startsWith(prefix));
}

test('each item succeeds or fails individually; just the failed are tried again', async () => {
  const events: string[] = [];
  const stopListening = app.services.events.onAny((_, event) => {
    if (event.type === 'job') events.push(`${event.status} ${event.done}/${event.total}`);
  });
  const stop = await worker();
  const jobNo = await queued({ items: ['one', 'bad-two', 'three', 'fault-four'] });
  await isOver(jobNo);
  expect(await jobOf(jobNo)).toMatchObject({
    jobStatus: 'PARTIAL_SUCCESS',
    total: 4,
    done: 4,
    succeeded: 2,
    failed: 2,
    allowedActions: ['retry', 'downloadFailed'],
  });
  const { data } = await admin.post(job.items, { jobNo, page: 1, pageSize: 20 });
  expect(data.rows).toMatchObject([
    { itemNo: 1, itemStatus: 'SUCCESS', reason: null },
    { itemStatus: 'FAILURE', field: 'orgNo', reason: 'One of the chosen values no longer exists.' },
    { itemStatus: 'SUCCESS' },
    { itemStatus: 'FAILURE', reason: expect.stringContaining('failed on our side') },
  ]);
  expect([...(await written('bad')), ...(await written('fault'))]).toEqual([]);
  const again = await admin.post(job.retry, { jobNo });
  expect(again.data).toMatchObject({ total: 2, retryOf: jobNo });
  await isOver(again.data.jobNo);
  expect((await jobOf(again.data.jobNo)).jobStatus).toBe('FAILURE');
  await expect.poll(() => events.at(-1)).toBe('FAILURE 2/2');
  expect(events).toContain('PARTIAL_SUCCESS 4/4');
  stopListening();
  await stop();
});

test('a command that is rolled back leaves no job behind', async () => {
  const before = (await admin.post(job.page, listOf())).data.total;
  const answer = await admin.post('test/start', { items: ['never'], isRefused: true });
  expect(answer.data.error).toBe('STALE');
  const stop = await worker();
  expect((await admin.post(job.page, listOf())).data.total).toBe(before);
  expect(await written('never')).toEqual([]);
  await stop();
});

test('a worker stopped midway leaves the rest to the next, and nothing is done twice', async () => {
  const items = Array.from({ length: 40 }, (_, index) => `stop-${index}`);
  const goOn = hold('stop-10');
  const first = await worker();
  const jobNo = await queued({ items });
  await expect.poll(async () => (await jobOf(jobNo)).done).toBe(10);
  const stopped = first();
  goOn();
  await stopped;
  // The item in hand is finished.
  expect(await jobOf(jobNo)).toMatchObject({ jobStatus: 'RUNNING', done: 11 });
  const second = await worker();
  await isOver(jobNo);
  expect(await jobOf(jobNo)).toMatchObject({ jobStatus: 'SUCCESS', done: 40, succeeded: 40 });
  expect(await written('stop-')).toHaveLength(40);
  await second();
});

test('a process killed over a job: another carries it on', async () => {
  const items = Array.from({ length: 40 }, (_, index) => `kill-${index}`);
  const script = join(import.meta.dirname, 'testing/worker-process.ts');
  // It does not get to the end, however late it is killed.
  const env = { ...process.env, KITUO_TEST_HOLDS: '1' };
  const child = fork(script, [app.database.url, dirname(app.packagesDir)], { silent: true, env });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child, 'message');
  const jobNo = await queued({ items });
  await expect.poll(async () => (await jobOf(jobNo)).done).toBeGreaterThan(2);
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
  expect((await jobOf(jobNo)).jobStatus).toBe('RUNNING');
  const stop = await worker();
  await isOver(jobNo);
  expect(await jobOf(jobNo)).toMatchObject({ jobStatus: 'SUCCESS', done: 40, failed: 0 });
  expect(await written('kill-')).toHaveLength(40);
  await stop();
  // A process that loads the whole server.
}, 240_000);

test('a process killed between the last item and the end of the job: another winds it up', async () => {
  const script = join(import.meta.dirname, 'testing/worker-process.ts');
  const env = { ...process.env, KITUO_TEST_HOLDS: '1' };
  const child = fork(script, [app.database.url, dirname(app.packagesDir)], { silent: true, env });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child, 'message');
  const jobNo = await queued({ items: ['last-1', 'last-2'], hasEnd: true });
  await expect.poll(() => endsOf(jobNo), { timeout: 20_000 }).toBe(1);
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
  expect(await jobOf(jobNo)).toMatchObject({ jobStatus: 'RUNNING', done: 2 });
  const stop = await worker();
  await isOver(jobNo);
  expect(await jobOf(jobNo)).toMatchObject({ jobStatus: 'SUCCESS', done: 2, succeeded: 2 });
  expect(await endsOf(jobNo)).toBe(2);
  await stop();
}, 240_000);

test('a job called off in its middle is wound up, too, by another worker where its own died', async () => {
  const goOn = hold('off-1');
  const first = await worker();
  const jobNo = await queued({ items: ['off-1', 'off-2'], hasEnd: true });
  await expect.poll(() => lockedBy(jobNo)).toBe(true);
  // As the process died over it: no worker winds it up, and the cancellation stands in the row.
  const stopped = first();
  goOn();
  await stopped;
  await admin.post(job.cancel, { jobNo });
  expect(await endsOf(jobNo)).toBe(0);
  const second = await worker();
  await expect.poll(() => endsOf(jobNo), { timeout: 20_000 }).toBe(1);
  expect(await jobOf(jobNo)).toMatchObject({ jobStatus: 'CANCELLED', done: 1, succeeded: 1 });
  await second();
  await (
    await worker()
  )();
  expect(await endsOf(jobNo)).toBe(1);
}, 60_000);

test('after the database was away, the job in hand is carried on and the next ones are taken, by the same process', async () => {
  const items = Array.from({ length: 20 }, (_, index) => `away-${index}`);
  const goOn = hold('away-10');
  const stop = await worker();
  const jobNo = await queued({ items });
  await expect.poll(async () => (await jobOf(jobNo)).done).toBe(10);
  // As a restart of PostgreSQL does: every connection ends, that of the job's locks and that of the item among them.
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(app.database.db);
  goOn();
  await expect.poll(async () => (await jobOf(jobNo)).jobStatus).not.toMatch(/QUEUED|RUNNING/);
  expect(await jobOf(jobNo)).toMatchObject({ jobStatus: 'SUCCESS', done: 20, failed: 0 });
  expect(await written('away-')).toHaveLength(20);
  const next = await queued({ items: ['away-next'] });
  await isOver(next);
  expect((await jobOf(next)).jobStatus).toBe('SUCCESS');
  await stop();
}, 120_000);

test('called off: what is done stays, the rest is left undone and may be tried again', async () => {
  const waiting = await queued({ items: ['wait-1'] });
  expect((await admin.post(job.cancel, { jobNo: waiting })).data.jobStatus).toBe('CANCELLED');
  const items = Array.from({ length: 40 }, (_, index) => `cancel-${index}`);
  const goOn = hold('cancel-10');
  const stop = await worker();
  const jobNo = await queued({ items });
  await expect.poll(async () => (await jobOf(jobNo)).done).toBe(10);
  const called = admin.post(job.cancel, { jobNo });
  // It waits for the item in hand, and comes between two.
  await expect.poll(() => lockWaits(app.database.db)).toBe(1);
  goOn();
  const { data } = await called;
  expect(data).toMatchObject({
    jobStatus: 'CANCELLED',
    allowedActions: ['retry', 'downloadFailed'],
  });
  expect(data.succeeded).toBeGreaterThan(10);
  expect(data.succeeded).toBeLessThan(40);
  expect(await written('cancel-')).toHaveLength(data.succeeded);
  expect((await admin.post(job.cancel, { jobNo })).data.error).toBe('ILLEGAL_TRANSITION');
  const again = await admin.post(job.retry, { jobNo });
  await isOver(again.data.jobNo);
  expect(await written('cancel-')).toHaveLength(40);
  expect(await written('wait-')).toEqual([]);
  await stop();
});

test('a file is its maker’s alone, and gone when its time is over', async () => {
  const stop = await worker();
  const jobNo = await queued({ rows: 3 });
  await isOver(jobNo);
  expect(await jobOf(jobNo)).toMatchObject({
    jobStatus: 'SUCCESS',
    total: 3,
    fileName: 'lines.csv',
  });
  const file = await admin.get(job.file, { jobNo });
  expect(file.body.toString()).toBe('line\nline\nline\n');
  const other = await as(app, 'operator');
  for (const path of [`user/job/${jobNo}`, `user/job/file/${jobNo}`]) {
    expect((await other.get(path)).data.error).toBe('JOB_NOT_FOUND');
  }
  expect((await other.post(job.cancel, { jobNo })).data.error).toBe('JOB_NOT_FOUND');
  const { db } = app.database;
  await db
    .updateTable('job')
    .set({ expiresAt: new Date(0) })
    .where('jobNo', '=', jobNo)
    .execute();
  expect((await admin.get(job.file, { jobNo })).data.error).toBe('JOB_FILE_GONE');
  await stop();
});

test('one person’s jobs wait behind each other, and nobody else’s behind them', async () => {
  const { db } = app.database;
  const other = await as(app, 'operator');
  const { userNo } = await db
    .selectFrom('appUser')
    .select('userNo')
    .where('userName', '=', 'operator')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('roleCode')
    .columns(['roleNo', 'code'])
    .expression((eb) =>
      eb
        .selectFrom('userRole')
        .select(['roleNo', eb.val(String(itemsKind.code)).as('code')])
        .where('userNo', '=', userNo),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const goOn = hold('lane-held');
  const stop = await worker();
  const held = await queued({ items: ['lane-held'] });
  const behind = await Promise.all([1, 2, 3, 4].map(async (one) => await queued({ items: [`lane-${one}`] })));
  await expect.poll(async () => (await jobOf(held)).jobStatus).toBe('RUNNING');
  const { data } = await other.post('test/start', { items: ['lane-other'] });
  await expect.poll(async () => (await other.get(job.detail, { jobNo: data.jobNo })).data.jobStatus).toBe('SUCCESS');
  for (const jobNo of behind) expect((await jobOf(jobNo)).jobStatus).toBe('QUEUED');
  goOn();
  for (const jobNo of behind) await isOver(jobNo);
  await stop();
  await db
    .deleteFrom('roleCode')
    .where('code', '=', String(itemsKind.code))
    .where('roleNo', 'in', (eb) => eb.selectFrom('userRole').select('roleNo').where('userNo', '=', userNo))
    .execute();
});

test('a person has so many unfinished jobs, and is told when there are more', async () => {
  const asked = await Promise.all(
    Array.from({ length: MAX_UNFINISHED }, async (_, one) => await queued({ items: [`many-${one}`] })),
  );
  expect((await admin.post('test/start', { items: ['many-more'] })).data).toMatchObject({
    error: 'JOBS_TOO_MANY',
    facts: { count: MAX_UNFINISHED },
  });
  for (const jobNo of asked) await admin.post(job.cancel, { jobNo });
});

test('rights taken away while a job waits hold for it', async () => {
  const { db } = app.database;
  const jobNo = await queued({ items: ['rights-1'] });
  const forbidden = await (await as(app, 'operator')).post('test/start', { items: ['x'] });
  expect(forbidden.data.error).toBe('FORBIDDEN');
  await db.deleteFrom('roleCode').where('code', '=', String(itemsKind.code)).execute();
  const stop = await worker();
  await isOver(jobNo);
  expect(await jobOf(jobNo)).toMatchObject({ jobStatus: 'FAILURE', done: 0 });
  expect((await jobOf(jobNo)).reason).toBe('You do not have permission for this.');
  expect(await written('rights-')).toEqual([]);
  await stop();
});

test('two kinds of one name are refused at the start', () => {
  expect(() => createJobKinds([fileKind, fileKind])).toThrow('is defined twice');
});

test('a file that shows personal data in full says so in its records, and no other does', async () => {
  const stop = await worker();
  const { db } = app.database;
  const clerk = await as(app, 'telemarketer');
  const { roleNo } = await db
    .selectFrom('userRole')
    .innerJoin('appUser', 'appUser.userNo', 'userRole.userNo')
    .select('roleNo')
    .where('userName', '=', 'telemarketer')
    .executeTakeFirstOrThrow();
  await db.insertInto('roleCode').values({ roleNo, code: 'user:user:export' }).execute();
  const marksOf = async (unmaskedExport: boolean) => {
    const rights = { isDesensitization: true, unmaskedExport };
    await db.updateTable('role').set(rights).where('roleNo', '=', roleNo).execute();
    await sql`update rights_epoch set epoch = epoch + 1`.execute(db);
    const { jobNo } = await clerk.call(start, { rows: 1 });
    await expect.poll(async () => (await clerk.get(job.detail, { jobNo })).data.jobStatus).toBe('SUCCESS');
    expect((await clerk.get(job.file, { jobNo })).status).toBe(200);
    const { rows } = await sql<{ action: string; mark: boolean | null }>`
      select action, (after ->> 'isUnmasked')::boolean as mark from audit_log
      where subject_no = ${jobNo} order by audit_id`.execute(db);
    return rows.map(({ action, mark }) => `${action.split('.').at(-1)} ${mark}`);
  };
  expect(await marksOf(false)).toEqual(['queued null', 'downloaded null']);
  expect(await marksOf(true)).toEqual(['queued true', 'downloaded true']);
  await stop();
});
