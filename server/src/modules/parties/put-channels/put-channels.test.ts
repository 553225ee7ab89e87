import { config, putChannel, intake, trafficPersonnel, job } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, listOf, type Person } from '../../../../testing/test-calls.ts';
import { lend, makeProduct } from '../../lending/orders/testing/lend.ts';
import { createLogger } from '../../platform/health/index.ts';
import { startJobWorker } from '../../platform/jobs/index.ts';
import { addDays, businessDateOf } from '../../platform/policy/index.ts';
import { attributeOrder, pauseOverdue } from './index.ts';

let app: TestApp;
let maker: Person;
let checker: Person;
let merchantNo: string;
let productNo: string;
let channel: putChannel.PutChannelRule;
let phones = 0;
let stop: () => Promise<void>;
beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  stop = await startJobWorker({ db, services: app.services, log: createLogger('silent') });
  productNo = await makeProduct(db);
  ({ merchantNo } = await db
    .selectFrom('loanProduct')
    .select('merchantNo')
    .where('productNo', '=', productNo)
    .executeTakeFirstOrThrow());
  await db.deleteFrom('merchantTrafficLimit').execute();
  const add = async (name: string, codes: readonly string[]) => {
    const { userNo } = await addPerson(app.database, name, { codes, pages: putChannel.owners.access.page });
    await db.insertInto('userMerchant').values({ userNo, merchantNo }).execute();
    return userNo;
  };
  const ownerUserNo = await add('pc.maker', [
    'operation:putChannel:save',
    'operation:putChannel:enable',
    'audit:order:intake',
  ]);
  await add('pc.checker', ['operation:putChannel:audit']);
  [maker, checker] = [await as(app, 'pc.maker'), await as(app, 'pc.checker')];
  await db.insertInto('personnel').values({ personnelKind: 'TRAFFIC', userNo: ownerUserNo }).execute();
  channel = {
    ruleName: 'Search ads',
    channelCode: 'SEARCH_1',
    mediaPlatform: 'GOOGLE',
    ownerUserNo,
    firstLoansOnly: false,
    landingUrl: 'https://app.example/haraka',
    channelBilling: 'CPI',
    unitPriceCents: 50_00,
    dailyBudgetCents: 120_00,
    dailyCap: -1,
    pauseAtOverduePercent: null,
  };
});
afterAll(async () => {
  await stop();
  await app[Symbol.asyncDispose]();
});

const save = async (value: Partial<putChannel.PutChannelRule>, more: object = {}) =>
  (
    await maker.post(putChannel.save, {
      merchantNo,
      value: { ...channel, ...value },
      effectiveFrom: businessDateOf(new Date()),
      reason: 'November',
      ...more,
    })
  ).data;
const agree = async (ruleId: string) => {
  const asked = listOf({
    configKey: 'operation.putChannel',
    subjectNo: `${merchantNo}_${ruleId}`,
    versionStatus: 'PENDING',
  });
  const [{ versionId, version }] = (await checker.post(config.page, asked)).data.rows;
  return (await checker.post(config.approve, { versionId, version })).code;
};
const register = async (channelCode: string | null = 'SEARCH_1') =>
  (
    await maker.post(intake.customer, {
      merchantNo,
      phone: `25471188${String((phones += 1)).padStart(4, '0')}`,
      customerName: 'Akinyi Channel',
      idCardNo: '12345678',
      channelCode,
    })
  ).data;
const apply = async (customerNo: string) =>
  (
    await maker.post(intake.apply, {
      customerNo,
      productNo,
      appliedCents: 300_000,
      payeePhone: '254712345678',
      payeeName: 'Akinyi',
    })
  ).data.orderNo;
const rowOf = async (ruleId: string) => (await maker.get(putChannel.detail, { ruleId })).data;
const promotionOf = async (orderNo: string) =>
  (
    await app.database.db
      .selectFrom('loanOrder')
      .select('promotionChannel')
      .where('orderNo', '=', orderNo)
      .executeTakeFirstOrThrow()
  ).promotionChannel;

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

/** Another of the traffic staff of the merchant, with a record as given. */
const addTraffic = async (name: string, record: { joinAutoAllot: boolean; firstLoanWhitelist: boolean }) => {
  const { db } = app.database;
  const { userNo } = await addPerson(app.database, name, {
    codes: ['operation:putChannel:save', 'operation:trafficPersonnel:freeze'],
    pages: [...putChannel.owners.access.page, trafficPersonnel.TRAFFIC_PERSONNEL_PAGE],
  });
  await db.insertInto('userMerchant').values({ userNo, merchantNo }).execute();
  await db
    .insertInto('personnel')
    .values({ personnelKind: 'TRAFFIC', userNo, ...record })
    .execute();
  await db.insertInto('personnelMerchant').values({ personnelKind: 'TRAFFIC', userNo, merchantNo }).execute();
  return userNo;
};

it('assigns new channels to participants alone, those for first loans to who may take them', async () => {
  const { db } = app.database;
  await db.updateTable('personnel').set({ joinAutoAllot: false }).where('personnelKind', '=', 'TRAFFIC').execute();
  const auto = { ownerUserNo: null } as const;
  // Nobody takes part: it is refused beside the field.
  expect(await save({ ...auto, channelCode: 'AUTO_1' })).toMatchObject({ error: 'CHANNEL_NO_PARTICIPANT' });
  const plain = await addTraffic('pc.plain', { joinAutoAllot: true, firstLoanWhitelist: false });
  const { ruleId } = await save({ ...auto, channelCode: 'AUTO_1' });
  expect(await agree(ruleId)).toBe(0);
  expect(await rowOf(ruleId)).toMatchObject({ ownerUserNo: plain });
  // The whitelist decides for channels of first loans, named or not.
  const first = { firstLoansOnly: true, channelCode: 'FIRST_1' };
  expect(await save({ ...auto, ...first })).toMatchObject({ error: 'CHANNEL_NO_PARTICIPANT' });
  expect(await save({ ...first, ownerUserNo: plain })).toMatchObject({ error: 'CHANNEL_FIRST_LOANS' });
  const starter = await addTraffic('pc.starter', { joinAutoAllot: true, firstLoanWhitelist: true });
  const { ruleId: firstRule } = await save({ ...auto, ...first });
  expect(await agree(firstRule)).toBe(0);
  expect(await rowOf(firstRule)).toMatchObject({ ownerUserNo: starter });
  // Whoever leaves the automatic assignment gets no further channel, though they own least.
  await db.updateTable('personnel').set({ joinAutoAllot: false }).where('userNo', '=', starter).execute();
  const { ruleId: third } = await save({ ...auto, channelCode: 'AUTO_2' });
  expect(await agree(third)).toBe(0);
  expect(await rowOf(third)).toMatchObject({ ownerUserNo: plain });
  // A new price keeps the owner.
  expect(
    await agree((await save({ ...auto, channelCode: 'AUTO_2', unitPriceCents: 60_00 }, { ruleId: third })).ruleId),
  ).toBe(0);
  expect(await rowOf(third)).toMatchObject({ ownerUserNo: plain, unitPriceCents: 60_00 });
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

it('hands channels over with a sheet, and never leaves one without an owner', async () => {
  const { db } = app.database;
  const owner = await addTraffic('pc.leaver', { joinAutoAllot: false, firstLoanWhitelist: true });
  const next = await addTraffic('pc.next', { joinAutoAllot: false, firstLoanWhitelist: false });
  const { ruleId } = await save({ channelCode: 'HAND_1', ownerUserNo: owner });
  expect(await agree(ruleId)).toBe(0);
  const leaver = await as(app, 'pc.leaver');
  await db.updateTable('personnel').set({ joinAutoAllot: false }).where('personnelKind', '=', 'TRAFFIC').execute();
  const freeze = async (userNo: string) =>
    await leaver.post(trafficPersonnel.endpoints.freeze, { userNo, reason: 'Away', alsoSignIn: false });
  expect(await freeze(owner)).toMatchObject({ data: { error: 'CHANNEL_NO_SUCCESSOR' } });
  const hand = async (toUserNo: string) =>
    (await maker.post(putChannel.handOver, { ruleIds: [ruleId], toUserNo, reason: 'On leave' })).data;
  expect(await hand('U000001')).toMatchObject({ error: 'REFERENCE_UNKNOWN' });
  expect(await hand(owner)).toMatchObject({ error: 'CHANNEL_OWNED' });
  expect(await hand(next)).toEqual({ moved: 1 });
  expect(await rowOf(ruleId)).toMatchObject({ ownerUserNo: next });
  const successor = await as(app, 'pc.next');
  const [sheet] = (await successor.get(putChannel.funnel, { ruleId })).data.handovers;
  expect(sheet).toMatchObject({ reason: 'On leave', spentCents: 0, acceptedAt: null, mayAccept: true });
  const accept = async (who: Person) =>
    (await who.post(putChannel.acceptHandover, { handoverId: sheet.handoverId })).data;
  expect(await accept(maker)).toMatchObject({ error: 'NOT_FOUND' });
  expect(await accept(successor)).toMatchObject({ handoverId: sheet.handoverId });
  expect(await accept(successor)).toMatchObject({ error: 'NOT_FOUND' });
  // Frozen, their channels go to who takes part.
  await db.updateTable('personnel').set({ joinAutoAllot: true }).where('userNo', '=', owner).execute();
  expect(await freeze(next)).toMatchObject({ data: { sentBack: 1 } });
  expect(await rowOf(ruleId)).toMatchObject({ ownerUserNo: owner });
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

it('moves and disables many channels by a job, each on its own, and says what their owners spend', async () => {
  const { db } = app.database;
  const [first, second] = [
    await addTraffic('pc.many.one', { joinAutoAllot: false, firstLoanWhitelist: false }),
    await addTraffic('pc.many.two', { joinAutoAllot: false, firstLoanWhitelist: false }),
  ];
  const ruleIds: string[] = [];
  for (const channelCode of ['MANY_1', 'MANY_2']) {
    const { ruleId } = await save({ channelCode, ownerUserNo: first, dailyBudgetCents: 900_00 });
    expect(await agree(ruleId)).toBe(0);
    ruleIds.push(ruleId);
  }
  await register('MANY_1');
  await register('MANY_1');
  const viewer = await as(app, 'pc.many.one');
  const personOf = async (userNo: string) =>
    (await viewer.call(trafficPersonnel.endpoints.page, listOf({ userNo }))).rows[0];
  expect(await personOf(first)).toMatchObject({
    open: 2,
    channels: ['MANY_1', 'MANY_2'],
    spendThisMonthCents: 100_00,
    costPerDisbursedCents: null,
  });
  const found = await viewer.call(trafficPersonnel.endpoints.page, listOf({ channelCode: 'many_2' }));
  expect(found.rows.map(({ userNo }) => userNo)).toEqual([first]);
  const loan = await apply((await register('MANY_1')).customerNo);
  await db.updateTable('loanOrder').set({ lendingTime: new Date() }).where('orderNo', '=', loan).execute();
  expect(await personOf(first)).toMatchObject({ spendThisMonthCents: 150_00, costPerDisbursedCents: 150_00 });
  const none = { clicks: 0, registrations: 0, applications: 0, disbursed: 0, spentCents: 0 };
  expect(await viewer.call(trafficPersonnel.funnel, { userNo: first })).toEqual([
    { channelCode: 'MANY_1', clicks: 0, registrations: 3, applications: 1, disbursed: 1, spentCents: 150_00 },
    { channelCode: 'MANY_2', ...none },
  ]);

  const ended = async (jobNo: string) => {
    await expect
      .poll(async () => (await maker.call(job.detail, { jobNo })).jobStatus, { timeout: 20_000 })
      .toMatch(/SUCCESS|FAILURE/);
    const { succeeded, failed } = await maker.call(job.detail, { jobNo });
    return { succeeded, failed };
  };
  const reason = 'New team';
  const nobody = await maker.refusalOf(putChannel.handOverMany, { ruleIds, toUserNo: 'U000001', reason });
  expect(nobody).toMatchObject({ error: 'REFERENCE_UNKNOWN', fields: ['toUserNo'] });
  const moved = await maker.call(putChannel.handOverMany, { ruleIds, toUserNo: second, reason });
  expect(await ended(moved.jobNo)).toEqual({ succeeded: 2, failed: 0 });
  expect(await personOf(first)).toMatchObject({ open: 0, spendThisMonthCents: 0 });
  // One is theirs already: the other one moves all the same.
  await maker.call(putChannel.handOver, { ruleIds: ruleIds.slice(0, 1), toUserNo: first, reason });
  const again = await maker.call(putChannel.handOverMany, { ruleIds, toUserNo: first, reason });
  expect(await ended(again.jobNo)).toEqual({ succeeded: 1, failed: 1 });
  const disabled = await maker.call(putChannel.disableMany, { ruleIds, reason: 'Fraud' });
  expect(await ended(disabled.jobNo)).toEqual({ succeeded: 2, failed: 0 });
  expect(await rowOf(ruleIds[0] ?? '')).toMatchObject({ ruleStatus: 'DISABLED' });
});

it('moves people between channels from their own page, and says who is external', async () => {
  const { db } = app.database;
  const flags = { joinAutoAllot: false, firstLoanWhitelist: false };
  const [one, two] = [await addTraffic('pc.staff.one', flags), await addTraffic('pc.staff.two', flags)];
  const { userNo: leadNo } = await addPerson(app.database, 'pc.lead', {
    codes: ['operation:trafficPersonnel:update'],
    pages: [trafficPersonnel.TRAFFIC_PERSONNEL_PAGE],
  });
  await db.insertInto('userMerchant').values({ userNo: leadNo, merchantNo }).execute();
  const lead = await as(app, 'pc.lead');
  const ruleIds: string[] = [];
  for (const channelCode of ['STAFF_1', 'STAFF_2']) {
    const { ruleId } = await save({ channelCode, ownerUserNo: one });
    expect(await agree(ruleId)).toBe(0);
    ruleIds.push(ruleId);
  }
  const ownersOf = async () =>
    (await lead.call(trafficPersonnel.channels, {}))
      .filter(({ ruleId }) => ruleIds.includes(ruleId))
      .map(({ ownerUserNo }) => ownerUserNo);
  expect(await ownersOf()).toEqual([one, one]);
  const reason = 'New team';
  const given = { toUserNo: two, ruleIds: ruleIds.slice(0, 1), reason };
  expect(await lead.call(trafficPersonnel.giveChannels, given)).toEqual({ moved: 1 });
  expect((await lead.refusalOf(trafficPersonnel.giveChannels, given)).error).toBe('CHANNEL_OWNED');
  const nobody = await lead.refusalOf(trafficPersonnel.moveChannels, { userNos: [one], toUserNo: leadNo, reason });
  expect(nobody).toMatchObject({ error: 'REFERENCE_UNKNOWN', fields: ['toUserNo'] });
  // Whose channels stay theirs is told as nothing that changes.
  const { jobNo } = await lead.call(trafficPersonnel.moveChannels, { userNos: [one, two], toUserNo: two, reason });
  const ended = async () => await lead.call(job.detail, { jobNo });
  await expect.poll(async () => (await ended()).finishedAt, { timeout: 20_000 }).toEqual(expect.any(String));
  expect(await ended()).toMatchObject({ succeeded: 1, failed: 1 });
  expect(await ownersOf()).toEqual([two, two]);
  await db.updateTable('appUser').set({ internalExternal: 'EXTERNAL' }).where('userNo', '=', two).execute();
  const { rows } = await lead.call(trafficPersonnel.endpoints.page, listOf({ userNo: two }));
  expect(rows).toMatchObject([{ isExternal: true, channels: ['STAFF_1', 'STAFF_2'] }]);
});

it('gives a group of traffic staff one principal, and never a machine', async () => {
  const { db } = app.database;
  const flags = { joinAutoAllot: false, firstLoanWhitelist: false };
  const people = [
    await addTraffic('pc.group.one', flags),
    await addTraffic('pc.group.two', flags),
    await addTraffic('pc.group.three', flags),
  ];
  const [first = '', second = '', third = ''] = people;
  await db.updateTable('personnel').set({ groupName: 'Search' }).where('userNo', 'in', people).execute();
  const lead = await as(app, 'pc.lead');
  const { update } = trafficPersonnel.endpoints;
  const set = async (userNo: string, more: object) => {
    const { rows } = await lead.call(trafficPersonnel.endpoints.page, listOf({ userNo }));
    return { userNo, version: rows[0]?.version ?? -1, ...more };
  };
  await lead.call(update, await set(first, { principalUserNo: second }));
  const other = await lead.refusalOf(update, await set(second, { principalUserNo: third }));
  expect(other).toMatchObject({ error: 'PERSONNEL_SECOND_PRINCIPAL', fields: ['principalUserNo'] });
  const machine = await lead.refusalOf(update, await set(second, { isAiEmployee: true }));
  expect(machine).toMatchObject({ error: 'PERSONNEL_AI_PRINCIPAL', fields: ['isAiEmployee'] });
  await lead.call(update, await set(third, { isAiEmployee: true }));
  const led = await lead.refusalOf(update, await set(first, { principalUserNo: third }));
  expect(led).toMatchObject({ error: 'PERSONNEL_AI_PRINCIPAL', fields: ['principalUserNo'] });
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
