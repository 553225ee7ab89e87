import { abandonedList, callImport, callList, callOption, imports, job } from '@kituo/sdk/contracts';
import { createLogger } from '../../platform/health/index.ts';
import { startJobWorker } from '../../platform/jobs/index.ts';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, listOf, type Person } from '../../../../testing/test-calls.ts';

const SECTION = '/AdminContent/TelemarketingSystem/';
const PAGES = ['ListLibraryManagement', 'AbandonedListLibraryManagement', 'ImportRecord', 'BaseTypeOption'];
const CODES = ['import', 'update', 'distribute', 'abandon', 'recycle'].map((action) => `telemarketing:list:${action}`);
const merchantNo = 'M0001';
let app: TestApp;
let lead: Person;
let elsewhere: Person;
let callerNo: string;
let stop: () => Promise<void>;

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  await db.deleteFrom('callTask').execute();
  await db.deleteFrom('marketingBlacklist').execute();
  await db.deleteFrom('callEntry').execute();
  await db.deleteFrom('callImport').execute();
  stop = await startJobWorker({ db, services: app.services, log: createLogger('silent') });
  const of = async (name: string, merchant: string) => {
    const rights = {
      codes: [...CODES, 'telemarketing:option:save'],
      pages: PAGES.map((page) => SECTION + page),
      dailyRevealBudget: 50,
    };
    const { userNo } = await addPerson(app.database, name, rights);
    await db.insertInto('userMerchant').values({ userNo, merchantNo: merchant }).execute();
    return await as(app, name);
  };
  lead = await of('tele.lead', merchantNo);
  elsewhere = await of('tele.elsewhere', 'M0002');
  ({ userNo: callerNo } = await addPerson(app.database, 'tele.caller', { codes: ['telemarketing:call:dial'] }));
  const record = { personnelKind: 'TELEMARKETER', userNo: callerNo } as const;
  await db
    .insertInto('personnel')
    .values({ ...record, dailyCap: 2 })
    .execute();
  await db
    .insertInto('personnelMerchant')
    .values({ ...record, merchantNo })
    .execute();
  const hour = 3_600_000;
  const shift = { startsAt: new Date(Date.now() - hour), endsAt: new Date(Date.now() + hour) };
  await db
    .insertInto('personnelShift')
    .values({ userNo: callerNo, ...shift })
    .execute();
});
afterAll(async () => {
  await stop();
  await app[Symbol.asyncDispose]();
});

const row = (phone: string, change: object = {}) => ({
  merchantNo,
  phone,
  listType: 'LEAD',
  marketingTarget: 'FIRST_LOAN',
  optInSource: 'WEBSITE',
  optInAt: '2026-11-01',
  recommendedProductNo: '',
  recommendedAmountCents: '5,000',
  ...change,
});
async function finished(jobNo: string): Promise<void> {
  await vi.waitFor(
    async () => {
      const { rows } = await lead.call(job.page, { filters: {}, page: 1, pageSize: 20, sort: null });
      expect(rows.find((one) => one.jobNo === jobNo)?.finishedAt).toEqual(expect.any(String));
    },
    { timeout: 20_000, interval: 100 },
  );
}
const entries = async (filters: object = {}, who = lead) =>
  (await who.post(callList.page, listOf(filters))).data.rows as callList.EntryRow[];

it('imports people who agreed, each once, and says why the others failed', async () => {
  const rows = [
    row('254733300001'),
    row('254733300002'),
    row('254733300003', { listType: 'CAMPAIGN' }),
    row('254733300001'),
    row('254733300004', { listType: 'NOWHERE' }),
  ];
  const typed = [Object.keys(rows[0] ?? {}), ...rows.map((one) => Object.values(one).map((cell) => `"${cell}"`))];
  const bytes = Buffer.from(typed.map((cells) => cells.join(',')).join('\n'));
  const preview = async () => (await lead.bytes('user/import/preview?kind=callList.import', bytes, {})).data;
  const { fileHash, earlier } = await preview();
  expect(earlier).toBeNull();
  const file = { fileName: 'leads.csv', fileHash, isAgain: false };
  const { jobNo } = await lead.call(imports.apply, { kind: 'callList.import', rows, file });
  await finished(jobNo);
  const found = (await entries({ merchantNo })).filter(({ batchNo }) => batchNo !== null);
  expect(found).toHaveLength(3);
  expect(found[0]).toMatchObject({ listStatus: 'POOL', customerStatus: '2', recommendedAmountCents: 500_000 });
  expect(await entries({}, elsewhere)).not.toContainEqual(expect.objectContaining({ merchantNo }));
  const [record] = (await lead.post(callImport.page, listOf())).data.rows;
  expect(record).toMatchObject({ importResult: 'PARTIAL_SUCCESS', successCount: 3, failCount: 2, totalCount: 5 });
  const { importNo } = record;
  // The record keeps the file, and the same file is not taken again unseen.
  expect(record).toMatchObject({ fileName: 'leads.csv', fileHash });
  expect((await preview()).earlier).toMatchObject({ no: importNo });
  const again = await lead.post(imports.apply, { kind: 'callList.import', rows, file });
  expect(again.data.error).toBe('IMPORT_FILE_SEEN');
  expect(again.msg).toContain(importNo);
  const failed = await lead.call(callImport.rows, { importNo, page: 1, pageSize: 20 });
  expect(failed.rows.map(({ rowNo }) => rowNo)).toEqual(['4', '5']);
  expect(failed.rows[0]?.reason).toBe('Target list data already exists');
  const detail = await lead.call(callImport.detail, { importNo });
  expect(await lead.call(callImport.operators, {})).toMatchObject([{ label: record.operatorName }]);
  expect(await elsewhere.call(callImport.operators, {})).toEqual([]);
  expect(detail).toMatchObject({ withdrawable: 3, called: 0 });
  const [source] = detail.sources;
  expect(source).toMatchObject({ called: 0, reached: 0, converted: 0 });
  expect(detail.sources.reduce((sum, { entries, optedIn }) => sum + Math.min(entries, optedIn), 0)).toBe(3);
  expect((await elsewhere.refusalOf(callImport.withdraw, { importNo, reason: 'Not ours' })).error).toBe(
    'CALL_IMPORT_NOT_FOUND',
  );
});

it('distributes within daily limits, recalls, abandons and recycles when the time has come', async () => {
  const all = (await entries({ merchantNo })).filter(({ batchNo }) => batchNo !== null).map(({ entryId }) => entryId);
  const shared = { entryIds: all, mode: 'EVEN' as const, userNos: [callerNo] };
  await finished((await lead.call(callList.distribute, shared)).jobNo);
  const given = (await entries()).filter(({ telemarketerUserNo }) => telemarketerUserNo === callerNo);
  expect(given).toHaveLength(2);
  expect((await lead.refusalOf(callList.distribute, shared)).error).toBe('CALL_NOBODY_FREE');
  const [first, second] = given.map(({ entryId }) => entryId);
  if (first === undefined || second === undefined) throw new Error('none was given');
  expect(await lead.call(callList.recall, { entryId: first, reason: 'On leave' })).toMatchObject({
    listStatus: 'POOL',
  });
  expect((await lead.refusalOf(callList.recall, { entryId: first, reason: 'Again' })).error).toBe('ILLEGAL_TRANSITION');
  await lead.call(callList.abandon, { entryId: second, reason: 'Asked for it' });
  expect((await entries()).map(({ entryId }) => entryId)).not.toContain(second);
  const recycle = { entryId: second, remark: null };
  expect((await lead.refusalOf(abandonedList.recycle, recycle)).error).toBe('CALL_RECYCLE_EARLY');
  const { db } = app.database;
  await db
    .updateTable('callEntry')
    .set({ recyclableAt: new Date(0) })
    .where('entryId', '=', second)
    .execute();
  const byHand = async () =>
    (await lead.call(abandonedList.yields, {})).find(({ abandonReason }) => abandonReason === 'MANUAL');
  expect(await byHand()).toMatchObject({ recycled: 0, recyclable: 1 });
  expect(await lead.call(abandonedList.recycle, recycle)).toMatchObject({ listStatus: 'POOL' });
  expect(await byHand()).toMatchObject({ recycled: 1, called: 0, converted: 0, recyclable: 0 });
  const past = await lead.call(callList.detail, { entryId: second });
  expect(past.assignments.map(({ cause }) => cause)).toEqual(['recycle', 'abandon', 'assign']);
  const missing = await elsewhere.refusalOf(callList.detail, { entryId: second });
  expect(missing.error).toBe('CALL_ENTRY_NOT_FOUND');
});

it('edits targets where the list type lets it, and withdraws what was never called', async () => {
  const found = (await entries({ merchantNo })).filter(({ batchNo }) => batchNo !== null);
  const locked = found.find(({ listType }) => listType === 'CAMPAIGN')?.entryId ?? '';
  const free = found.find(({ listType }) => listType === 'LEAD')?.entryId ?? '';
  const form = { marketingTarget: 'HIGHER_LIMIT', recommendedProductNo: null, recommendedAmountCents: 200_000 };
  expect((await lead.refusalOf(callList.updateTarget, { entryId: locked, ...form })).error).toBe('CALL_TARGET_LOCKED');
  await lead.call(callList.updateTarget, { entryId: free, ...form });
  expect((await lead.call(callList.detail, { entryId: free })).row).toMatchObject({ marketingTarget: 'HIGHER_LIMIT' });
  const { importNo } = (await lead.post(callImport.page, listOf())).data.rows[0];
  await app.database.db.updateTable('callEntry').set({ lastCallAt: new Date() }).where('entryId', '=', free).execute();
  expect(await lead.call(callImport.withdraw, { importNo, reason: 'Wrong file' })).toMatchObject({
    removed: 2,
    kept: 1,
  });
  expect((await lead.refusalOf(callImport.retry, { importNo })).error).toBe('CALL_IMPORT_WITHDRAWN');
});

it('keeps choices, and the last list type', async () => {
  const form = {
    optionType: 'LIST_TYPE',
    code: 'REFERRAL',
    optionNames: { en: 'Referral', zh: '转介绍' },
    sort: 4,
    rule: { expireDays: 10 },
    remark: null,
  } as const;
  const { optionId, version } = await lead.call(callOption.save, form);
  const named = async (name: string) => (await lead.call(callOption.page, listOf({ name }))).total;
  expect([await named('Refer'), await named('%')]).toEqual([1, 0]);
  expect((await lead.refusalOf(callOption.save, form)).error).toBe('CALL_OPTION_EXISTS');
  expect((await lead.refusalOf(callOption.save, { ...form, optionType: 'WILLINGNESS' })).error).toBe(
    'CALL_OPTION_FIXED',
  );
  expect(await lead.call(callOption.touched, { optionId, maxAttempts: 3 })).toEqual({ live: 0, usedUp: 0 });
  const [leads] = (await lead.call(callOption.page, listOf({ optionType: 'LIST_TYPE' }))).rows.filter(
    ({ code }) => code === 'LEAD',
  );
  const touched = async (maxAttempts: number) =>
    await lead.call(callOption.touched, { optionId: leads?.optionId ?? '', maxAttempts });
  const { live, usedUp } = await touched(100);
  expect([live > 0, usedUp]).toEqual([true, 0]);
  const one = await app.database.db
    .selectFrom('callEntry')
    .select('entryId')
    .where('listType', '=', 'LEAD')
    .where('desk', '=', 'TELEMARKETING')
    .where('merchantNo', '=', merchantNo)
    .where('listStatus', 'in', ['POOL', 'ASSIGNED'])
    .limit(1)
    .executeTakeFirstOrThrow();
  const called = async (callCount: number) =>
    await app.database.db.updateTable('callEntry').set({ callCount }).where('entryId', '=', one.entryId).execute();
  await called(100);
  expect(await touched(100)).toEqual({ live, usedUp: 1 });
  await called(0);
  await lead.call(callOption.disable, { optionId, version });
  const offered = await lead.call(callOption.listTypes, {});
  expect(offered.map(({ value }) => value)).toEqual(['LEAD', 'RETURNING', 'CAMPAIGN', 'DECLINED']);
  const { rows } = await lead.call(callOption.page, {
    filters: { optionType: 'LIST_TYPE', status: 'ENABLED' },
    page: 1,
    pageSize: 20,
    sort: null,
  });
  const refusals: string[] = [];
  for (const one of rows) {
    const answer = await lead.post(callOption.disable, { optionId: one.optionId, version: one.version });
    if (answer.code !== 0) refusals.push(answer.data.error);
  }
  expect(refusals).toEqual(['CALL_OPTION_LAST']);
});

it('says beforehand who would get how many, and of how many the target may be edited', async () => {
  const { db } = app.database;
  const made = await db
    .insertInto('callEntry')
    .values(
      ['254733309001', '254733309002', '254733309003'].map((phone) => ({
        desk: 'TELEMARKETING' as const,
        merchantNo,
        phone,
        listType: 'LEAD',
        marketingTarget: 'FIRST_LOAN',
        optInSource: 'WEBSITE',
        optInAt: new Date(),
      })),
    )
    .returning('entryId')
    .execute();
  const entryIds = made.map(({ entryId }) => entryId);
  const before = await lead.call(callList.distributePlan, { entryIds, mode: 'EACH', each: 1, userNos: [callerNo] });
  const [person] = before.people;
  const given = person?.given ?? 0;
  expect(given).toBeLessThanOrEqual(1);
  expect(before.left).toBe(3 - given);
  expect(
    (await elsewhere.call(callList.distributePlan, { entryIds, mode: 'EVEN', userNos: [callerNo] })).people,
  ).toEqual([]);
  expect(await lead.call(callList.targetCheck, { entryIds })).toEqual({ editable: 3, total: 3 });
  await db
    .updateTable('callEntry')
    .set({ listStatus: 'CONVERTED' })
    .where('entryId', '=', entryIds[0] ?? '')
    .execute();
  expect(await lead.call(callList.targetCheck, { entryIds })).toEqual({ editable: 2, total: 3 });
  expect(await elsewhere.call(callList.targetCheck, { entryIds })).toEqual({ editable: 0, total: 3 });
});
