import { job, user } from '@kituo/sdk/contracts';
import readXlsxFile from 'read-excel-file/node';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, type Person } from '../../../../testing/test-calls.ts';
import { addressed } from '../../platform/exports/index.ts';
import { createLogger } from '../../platform/health/index.ts';
import { startJobWorker } from '../../platform/jobs/index.ts';

/** Read by what wants an address in each cell. */
const readBook = async (file: Buffer) => await readXlsxFile(await addressed(file));

let app: TestApp;
let admin: Person;
let operator: Person;
let stop: () => Promise<void>;

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  await db.insertInto('roleCode').values({ roleNo: 'R-010', code: 'user:user:export' }).execute();
  await db.updateTable('appUser').set({ realName: '=1+1' }).where('userNo', '=', 'U000002').execute();
  admin = await as(app, 'admin');
  operator = await as(app, 'operator');
  stop = await startJobWorker({ db, services: app.services, log: createLogger('silent') });
});
afterAll(async () => {
  await stop();
  await app[Symbol.asyncDispose]();
});

async function fileOf(who: Person, request: object): Promise<Buffer> {
  const { data } = await who.post(user.exportUserList, request);
  const status = async () => (await who.get(job.detail, { jobNo: data.jobNo })).data.jobStatus;
  await expect.poll(status).toBe('SUCCESS');
  return (await who.get(job.file, { jobNo: data.jobNo })).body;
}

test('the job’s file is the list’s: filtered, masked, formulas defused', async () => {
  const csv = await fileOf(admin, { format: 'csv', filters: {}, sort: null });
  const lines = csv.toString().trim().split('\r\n');
  const { data } = await admin.post(user.getUserList, {
    filters: {},
    page: 1,
    pageSize: 20,
    sort: null,
  });
  expect(lines).toHaveLength(data.total + 1);
  expect(csv.toString()).not.toMatch(/254\d{9}/);
  expect(csv.toString()).toContain("'=1+1");
  const xlsx = await fileOf(admin, {
    format: 'xlsx',
    filters: {},
    sort: null,
    userNos: ['U000002'],
  });
  const [sheet] = await readBook(xlsx);
  expect(sheet?.data).toHaveLength(2);
  expect(sheet?.data[1]?.[3]).toBe("'=1+1");
});

test('another’s merchants and the salary stay out of it', async () => {
  const text = (await fileOf(operator, { format: 'csv', filters: {}, sort: null })).toString();
  expect(text).not.toContain('U000015');
  expect(text).not.toContain('salary');
  expect(text.split('\r\n').length).toBeGreaterThan(3);
});
