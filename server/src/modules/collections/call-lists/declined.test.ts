import { callList, callOption } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, listOf, type Person } from '../../../../testing/test-calls.ts';
import { seedPartners } from '../../../seed/partners.ts';
import { lend, makeProduct } from '../../lending/orders/testing/lend.ts';
import { createLogger } from '../../platform/health/index.ts';
import { addDays, businessDateOf } from '../../platform/policy/index.ts';
import { listDeclined } from './declined.ts';

const NOW = new Date();
const TODAY = businessDateOf(NOW);
const log = createLogger('silent');
let app: TestApp;
let lead: Person;
let merchantNo: string;
let marketProductNo: string;
/** Declined orders of people who may be listed, one each. */
let declined: { orderNo: string; customerNo: string; phone: string }[];

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  await seedPartners(db, NOW);
  const staff = {
    maker: (await addPerson(app.database, 'declined.maker')).userNo,
    checker: (await addPerson(app.database, 'declined.checker')).userNo,
  };
  const productNo = await makeProduct(db);
  const orderNos: string[] = [];
  while (orderNos.length < 3) orderNos.push((await lend(db, { productNo, approvedCents: 500_000, ...staff })).orderNo);
  ({ merchantNo } = await db
    .selectFrom('loanProduct')
    .select('merchantNo')
    .where('productNo', '=', productNo)
    .executeTakeFirstOrThrow());
  await db.updateTable('partnerPlatform').set({ merchantNo }).execute();
  ({ marketProductNo } = await db
    .selectFrom('partnerProduct')
    .select('marketProductNo')
    .where('productStatus', '=', 'ON_SHELF')
    .limit(1)
    .executeTakeFirstOrThrow());
  const codes = ['telemarketing:list:update'];
  const { userNo } = await addPerson(app.database, 'declined.lead', { pages: [...callList.page.access.page], codes });
  await db.insertInto('userMerchant').values({ userNo, merchantNo }).execute();
  lead = await as(app, 'declined.lead');
  // Nobody is in cool-off but those below.
  await db.updateTable('loanOrder').set({ coolOffUntil: null }).where('coolOffUntil', 'is not', null).execute();
  await db.deleteFrom('callAssignment').execute();
  await db.deleteFrom('callTaskEntry').execute();
  await db.deleteFrom('callEntry').where('desk', '=', 'TELEMARKETING').execute();
  ({ rows: declined } = await sql<{ orderNo: string; customerNo: string; phone: string }>`
    update loan_order set order_status = 'MACHINE_REFUSED', refused_at = ${NOW}, cool_off_until = ${addDays(TODAY, 5)},
      apply_time = ${new Date(NOW.getTime() - 86_400_000)}
    where order_no = any(${orderNos}::text[])
    returning order_no, customer_no,
      (select phone from customer c where c.customer_no = loan_order.customer_no) as phone`.execute(db));
  const phones = declined.map(({ phone }) => phone);
  await db.deleteFrom('contactBlock').where('phone', 'in', phones).execute();
  await db.deleteFrom('marketingBlacklist').where('phone', 'in', phones).execute();
  await db.deleteFrom('contactParty').where('partyKind', '=', 'LEAD').where('phone', 'in', phones).execute();
});
afterAll(async () => await app[Symbol.asyncDispose]());

const agree = async (phone: string) =>
  await app.database.db
    .insertInto('contactParty')
    .values({ partyKind: 'LEAD', merchantNo, phone, partyName: 'Applicant', consentedAt: NOW })
    .execute();
const recommended = async () => await Promise.resolve({ marketProductNo, name: 'Quick (PesaNow)' });
const turn = async (now = NOW) => await listDeclined({ db: app.database.db, recommended, log }, now);
const listed = async () => (await lead.call(callList.page, listOf({ listType: 'DECLINED' }))).rows;

it('lists a declined applicant who agreed to offers once, as rejected, with the partner’s product, until the cool-off ends', async () => {
  const [first, second] = declined;
  if (!first || !second) throw new Error('too few declined applicants');
  expect(await turn()).toBe(0);
  await agree(first.phone);
  expect(await turn()).toBe(1);
  expect(await turn()).toBe(0);
  const [row] = await listed();
  expect(row).toMatchObject({ customerStatus: '3', listStatus: 'POOL', marketingTarget: 'PARTNER_PRODUCT' });
  expect(row).toMatchObject({ recommendedProductNo: marketProductNo, expireAt: `${addDays(TODAY, 4)}T21:00:00.000Z` });
  expect(row?.recommendedProductName).not.toBeNull();
  const found = listOf({ recommendedProductNo: marketProductNo });
  expect((await lead.call(callList.page, found)).total).toBe(1);
  // An entry's product may be a partner's on its merchant's shelf, and no other.
  const target = { entryId: row?.entryId ?? '', marketingTarget: 'PARTNER_PRODUCT', recommendedAmountCents: null };
  const unknown = { ...target, recommendedProductNo: 'MP999999' };
  expect(await lead.refusalOf(callList.updateTarget, unknown)).toMatchObject({ fields: ['recommendedProductNo'] });
  await lead.call(callList.updateTarget, { ...target, recommendedProductNo: null });
  await lead.call(callList.updateTarget, { ...target, recommendedProductNo: marketProductNo });
  expect((await lead.call(callList.page, found)).total).toBe(1);
});

it('leaves out who withdrew, is blocked, said no since, or is past the cool-off, and all while the list type is off', async () => {
  const { db } = app.database;
  const [, second, third] = declined;
  if (!second || !third) throw new Error('too few declined applicants');
  await agree(second.phone);
  const off = async (isEnabled: boolean) =>
    await db.updateTable('callOption').set({ isEnabled }).where('code', '=', 'DECLINED').execute();
  await off(false);
  expect(await turn()).toBe(0);
  await off(true);
  const party = db.updateTable('contactParty').where('phone', '=', second.phone);
  await party.set({ withdrawnAt: NOW }).execute();
  expect(await turn()).toBe(0);
  await party.set({ withdrawnAt: null }).execute();
  expect(await turn(new Date(NOW.getTime() + 5 * 86_400_000))).toBe(0);
  const no = { desk: 'TELEMARKETING', merchantNo, phone: second.phone, listType: 'LEAD' } as const;
  const { entryId } = await db
    .insertInto('callEntry')
    .values({ ...no, marketingTarget: 'FIRST_LOAN', optInSource: 'WEBSITE', optInAt: NOW })
    .returning('entryId')
    .executeTakeFirstOrThrow();
  expect(await turn()).toBe(0);
  // Neither while somebody calls them, nor once they said no.
  const ended = {
    listStatus: 'ABANDONED',
    abandonReason: 'UNWILLING',
    abandonedAt: NOW,
    createdAt: new Date(0),
  } as const;
  await db.updateTable('callEntry').set(ended).where('entryId', '=', entryId).execute();
  expect(await turn()).toBe(0);
  await db.deleteFrom('callEntry').where('entryId', '=', entryId).execute();
  expect(await turn()).toBe(1);
  expect(await listed()).toHaveLength(2);
  const types = await lead.call(callOption.listTypes, {});
  expect(types.map(({ value }) => value)).toContain('DECLINED');
});
