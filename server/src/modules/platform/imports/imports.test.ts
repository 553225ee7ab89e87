import { imports, job as jobCalls } from '@kituo/sdk/contracts';
import readXlsxFile from 'read-excel-file/node';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, type Answer, type Person } from '../../../../testing/test-calls.ts';
import { addressed } from '../exports/index.ts';
import { createLogger } from '../health/index.ts';
import { startJobWorker } from '../jobs/index.ts';
import { parseCsv } from './read-file.ts';

let app: TestApp;
let admin: Person;
let operator: Person;
let stop: () => Promise<void>;

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  admin = await as(app, 'admin');
  operator = await as(app, 'operator');
  const { db } = app.database;
  stop = await startJobWorker({ db, services: app.services, log: createLogger('silent') });
});
afterAll(async () => {
  await stop();
  await app[Symbol.asyncDispose]();
});

const head = 'User name,Login id,Name,Merchant numbers,Phone,Job number,roleNos';
const preview = async (who: Person, content: string | Buffer, kind = 'users.import') =>
  await who.bytes(`user/import/preview?kind=${kind}`, Buffer.from(content), {});
async function applied(rows: object[]): Promise<string> {
  const { data } = await admin.post(imports.apply, { kind: 'users.import', rows });
  const status = async () => (await admin.get(jobCalls.detail, { jobNo: data.jobNo })).data.jobStatus;
  await expect.poll(status).not.toMatch(/QUEUED|RUNNING/);
  return String(data.jobNo);
}

test('the preview marks each faulty cell and writes nothing', async () => {
  const before = await app.database.db.selectFrom('appUser').select('userNo').execute();
  const file = [
    `\uFEFF${head}`,
    'first.one,first.one,First One,M0001; M0002,254712345678,FO1001,R-005',
    'second one,,"Second, ""two""",M0001,0712,12345678,',
    '',
  ].join('\r\n');
  const { data } = await preview(admin, file);
  expect(data.rows[0]).toMatchObject({ rowNo: 1, faults: [] });
  expect(data.rows[1].cells.realName).toBe('Second, "two"');
  expect(data.rows[1].faults).toMatchObject([
    { field: 'userName', msg: 'Only letters, digits, dots, hyphens and underscores' },
    { field: 'loginId', msg: 'Content cannot be blank' },
    { field: 'phone' },
    { field: 'jobNumber', msg: 'Job number format error' },
  ]);
  expect(data.faulty).toBe(1);
  expect(await app.database.db.selectFrom('appUser').select('userNo').execute()).toEqual(before);
});

test('missing columns are named as the template of that language names them', async () => {
  const file = 'User name,Phone\na,b';
  const said = async (lang: string) =>
    (await admin.bytes('user/import/preview?kind=users.import', Buffer.from(file), { lang })).msg;
  expect(await said('en')).toBe('Missing columns: Login ID, Name, Job number. Use the template.');
  expect(await said('zh')).toBe('缺少列：登录账号, 姓名, 工号。请使用模板。');
});

test('the preview marks what the command itself would refuse', async () => {
  const file = [
    `${head},Department number`,
    'free.one,ADMIN,First One,M0001,254712345678,FO1001,R-005,',
    'free.two,free.two,Second One,M9999,254712345678,FO1002,R-005,',
    'free.three,free.three,Third One,M0001,254712345678,FO1003,R-005,D9999',
  ].join('\n');
  const { data } = await preview(admin, file);
  const marked = data.rows.map((row: { faults: { field: string; msg: string }[] }) =>
    row.faults.map(({ field }) => field),
  );
  expect(marked).toEqual([['loginId'], ['merchantNos'], ['deptNo']]);
  expect(data.rows[0].faults[0].msg).toBe('This login ID is taken.');
});

test('a row that repeats an earlier one of the file is marked at its cell, which names that row', async () => {
  const line = (name: string, loginId: string, job: string, phone = '254712345678') =>
    `${name},${loginId},Same Person,M0001,${phone},${job},R-005`;
  const file = [
    head,
    line('same.one', 'same.one', 'SA1001'),
    line('same.two', 'same.two', 'SA1002', '0712'),
    line('same.three', ' SAME.one', 'SA1003'),
    line('Same.Two', 'same.four', 'sa1001'),
    line('', '', 'SA1005'),
    line('', '', 'SA1006'),
  ].join('\n');
  const { data } = await preview(admin, file);
  const repeats = data.rows.map((row: { faults: { field: string; sameAs?: number }[] }) =>
    row.faults.filter(({ sameAs }) => sameAs !== undefined).map(({ field, sameAs }) => [field, sameAs]),
  );
  // One phone for several people is no repeat, and neither are two empty cells.
  expect(repeats).toEqual([
    [],
    [],
    [['loginId', 1]],
    [
      ['userName', 2],
      ['jobNumber', 1],
    ],
    [],
    [],
  ]);
  expect(data.rows[2].faults).toEqual([{ field: 'loginId', msg: 'Duplicate of row 1.', sameAs: 1 }]);
  expect(data.faulty).toBe(5);
  const chinese = await admin.bytes('user/import/preview?kind=users.import', Buffer.from(file), {
    lang: 'zh',
  });
  expect(chinese.data.rows[2].faults[0].msg).toBe('与第 1 行重复。');

  const rows = data.rows.slice(2, 3).map((row: { cells: object }) => row.cells);
  const jobNo = await applied([data.rows[0].cells, ...rows, { ...rows[0], loginId: 'same.five' }]);
  expect((await admin.get(jobCalls.detail, { jobNo })).data).toMatchObject({ succeeded: 2, failed: 1 });
});

test('an import says itself which columns are unique together', async () => {
  const file = [
    'dictType,parentKey,dictKey,en,sort',
    'AREA,,NEW,New,1',
    'AREA,NAIROBI,new,New,2',
    'BANK_NAME_TYPE,,NEW,New,3',
    'AREA,,new,New,4',
  ].join('\n');
  const { data } = await preview(admin, file, 'dictionaries.entries');
  expect(data.rows.map((row: { faults: object[] }) => row.faults)).toMatchObject([
    [],
    [],
    [],
    [{ field: 'dictKey', sameAs: 1 }],
  ]);
});

test('the template comes back without a fault, as CSV and as XLSX', async () => {
  for (const format of ['csv', 'xlsx']) {
    const { body } = await admin.get(imports.template, { kind: 'users.import', format });
    const { data } = await preview(admin, body);
    expect(data.rows).toMatchObject([{ cells: { loginId: 'wanjiru.k' }, faults: [] }]);
  }
});

test('rows succeed or fail automatically; the failed come back as a file that imports again', async () => {
  const row = (name: string, changes: object = {}) => ({
    userName: name,
    loginId: name,
    realName: name,
    merchantNos: 'M0001',
    phone: '254712345678',
    jobNumber: `${name.slice(0, 2)}1${name.length}00`,
    roleNos: '',
    ...changes,
  });
  const jobNo = await applied([
    row('import.a'),
    row('import.bb', { loginId: 'ADMIN' }),
    row('import.ccc', { roleNos: 'R-999' }),
    row('import.dddd', { phone: '07' }),
  ]);
  expect((await admin.get(jobCalls.detail, { jobNo })).data).toMatchObject({
    jobStatus: 'PARTIAL_SUCCESS',
    succeeded: 1,
    failed: 3,
  });
  const items = await admin.post(jobCalls.items, { jobNo, page: 1, pageSize: 20 });
  expect(items.data.rows.map((item: { field: string | null }) => item.field)).toEqual([
    null,
    'loginId',
    'roleNos',
    'phone',
  ]);
  const failed = await admin.get(imports.failedRows, { jobNo });
  const [sheet] = await readXlsxFile(await addressed(failed.body));
  expect(sheet?.data.map((cells) => cells.at(-1))).toEqual([
    'Reason',
    'This login ID is taken.',
    'One of the chosen values no longer exists.',
    '254 plus 9 digits, e.g. 254712345678',
  ]);
  const again = await preview(admin, failed.body);
  expect(again.data.rows[2]).toMatchObject({ faults: [{ field: 'phone' }] });
  const found = await app.database.db
    .selectFrom('appUser')
    .select('mustUpdatePassword')
    .where('loginId', 'like', 'import.%')
    .execute();
  expect(found).toEqual([{ mustUpdatePassword: true }]);
});

test('with makers and checkers an imported row awaits approval', async () => {
  const { db } = app.database;
  await db.updateTable('policySetting').set({ value: 'true' }).execute();
  const jobNo = await applied([
    {
      userName: 'import.w',
      loginId: 'import.w',
      realName: 'W',
      merchantNos: 'M0001',
      phone: '254712345678',
      jobNumber: 'WW1001',
    },
  ]);
  expect((await admin.get(jobCalls.detail, { jobNo })).data.succeeded).toBe(1);
  const waiting = await db.selectFrom('changeRequest').select(['kind', 'subjectNo']).execute();
  expect(waiting).toEqual([{ kind: 'user.save', subjectNo: 'import.w' }]);
  await db.updateTable('policySetting').set({ value: 'false' }).execute();
});

test('results name a row by its place in the file and its person; consoles hear of new entries once', async () => {
  const person = {
    userName: 'import.n',
    loginId: 'import.n',
    realName: 'Njeri W',
    merchantNos: 'M0001',
    phone: '254712345678',
    jobNumber: 'NN1001',
  };
  const request = { kind: 'users.import', rows: [person, { ...person, realName: '' }], rowNos: [4, 9] };
  const { jobNo } = (await admin.post(imports.apply, request)).data;
  const items = await admin.post(jobCalls.items, { jobNo, page: 1, pageSize: 20 });
  const named = items.data.rows.map((item: { subjectNo: string }) => item.subjectNo);
  expect(named).toEqual(['4 · Njeri W', '9']);
  const uneven = await admin.post(imports.apply, { ...request, rowNos: [4] });
  expect(uneven.data.fields[0].field).toBe('rowNos');
  const told: string[] = [];
  app.services.events.onAny((_, event) => told.push(event.type));
  const entry = (dictKey: string) => ({
    dictType: 'BANK_NAME_TYPE',
    dictKey,
    en: dictKey,
    sort: '70',
  });
  const rows = [entry('IMPORT_A'), entry('IMPORT_B')];
  await admin.post(imports.apply, { kind: 'dictionaries.entries', rows });
  await expect.poll(() => told.filter((type) => type === 'dictionaries')).toHaveLength(1);
});

test.each<[string, () => Promise<Answer>, string]>([
  ['a picture', async () => await preview(admin, Buffer.from([0x89, 0x50, 0xff, 0xfe])), 'IMPORT_UNREADABLE'],
  ['half a workbook', async () => await preview(admin, 'PK\u0003\u0004 cut off'), 'IMPORT_UNREADABLE'],
  ['an open quote', async () => await preview(admin, `${head}\r\n"open`), 'IMPORT_UNREADABLE'],
  ['nothing', async () => await preview(admin, ''), 'IMPORT_UNREADABLE'],
  ['missing columns', async () => await preview(admin, 'User name,Phone\r\na,b'), 'IMPORT_COLUMNS'],
  ['too many rows', async () => await preview(admin, `${head}\r\n${'a\r\n'.repeat(2_001)}`), 'IMPORT_TOO_LONG'],
  ['an unknown import', async () => await preview(admin, head, 'users.nothing'), 'NOT_FOUND'],
  ['no code', async () => await preview(operator, head), 'FORBIDDEN'],
  ['no rows', async () => await admin.post(imports.apply, { kind: 'users.import', rows: [] }), 'BAD_REQUEST'],
  [
    'no code to apply',
    async () => await operator.post(imports.apply, { kind: 'users.import', rows: [{}] }),
    'FORBIDDEN',
  ],
])('%s is refused', async (_, ask, error) => {
  expect((await ask()).data.error).toBe(error);
});

test('CSV: quotes, line ends, empty cells', async () => {
  expect(await parseCsv('a,"b,""c""\r\nd",\ne,,\r\n\r\nf')).toEqual([
    ['a', 'b,"c"\r\nd', ''],
    ['e', '', ''],
    [''],
    ['f'],
  ]);
  expect(await parseCsv('a,')).toEqual([['a', '']]);
  // Long enough to be read in a thread.
  const long = Array.from({ length: 2_000 }, (_, n) => [`a ${n}`, 'b,"c"\r\nd', '']);
  const text = long.map(([one]) => `${one},"b,""c""\r\nd",`).join('\n');
  expect(await parseCsv(`\uFEFF${text}`)).toEqual(long);
});
