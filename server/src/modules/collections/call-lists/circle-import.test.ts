import { callImport, callList, job, userGroup } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, listOf, type Person } from '../../../../testing/test-calls.ts';
import { createLogger } from '../../platform/health/index.ts';
import { startJobWorker } from '../../platform/jobs/index.ts';
import { windUpAgain } from '../../platform/jobs/testing/run-job.ts';

const SECTION = '/AdminContent/TelemarketingSystem/';
const merchantNo = 'M0001';
const COUNTY = 'Circle county';
const PHONES = ['254733420001', '254733420002', '254733420003', '254733420004'] as const;
let app: TestApp;
let lead: Person;
let elsewhere: Person;
let files: Person;
let userGroupNo: string;
let stop: () => Promise<void>;

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  stop = await startJobWorker({ db, services: app.services, log: createLogger('silent') });
  const person = async (name: string, codes: readonly string[], books: string) => {
    const pages = ['ListLibraryManagement', 'ImportRecord'].map((page) => SECTION + page);
    const { userNo } = await addPerson(app.database, name, { pages, codes: [...codes], dailyRevealBudget: 9 });
    await db.insertInto('userMerchant').values({ userNo, merchantNo: books }).execute();
    return userNo;
  };
  const circle = ['telemarketing:circlePeople:import'];
  const userNo = await person('ci.lead', circle, merchantNo);
  await person('ci.elsewhere', circle, 'M0002');
  await person('ci.files', ['telemarketing:list:import'], merchantNo);
  [lead, elsewhere, files] = [await as(app, 'ci.lead'), await as(app, 'ci.elsewhere'), await as(app, 'ci.files')];
  // The third never agreed, the fourth is on the blacklist.
  for (const [place, phone] of PHONES.entries()) {
    const customer = {
      merchantNo,
      customerName: `Circle ${place}`,
      phone,
      idCardNo: `4455660${place}`,
      county: COUNTY,
    };
    await db.insertInto('customer').values(customer).execute();
  }
  for (const phone of [PHONES[0], PHONES[1], PHONES[3]]) {
    const agreed = { partyKind: 'LEAD', merchantNo, phone, partyName: phone } as const;
    await db
      .insertInto('contactParty')
      .values({ ...agreed, consentedAt: new Date('2026-11-01T00:00:00Z') })
      .execute();
  }
  const listed = { phone: PHONES[3], blacklistReason: 'STAFF', blacklistSource: 'AGENT', createdBy: userNo } as const;
  await db
    .insertInto('marketingBlacklist')
    .values({ ...listed, channels: ['CALL'] })
    .execute();
  const rules = {
    loanState: null,
    settledDaysFrom: null,
    settledDaysTo: null,
    maxDaysLate: null,
    minOnTimeCount: null,
    notAppliedDays: null,
    notContactedDays: null,
    county: COUNTY,
  };
  ({ userGroupNo } = await db
    .insertInto('userGroup')
    .values({ merchantNo, groupName: 'Circle', rules: JSON.stringify(rules), updatedBy: userNo })
    .returning('userGroupNo')
    .executeTakeFirstOrThrow());
});
afterAll(async () => {
  await stop();
  await app[Symbol.asyncDispose]();
});

const request = (checkToken: string) => ({
  userGroupNo,
  checkToken,
  listType: 'LEAD',
  marketingTarget: 'FIRST_LOAN',
  recommendedProductNo: null,
  recommendedAmountCents: 300_000,
});
async function ended(jobNo: string): Promise<void> {
  const all = { filters: {}, page: 1, pageSize: 20, sort: null } as const;
  const status = async () => (await lead.call(job.page, all)).rows.find((one) => one.jobNo === jobNo)?.jobStatus;
  await expect.poll(status, { timeout: 20_000 }).not.toMatch(/QUEUED|RUNNING/);
}

it('lists the people of a checked group with their own consent, and keeps why others are not', async () => {
  expect(await lead.refusalOf(callList.circleImport, request(''))).toMatchObject({
    error: 'USER_GROUP_UNCHECKED',
    fields: ['userGroupNo'],
  });
  expect((await elsewhere.refusalOf(userGroup.check, { userGroupNo })).error).toBe('USER_GROUP_NOT_FOUND');
  expect((await files.refusalOf(callList.circleImport, request(''))).error).toBe('FORBIDDEN');
  const { checkToken, size } = await lead.call(userGroup.check, { userGroupNo });
  expect(size).toBe(4);
  const strange = { ...request(checkToken), listType: 'NOWHERE' };
  expect(await lead.refusalOf(callList.circleImport, strange)).toMatchObject({ error: 'CALL_OPTION_UNKNOWN' });
  const { jobNo } = await lead.call(callList.circleImport, request(checkToken));
  await ended(jobNo);
  const { rows } = await lead.call(callList.page, listOf({ userGroupNo }));
  expect(rows).toHaveLength(2);
  for (const row of rows)
    expect(row).toMatchObject({ listStatus: 'POOL', userGroupNo, recommendedAmountCents: 300_000 });
  const entries = await app.database.db
    .selectFrom('callEntry')
    .select(['phone', 'optInSource', 'optInAt'])
    .where('userGroupNo', '=', userGroupNo)
    .orderBy('phone')
    .execute();
  const optIn = { optInSource: 'CONSENT_RECORD', optInAt: new Date('2026-11-01T00:00:00Z') };
  expect(entries).toEqual([PHONES[0], PHONES[1]].map((phone) => ({ phone, ...optIn })));
  const [record] = (await lead.call(callImport.page, listOf())).rows;
  expect(record).toMatchObject({
    importType: 'CIRCLE_PEOPLE',
    userGroupNo,
    importResult: 'PARTIAL_SUCCESS',
    totalCount: 4,
    successCount: 2,
    failCount: 2,
    allowedActions: ['retry', 'withdraw'],
  });
});

it('tries the others again, and withdraws a batch, by who may import user groups', async () => {
  const { db } = app.database;
  const { importNo = '' } = (await lead.call(callImport.page, listOf())).rows[0] ?? {};
  const { failures } = await lead.call(callImport.detail, { importNo });
  expect(failures.map(({ count }) => count)).toEqual([1, 1]);
  expect((await files.refusalOf(callImport.retry, { importNo })).error).toBe('FORBIDDEN');
  await db.updateTable('marketingBlacklist').set({ rowStatus: 'DELETED' }).where('phone', '=', PHONES[3]).execute();
  const { jobNo } = await lead.call(callImport.retry, { importNo });
  await ended(jobNo);
  await windUpAgain({ db, services: app.services, log: createLogger('silent') }, jobNo);
  const [record] = (await lead.call(callImport.page, listOf())).rows;
  expect(record).toMatchObject({ importNo, successCount: 3, failCount: 1, importResult: 'PARTIAL_SUCCESS' });
  const reason = 'Wrong group';
  expect((await files.refusalOf(callImport.withdraw, { importNo, reason })).error).toBe('FORBIDDEN');
  expect(await lead.call(callImport.withdraw, { importNo, reason })).toMatchObject({ removed: 3, kept: 0 });
});
