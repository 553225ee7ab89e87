import { change, imports, job, manualBlacklist } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, listOf, type Person } from '../../../../testing/test-calls.ts';
import { createLogger } from '../../platform/health/index.ts';
import { startJobWorker } from '../../platform/jobs/index.ts';
import { attachFile } from '../../platform/files/testing/attach-file.ts';
import { addDays, businessDateOf } from '../../platform/policy/index.ts';

let app: TestApp;
let lister: Person;
let checker: Person;
let merchantNo: string;
let stop: () => Promise<void>;
const today = businessDateOf(new Date());
const { approve, page } = change.changeFamilies.merchantBlacklist;

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  const first = db.selectFrom('merchant').select('merchantNo').orderBy('merchantNo').limit(1);
  ({ merchantNo } = await first.executeTakeFirstOrThrow());
  await attachFile(db, { attachmentNo: 'AT000001', subjectType: 'merchantVoucher', subjectNo: merchantNo });
  const codes = ['add', 'import', 'remove'].map((action) => `merchant:blacklist:${action}`);
  const pages = ['/AdminContent/MerchantSystem/ArtificialBlacklistLibrary'];
  for (const [name, held] of [
    ['many.lister', codes],
    ['many.checker', ['merchant:blacklist:audit']],
  ] as const) {
    const { userNo } = await addPerson(app.database, name, { codes: held, pages, dailyRevealBudget: 20 });
    await db.insertInto('userMerchant').values({ userNo, merchantNo }).execute();
  }
  [lister, checker] = [await as(app, 'many.lister'), await as(app, 'many.checker')];
  stop = await startJobWorker({ db, services: app.services, log: createLogger('silent') });
});
afterAll(async () => {
  await stop();
  await app[Symbol.asyncDispose]();
});

const form = (subjectValue: string) => ({
  subjectType: 'PHONE' as const,
  subjectValue,
  reasonCode: 'FRAUD',
  merchantNo,
  evidenceIds: ['AT000001'],
  expiresOn: addDays(today, 30),
  note: 'Forged payslips',
});
const add = async (phone: string) => (await lister.call(manualBlacklist.add, form(phone))).entryNo;
const entry = async (subjectValue: string) =>
  (await lister.call(manualBlacklist.page, listOf({ subjectValue }))).rows[0] ?? null;

/** What became of a job's items, once it ended. */
async function itemsOf(person: Person, jobNo: string) {
  await expect
    .poll(async () => (await person.call(job.detail, { jobNo })).finishedAt, { timeout: 20_000 })
    .toEqual(expect.any(String));
  return (await person.call(job.items, { jobNo, page: 1, pageSize: 50 })).rows.map(({ itemStatus }) => itemStatus);
}
/** The checker approves, and the job that this starts ends. */
async function approved(changeNo: string) {
  await checker.call(approve, { changeNo });
  const { rows } = await checker.call(job.page, { filters: {}, page: 1, pageSize: 20, sort: null });
  return await itemsOf(checker, rows[0]?.jobNo ?? '');
}

it('removes many once another approved, each with its own result', async () => {
  const phones = ['254700000711', '254700000712', '254700000713'];
  const entryNos: string[] = [];
  for (const phone of phones) entryNos.push(await add(phone));
  const { changeNo: earlier } = await lister.call(manualBlacklist.remove, {
    entryNo: entryNos[2] ?? '',
    reason: 'Cleared',
  });
  await checker.call(approve, { changeNo: earlier });
  const { changeNo, items } = await lister.call(manualBlacklist.removeMany, { entryNos, reason: 'Appeals accepted' });
  expect(items.map(({ error }) => error)).toEqual([null, null, 'ILLEGAL_TRANSITION']);
  expect((await entry('254700000711'))?.blacklistState).toBe('ACTIVE');
  expect((await lister.refusalOf(approve, { changeNo })).error).toBe('FORBIDDEN');
  expect(await approved(changeNo)).toEqual(['SUCCESS', 'SUCCESS', 'FAILURE']);
  expect((await entry('254700000711'))?.blacklistState).toBe('REMOVED');
  const { history } = await lister.call(manualBlacklist.detail, { entryNo: entryNos[0] ?? '' });
  expect(history[0]).toMatchObject({ action: 'manualBlacklist.removed', reason: 'Appeals accepted' });
  const unknown = await lister.refusalOf(manualBlacklist.removeMany, { entryNos: ['BL999999999'], reason: 'Nobody' });
  expect(unknown).toMatchObject({ error: 'BLACKLIST_NOT_FOUND', fields: ['entryNos'] });
});

it('extends active entries to a later day alone', async () => {
  const entryNos = [await add('254700000721')];
  const extend = (days: number) => ({ entryNos, expiresOn: addDays(today, days), reason: 'Still a risk' });
  expect((await lister.refusalOf(manualBlacklist.extendMany, extend(30))).error).toBe('BAD_REQUEST');
  expect((await lister.refusalOf(manualBlacklist.extendMany, extend(2_000))).error).toBe('BAD_REQUEST');
  const { changeNo } = await lister.call(manualBlacklist.extendMany, extend(200));
  expect(await approved(changeNo)).toEqual(['SUCCESS']);
  expect(businessDateOf(new Date((await entry('254700000721'))?.expiresAt ?? 0))).toBe(addDays(today, 201));
});

it('lists the rows of a file once another approved them, as added by whoever imported them', async () => {
  await add('254700000731');
  const row = (subjectValue: string) => ({ ...form(subjectValue), evidenceIds: 'AT000001' });
  const rows = [row('254700000732'), row('254700000731'), row('0712')];
  const { jobNo } = await lister.call(imports.apply, { kind: 'manualBlacklist.import', rows });
  expect(await itemsOf(lister, jobNo)).toEqual(['SUCCESS', 'FAILURE', 'FAILURE']);
  expect(await entry('254700000732')).toBeNull();
  const whole = { filters: { changeState: 'PENDING' }, page: 1, pageSize: 100, sort: null } as const;
  const requestOf = async () => (await checker.call(page, whole)).rows.find(({ subjectName }) => subjectName === jobNo);
  await expect.poll(requestOf, { timeout: 20_000 }).toBeDefined();
  const request = await requestOf();
  expect(request?.after).toEqual({ count: 1 });
  expect(await approved(request?.changeNo ?? '')).toEqual(['SUCCESS']);
  expect(await entry('254700000732')).toMatchObject({ blacklistSource: 'IMPORT', blacklistState: 'ACTIVE' });
  const added = await app.database.db
    .selectFrom('manualBlacklist as b')
    .innerJoin('appUser as u', 'u.userNo', 'b.addedBy')
    .select('u.loginId')
    .where('b.subjectValue', '=', '254700000732')
    .executeTakeFirstOrThrow();
  expect(added.loginId).toBe('many.lister');
});

it('lists nobody by a file whose appeal is open, unless its row says that it was read', async () => {
  const { db } = app.database;
  const customer = await db
    .insertInto('customer')
    .values({ merchantNo, customerName: 'Achieng Appeals', phone: '254733610001', idCardNo: '34567190' })
    .returning(['customerNo', 'phone'])
    .executeTakeFirstOrThrow();
  const { userNo } = await db
    .selectFrom('appUser')
    .select('userNo')
    .where('loginId', '=', 'many.lister')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('feedback')
    .values({
      source: 'CALL',
      category: 'FRAUD',
      severity: 'LOW',
      content: 'It was not me',
      merchantNo,
      customerNo: customer.customerNo,
      createdBy: userNo,
      dueAt: new Date(),
    })
    .execute();
  const row = (more: Record<string, string> = {}) => ({ ...form(customer.phone), evidenceIds: 'AT000001', ...more });
  const file = async (rows: readonly Record<string, string>[]) => {
    const { jobNo } = await lister.call(imports.apply, { kind: 'manualBlacklist.import', rows: [...rows] });
    return { jobNo, results: await itemsOf(lister, jobNo) };
  };
  const refused = await file([row()]);
  expect(refused.results).toEqual(['FAILURE']);
  const { rows } = await lister.call(job.items, { jobNo: refused.jobNo, page: 1, pageSize: 50 });
  expect(rows[0]?.reason).toContain('is open');
  const read = await file([row({ despiteAppeal: 'yes' })]);
  expect(read.results).toEqual(['SUCCESS']);
  const whole = { filters: { changeState: 'PENDING' }, page: 1, pageSize: 100, sort: null } as const;
  const requestOf = async () =>
    (await checker.call(page, whole)).rows.find(({ subjectName }) => subjectName === read.jobNo);
  await expect.poll(requestOf, { timeout: 20_000 }).toBeDefined();
  const request = await requestOf();
  expect(request?.after).toEqual({ count: 1, despiteAppeal: 1 });
  expect(await approved(request?.changeNo ?? '')).toEqual(['SUCCESS']);
});
