import { auditOrder, customerManage, job, orderDetail, putChannel } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson } from '../../../../testing/test-app.ts';
import { as, listOf } from '../../../../testing/test-calls.ts';
import { lend } from '../../lending/orders/testing/lend.ts';
import { addDays, businessDateOf } from '../../platform/policy/index.ts';
import { attributeOrder, pauseOverdue } from './index.ts';
import { type ChannelDesk, channelDesk } from './testing/channel-desk.ts';

let channel: ChannelDesk['channel'];
let app: ChannelDesk['app'];
let addTraffic: ChannelDesk['addTraffic'];
let stop: ChannelDesk['stop'];
let merchantNo: ChannelDesk['merchantNo'];
let productNo: ChannelDesk['productNo'];
let maker: ChannelDesk['maker'];
let save: ChannelDesk['save'];
let agree: ChannelDesk['agree'];
let register: ChannelDesk['register'];
let apply: ChannelDesk['apply'];
let rowOf: ChannelDesk['rowOf'];
let promotionOf: ChannelDesk['promotionOf'];

beforeAll(async () => {
  ({ addTraffic, channel, app, stop, merchantNo, productNo, maker, save, agree, register, apply, rowOf, promotionOf } =
    await channelDesk());
});
afterAll(async () => {
  await stop();
  await app[Symbol.asyncDispose]();
});

it('leads to its page and pays for who came, until its budget or its cap is used up', async () => {
  const { ruleId } = await save({});
  const funnel = async () => (await maker.get(putChannel.funnel, { ruleId })).data;
  expect((await funnel()).link).toBeNull();
  // Nobody is attributed to a channel that is not in force.
  const early = await register();
  expect(await promotionOf(await apply(early.customerNo))).toBeNull();
  expect(await agree(ruleId)).toBe(0);
  const { link } = await funnel();
  const tokenIn = (path: string) => path.split('/').at(-1) ?? '';
  const arrive = async (path: string) => (await maker.get(putChannel.arrive, { token: tokenIn(path) })).data;
  const opened = async (url = link) => {
    const { statusCode, headers } = await app.http.inject({ method: 'GET', url });
    return [statusCode, headers.location];
  };
  expect(await arrive(link)).toEqual({ channelCode: 'SEARCH_1', url: channel.landingUrl });
  expect((await arrive(`${link}x`)).error).toBe('NOT_FOUND');
  // A browser is led on, and the page learns who sent it.
  expect(await opened()).toEqual([302, `${channel.landingUrl}?channel=SEARCH_1`]);
  expect((await opened(`${link}x`))[1]).toBeUndefined();
  const first = await register();
  expect(await promotionOf(await apply(first.customerNo))).toBe('SEARCH_1');
  await register();
  // 100 of 120 shillings are spent: one more would pass the budget.
  const third = await register();
  expect(await promotionOf(await apply(third.customerNo))).toBeNull();
  expect(await arrive(link)).toMatchObject({ channelCode: null });
  expect(await rowOf(ruleId)).toMatchObject({
    clicks: 2,
    clicksToday: 2,
    costPerRegistrationCents: 50_00,
    costPerOnTimeCents: null,
    registrations: 2,
    applications: 1,
    disbursed: 0,
    spentTodayCents: 100_00,
  });
  const on = async (day: string) =>
    (await maker.post(putChannel.page, listOf({ channelCode: 'SEARCH_1', figuresOn: { from: day, to: day } }))).data
      .rows[0];
  expect(await on(businessDateOf(new Date()))).toMatchObject({ clicks: 2, registrations: 2, applications: 1 });
  expect(await on('2026-01-05')).toMatchObject({ clicks: 0, registrations: 0, clicksToday: 2 });
  // A new price is for who comes afterwards; an application is paid once it is applied for.
  expect((await save({ channelCode: 'SEARCH_2' }, { ruleId })).error).toBe('CHANNEL_FROZEN');
  const dearer = { channelBilling: 'CPA', unitPriceCents: 10_00, dailyBudgetCents: 500_00 } as const;
  await save(dearer, { ruleId });
  expect(await agree(ruleId)).toBe(0);
  const fourth = await register();
  expect((await rowOf(ruleId)).spentTodayCents).toBe(100_00);
  await apply(fourth.customerNo);
  expect((await rowOf(ruleId)).spentTodayCents).toBe(110_00);
  await save({ ...dearer, dailyCap: 3 }, { ruleId });
  expect(await agree(ruleId)).toBe(0);
  expect(await promotionOf(await apply((await register()).customerNo))).toBeNull();
  const { version } = await rowOf(ruleId);
  const stated = { ruleId, version, isEnabled: false, reason: 'Fraud' };
  expect((await maker.post(putChannel.state, stated)).code).toBe(0);
  expect(await arrive(link)).toMatchObject({ channelCode: null });
});

it('refuses a budget below the price, a code that is taken and an owner who is none', async () => {
  expect((await save({ dailyBudgetCents: 10_00 })).fields).toMatchObject([{ field: 'value.dailyBudgetCents' }]);
  expect((await save({ landingUrl: 'http://app.example' })).fields).toMatchObject([{ field: 'value.landingUrl' }]);
  expect((await save({ ownerUserNo: 'U000001', channelCode: 'OTHER_1' })).error).toBe('REFERENCE_UNKNOWN');
  const taken = await save({ channelCode: 'TAKEN_1' });
  expect(taken.ruleId).toBeDefined();
  expect((await save({ channelCode: 'TAKEN_1' })).error).toBe('RULE_OVERLAP');
});

it('pays a channel for first loans for those alone', async () => {
  const { db } = app.database;
  const owner = await addTraffic('pc.again', { joinAutoAllot: false, firstLoanWhitelist: true });
  const { ruleId } = await save({ channelCode: 'FIRST_2', firstLoansOnly: true, ownerUserNo: owner });
  expect(await agree(ruleId)).toBe(0);
  const { customerNo } = await register('FIRST_2');
  const orderNo = await apply(customerNo);
  expect(await promotionOf(orderNo)).toBe('FIRST_2');
  await db
    .updateTable('loanOrder')
    .set({ loanType: 'REPEAT', promotionChannel: null })
    .where('orderNo', '=', orderNo)
    .execute();
  await db.transaction().execute(async (tx) => {
    await attributeOrder(tx, { orderNo, customerNo, merchantNo }, new Date());
  });
  expect(await promotionOf(orderNo)).toBeNull();
});

it('pays for a loan the price of the day it was disbursed, whatever the channel costs now', async () => {
  const { db } = app.database;
  const cps = {
    channelCode: 'LOANS_1',
    channelBilling: 'CPS',
    unitPriceCents: 40_00,
    dailyBudgetCents: 900_00,
  } as const;
  const { ruleId } = await save(cps);
  expect(await agree(ruleId)).toBe(0);
  const staff = await db.selectFrom('appUser').select('userNo').orderBy('userNo').limit(2).execute();
  const people = { maker: staff[0]?.userNo ?? '', checker: staff[1]?.userNo ?? '' };
  const lendOne = async () => {
    const { orderNo } = await lend(db, { productNo, approvedCents: 300_000, ...people });
    await db.updateTable('loanOrder').set({ promotionChannel: 'LOANS_1' }).where('orderNo', '=', orderNo).execute();
  };
  await lendOne();
  await save({ ...cps, unitPriceCents: 70_00 }, { ruleId });
  expect(await agree(ruleId)).toBe(0);
  expect(await rowOf(ruleId)).toMatchObject({ disbursed: 1, spentTodayCents: 40_00 });
  await lendOne();
  expect((await rowOf(ruleId)).spentTodayCents).toBe(110_00);
  // Paid by registrations from now on: what was lent keeps its price, what is lent costs nothing.
  await save({ ...cps, channelBilling: 'CPI' }, { ruleId });
  expect(await agree(ruleId)).toBe(0);
  await lendOne();
  expect(await rowOf(ruleId)).toMatchObject({ disbursed: 3, spentTodayCents: 110_00 });
});

it('lists channels by platform, code and present owner', async () => {
  const owner = await addTraffic('pc.listed', { joinAutoAllot: false, firstLoanWhitelist: false });
  const { ruleId } = await save({ channelCode: 'LISTED_1', mediaPlatform: 'TIKTOK', ownerUserNo: owner });
  expect(await agree(ruleId)).toBe(0);
  const listed = async (filters: object) =>
    (await maker.post(putChannel.page, listOf(filters))).data.rows.map((row: { ruleId: string }) => row.ruleId);
  expect(await listed({ mediaPlatform: 'TIKTOK' })).toEqual([ruleId]);
  expect(await listed({ channelCode: 'listed_1' })).toEqual([ruleId]);
  expect(await listed({ ownerUserNo: owner })).toEqual([ruleId]);
  expect(await listed({ mediaPlatform: 'INFLUENCER' })).toEqual([]);
});

it('is a channel that orders and customers of its merchant are filtered by', async () => {
  const reader = async (name: string, seen: string) => {
    const { userNo } = await addPerson(app.database, name, {
      codes: ['audit:order:export', 'customerService:customer:export'],
      pages: [auditOrder.ORDER_MANAGEMENT_PAGE, customerManage.CUSTOMER_PAGE],
    });
    await app.database.db.insertInto('userMerchant').values({ userNo, merchantNo: seen }).execute();
    return await as(app, name);
  };
  const { ruleId } = await save({ channelCode: 'FILTER_1', ruleName: 'Radio spots' });
  const own = await reader('pc.orders', merchantNo);
  const choices = async (who = own) => (await who.call(auditOrder.choices, {})).promotionChannels;
  const named = async (who = own) => await who.call(customerManage.channels, {});
  const radio = { code: 'FILTER_1', label: 'Radio spots' };
  expect(await choices()).not.toContainEqual(radio);
  expect(await named()).not.toContainEqual(radio);
  expect(await agree(ruleId)).toBe(0);
  expect(await choices()).toContainEqual(radio);
  expect(await choices()).toContainEqual({ code: 'ORGANIC', label: 'Organic' });
  expect(await named()).toEqual(await choices());
  const strange = await reader('pc.strange', 'M0002');
  expect(await choices(strange)).not.toContainEqual(radio);
  expect(await named(strange)).not.toContainEqual(radio);
  const { customerNo } = await register('FILTER_1');
  const found = await own.call(customerManage.page, listOf({ registerChannel: 'FILTER_1' }));
  expect(found.rows).toMatchObject([{ customerNo, registerChannel: 'FILTER_1' }]);
  // Files and the order itself call it by its name, and other scopes by its code.
  const orderNo = await apply(customerNo);
  const file = await own.get(orderDetail.entry, { orderNo });
  expect(file.data.details.entry).toMatchObject({
    promotionChannel: 'FILTER_1',
    promotionChannelName: 'Radio spots',
  });
  const fileOf = async (path: string, filters: object) => {
    const { data } = await own.post(path, { filters, sort: null, format: 'csv' });
    await expect.poll(async () => (await own.get(job.detail, { jobNo: data.jobNo })).data.jobStatus).toBe('SUCCESS');
    return (await own.get(job.file, { jobNo: data.jobNo })).body.toString();
  };
  expect(await fileOf(auditOrder.manageExport.path, {})).toContain(',Radio spots,');
  expect(await fileOf(customerManage.exportList.path, { registerChannel: 'FILTER_1' })).toContain(',Radio spots,');
});

it('pauses a channel whose first bills are late, says why, and runs again with a version that two people approved', async () => {
  const { db } = app.database;
  const { ruleId } = await save({ channelCode: 'LATE_1', pauseAtOverduePercent: 30, dailyBudgetCents: 900_00 });
  expect(await agree(ruleId)).toBe(0);
  const staff = await db.selectFrom('appUser').select('userNo').orderBy('userNo').limit(2).execute();
  const people = { maker: staff[0]?.userNo ?? '', checker: staff[1]?.userNo ?? '' };
  const orderNos: string[] = [];
  const lateOf = async (late: number): Promise<void> => {
    for (const [index, orderNo] of orderNos.entries()) {
      const dueDate = addDays(businessDateOf(new Date()), index < late ? -3 : 9);
      await db.updateTable('bill').set({ dueDate }).where('orderNo', '=', orderNo).execute();
    }
  };
  const lendOne = async (): Promise<void> => {
    const { orderNo } = await lend(db, { productNo, approvedCents: 300_000, ...people });
    await db.updateTable('loanOrder').set({ promotionChannel: 'LATE_1' }).where('orderNo', '=', orderNo).execute();
    orderNos.push(orderNo);
  };
  for (let count = 0; count < 9; count += 1) await lendOne();
  await lateOf(9);
  // Nine loans say nothing.
  expect(await pauseOverdue(db, new Date())).toBe(0);
  await lendOne();
  await lateOf(3);
  expect(await pauseOverdue(db, new Date())).toBe(0);
  await lateOf(4);
  expect(await pauseOverdue(db, new Date())).toBe(1);
  expect(await rowOf(ruleId)).toMatchObject({ ruleStatus: 'DISABLED', pausedPercent: 40 });
  const pausedNow = async () =>
    (await maker.post(putChannel.page, listOf({ isPaused: true }))).data.rows.map(
      (row: { ruleId: string }) => row.ruleId,
    );
  expect(await pausedNow()).toEqual([ruleId]);
  expect(await pauseOverdue(db, new Date())).toBe(0);
  await lateOf(0);
  await save({ channelCode: 'LATE_1', pauseAtOverduePercent: 30, dailyBudgetCents: 800_00 }, { ruleId });
  expect(await agree(ruleId)).toBe(0);
  expect(await rowOf(ruleId)).toMatchObject({ ruleStatus: 'ENABLED', pausedPercent: null });
  expect(await pausedNow()).toEqual([]);
});
