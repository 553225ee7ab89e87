import { home, auditOrder, collection, user } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, listOf, type Person } from '../../../../testing/test-calls.ts';
import { allocateOrder } from '../../lending/orders/index.ts';
import { waitingOrder } from '../../lending/orders/testing/review.ts';

const REVIEWS = '/AdminContent/AuditSystem/MyAudit';
const CASES = '/AdminContent/CollectionSystem/MyCollection';
const USERS = '/AdminContent/UserSystem/UserManagement';

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp({ content: 'lending' });
});
afterAll(async () => await app[Symbol.asyncDispose]());

async function countOf(person: Person, path: string): Promise<number> {
  const { data } = await person.get(home.menuCounts);
  const counts = z.parse(home.menuCounts.reply, data);
  return counts.find((each) => each.path === path)?.count ?? 0;
}

test('reviews are counted for who has them and holds the page, as the page counts them', async () => {
  const { db } = app.database;
  const reviewer = await as(app, 'reviewer');
  const shown = async () =>
    Number((await reviewer.post(auditOrder.myPage, listOf({ tab: 'PENDING' }, null, 20))).data.total);
  const before = await countOf(reviewer, REVIEWS);
  expect(before).toBe(await shown());
  const { userNo } = await db
    .selectFrom('appUser')
    .select('userNo')
    .where('userName', '=', 'reviewer')
    .executeTakeFirstOrThrow();
  const { productNo } = await db
    .selectFrom('loanProduct')
    .innerJoin('userMerchant', 'userMerchant.merchantNo', 'loanProduct.merchantNo')
    .select('productNo')
    .where('userMerchant.userNo', '=', userNo)
    .executeTakeFirstOrThrow();
  const orderNo = await waitingOrder(db, { productNo });
  await db.transaction().execute(async (tx) => {
    await allocateOrder(tx, orderNo, userNo, { at: new Date() });
  });
  expect(await countOf(reviewer, REVIEWS)).toBe(before + 1);
  expect(await shown()).toBe(before + 1);
  // An order of a merchant that is taken away from them is not shown, so it does not count.
  await sql`DELETE FROM user_merchant WHERE user_no = ${userNo} AND merchant_no =
    (SELECT merchant_no FROM loan_order WHERE order_no = ${orderNo})`.execute(db);
  expect(await countOf(reviewer, REVIEWS)).toBe(await shown());
  expect(await countOf(reviewer, REVIEWS)).toBeLessThan(before + 1);
  await db.deleteFrom('rolePage').where('pagePath', '=', REVIEWS.toLowerCase()).execute();
  expect(await countOf(reviewer, REVIEWS)).toBe(0);
});

test('cases are counted for their collector, as the page counts them', async () => {
  const { rows } = await sql<{ userName: string; cases: number }>`
    SELECT u.user_name, count(*) AS cases FROM collection_case c
      JOIN app_user u ON u.user_no = c.collector_user_no
    WHERE c.case_scope = 'ORDER' AND c.case_status IN ('COLLECTING', 'RETAINED')
    GROUP BY 1 ORDER BY 2 DESC LIMIT 1`.execute(app.database.db);
  const [busiest] = rows;
  expect(busiest?.cases).toBeGreaterThan(0);
  const collector = await as(app, busiest?.userName ?? '');
  const { data } = await collector.post(collection.byOrder.selfPage, listOf({}, null, 20));
  expect(await countOf(collector, CASES)).toBe(data.total);
  expect(data.total).toBeGreaterThan(0);
});

test('changes are counted for who may decide them, and not for who asked', async () => {
  const { db } = app.database;
  await db.updateTable('policySetting').set({ value: 'true' }).where('settingKey', '=', 'makerChecker.user').execute();
  const { userNo } = await addPerson(app.database, 'second.admin');
  await db.insertInto('userRole').values({ userNo, roleNo: 'R-001' }).execute();
  const [admin, second] = [await as(app, 'admin'), await as(app, 'second.admin')];
  const before = await countOf(second, USERS);
  const ownBefore = await countOf(admin, USERS);
  const { userNo: other, version } = await db
    .selectFrom('appUser')
    .select(['userNo', 'version'])
    .where('userName', '=', 'traffic')
    .executeTakeFirstOrThrow();
  const asked = await admin.post(user.updateUser, { userNo: other, version, roleNos: ['R-002'] });
  expect(asked.code).toBe(0);
  expect(await countOf(second, USERS)).toBe(before + 1);
  expect(await countOf(admin, USERS)).toBe(ownBefore);
});

test('what cannot be counted leaves the other entries alone, and whoever holds no page has none', async () => {
  const { db } = app.database;
  const second = await as(app, 'admin');
  await addPerson(app.database, 'nobody');
  const nobody = await as(app, 'nobody');
  expect((await nobody.get(home.menuCounts)).data).toEqual([]);
  await sql`ALTER TABLE collection_case RENAME TO collection_case_away`.execute(db);
  const reply = await second.get(home.menuCounts);
  await sql`ALTER TABLE collection_case_away RENAME TO collection_case`.execute(db);
  expect(reply.code).toBe(0);
});
