import { abandonedList, callList } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, type Person } from '../../../../testing/test-calls.ts';
import { createLogger } from '../../platform/health/index.ts';
import { addDays, businessDateOf } from '../../platform/policy/index.ts';
import { tendCallLists } from './tend.ts';

const SECTION = '/AdminContent/TelemarketingSystem/';
const merchantNo = 'M0001';
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
let app: TestApp;
let lead: Person;
const people: string[] = [];

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  const pages = ['ListLibraryManagement', 'AbandonedListLibraryManagement'].map((page) => SECTION + page);
  const { userNo } = await addPerson(app.database, 'tend.lead', { pages, dailyRevealBudget: 9 });
  await db.insertInto('userMerchant').values({ userNo, merchantNo }).execute();
  lead = await as(app, 'tend.lead');
  await db.updateTable('personnel').set({ personnelStatus: 'FROZEN' }).execute();
  for (const name of ['tend.first', 'tend.second']) {
    const caller = await addPerson(app.database, name, { codes: ['telemarketing:call:dial'] });
    const record = { personnelKind: 'TELEMARKETER', userNo: caller.userNo } as const;
    const shift = { startsAt: new Date(Date.now() - HOUR_MS), endsAt: new Date(Date.now() + HOUR_MS) };
    const takesPart = { joinAutoAllot: true, firstLoanWhitelist: true };
    await db
      .insertInto('personnel')
      .values({ ...record, ...takesPart, dailyCap: 3 })
      .execute();
    await db
      .insertInto('personnelMerchant')
      .values({ ...record, merchantNo })
      .execute();
    await db
      .insertInto('personnelShift')
      .values({ userNo: caller.userNo, ...shift })
      .execute();
    people.push(caller.userNo);
  }
});
afterAll(async () => await app[Symbol.asyncDispose]());

beforeEach(async () => {
  const { db } = app.database;
  await db.deleteFrom('orderAttribution').execute();
  await db.deleteFrom('inboundRule').execute();
  await db.deleteFrom('callTask').execute();
  await db.deleteFrom('followApplication').execute();
  await db.deleteFrom('callFollowUp').execute();
  await db.deleteFrom('callMade').execute();
  await db.deleteFrom('callAssignment').execute();
  await db.deleteFrom('callEntry').execute();
});

let serial = 0;
/** Somebody who agreed to be called. */
async function entry(change: object = {}): Promise<string> {
  const { db } = app.database;
  serial += 1;
  const phone = `2547334100${String(serial).padStart(2, '0')}`;
  const agreed = new Date(Date.now() - DAY_MS);
  const lead_ = { partyKind: 'LEAD', merchantNo, phone, partyName: phone, consentedAt: agreed } as const;
  await db.insertInto('contactParty').values(lead_).execute();
  const { entryId } = await db
    .insertInto('callEntry')
    .values({
      desk: 'TELEMARKETING',
      merchantNo,
      phone,
      listType: 'LEAD',
      marketingTarget: 'FIRST_LOAN',
      optInSource: 'WEBSITE',
      optInAt: agreed,
      expireAt: new Date(Date.now() + 9 * DAY_MS),
      ...change,
    })
    .returning('entryId')
    .executeTakeFirstOrThrow();
  return entryId;
}
async function rule(change: object = {}): Promise<void> {
  const terms = { attributionDays: 14, minTalkSeconds: 30, tieBreak: 'LAST_TALK', protectionDays: 7 } as const;
  const of = {
    ...terms,
    merchantNo,
    effectiveFrom: addDays(businessDateOf(new Date()), -1),
    ruleState: 'ENABLED',
  } as const;
  await app.database.db
    .insertInto('inboundRule')
    .values({ ...of, makerUserNo: people[0] ?? '', autoDistribute: true, ...change })
    .execute();
}
const shiftsEnd = async (from: number) =>
  await app.database.db
    .updateTable('personnelShift')
    .set({ endsAt: new Date(Date.now() + from) })
    .where('userNo', 'in', people)
    .execute();
const tend = async () => await tendCallLists({ db: app.database.db, log: createLogger('silent') }, new Date());
const ownersOf = async () =>
  (
    await app.database.db
      .selectFrom('callEntry')
      .select(['ownerUserNo', 'protectedUntil'])
      .where('listStatus', '=', 'ASSIGNED')
      .execute()
  ).map(({ ownerUserNo, protectedUntil }) => ({ ownerUserNo, protectedUntil }));

it('abandons what is past its last day, but not under the hands of who works on it', async () => {
  const past = { expireAt: new Date(Date.now() - 1_000) };
  const gone = await entry(past);
  const held = await entry({ ...past, leasedBy: people[0], leasedUntil: new Date(Date.now() + HOUR_MS) });
  await entry();
  expect(await tend()).toEqual({ expired: 1, returned: 0, assigned: 0 });
  const { row, assignments } = await lead.call(abandonedList.detail, { entryId: gone });
  expect(row).toMatchObject({ abandonReason: 'EXPIRED', abandonedByName: null });
  // 14 days, as the list type says.
  expect(Date.parse(row.recyclableAt ?? '') - Date.parse(row.abandonedAt)).toBe(14 * DAY_MS);
  expect(assignments.map(({ cause, byName }) => [cause, byName])).toEqual([['abandon', null]]);
  expect((await lead.call(callList.detail, { entryId: held })).row.listStatus).toBe('POOL');
  expect(await tend()).toEqual({ expired: 0, returned: 0, assigned: 0 });
});

it('gives back what its owner is no longer protected for', async () => {
  const ownerUserNo = people[0];
  const owned = { listStatus: 'ASSIGNED' as const, ownerUserNo, assignedAt: new Date() };
  const over = await entry({ ...owned, protectedUntil: new Date(Date.now() - 1_000) });
  const kept = await entry({ ...owned, protectedUntil: new Date(Date.now() + HOUR_MS) });
  const unlimited = await entry(owned);
  expect(await tend()).toEqual({ expired: 0, returned: 1, assigned: 0 });
  const { row, assignments } = await lead.call(callList.detail, { entryId: over });
  expect(row).toMatchObject({ listStatus: 'POOL', telemarketerUserNo: null });
  expect(assignments).toMatchObject([{ cause: 'recall', note: 'PROTECTION_OVER', byName: null }]);
  for (const entryId of [kept, unlimited]) {
    expect((await lead.call(callList.detail, { entryId })).row.telemarketerUserNo).toBe(ownerUserNo);
  }
});

it('assigns by the rule in force to who is on shift, up to the limit of the rule, and keeps it for them', async () => {
  await rule({ maxEntriesPerPerson: 2 });
  for (let count = 0; count < 6; count += 1) await entry();
  await entry({ nextCallAt: new Date(Date.now() + HOUR_MS) });
  expect(await tend()).toMatchObject({ assigned: 4 });
  const owners = await ownersOf();
  for (const userNo of people) expect(owners.filter(({ ownerUserNo }) => ownerUserNo === userNo)).toHaveLength(2);
  const days = owners.map(({ protectedUntil }) => Math.round(((protectedUntil?.getTime() ?? 0) - Date.now()) / DAY_MS));
  expect(days).toEqual([7, 7, 7, 7]);
  expect(await tend()).toMatchObject({ assigned: 0 });
});

it('assigns nobody where a rule does not say so, of other customers, or without consent', async () => {
  const { db } = app.database;
  await entry();
  await rule({ autoDistribute: false });
  expect(await tend()).toMatchObject({ assigned: 0 });
  // Nobody's customer is status 2.
  await db
    .updateTable('inboundRule')
    .set({ autoDistribute: true, customerStatuses: ['0'] })
    .execute();
  expect(await tend()).toMatchObject({ assigned: 0 });
  await db
    .updateTable('inboundRule')
    .set({ customerStatuses: ['2'] })
    .execute();
  await db.updateTable('contactParty').set({ withdrawnAt: new Date() }).where('partyKind', '=', 'LEAD').execute();
  expect(await tend()).toMatchObject({ assigned: 0 });
  await db.updateTable('contactParty').set({ withdrawnAt: null }).where('partyKind', '=', 'LEAD').execute();
  await shiftsEnd(-1_000);
  expect(await tend()).toMatchObject({ assigned: 0 });
  await shiftsEnd(HOUR_MS);
  expect(await tend()).toMatchObject({ assigned: 1 });
});

it('shares out by several servers at once without giving an entry twice', async () => {
  await rule();
  for (let count = 0; count < 4; count += 1) await entry();
  await Promise.all([tend(), tend(), tend()]);
  await tend();
  expect(await ownersOf()).toHaveLength(4);
  const given = await app.database.db
    .selectFrom('callAssignment')
    .select('entryId')
    .where('cause', '=', 'assign')
    .execute();
  expect(new Set(given.map(({ entryId }) => entryId)).size).toBe(given.length);
});
