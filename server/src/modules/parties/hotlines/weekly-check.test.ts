import { hotline, job } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, type Person } from '../../../../testing/test-calls.ts';
import { createLogger } from '../../platform/health/index.ts';
import { startJobWorker } from '../../platform/jobs/index.ts';
import { watchWarnings } from '../../console/warning-watch/index.ts';
import type { RobotBatch } from '../../platform/gateways/index.ts';
import { checkHotlines, keepHotlineCall } from './index.ts';

const MERCHANT = 'M0001';
/** A Wednesday, 10:00 EAT. */
const OPEN = new Date('2026-11-25T07:00:00Z');
const DAY_MS = 86_400_000;
let app: TestApp;
let editor: Person;
let stop: () => Promise<void>;
let editorNo: string;
beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  const rights = { pages: [hotline.HOTLINE_PAGE], codes: ['operation:hotline:save'] };
  ({ userNo: editorNo } = await addPerson(app.database, 'check.editor', rights));
  await db
    .insertInto('userMerchant')
    .values(['M0001', 'M0002'].map((merchantNo) => ({ userNo: editorNo, merchantNo })))
    .execute();
  editor = await as(app, 'check.editor');
  stop = await startJobWorker({ db, services: app.services, log: createLogger('silent') });
});
afterAll(async () => {
  await stop();
  await app[Symbol.asyncDispose]();
});
beforeEach(async () => {
  await app.database.db.deleteFrom('hotline').execute();
});

const WEEK = [{ days: ['WED' as const], from: '08:00', to: '19:00' }];
const form = {
  merchantNo: MERCHANT,
  contactType: 'PHONE' as const,
  contactValue: '254709000001',
  serviceHours: WEEK,
  languages: ['en'],
  sort: 1,
};
const add = async (change: object = {}) => (await editor.call(hotline.save, { ...form, ...change })).hotlineNo;
const rowOf = async (hotlineNo: string) => (await editor.call(hotline.detail, { hotlineNo })).row;

/** One turn of the check; answers whom the robot was asked to call. */
async function turn(now: Date, isAlive = true): Promise<string[]> {
  const called: RobotBatch['calls'][number][] = [];
  const robot = {
    start: async ({ calls }: RobotBatch) => {
      called.push(...calls);
      return await Promise.resolve({ status: 'RUNNING' as const, vendorTaskId: null });
    },
  };
  const alive = async () => await Promise.resolve(isAlive);
  await checkHotlines({ db: app.database.db, robot, log: createLogger('silent'), isAlive: alive }, now);
  return called.map(({ phone }) => phone);
}
const callEnds = async (outcome: string, at: Date) => {
  const { db } = app.database;
  const { checkNo } = await db
    .selectFrom('hotlineCheck')
    .select('checkNo')
    .where('outcome', 'is', null)
    .executeTakeFirstOrThrow();
  await db.transaction().execute(async (tx) => expect(await keepHotlineCall(tx, checkNo, outcome, at)).toBe(true));
};
const warnings = async () => {
  await watchWarnings(app.database.db, app.services);
  const rows = await app.database.db
    .selectFrom('warning')
    .select('warningStatus')
    .where('sourceType', '=', 'HOTLINE_FAILING')
    .orderBy('warningNo')
    .execute();
  return rows.map(({ warningStatus }) => warningStatus);
};

it('calls a published number once a week in its hours, and warns until it is reached again', async () => {
  const hotlineNo = await add();
  expect(await turn(new Date('2026-11-25T03:00:00Z'))).toEqual([]);
  expect(await turn(OPEN)).toEqual(['254709000001']);
  // It rings: nobody calls it twice, however often the check runs.
  expect(await turn(OPEN)).toEqual([]);
  await callEnds('NUMBER_FAULT', OPEN);
  expect(await rowOf(hotlineNo)).toMatchObject({ checkResult: 'FAILS', lastCheckedAt: OPEN.toISOString() });
  expect(await warnings()).toEqual(['OPEN']);
  expect(await turn(new Date(OPEN.getTime() + 6 * DAY_MS))).toEqual([]);
  const nextWeek = new Date(OPEN.getTime() + 7 * DAY_MS + 60_000);
  expect(await turn(nextWeek)).toEqual(['254709000001']);
  await callEnds('ANSWERED', nextWeek);
  expect((await rowOf(hotlineNo)).checkResult).toBe('WORKS');
  expect(await warnings()).toEqual(['RESOLVED']);
});

it('opens links, forgets what was found of another number, and calls none that is disabled', async () => {
  const social = await add({ contactType: 'SOCIAL', contactValue: 'https://social.example/haraka', serviceHours: [] });
  const hotlineNo = await add({ serviceHours: [] });
  await add({ contactValue: '254709000002', serviceHours: [], sort: 2 });
  await editor.call(hotline.disable, { hotlineNo: (await rowOf(hotlineNo)).hotlineNo, version: 1 });
  expect(await turn(OPEN, false)).toEqual(['254709000002']);
  expect((await rowOf(social)).checkResult).toBe('FAILS');
  const other = 'https://social.example/kenya';
  const changed = { contactType: 'SOCIAL', contactValue: other, serviceHours: [], hotlineNo: social, version: 1 };
  await add(changed);
  expect(await rowOf(social)).toMatchObject({ checkResult: null, lastCheckedAt: null });
});

it('sets holiday hours of many and copies many by a job, and previews the screen outside of its hours', async () => {
  const one = await add();
  const always = await add({ contactValue: '254709000003', serviceHours: [], sort: 2 });
  const done = async (jobNo: string) => {
    await expect.poll(async () => (await editor.call(job.detail, { jobNo })).jobStatus).toMatch(/SUCCESS|FAILURE/);
  };
  const hours = [{ from: '09:00', to: '13:00' }];
  await done((await editor.call(hotline.holidays, { hotlineNos: [one, always], hours })).jobNo);
  expect((await rowOf(one)).serviceHours).toEqual([...WEEK, { days: ['HOLIDAY'], ...hours[0] }]);
  expect((await rowOf(always)).serviceHours).toEqual([]);
  await done((await editor.call(hotline.copyMany, { hotlineNos: [one], merchantNos: ['M0002'] })).jobNo);
  const shown = async (merchantNo: string, at: string) => await editor.call(hotline.preview, { merchantNo, at });
  expect(await shown('M0002', '2026-11-25T21:00:00+03:00')).toMatchObject([{ isOpenNow: false }]);
  expect(await shown('M0001', '2026-11-25T10:00:00+03:00')).toMatchObject([{ isOpenNow: true }, { isOpenNow: true }]);
  const day = { day: '2026-11-25', dayName: 'Founders’ Day', countsAsBusinessDay: false };
  await app.database.db.insertInto('businessCalendar').values(day).execute();
  expect(await shown('M0002', '2026-11-25T10:00:00+03:00')).toMatchObject([{ isOpenNow: true }]);
  expect(await shown('M0002', '2026-11-25T14:00:00+03:00')).toMatchObject([{ isOpenNow: false }]);
  expect((await editor.refusalOf(hotline.preview, { merchantNo: 'M0003', at: OPEN.toISOString() })).error).toBe(
    'NOT_FOUND',
  );
});

it('says where a contact is shown: the first number in texts and on payment pages, others on the help screen', async () => {
  const [first, second] = [await add(), await add({ contactValue: '254709000002', sort: 2 })];
  const { screens, templates } = await editor.call(hotline.usage, { hotlineNo: first });
  expect(screens).toEqual(['HELP', 'PAYMENT_LINK']);
  const named = await app.database.db
    .selectFrom('messageTemplate')
    .select('templateCode')
    .where('isEnabled', '=', true)
    .execute();
  expect(named.map(({ templateCode }) => templateCode)).toEqual(
    expect.arrayContaining(templates.map(({ templateCode }) => templateCode)),
  );
  expect(await editor.call(hotline.usage, { hotlineNo: second })).toEqual({ templates: [], screens: ['HELP'] });
});
