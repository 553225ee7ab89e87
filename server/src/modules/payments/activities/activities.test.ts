import { config, taskAward, intake } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, listOf, type Person } from '../../../../testing/test-calls.ts';
import { lend, makeProduct } from '../../lending/orders/testing/lend.ts';
import { addDays, businessDateOf } from '../../platform/policy/index.ts';
import { awardActivities } from './index.ts';
import { statusOf } from './rules.ts';
import { clustersOf } from './shared-devices.ts';

let app: TestApp;
let maker: Person;
let checker: Person;
let people: { maker: string; checker: string };
let merchantNo: string;
let productNo: string;
const hour = 3_600_000;
const RULE: taskAward.ActivityRule = {
  ruleName: 'Pay on time',
  activityType: 'ON_TIME_REPAYMENT',
  onTimeDays: null,
  awardType: 'WALLET',
  awardCents: 50_00,
  couponTemplateNo: null,
  points: null,
  budgetCents: 120_00,
  perCustomerMax: 1,
  perDayMax: 100,
  startAt: new Date(Date.now() - hour).toISOString(),
  endAt: new Date(Date.now() + 24 * hour).toISOString(),
};
beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  productNo = await makeProduct(db);
  ({ merchantNo } = await db
    .selectFrom('loanProduct')
    .select('merchantNo')
    .where('productNo', '=', productNo)
    .executeTakeFirstOrThrow());
  const add = async (name: string, codes: readonly string[]) => {
    const { userNo } = await addPerson(app.database, name, { codes, pages: taskAward.templates.access.page });
    await db.insertInto('userMerchant').values({ userNo, merchantNo }).execute();
    return userNo;
  };
  people = {
    maker: await add('act.maker', ['operation:activity:save', 'operation:activity:stop', 'audit:order:intake']),
    checker: await add('act.checker', ['operation:config:audit']),
  };
  [maker, checker] = [await as(app, 'act.maker'), await as(app, 'act.checker')];
});
afterAll(async () => await app[Symbol.asyncDispose]());

const save = async (value: Partial<taskAward.ActivityRule>) =>
  (
    await maker.post(taskAward.save, {
      merchantNo,
      value: { ...RULE, ...value },
      effectiveFrom: businessDateOf(new Date()),
      reason: 'Season',
    })
  ).data;
const agree = async (ruleId: string) => {
  const subjectNo = `${merchantNo}_${ruleId}`;
  const asked = listOf({ configKey: 'operation.activity', subjectNo, versionStatus: 'PENDING' });
  const [{ versionId, version }] = (await checker.post(config.page, asked)).data.rows;
  return (await checker.post(config.approve, { versionId, version })).code;
};
const sweep = async () => await awardActivities(app.database.db, new Date());
/** A loan of a new customer that is paid in full. */
async function paid(isOnTime = true) {
  const { db } = app.database;
  const { orderNo, customerNo } = await lend(db, { productNo, approvedCents: 300_000, ...people });
  const dueDate = addDays(businessDateOf(new Date()), isOnTime ? 5 : -5);
  const actualDate = businessDateOf(new Date());
  await db
    .updateTable('bill')
    .set({ billStatus: 'SETTLED', dueDate, actualDate })
    .where('orderNo', '=', orderNo)
    .execute();
  await db
    .updateTable('loanOrder')
    .set({ orderStatus: 'CLOSED', closedAt: new Date() })
    .where('orderNo', '=', orderNo)
    .execute();
  return customerNo;
}
const balanceOf = async (customerNo: string) =>
  (
    await app.database.db
      .selectFrom('wallet')
      .select('balanceCents')
      .where('customerNo', '=', customerNo)
      .executeTakeFirst()
  )?.balanceCents;
const recordsOf = async (customerNo: string) =>
  (await maker.post(taskAward.recordPage, listOf({ customerNo }))).data.rows;

it('runs between its moments unless it is stopped', () => {
  const days = { startAt: '2026-11-20T00:00:00Z', endAt: '2026-11-21T00:00:00Z' };
  const at = (moment: string, isOn = true) => statusOf(days, isOn, new Date(moment));
  expect([at('2026-11-19T23:00:00Z'), at('2026-11-20T12:00:00Z')]).toEqual(['SCHEDULED', 'RUNNING']);
  expect([at('2026-11-20T12:00:00Z', false), at('2026-11-21T00:00:00Z', false)]).toEqual(['STOPPED', 'ENDED']);
});

it('awards what was earned once, through the ledger, until the budget is used up', async () => {
  const { db } = app.database;
  const customerNo = await paid();
  const late = await paid(false);
  const { ruleId } = await save({});
  expect(await sweep()).toBe(0);
  expect(await agree(ruleId)).toBe(0);
  expect(await sweep()).toBe(1);
  expect([await balanceOf(customerNo), await balanceOf(late)]).toEqual([50_00, undefined]);
  expect(await sweep()).toBe(0);
  const [award] = await recordsOf(customerNo);
  expect(award).toMatchObject({ awardOutcome: 'AWARDED', amountCents: 50_00, phone: expect.stringContaining('*') });
  const { rows } = await sql<{ sum: number; makers: string }>`
    select sum(abs(p.amount_cents))::int as sum, min(j.maker_user_no) as makers from journal j join posting p using (journal_id)
    where j.cause_no = ${award?.rewardNo ?? ''}`.execute(db);
  expect(rows).toEqual([{ sum: 100_00, makers: people.maker }]);
  // The second fits, the third passes the budget and is told so.
  await paid();
  const third = await paid();
  expect(await sweep()).toBe(1);
  expect(await recordsOf(third)).toMatchObject([{ awardOutcome: 'BUDGET', amountCents: 0, rewardNo: null }]);
  const row = (await maker.get(taskAward.detail, { ruleId })).data;
  expect(row).toMatchObject({ activityStatus: 'RUNNING', spentCents: 100_00, participants: 3, awarded: 2 });
  const stated = { ruleId, version: row.version, isEnabled: false, reason: 'Over' };
  expect((await maker.post(taskAward.state, stated)).code).toBe(0);
  const after = await paid();
  expect(await sweep()).toBe(0);
  expect(await recordsOf(after)).toEqual([]);
  expect((await maker.get(taskAward.detail, { ruleId })).data.activityStatus).toBe('STOPPED');
});

it('awards full days with a loan and nothing overdue, each once', async () => {
  const { db } = app.database;
  const today = businessDateOf(new Date());
  const startAt = `${addDays(today, -15)}T00:00:00+03:00`;
  const since = async (days: number, bill: object) => {
    const { orderNo, customerNo } = await lend(db, { productNo, approvedCents: 300_000, ...people });
    const lendingTime = new Date(`${addDays(today, -days)}T12:00:00+03:00`);
    await db.updateTable('loanOrder').set({ lendingTime }).where('orderNo', '=', orderNo).execute();
    await db.updateTable('bill').set(bill).where('orderNo', '=', orderNo).execute();
    return customerNo;
  };
  const later = addDays(today, 20);
  const steady = await since(20, { dueDate: later });
  const young = await since(10, { dueDate: later });
  // Overdue in the first week alone, and since the second.
  const back = await since(20, {
    dueDate: addDays(today, -13),
    actualDate: addDays(today, -10),
    billStatus: 'SETTLED',
  });
  const late = await since(20, { dueDate: addDays(today, -5) });
  const activity = { ruleName: 'A week on time', onTimeDays: 7, startAt };
  const bounds = { budgetCents: 1_000_000_00, perCustomerMax: 9, perDayMax: 10_000 };
  const wrong = await save({ ...activity, ...bounds, activityType: 'PROFILE' });
  expect(wrong.fields).toMatchObject([{ field: 'value.onTimeDays' }]);
  const { ruleId } = await save({ ...activity, ...bounds });
  expect(await agree(ruleId)).toBe(0);
  await sweep();
  const weeks = async (customerNo: string) => {
    const awards = db.selectFrom('activityAward').select('awardNo').where('ruleId', '=', ruleId);
    return (await awards.where('customerNo', '=', customerNo).where('awardOutcome', '=', 'AWARDED').execute()).length;
  };
  expect(await Promise.all([steady, young, back, late].map(weeks))).toEqual([2, 1, 1, 1]);
  await sweep();
  expect(await weeks(steady)).toBe(2);
  const row = (await maker.get(taskAward.detail, { ruleId })).data;
  await maker.post(taskAward.state, { ruleId, version: row.version, isEnabled: false, reason: 'Over' });
});

it('gives coupons for what is done in the app, and to who invited', async () => {
  const { db } = app.database;
  const { couponTemplateNo } = await db
    .insertInto('couponTemplate')
    .values({
      merchantNo,
      couponContent: 'Thank you',
      couponType: 'DISCOUNT',
      amountCents: 20_00,
      validityDays: 30,
      useRule: '{}',
      templateStatus: 'ENABLED',
      makerUserNo: people.maker,
    })
    .returning('couponTemplateNo')
    .executeTakeFirstOrThrow();
  const coupons = { awardType: 'COUPON', awardCents: null, couponTemplateNo } as const;
  for (const value of [
    { ruleName: 'Daily', activityType: 'CHECK_IN', ...coupons } as const,
    { ruleName: 'Friends', activityType: 'INVITE', ...coupons } as const,
  ]) {
    expect(await agree((await save(value)).ruleId)).toBe(0);
  }
  const customerNo = await paid();
  const act = async () => (await maker.post(taskAward.act, { customerNo, actKind: 'CHECK_IN' })).data;
  expect([await act(), await act()]).toEqual([{ isNew: true }, { isNew: false }]);
  const { phone } = await db
    .selectFrom('customer')
    .select('phone')
    .where('customerNo', '=', customerNo)
    .executeTakeFirstOrThrow();
  const invited = (
    await maker.post(intake.customer, {
      merchantNo,
      phone: '254711990001',
      customerName: 'Invited Friend',
      idCardNo: '12345678',
      inviterPhone: phone,
    })
  ).data.customerNo;
  expect(await sweep()).toBe(1);
  // Once the friend has a first loan.
  const { orderNo } = await lend(db, { productNo, approvedCents: 300_000, ...people });
  await db.updateTable('loanOrder').set({ customerNo: invited }).where('orderNo', '=', orderNo).execute();
  expect(await sweep()).toBe(1);
  const held = await db.selectFrom('coupon').select('couponStatus').where('customerNo', '=', customerNo).execute();
  expect(held).toEqual([{ couponStatus: 'PENDING_EFFECT' }, { couponStatus: 'PENDING_EFFECT' }]);
  // A friend on the inviter's own telephone is seen.
  const own = await db.selectFrom('loanOrder').select('orderNo').where('customerNo', '=', customerNo).execute();
  await db
    .insertInto('orderTrait')
    .values(
      [{ orderNo }, ...own].map((one) => ({ ...one, traitKind: 'DEVICE' as const, traitValue: 'IMEI-OF-INVITER' })),
    )
    .execute();
  const [friends] = (await maker.post(taskAward.page, listOf({ ruleName: 'Friends' }))).data.rows;
  expect((await maker.get(taskAward.figures, { ruleId: friends.ruleId })).data).toEqual({
    days: [{ bizDate: businessDateOf(new Date()), awarded: 1, spentCents: 20_00 }],
    refused: [],
    inviters: [{ customerNo, invited: 1, devices: 1, sharing: 1 }],
  });
  expect((await maker.get(taskAward.figures, { ruleId: 'R999999' })).data.error).toBe('NOT_FOUND');
});

it('takes an unused coupon back where a rollback opens its loan again', async () => {
  const { db } = app.database;
  const { couponTemplateNo } = await db
    .selectFrom('couponTemplate')
    .select('couponTemplateNo')
    .executeTakeFirstOrThrow();
  const coupon = { awardType: 'COUPON', awardCents: null, couponTemplateNo } as const;
  expect(await agree((await save({ ruleName: 'Coupons on time', budgetCents: 9_000_00, ...coupon })).ruleId)).toBe(0);
  const customerNo = await paid();
  expect(await sweep()).toBeGreaterThan(0);
  await db.updateTable('loanOrder').set({ orderStatus: 'DISBURSED' }).where('customerNo', '=', customerNo).execute();
  await sweep();
  expect(await recordsOf(customerNo)).toMatchObject([{ awardOutcome: 'REVOKED', amountCents: 0 }]);
  const held = await db.selectFrom('coupon').select('couponStatus').where('customerNo', '=', customerNo).execute();
  expect(held).toEqual([{ couponStatus: 'EXPIRED' }]);
});

it('takes money back that is still in the wallet where a rollback opens its loan again, and no other', async () => {
  const { db } = app.database;
  const { ruleId } = await save({ ruleName: 'Money on time', budgetCents: 9_000_00 });
  expect(await agree(ruleId)).toBe(0);
  const [kept, drawn] = [await paid(), await paid()];
  await sweep();
  expect([await balanceOf(kept), await balanceOf(drawn)]).toEqual([50_00, 50_00]);
  // The other one asked for the money already.
  await db.updateTable('wallet').set({ heldCents: 50_00 }).where('customerNo', '=', drawn).execute();
  await db
    .updateTable('loanOrder')
    .set({ orderStatus: 'DISBURSED' })
    .where('customerNo', 'in', [kept, drawn])
    .execute();
  await sweep();
  await sweep();
  expect([await balanceOf(kept), await balanceOf(drawn)]).toEqual([0, 50_00]);
  const moneyOf = async (customerNo: string) =>
    (await recordsOf(customerNo)).filter((one: taskAward.AwardRow) => one.awardType === 'WALLET');
  const [award] = await moneyOf(kept);
  expect(award).toMatchObject({ awardOutcome: 'REVOKED', amountCents: 0 });
  expect(await moneyOf(drawn)).toMatchObject([{ awardOutcome: 'AWARDED', amountCents: 50_00 }]);
  const { rows } = await sql<{ account: string; cents: number }>`
    select p.account_code as account, sum(p.amount_cents)::int as cents from journal j join posting p using (journal_id)
    where j.cause_no = ${award?.rewardNo ?? ''} group by 1 order by 1`.execute(db);
  expect(rows.map(({ cents }) => cents)).toEqual([0, 0]);
  const row = (await maker.get(taskAward.detail, { ruleId })).data;
  await maker.post(taskAward.state, { ruleId, version: row.version, isEnabled: false, reason: 'Over' });
});

it('gives points by an activity and for loans paid on time, which become money before they expire', async () => {
  const { db } = app.database;
  const points = { awardType: 'POINTS', awardCents: null, points: 120, budgetCents: 1_000_00 } as const;
  expect((await save({ ...points, points: null })).fields).toMatchObject([{ field: 'value.points' }]);
  const before = await paid();
  await sweep();
  // A rule of the merchant that two agreed to: from then on, and not before.
  const value = { pointsPer100: 2, expiryDays: 30, pointsPerShilling: 10 };
  const draft = { configKey: taskAward.POINTS_KEY, subjectNo: merchantNo, value, reason: 'Loyalty' };
  const made = (await maker.post(config.save, { ...draft, effectiveFrom: businessDateOf(new Date()) })).data;
  const asked = (await maker.post(config.submit, { versionId: made.versionId, version: made.version })).data;
  const agreed = { versionId: asked.versionId, version: asked.version };
  expect((await checker.post(config.approve, agreed)).data.versionStatus).toBe('IN_FORCE');
  expect(await agree((await save({ ruleName: 'Points on time', ...points })).ruleId)).toBe(0);
  const customerNo = await paid();
  await sweep();
  await sweep();
  const account = async (of = customerNo) => (await maker.get(taskAward.pointsForApp, { customerNo: of })).data;
  // 2 for each of 30 times KES 100, and 120 by the activity.
  expect(await account()).toMatchObject({ balance: 180, worthCents: 18_00, pointsPerShilling: 10 });
  expect(
    (await account()).entries.map(({ kind, points: had }: { kind: string; points: number }) => [kind, had]),
  ).toEqual(
    expect.arrayContaining([
      ['EARNED', 60],
      ['EARNED', 120],
    ]),
  );
  expect((await account(before)).balance).toBe(120);
  const [award] = await recordsOf(customerNo);
  expect(award).toMatchObject({ awardType: 'POINTS', points: 120, amountCents: 12_00, rewardNo: null });

  const use = async (had: number) => (await maker.post(taskAward.pointsUse, { customerNo, points: had })).data;
  expect(await use(15)).toMatchObject({ error: 'POINTS_STEP', fields: [{ field: 'points' }] });
  expect(await use(190)).toMatchObject({ error: 'POINTS_SHORT', facts: { points: 180 } });
  const used = await use(150);
  expect(used).toMatchObject({ amountCents: 15_00, balance: 30 });
  expect(await balanceOf(customerNo)).toBeGreaterThanOrEqual(15_00);
  const { rows: page } = (await maker.post(taskAward.pointsPage, listOf({ merchantNo }))).data;
  expect(page).toMatchObject([{ ...value, versionNo: 1, openStatus: null, allowedActions: ['save'] }]);
  // Expired, they are worth nothing.
  await sql`UPDATE point_earning SET expires_at = now() - interval '1 second' WHERE customer_no = ${customerNo}`.execute(
    db,
  );
  expect((await account()).balance).toBe(0);
  // A loan that is open again loses what was not used.
  await db.updateTable('loanOrder').set({ orderStatus: 'DISBURSED' }).where('customerNo', '=', before).execute();
  await sweep();
  expect((await account(before)).balance).toBe(0);
  expect(await recordsOf(before)).toEqual(
    expect.arrayContaining([expect.objectContaining({ awardType: 'POINTS', awardOutcome: 'REVOKED' })]),
  );
});

it('says beforehand what the last 30 days would have been awarded, and who shares a device', async () => {
  const { db } = app.database;
  const [one, two] = [await paid(), await paid()];
  const orders = await db.selectFrom('loanOrder').select('orderNo').where('customerNo', 'in', [one, two]).execute();
  await db
    .insertInto('orderTrait')
    .values(orders.map(({ orderNo }) => ({ orderNo, traitKind: 'DEVICE' as const, traitValue: 'IMEI-SHARED' })))
    .execute();
  const value = { ...RULE, ruleName: 'Tried', budgetCents: 100_000_00 };
  const tried = async (more: object = {}) =>
    (await maker.post(taskAward.simulate, { merchantNo, value: { ...value, ...more } })).data;
  const whole = await tried();
  expect(whole.awarded).toBe(whole.earned);
  expect(whole).toMatchObject({ costCents: whole.awarded * 50_00, sharingDevices: 2 });
  const tied = { customers: 2, devices: 1, awarded: 2, costCents: 100_00, customerNos: [one, two].toSorted() };
  expect(whole.clusters).toEqual([tied]);
  expect(whole.earners[0]).toMatchObject({ costCents: whole.earners[0].awarded * 50_00 });
  expect(await tried({ budgetCents: 50_00 })).toMatchObject({
    awarded: 1,
    costCents: 50_00,
    refused: { BUDGET: whole.earned - 1, CUSTOMER_MAX: 0, DAY_MAX: 0 },
  });
  expect(await tried({ perDayMax: 2 })).toMatchObject({ awarded: 2, refused: { DAY_MAX: whole.earned - 2 } });
  expect((await tried({ awardType: 'COUPON', awardCents: null, couponTemplateNo: 'CT0' })).error).toBe(
    'COUPON_TEMPLATE_OFF',
  );
});

it('ties customers together by any chain of devices', () => {
  const use = (device: string, ...customerNos: string[]) => customerNos.map((customerNo) => ({ device, customerNo }));
  const uses = [...use('D1', 'C1', 'C2'), ...use('D2', 'C3', 'C4'), ...use('D3', 'C2', 'C5'), ...use('D4', 'C5', 'C1')];
  expect(clustersOf(uses, (customerNo) => (customerNo === 'C4' ? 9 : 1), 1_00)).toEqual([
    { customers: 2, devices: 1, awarded: 10, costCents: 10_00, customerNos: ['C3', 'C4'] },
    { customers: 3, devices: 3, awarded: 3, costCents: 3_00, customerNos: ['C1', 'C2', 'C5'] },
  ]);
});

it('refuses an award above its budget, a coupon that is none, and no end', async () => {
  expect((await save({ budgetCents: 10_00 })).fields).toMatchObject([{ field: 'value.budgetCents' }]);
  expect((await save({ endAt: RULE.startAt })).fields).toMatchObject([{ field: 'value.endAt' }]);
  expect((await save({ ruleName: ' ' })).fields).toMatchObject([{ field: 'value.ruleName' }]);
  const coupon = { awardType: 'COUPON', awardCents: null, couponTemplateNo: 'CT0' } as const;
  expect((await save(coupon)).error).toBe('COUPON_TEMPLATE_OFF');
});
