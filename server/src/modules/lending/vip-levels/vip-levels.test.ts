import { createHash } from 'node:crypto';
import { change, config, file, vipLevel } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, listOf, type Person } from '../../../../testing/test-calls.ts';
import { addDays, businessDateOf } from '../../platform/policy/index.ts';
import { creditOf } from '../credit/index.ts';
import { lend, makeProduct } from '../orders/testing/lend.ts';
import { recalculateDay, vipLevelOf } from './index.ts';

const LEVEL: vipLevel.VipLevelRule = {
  ruleName: 'Member',
  levelNo: 0,
  minSettledOrders: 1,
  minOnTimePercent: 0,
  maxDpd: 30,
  validDays: 90,
  couponTemplateNo: null,
  limitStepUpBps: 0,
};
let app: TestApp;
let maker: Person;
let checker: Person;
let people: { maker: string; checker: string };
let merchantNo: string;
let customerNo: string;
const today = businessDateOf(new Date());
beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  const productNo = await makeProduct(db);
  ({ merchantNo } = await db
    .selectFrom('loanProduct')
    .select('merchantNo')
    .where('productNo', '=', productNo)
    .executeTakeFirstOrThrow());
  const add = async (name: string, codes: readonly string[]) => {
    const { userNo } = await addPerson(app.database, name, { codes, pages: vipLevel.templates.access.page });
    await db.insertInto('userMerchant').values({ userNo, merchantNo }).execute();
    return userNo;
  };
  people = {
    maker: await add('vip.maker', ['supermarket:vipLevel:save', 'supermarket:vipLevel:adjust']),
    checker: await add('vip.checker', ['supermarket:config:audit']),
  };
  [maker, checker] = [await as(app, 'vip.maker'), await as(app, 'vip.checker')];
  let orderNo: string;
  ({ orderNo, customerNo } = await lend(db, { productNo, approvedCents: 300_000, ...people }));
  await db
    .updateTable('bill')
    .set({ billStatus: 'SETTLED', actualDate: today })
    .where('orderNo', '=', orderNo)
    .execute();
  await db.updateTable('loanOrder').set({ orderStatus: 'CLOSED' }).where('orderNo', '=', orderNo).execute();
  await db
    .insertInto('customerCredit')
    .values({ customerNo, creditType: 'REVOLVING', limitCents: 100_000, creditStatus: 'GRANTED' })
    .onConflict((conflict) => conflict.column('customerNo').doUpdateSet({ limitCents: 100_000 }))
    .execute();
});
afterAll(async () => await app[Symbol.asyncDispose]());

const save = async (value: Partial<vipLevel.VipLevelRule>) =>
  (
    await maker.post(vipLevel.save, {
      merchantNo,
      value: { ...LEVEL, ...value },
      effectiveFrom: today,
      reason: 'Loyal customers',
    })
  ).data;
const agree = async (ruleId: string) => {
  const asked = listOf({ configKey: 'supermarket.vipLevel', subjectNo: `${merchantNo}_${ruleId}` });
  const [{ versionId, version }] = (await checker.post(config.page, asked)).data.rows;
  return (await checker.post(config.approve, { versionId, version })).code;
};
const levelOf = async () => await vipLevelOf(app.database.db, customerNo, new Date());
const limit = async () => (await creditOf(app.database.db, customerNo, new Date()))?.limitCents;

it('gives customers the highest level their loans meet, its step-up and its coupon', async () => {
  const { db } = app.database;
  expect(await recalculateDay(db, new Date())).toBe(0);
  const { couponTemplateNo } = await db
    .insertInto('couponTemplate')
    .values({
      merchantNo,
      couponContent: 'Welcome to Silver',
      couponType: 'DISCOUNT',
      amountCents: 5_000,
      validityDays: 30,
      useRule: '{}',
      templateStatus: 'ENABLED',
      makerUserNo: people.maker,
    })
    .returning('couponTemplateNo')
    .executeTakeFirstOrThrow();
  const member = await save({});
  const silver = await save({
    ruleName: 'Silver',
    otherNames: { sw: 'Fedha' },
    levelNo: 1,
    maxDpd: 3,
    limitStepUpBps: 1_000,
    couponTemplateNo,
    hotlinePriority: true,
  });
  expect(await agree(member.ruleId)).toBe(0);
  expect(await levelOf()).toBeNull();
  const calculated = async () => (await maker.post(vipLevel.recalculate, { merchantNo })).data;
  expect(await calculated()).toMatchObject({ rises: expect.any(Number), coupons: 0 });
  expect([await levelOf(), await limit()]).toEqual([0, 100_000]);
  const tried = async (draft?: Partial<vipLevel.VipLevelRule>) =>
    await maker.call(vipLevel.simulate, { merchantNo, ...(draft && { draft: { ...LEVEL, ...draft } }) });
  // A trial says what will be: nobody moves by the levels in force, all who may rise do by the draft.
  expect(await tried()).toMatchObject({ rises: 0, falls: 0, couponCents: 0 });
  const planned = await tried({ ruleName: 'Silver', levelNo: 1, maxDpd: 3, limitStepUpBps: 1_000, couponTemplateNo });
  expect(planned.levels.map(({ levelNo, membersNow }) => [levelNo, membersNow > 0])).toEqual([
    [0, true],
    [1, false],
  ]);
  expect(planned.couponCents).toBe(planned.rises * 5_000);
  // In the six whole months before: a loan that closed two months ago costs the coupon of that month alone.
  const lastMonth = addDays(`${today.slice(0, 7)}-01`, -10);
  const closedOn = addDays(`${lastMonth.slice(0, 7)}-01`, -10);
  const order = db.updateTable('loanOrder').where('customerNo', '=', customerNo);
  const before = await db
    .selectFrom('loanOrder')
    .select(['lendingTime', 'closedAt'])
    .where('customerNo', '=', customerNo)
    .executeTakeFirstOrThrow();
  const closedAt = new Date(`${closedOn}T09:00:00Z`);
  await order.set({ lendingTime: new Date(`${addDays(closedOn, -40)}T09:00:00Z`), closedAt }).execute();
  const silverDraft = { ruleName: 'Silver', levelNo: 1, maxDpd: 3, limitStepUpBps: 1_000, couponTemplateNo };
  const then = (await tried(silverDraft)).months;
  const now = planned.months;
  expect(then.map(({ month }) => month)).toEqual(now.map(({ month }) => month));
  expect(then.map(({ rises }, at) => rises - (now[at]?.rises ?? 0))).toEqual([0, 0, 0, 0, 1, 0]);
  expect((then.at(-2)?.couponCents ?? 0) - (now.at(-2)?.couponCents ?? 0)).toBe(5_000);
  expect((await tried()).months.every(({ couponCents }) => couponCents === 0)).toBe(true);
  await order.set(before).execute();
  expect(await agree(silver.ruleId)).toBe(0);
  const { rises, coupons } = await calculated();
  expect(rises).toBe(coupons);
  expect(rises).toBe(planned.rises);
  const [, second] = (await tried()).levels;
  expect(second?.membersNow).toBe(planned.levels[1]?.membersThen);
  expect([await levelOf(), await limit()]).toEqual([1, 110_000]);
  const held = await db
    .selectFrom('vipMember')
    .select('hasHotlinePriority')
    .where('customerNo', '=', customerNo)
    .executeTakeFirst();
  expect(held).toEqual({ hasHotlinePriority: true });
  const named = await maker.call(vipLevel.forApp, { merchantNo, language: 'sw' });
  expect(named.map(({ levelName }) => levelName)).toContain('Fedha');
  const coupon = await db.selectFrom('coupon').select('couponStatus').where('customerNo', '=', customerNo).execute();
  expect(coupon).toEqual([{ couponStatus: 'PENDING_EFFECT' }]);
  expect(await calculated()).toMatchObject({ rises: 0, falls: 0 });
  // Who falls by a stricter draft would read the app's text of it, though the node is off.
  const strict = await tried({ ruleName: 'Silver', levelNo: 1, minSettledOrders: 500, maxDpd: 0 });
  expect(strict.fallNotice.isEnabled).toBe(false);
  expect(strict.fallNotice.texts).toContainEqual({
    levelBefore: 1,
    levelNo: 0,
    members: expect.any(Number),
    language: 'en',
    text: 'Dear Achieng, your level changed from Silver to Member. Pay on time to rise again.',
  });
  // Late once: back to the level that forgives it.
  await db
    .updateTable('bill')
    .set({ actualDate: addDays(today, 40) })
    .where('customerNo', '=', customerNo)
    .execute();
  expect((await calculated()).falls).toBeGreaterThan(0);
  expect([await levelOf(), await limit()]).toEqual([0, 100_000]);
  const path = await maker.call(vipLevel.member, { customerNo });
  expect(path.moves.map(({ levelBefore, levelNo, vipSource }) => [levelBefore, levelNo, vipSource])).toEqual([
    [1, 0, 'RULE'],
    [0, 1, 'RULE'],
    [null, 0, 'RULE'],
  ]);
  expect(path.orders).toMatchObject([{ isSettled: true, onTimeBills: 0, maxDpd: expect.any(Number) }]);
  expect(path.orders[0]?.maxDpd).toBe(path.row.maxDpd);
  const of = async (filters: object) =>
    (await maker.call(vipLevel.page, { filters: { merchantNo, ...filters }, page: 1, pageSize: 20, sort: null })).rows;
  expect((await of({ levelNo: 1 })).map(({ ruleName }) => ruleName)).toEqual(['Silver']);
  expect((await of({ levelName: 'memb' })).map(({ levelNo }) => levelNo)).toEqual([0]);
  expect((await maker.post(vipLevel.page, listOf({}))).data.rows).toMatchObject([
    { levelNo: 1, couponName: 'Welcome to Silver' },
    { levelNo: 0, members: expect.any(Number) },
  ]);
});

it('sets one customer’s level by two people, which the rules leave until its last day', async () => {
  const { db } = app.database;
  const adjust = { customerNo, levelNo: 1, lastDay: addDays(today, 10), reason: 'Complaint settled' };
  expect((await maker.post(vipLevel.memberAdjust, { ...adjust, levelNo: 9 })).data.error).toBe('VIP_LEVEL_UNKNOWN');
  expect((await maker.post(vipLevel.memberAdjust, { ...adjust, lastDay: '2020-01-01' })).data.error).toBe(
    'CONFIG_DATE_PAST',
  );
  const { changeNo } = (await maker.post(vipLevel.memberAdjust, adjust)).data;
  expect(await levelOf()).toBe(0);
  expect((await checker.post(change.changeFamilies.vipLevel.approve, { changeNo })).code).toBe(0);
  expect([await levelOf(), await limit()]).toEqual([1, 110_000]);
  const { moves } = await maker.call(vipLevel.member, { customerNo });
  expect(moves[0]).toMatchObject({ levelBefore: 0, levelNo: 1, vipSource: 'MANUAL' });
  await recalculateDay(db, new Date());
  expect(await levelOf()).toBe(1);
  const { rows } = (await maker.post(vipLevel.memberPage, listOf({ customerNo }))).data;
  expect(rows).toMatchObject([{ vipSource: 'MANUAL', levelNo: 1, phone: expect.stringContaining('*') }]);
  expect(await recalculateDay(db, new Date())).toBe(0);
});

it('refuses a higher level that is laxer, and the same level twice', async () => {
  expect((await save({ levelNo: 2, maxDpd: 60 })).error).toBe('VIP_LEVEL_LAX');
  expect((await save({ levelNo: 1, maxDpd: 3 })).error).toBe('RULE_OVERLAP');
  expect((await save({ levelNo: 2, maxDpd: 1, couponTemplateNo: 'CT0' })).error).toBe('COUPON_TEMPLATE_OFF');
  expect((await save({ validDays: 10 })).fields).toMatchObject([{ field: 'value.validDays' }]);
});

it('shows the levels that apply and their icons to the app, and refuses an icon of nobody', async () => {
  const strict = { minSettledOrders: 50, minOnTimePercent: 100, maxDpd: 0 };
  const icon = { attachId: 'nobodys', fileName: 'x.png' };
  expect((await save({ ...strict, levelNo: 9, ruleName: 'Strange', icon })).fields).toMatchObject([
    { field: 'value.icon' },
  ]);
  const bytes = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
    'base64',
  );
  const md5 = createHash('md5').update(bytes).digest('hex');
  const content = bytes.toString('base64');
  const attached = { fileName: 'gold.png', subjectType: 'vipLevel', subjectNo: merchantNo, content, md5 };
  const { attachId } = (await maker.post(file.uploadAttach, attached)).data;
  const open = async () => await checker.get(vipLevel.icon, { attachId });
  const { ruleId } = await save({ ...strict, levelNo: 9, ruleName: 'Gold', icon: { attachId, fileName: 'gold.png' } });
  expect((await open()).data.error).toBe('NOT_FOUND');
  expect(await agree(ruleId)).toBe(0);
  expect((await open()).body.equals(bytes)).toBe(true);
  const levels = (await maker.get(vipLevel.forApp, { merchantNo })).data;
  expect(levels.at(-1)).toMatchObject({ levelName: 'Gold', iconUrl: `/api/hc/web/noAuth/app/vipIcon/${attachId}` });
});
