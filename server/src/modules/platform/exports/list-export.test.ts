import { change, job, languages, role } from '@kituo/sdk/contracts';
import readXlsxFile from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, type Person } from '../../../../testing/test-calls.ts';
import { createLogger } from '../health/index.ts';
import { startJobWorker } from '../jobs/index.ts';
import { addressed } from './addressed.ts';

/** Read by what wants an address in each cell. */
const readBook = async (file: Buffer) => await readXlsxFile(await addressed(file));

const SYSTEM = '/AdminContent/UserSystem/';
let app: TestApp;
let admin: Person;
let stop: () => Promise<void>;

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  await db.updateTable('department').set({ remark: '=1+1' }).where('deptNo', '=', 'D0006').execute();
  admin = await as(app, 'admin');
  await db
    .insertInto('missingText')
    .values([
      { languageCode: 'zh', namespace: 'host', textKey: 'unheard.of' },
      { languageCode: 'sw', namespace: 'host', textKey: 'unheard.of' },
    ])
    .execute();
  const checker = db.updateTable('policySetting').where('settingKey', '=', 'makerChecker.role');
  await checker.set({ value: 'true' }).execute();
  await admin.post(role.save, {
    roleName: 'Waits',
    remark: null,
    dataScope: 'MERCHANTS',
    pages: ['/admincontent/home'],
    codes: [],
  });
  await checker.set({ value: 'false' }).execute();
  stop = await startJobWorker({ db, services: app.services, log: createLogger('silent') });
});
afterAll(async () => {
  await stop();
  await app[Symbol.asyncDispose]();
});

async function fileOf(who: Person, path: string, request: object): Promise<Buffer> {
  const { data } = await who.post(path, request);
  const status = async () => (await who.get(job.detail, { jobNo: data.jobNo })).data.jobStatus;
  await expect.poll(status).toBe('SUCCESS');
  return (await who.get(job.file, { jobNo: data.jobNo })).body;
}
const rowsOf = (file: Buffer): string[] =>
  file
    .toString()
    .replace(/^\uFEFF/, '')
    .trim()
    .split('\r\n');

describe('a list that is read whole', () => {
  test.each([
    ['role/export', { filters: { roleName: 'admin' }, sort: null }, 'role/page'],
    ['language/text/missing/export', { filters: { languageCode: 'zh' }, sort: null }, 'language/text/missing/page'],
    ['role/change/export', { filters: { changeState: 'PENDING' }, sort: null }, 'role/change/page'],
    ['user/warning/export', { filters: { isLive: true }, sort: null }, 'user/warning/page'],
    ['language/export', { filters: { isEnabled: true }, sort: null }, 'language/list'],
  ])('%s holds exactly what the filters match', async (path, request, list) => {
    const { data } = await admin.post(list, { ...request, page: 1, pageSize: 100 });
    expect(data.total).toBeGreaterThan(0);
    const file = await fileOf(admin, path, { format: 'csv', ...request });
    expect(rowsOf(file)).toHaveLength(data.total + 1);
  });

  test('changes of another family, and what somebody has not the page of, stay away', async () => {
    const file = await fileOf(admin, 'user/change/export', { format: 'csv', filters: {}, sort: null });
    expect(rowsOf(file)).toHaveLength(1);
    await addPerson(app.database, 'menu.reader', { pages: [`${SYSTEM}MenuManagement`] });
    const reader = await as(app, 'menu.reader');
    const requests = { format: 'csv', filters: {}, sort: null };
    expect((await reader.post(change.changeExports.role, requests)).data.error).toBe('FORBIDDEN');
    const [, ...seen] = rowsOf(await fileOf(reader, 'menu/change/export', requests));
    expect(seen).toEqual([]);
  });

  test('is in the order of the list, in the reader’s language', async () => {
    const sort = { field: 'roleName', direction: 'desc' };
    const { data } = await admin.post(role.page, { filters: {}, sort, page: 1, pageSize: 100 });
    const file = await fileOf(admin, 'role/export', { format: 'xlsx', filters: {}, sort });
    const [sheet] = await readBook(file);
    const [head, ...rows] = sheet?.data ?? [];
    const place = head?.indexOf('Role name') ?? -1;
    expect(rows.map((row) => row[place])).toEqual(data.rows.map((row: { roleName: string }) => row.roleName));
  });

  test('is just the selected rows where there are any; a formula stays text', async () => {
    const requests = { format: 'csv', filters: { name: 'a' }, ids: ['D0006'] };
    const [, ...rows] = rowsOf(await fileOf(admin, 'dept/export', requests));
    expect(rows).toHaveLength(1);
    expect(rows[0]).toContain("'=1+1");
    // Behind the branch it stands in.
    expect(rows[0]).toMatch(/^[^,]+ \/ /);
  });

  test('a tree is filtered as its page filters it', async () => {
    const requests = { format: 'csv', filters: { perms: 'usermanagement', menuType: 'PAGE' } };
    const rows = rowsOf(await fileOf(admin, 'menu/export', requests));
    expect(rows).toHaveLength(2);
    expect(rows[1]).toContain('/AdminContent/UserSystem/UserManagement');
  });

  test('entries of a dictionary go with the columns of its import', async () => {
    const requests = { format: 'csv', dictType: 'USER_STATUS', filters: { code: 'froz' } };
    const [head = '', ...rows] = rowsOf(await fileOf(admin, 'dictionary/export', requests));
    expect(head.split(',').slice(0, 5)).toEqual(['Dictionary', 'Parent key', 'Key', 'Value', 'English']);
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatch(/^USER_STATUS,,FROZEN,/);
  });
});

test('takes the page alone; what is taken away from a person holds for a file that waits', async () => {
  const { roleNo } = await addPerson(app.database, 'role.reader', { pages: [`${SYSTEM}RoleManagement`] });
  const reader = await as(app, 'role.reader');
  const requests = { format: 'csv', filters: {}, sort: null };
  const { data } = await reader.post(role.exportList, requests);
  const status = async () => (await reader.get(job.detail, { jobNo: data.jobNo })).data.jobStatus;
  await expect.poll(status).toBe('SUCCESS');
  expect((await reader.post(languages.exportList, requests)).data.error).toBe('FORBIDDEN');
  const { db } = app.database;
  await db.deleteFrom('rolePage').where('roleNo', '=', roleNo).execute();
  const gone = await reader.get(job.file, { jobNo: data.jobNo });
  expect(gone.data?.error).toBe('FORBIDDEN');
});
