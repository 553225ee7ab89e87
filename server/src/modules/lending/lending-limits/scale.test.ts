import { job, loanLimit } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, listOf, type Person } from '../../../../testing/test-calls.ts';
import { createLogger } from '../../platform/health/index.ts';
import { startJobWorker } from '../../platform/jobs/index.ts';
import { addDays, businessDateOf } from '../../platform/policy/index.ts';
import { scaled } from './scale.ts';
import { OPEN_LIMIT, putLimit } from './testing/put-limit.ts';

const PAGE = '/AdminContent/OperationSystem/MerchantLoanAmountManagement';
const today = businessDateOf(new Date());
let app: TestApp;
let maker: Person;
let stop: () => Promise<void>;

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  const codes = ['operation:loanLimit:save'];
  const { userNo } = await addPerson(app.database, 'scale.maker', { pages: [PAGE], codes });
  await db.insertInto('userMerchant').values({ userNo, merchantNo: 'M0001' }).execute();
  maker = await as(app, 'scale.maker');
  const other = await addPerson(app.database, 'scale.checker', { pages: [PAGE], codes: [] });
  const people = { maker: userNo, checker: other.userNo };
  await putLimit(db, 'M0001_FIRST', people, { dailyAmountLimitCents: 1_000_000, dailyOrderLimit: 7 });
  await putLimit(db, 'M0001_REPEAT', people, {});
  stop = await startJobWorker({ db, services: app.services, log: createLogger('silent') });
});
afterAll(async () => {
  await stop();
  await app[Symbol.asyncDispose]();
});

const DAY: loanLimit.ScaledPart[] = ['dailyAmountLimitCents', 'dailyOrderLimit'];
const both = { subjectNos: ['M0001_FIRST', 'M0001_REPEAT'], scaledParts: DAY };

async function scale(percent: number, effectiveFrom = today) {
  const asked = { ...both, percent, effectiveFrom, reason: 'The season' };
  const { jobNo } = await maker.call(loanLimit.scaleMany, asked);
  const ended = async () => await maker.call(job.detail, { jobNo });
  await expect.poll(async () => (await ended()).finishedAt, { timeout: 20_000 }).toEqual(expect.any(String));
  const { succeeded, failed } = await ended();
  return [succeeded, failed];
}
const rowOf = async (subjectNo: string) =>
  (await maker.call(loanLimit.page, listOf({}))).rows.find((row) => row.subjectNo === subjectNo);

it('rounds down to whole shillings and orders, and leaves what is unlimited', () => {
  const limit = { ...OPEN_LIMIT, dailyAmountLimitCents: 1_000_100, dailyOrderLimit: 7 };
  expect(scaled(limit, { percent: 33, scaledParts: DAY })).toEqual({
    ...limit,
    dailyAmountLimitCents: 330_000,
    dailyOrderLimit: 2,
  });
  expect(scaled(OPEN_LIMIT, { percent: 50, scaledParts: DAY })).toEqual(OPEN_LIMIT);
});

it('says before what becomes of each, lowers at once and leaves what is higher to an approver', async () => {
  const [first, repeat] = await maker.call(loanLimit.scalePreview, { ...both, percent: 80 });
  expect(first).toMatchObject({
    before: { dailyAmountLimitCents: 1_000_000, dailyOrderLimit: 7 },
    after: { dailyAmountLimitCents: 800_000, dailyOrderLimit: 5 },
    asksApproval: false,
    fault: null,
  });
  expect(repeat).toMatchObject({ after: null, fault: expect.any(String) });
  // Nothing of an unlimited day changes.
  expect(await scale(80)).toEqual([1, 1]);
  expect((await rowOf('M0001_FIRST'))?.limit).toMatchObject({ dailyAmountLimitCents: 800_000, dailyOrderLimit: 5 });
  expect((await maker.call(loanLimit.scalePreview, { ...both, percent: 150 }))[0]?.asksApproval).toBe(true);
  expect(await scale(150)).toEqual([1, 1]);
  const awaiting = await rowOf('M0001_FIRST');
  expect([awaiting?.limit?.dailyAmountLimitCents, awaiting?.openVersion?.versionStatus]).toEqual([800_000, 'PENDING']);
  // What awaits approval is decided first.
  expect((await maker.call(loanLimit.scalePreview, { ...both, percent: 50 }))[0]?.fault).toEqual(expect.any(String));
  expect(await scale(50)).toEqual([0, 2]);
});

it('refuses a day that is past and limits of others', async () => {
  const asked = { ...both, percent: 50, reason: 'The season' };
  const past = await maker.refusalOf(loanLimit.scaleMany, { ...asked, effectiveFrom: addDays(today, -1) });
  expect(past).toMatchObject({ error: 'CONFIG_DATE_PAST', fields: ['effectiveFrom'] });
  expect(await maker.call(loanLimit.scalePreview, { ...both, subjectNos: ['M0002_FIRST'], percent: 50 })).toEqual([]);
});
