import { change, contactBlacklist, imports, job } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, listOf, type Person } from '../../../../testing/test-calls.ts';
import { attachFile } from '../../platform/files/testing/attach-file.ts';
import { createLogger } from '../../platform/health/index.ts';
import { startJobWorker } from '../../platform/jobs/index.ts';

let app: TestApp;
let lister: Person;
let checker: Person;
let merchantNos: string[];
let stop: () => Promise<void>;
const { approve, page } = change.changeFamilies.contactBlock;

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  const merchants = await db.selectFrom('merchant').select('merchantNo').orderBy('merchantNo').limit(2).execute();
  merchantNos = merchants.map(({ merchantNo }) => merchantNo);
  const codes = ['add', 'import', 'remove'].map((action) => `merchant:contactBlacklist:${action}`);
  const pages = ['/AdminContent/MerchantSystem/ContactBlacklist'];
  for (const [name, held] of [
    ['lifts.lister', codes],
    ['lifts.checker', [...codes, 'merchant:blacklist:audit']],
  ] as const) {
    const { userNo } = await addPerson(app.database, name, { codes: held, pages, dailyRevealBudget: 20 });
    for (const merchantNo of merchantNos) await db.insertInto('userMerchant').values({ userNo, merchantNo }).execute();
  }
  [lister, checker] = [await as(app, 'lifts.lister'), await as(app, 'lifts.checker')];
  await attachFile(db, { attachmentNo: 'AT000001', subjectType: 'merchantVoucher', subjectNo: merchantNos[0] ?? '' });
  stop = await startJobWorker({ db, services: app.services, log: createLogger('silent') });
});
afterAll(async () => {
  await stop();
  await app[Symbol.asyncDispose]();
});

const block = async (phone: string, more: { merchantNo?: string; blockReason?: 'OBJECTED' | 'DEATH' } = {}) =>
  (
    await lister.call(contactBlacklist.add, {
      merchantNo: merchantNos[0] ?? '',
      phone,
      blockReason: 'OBJECTED',
      blockScopes: ['ALL'],
      note: 'Asked not to be called',
      feedbackNo: null,
      expiresOn: null,
      ...more,
    })
  ).blockId;
const statusOf = async (blockId: string) =>
  (await lister.call(contactBlacklist.detail, { blockId })).row.blacklistStatus;
const consent = { reason: 'Agreed again', voucherIds: ['AT000001'] };

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

it('takes many of one merchant’s numbers off once another approved the consents', async () => {
  const blockIds = [await block('254700000811'), await block('254700000812')];
  const { changeNo, items } = await lister.call(contactBlacklist.removeMany, { ...consent, blockIds });
  expect(items.map(({ error }) => error)).toEqual([null, null]);
  expect(await statusOf(blockIds[0] ?? '')).toBe('ACTIVE');
  expect(await approved(changeNo)).toEqual(['SUCCESS', 'SUCCESS']);
  expect([await statusOf(blockIds[0] ?? ''), await statusOf(blockIds[1] ?? '')]).toEqual(['REMOVED', 'REMOVED']);
  const again = await lister.refusalOf(contactBlacklist.removeMany, { ...consent, blockIds });
  expect(again).toMatchObject({ error: 'ILLEGAL_TRANSITION', fields: ['blockIds'] });
});

it('refuses numbers of several merchants, deaths of those who do not decide, and no consent', async () => {
  const here = await block('254700000821');
  const there = await block('254700000822', { merchantNo: merchantNos[1] ?? '' });
  const dead = await block('254700000823', { blockReason: 'DEATH' });
  const refused = async (blockIds: string[], more: object = {}) =>
    await lister.refusalOf(contactBlacklist.removeMany, { ...consent, blockIds, ...more });
  expect(await refused([here, there])).toMatchObject({ error: 'CONTACT_BLOCK_MERCHANTS', fields: ['blockIds'] });
  expect((await refused([here, dead])).error).toBe('FORBIDDEN');
  expect((await refused([here], { voucherIds: [] })).fields).toEqual(['voucherIds']);
  expect((await refused([here, '999999999'])).error).toBe('CONTACT_BLOCK_NOT_FOUND');
});

it('blocks the numbers of a file once another approved them', async () => {
  await block('254700000831');
  const row = (phone: string) => ({
    merchantNo: merchantNos[0] ?? '',
    phone,
    blockReason: 'OBJECTED',
    blockScopes: 'NO_CALL; NO_SMS',
    note: 'On the list of the regulator',
    feedbackNo: '',
    expiresOn: '',
  });
  const rows = [row('254700000832'), row('254700000831'), row('0712')];
  const { jobNo } = await lister.call(imports.apply, { kind: 'contactBlacklist.import', rows });
  expect(await itemsOf(lister, jobNo)).toEqual(['SUCCESS', 'FAILURE', 'FAILURE']);
  const found = async () => (await lister.call(contactBlacklist.page, listOf({ phone: '254700000832' }))).rows;
  expect(await found()).toEqual([]);
  const whole = { filters: { changeState: 'PENDING' }, page: 1, pageSize: 100, sort: null } as const;
  const requestOf = async () => (await checker.call(page, whole)).rows.find(({ subjectName }) => subjectName === jobNo);
  await expect.poll(requestOf, { timeout: 20_000 }).toBeDefined();
  expect(await approved((await requestOf())?.changeNo ?? '')).toEqual(['SUCCESS']);
  expect(await found()).toMatchObject([
    { blockSource: 'IMPORT', blacklistStatus: 'ACTIVE', blockScopes: ['NO_CALL', 'NO_SMS'] },
  ]);
});
