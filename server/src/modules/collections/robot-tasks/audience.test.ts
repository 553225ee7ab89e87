import { robotTask } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, type Person } from '../../../../testing/test-calls.ts';
import { lend, makeProduct } from '../../lending/orders/testing/lend.ts';
import { createLogger } from '../../platform/health/index.ts';
import { addDays, businessDateOf } from '../../platform/policy/index.ts';
import { runCaseDay } from '../collections/index.ts';

const TODAY = businessDateOf(new Date());
let app: TestApp;
let maker: Person;
let elsewhere: Person;
let merchantNo: string;
let people: { maker: string; checker: string };
let productNo: string;

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  const rights = {
    codes: ['collection:robotTask:create'],
    pages: ['/AdminContent/CollectionSystem/RoboticTask'],
  };
  const { userNo } = await addPerson(app.database, 'audience.maker', rights);
  await addPerson(app.database, 'audience.elsewhere', rights);
  people = { maker: userNo, checker: (await addPerson(app.database, 'audience.checker')).userNo };
  productNo = await makeProduct(db);
  merchantNo = (await late(5)).merchantNo;
  await db.insertInto('userMerchant').values({ userNo, merchantNo }).execute();
  [maker, elsewhere] = [await as(app, 'audience.maker'), await as(app, 'audience.elsewhere')];
});
afterAll(async () => await app[Symbol.asyncDispose]());

async function late(dpd: number) {
  const { db } = app.database;
  const loan = await lend(db, { productNo, approvedCents: 500_000, ...people });
  await sql`update bill set due_date = ${addDays(TODAY, -dpd)}, accrued_through = ${addDays(TODAY, -1)}
    where order_no = ${loan.orderNo}`.execute(db);
  await runCaseDay(db, addDays(TODAY, -1), createLogger('silent'));
  return loan;
}
const form = (more: object) => ({
  taskName: 'Early reminder',
  scriptCode: 'OVERDUE',
  voiceLanguage: 'sw' as const,
  dialFrom: '09:00',
  dialTo: '17:00',
  maxAttempts: 2,
  retryGapMinutes: 60,
  startAt: '2026-01-01T00:00:00Z',
  ...more,
});
const ordersOf = async (taskNo: string) => {
  const { rows } = await sql<{ orderNo: string }>`select order_no from robot_task_item
    where task_no = ${taskNo} order by order_no`.execute(app.database.db);
  return rows.map(({ orderNo }) => orderNo);
};

it('takes those who match when it is made, and nobody who comes to match later', async () => {
  const [inside, outside] = [await late(77), await late(96)];
  const filters = { merchantNo, dpd: '70-79' };
  expect(await maker.call(robotTask.collectionAudience, filters)).toMatchObject({
    cases: 1,
    borrowers: 1,
    inOtherTask: 0,
  });
  const { taskNo, total } = await maker.call(robotTask.collectionCreate, form(filters));
  expect(total).toBe(1);
  await late(78);
  expect(await ordersOf(taskNo)).toEqual([inside.orderNo]);
  expect(await ordersOf(taskNo)).not.toContain(outside.orderNo);
  // Who is in a task that has not ended is in no other.
  expect(await maker.call(robotTask.collectionAudience, filters)).toMatchObject({ borrowers: 2, inOtherTask: 1 });
});

it('refuses filters that match nobody, no cases at all, and merchants of others', async () => {
  const nobody = await maker.post(robotTask.collectionCreate, form({ merchantNo, dpd: '900' }));
  expect(nobody.data.error).toBe('ROBOT_AUDIENCE_EMPTY');
  const none = await maker.post(robotTask.collectionCreate, form({}));
  expect(none.data.fields).toMatchObject([{ field: 'merchantNo' }]);
  const theirs = await elsewhere.post(robotTask.collectionCreate, form({ merchantNo, dpd: '1-99' }));
  expect(theirs.data).toMatchObject({ error: 'REFERENCE_UNKNOWN', fields: [{ field: 'merchantNo' }] });
});
