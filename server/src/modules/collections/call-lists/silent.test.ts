import { customerManage, notLoggedList } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, listOf, type Person } from '../../../../testing/test-calls.ts';
import { createLogger } from '../../platform/health/index.ts';
import { listSilent } from './silent.ts';

const DAY_MS = 86_400_000;
const merchantNo = 'M0001';
let app: TestApp;
let lead: Person;
let server: Person;
let elsewhere: Person;

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  const person = async (name: string, codes: readonly string[], books: string) => {
    const { userNo } = await addPerson(app.database, name, { codes: [...codes], dailyRevealBudget: 9 });
    await db.insertInto('userMerchant').values({ userNo, merchantNo: books }).execute();
    return await as(app, name);
  };
  lead = await person('sl.lead', ['customerService:notLoggedList:query'], merchantNo);
  server = await person('sl.server', ['audit:order:intake'], merchantNo);
  elsewhere = await person('sl.elsewhere', ['audit:order:intake'], 'M0002');
});
afterAll(async () => await app[Symbol.asyncDispose]());

let serial = 0;
/** Somebody who registered so many days ago, and signed in last so many days ago; null: never. */
async function customer(registered: number, signedIn: number | null) {
  serial += 1;
  const phone = `25473344000${serial}`;
  const at = (days: number) => new Date(Date.now() - days * DAY_MS);
  const { customerNo } = await app.database.db
    .insertInto('customer')
    .values({
      merchantNo,
      customerName: 'Wanjiru Silent',
      phone,
      idCardNo: `3456000${serial}`,
      createdAt: at(registered),
      lastLoginAt: signedIn === null ? null : at(signedIn),
    })
    .returning('customerNo')
    .executeTakeFirstOrThrow();
  return { customerNo, phone };
}
const turn = async (now = new Date()) => await listSilent({ db: app.database.db, log: createLogger('silent') }, now);
const listed = async () =>
  (
    await app.database.db
      .selectFrom('callEntry')
      .select(['phone', 'listType', 'listStatus'])
      .where('phone', 'like', '25473344000%')
      .orderBy('phone')
      .orderBy('entryId')
      .execute()
  ).map(({ phone, listType, listStatus }) => [phone, listType, listStatus]);

it('lists who is silent once for each silence, and nobody before the app tells of sign-ins', async () => {
  const { db } = app.database;
  const dormant = await customer(200, 45);
  await customer(200, 5);
  await customer(500, 400);
  const never = await customer(10, null);
  await customer(1, null);
  expect(await turn()).toBe(0);
  // Since 20 days ago: who registered before is left out unless they signed in since.
  const signInsSince = new Date(Date.now() - 20 * DAY_MS);
  await db.updateTable('merchant').set({ signInsSince }).where('merchantNo', '=', merchantNo).execute();
  await customer(30, null);
  expect(await turn()).toBe(2);
  expect(await turn()).toBe(0);
  expect(await listed()).toEqual([
    [dormant.phone, 'DORMANT', 'POOL'],
    [never.phone, 'NEVER_LOGGED_IN', 'POOL'],
  ]);
  const { rows } = await lead.call(notLoggedList.page, listOf({ listStatus: 'POOL' }));
  expect(rows.find(({ listType }) => listType === 'DORMANT')?.notLoggedDays).toBe(45);

  expect((await elsewhere.refusalOf(customerManage.signedIn, { customerNo: dormant.customerNo })).error).toBe(
    'CUSTOMER_NOT_FOUND',
  );
  const { customerNo } = dormant;
  expect(await server.call(customerManage.signedIn, { customerNo })).toEqual({ customerNo, returned: 1 });
  expect(await server.call(customerManage.signedIn, { customerNo })).toEqual({ customerNo, returned: 0 });
  expect((await listed())[0]).toEqual([dormant.phone, 'DORMANT', 'SELF_RETURNED']);
  const kept = await db
    .selectFrom('merchant')
    .select('signInsSince')
    .where('merchantNo', '=', merchantNo)
    .executeTakeFirst();
  expect(kept?.signInsSince).toEqual(signInsSince);
  // The next silence is another one.
  const later = new Date(Date.now() + 31 * DAY_MS);
  await turn(later);
  expect((await listed()).filter(([phone]) => phone === dormant.phone)).toEqual([
    [dormant.phone, 'DORMANT', 'SELF_RETURNED'],
    [dormant.phone, 'DORMANT', 'POOL'],
  ]);
});
