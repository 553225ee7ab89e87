import { callImport, callList, imports, job } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, listOf, type Person } from '../../../../testing/test-calls.ts';
import { createLogger } from '../../platform/health/index.ts';
import { startJobWorker } from '../../platform/jobs/index.ts';

const SECTION = '/AdminContent/TelemarketingSystem/';
const merchantNo = 'M0001';
const KIND = 'callList.import';
const ROWS = 2_600;
let app: TestApp;
let lead: Person;
let userNo: string;
let stop: () => Promise<void>;

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  stop = await startJobWorker({ db, services: app.services, log: createLogger('silent') });
  const pages = ['ListLibraryManagement', 'ImportRecord'].map((page) => SECTION + page);
  ({ userNo } = await addPerson(app.database, 'long.lead', { pages, codes: ['telemarketing:list:import'] }));
  await db.insertInto('userMerchant').values({ userNo, merchantNo }).execute();
  lead = await as(app, 'long.lead');
});
afterAll(async () => {
  await stop();
  await app[Symbol.asyncDispose]();
});

const phoneOf = (rowNo: number) => `254733${String(600_000 + rowNo)}`;
const HEAD =
  'merchantNo,phone,listType,marketingTarget,optInSource,optInAt,recommendedProductNo,recommendedAmountCents';
const lineOf = (phone: string, { listType = 'LEAD', optInAt = '2026-11-01' } = {}) =>
  `${merchantNo},${phone},${listType},FIRST_LOAN,WEBSITE,${optInAt},,"5,000"`;
/** Rows 2 and 3 are wrong by themselves, row 2,500 repeats the first; of 4 to 7 the person is known. */
function fileOf(from = 1): Buffer {
  const lines = Array.from({ length: ROWS }, (_, index) => lineOf(phoneOf(from + index)));
  lines[1] = lineOf(phoneOf(from + 1), { listType: 'NOWHERE' });
  lines[2] = lineOf('0712');
  lines[2_499] = lineOf(phoneOf(from));
  return Buffer.from([HEAD, ...lines].join('\r\n'));
}
async function apply(content: Buffer, { isAgain = false, key = `long-${content.length}-${Math.random()}` } = {}) {
  const query = new URLSearchParams({ kind: KIND, fileName: 'people.csv', isAgain: String(isAgain) });
  return await lead.bytes(`${imports.applyFile.path}?${query.toString()}`, content, { 'idempotency-key': key });
}
async function ended(jobNo: string) {
  const row = async () =>
    (await lead.call(job.page, { filters: {}, page: 1, pageSize: 20, sort: null })).rows.find(
      (one) => one.jobNo === jobNo,
    );
  await expect.poll(async () => (await row())?.jobStatus, { timeout: 30_000 }).not.toMatch(/QUEUED|RUNNING/);
  return await row();
}

it('says of a long file what would be refused, by reason, and nothing about the people', async () => {
  await blockRow4();
  const { data } = await lead.bytes(`${imports.preview.path}?kind=${KIND}`, fileOf(), {});
  expect(data).toMatchObject({ rows: [], faulty: 3, earlier: null });
  expect(data.long).toEqual({
    rows: ROWS,
    faulty: 3,
    faults: [
      { field: 'listType', msg: expect.any(String), count: 1, rowNos: [2] },
      { field: 'phone', msg: expect.stringContaining('254'), count: 1, rowNos: [3] },
      { field: 'phone', msg: 'Duplicate of an earlier row.', count: 1, rowNos: [2_500] },
    ],
  });
});

async function blockRow4(): Promise<void> {
  await app.database.db
    .insertInto('marketingBlacklist')
    .values({
      phone: phoneOf(4),
      blacklistReason: 'STAFF',
      blacklistSource: 'AGENT',
      createdBy: userNo,
      channels: ['CALL'],
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

it('takes who may be called, each once and with their consent, and withdraws them together', async () => {
  const { db } = app.database;
  // Row 5 withdrew after agreeing, row 6 before; row 7 is listed already.
  const left = { partyKind: 'LEAD', merchantNo, partyName: 'Left' } as const;
  const withdrawals = [
    { ...left, phone: phoneOf(5), withdrawnAt: new Date('2026-11-20T00:00:00Z') },
    { ...left, phone: phoneOf(6), withdrawnAt: new Date('2026-10-20T00:00:00Z') },
  ];
  await db.insertInto('contactParty').values(withdrawals).execute();
  const known = { desk: 'TELEMARKETING', merchantNo, phone: phoneOf(7), listType: 'LEAD' } as const;
  await db
    .insertInto('callEntry')
    .values({ ...known, marketingTarget: 'FIRST_LOAN', optInSource: 'WEBSITE', optInAt: new Date() })
    .execute();

  const key = 'long-import-once';
  const sent = await apply(fileOf(), { key });
  expect(sent.data).toMatchObject({ rows: ROWS });
  // Sent again with its key, it is the same import.
  expect((await apply(fileOf(), { key })).data).toEqual(sent.data);
  expect(await ended(sent.data.jobNo)).toMatchObject({ total: ROWS, succeeded: ROWS - 6, failed: 6 });

  const [record] = (await lead.call(callImport.page, listOf())).rows;
  expect(record).toMatchObject({
    fileName: 'people.csv',
    importResult: 'PARTIAL_SUCCESS',
    totalCount: ROWS,
    successCount: ROWS - 6,
    failCount: 6,
  });
  const { importNo = '' } = record ?? {};
  const { rows } = await lead.call(callImport.rows, { importNo, page: 1, pageSize: 20 });
  expect(rows.map(({ rowNo, reason }) => `${rowNo} ${reason}`)).toEqual([
    expect.stringMatching(/^2 /),
    expect.stringMatching(/^3 254/),
    expect.stringMatching(/^4 /),
    expect.stringMatching(/^5 /),
    '7 Target list data already exists',
    '2500 Duplicate of row 1.',
  ]);
  const consents = await db
    .selectFrom('contactParty')
    .select(['phone', 'consentedAt', 'withdrawnAt'])
    .where('phone', 'in', [phoneOf(5), phoneOf(6), phoneOf(8)])
    .orderBy('phone')
    .execute();
  const agreed = new Date('2026-10-31T21:00:00Z');
  expect(consents).toEqual([
    { phone: phoneOf(5), consentedAt: null, withdrawnAt: expect.any(Date) },
    { phone: phoneOf(6), consentedAt: agreed, withdrawnAt: null },
    { phone: phoneOf(8), consentedAt: agreed, withdrawnAt: null },
  ]);
  expect(await lead.call(callImport.withdraw, { importNo, reason: 'Wrong supplier' })).toMatchObject({
    removed: ROWS - 6,
    kept: 0,
  });
  const { total } = await lead.call(callList.page, listOf({ batchNo: record?.batchNo ?? '' }));
  expect(total).toBe(0);
});

it('takes the same file again only where somebody says so', async () => {
  expect((await apply(fileOf())).data.error).toBe('IMPORT_FILE_SEEN');
  const { data } = await apply(fileOf(), { isAgain: true });
  expect(await ended(data.jobNo)).toMatchObject({ succeeded: ROWS - 6 });
});

it('one row that the database refuses keeps none of the others from their import', async () => {
  const { db } = app.database;
  await sql.raw(`alter table call_entry add constraint odd check (phone <> '${phoneOf(9_010)}')`).execute(db);
  const { data } = await apply(fileOf(9_001));
  expect(await ended(data.jobNo)).toMatchObject({ total: ROWS, succeeded: ROWS - 4, failed: 4 });
});

it.each([
  ['an import that takes no long files', 'users.import', fileOf(), 'NOT_FOUND'],
  ['UTF-16', KIND, Buffer.from(`\uFEFF${HEAD}`, 'utf16le'), 'IMPORT_UNREADABLE'],
  ['a head alone', KIND, Buffer.from(HEAD), 'IMPORT_UNREADABLE'],
  ['another file', KIND, Buffer.from(`a,b\r\n${'1,2\r\n'.repeat(3_000)}`), 'IMPORT_COLUMNS'],
])('refuses %s', async (_what, kind, content, error) => {
  const key = `refused-${error}-${content.length}`;
  const person = kind === KIND ? lead : await as(app, 'admin');
  const query = new URLSearchParams({ kind, fileName: 'people.csv', isAgain: 'false' });
  const refused = await person.bytes(`${imports.applyFile.path}?${query.toString()}`, content, {
    'idempotency-key': key,
  });
  expect(refused.data.error).toBe(error);
});
