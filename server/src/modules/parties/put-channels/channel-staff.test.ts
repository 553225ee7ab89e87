import { putChannel, trafficPersonnel, job } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson } from '../../../../testing/test-app.ts';
import { as, listOf, type Person } from '../../../../testing/test-calls.ts';
import { type ChannelDesk, channelDesk } from './testing/channel-desk.ts';

let app: ChannelDesk['app'];
let addTraffic: ChannelDesk['addTraffic'];
let stop: ChannelDesk['stop'];
let merchantNo: ChannelDesk['merchantNo'];
let maker: ChannelDesk['maker'];
let save: ChannelDesk['save'];
let agree: ChannelDesk['agree'];
let register: ChannelDesk['register'];
let apply: ChannelDesk['apply'];
let rowOf: ChannelDesk['rowOf'];

beforeAll(async () => {
  ({ addTraffic, app, stop, merchantNo, maker, save, agree, register, apply, rowOf } = await channelDesk());
});
afterAll(async () => {
  await stop();
  await app[Symbol.asyncDispose]();
});

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

it('shows traffic staff the channels of the merchants in their record, and those they own', async () => {
  const { db } = app.database;
  const narrow = await addTraffic('pc.narrow', { joinAutoAllot: false, firstLoanWhitelist: false });
  await db.insertInto('userMerchant').values({ userNo: narrow, merchantNo: 'M0002' }).execute();
  const { userNo: leadNo } = await addPerson(app.database, 'pc.lead.both', {
    codes: ['operation:trafficPersonnel:update'],
    pages: [trafficPersonnel.TRAFFIC_PERSONNEL_PAGE],
  });
  for (const seen of [merchantNo, 'M0002']) {
    await db.insertInto('userMerchant').values({ userNo: leadNo, merchantNo: seen }).execute();
  }
  const [reader, lead] = [await as(app, 'pc.narrow'), await as(app, 'pc.lead.both')];
  const { ruleId } = await save({ channelCode: 'NARROW_1' });
  expect(await agree(ruleId)).toBe(0);
  const isListed = async () =>
    (await reader.call(putChannel.page, listOf({ channelCode: 'NARROW_1' }))).rows.length === 1;
  const works = async (merchantNos: string[]) => {
    const { rows } = await lead.call(trafficPersonnel.endpoints.page, listOf({ userNo: narrow }));
    const { version = -1 } = rows[0] ?? {};
    await lead.call(trafficPersonnel.endpoints.update, { userNo: narrow, version, merchantNos });
  };
  expect(await isListed()).toBe(true);
  await works(['M0002']);
  expect(await isListed()).toBe(false);
  expect((await reader.refusalOf(putChannel.funnel, { ruleId })).error).toBe('NOT_FOUND');
  await lead.call(trafficPersonnel.giveChannels, { toUserNo: narrow, ruleIds: [ruleId], reason: 'New team' });
  expect(await isListed()).toBe(true);
});
