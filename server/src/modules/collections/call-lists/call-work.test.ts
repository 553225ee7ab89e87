import { callList, callTask, marketingBlacklist } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { attachCertificate } from '../../../../testing/test-attachments.ts';
import { as, listOf, type Person } from '../../../../testing/test-calls.ts';
import { createLogger } from '../../platform/health/index.ts';
import { addDays, businessDateOf } from '../../platform/policy/index.ts';
import { endTasks } from './ended-tasks.ts';

const SECTION = '/AdminContent/TelemarketingSystem/';
const PAGES = ['ListLibraryManagement', 'DialTask', 'TeleMarketingBlackList'].map((page) => SECTION + page);
const merchantNo = 'M0001';
const { dialTasks } = callTask;
const TODAY = businessDateOf(new Date());
let app: TestApp;
let lead: Person;
let other: Person;
let callers: Person[];
let userNos: string[];

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  await sql`insert into regulatory_policy (policy_key, effective_from, value)
    values ('contactHours', ${addDays(TODAY, -1)}, '{"from": "00:00", "to": "24:00"}')`.execute(db);
  const person = async (name: string, codes: readonly string[]) => {
    const { userNo } = await addPerson(app.database, name, { pages: PAGES, codes, dailyRevealBudget: 50 });
    await db.insertInto('userMerchant').values({ userNo, merchantNo }).execute();
    return userNo;
  };
  const LEAD = ['dialTask:save', 'dialTask:control', 'blacklist:save', 'blacklist:delete', 'blacklist:approve'];
  const codes = LEAD.map((code) => `telemarketing:${code}`);
  await person('work.lead', codes);
  await person('work.other', codes);
  const work = ['telemarketing:call:dial', 'telemarketing:followUp:save'];
  userNos = [await person('work.one', work), await person('work.two', work)];
  for (const userNo of userNos) {
    await db.insertInto('personnel').values({ personnelKind: 'TELEMARKETER', userNo, dailyCap: 9 }).execute();
    await db.insertInto('personnelMerchant').values({ personnelKind: 'TELEMARKETER', userNo, merchantNo }).execute();
  }
  await db.deleteFrom('callTask').execute();
  await db.deleteFrom('marketingBlacklist').execute();
  await db.deleteFrom('callAssignment').execute();
  await db.deleteFrom('callEntry').execute();
  for (const count of [1, 2, 3]) {
    const phone = `25473331000${count}`;
    const lead = { partyKind: 'LEAD', merchantNo, phone, partyName: 'Lead', consentedAt: new Date() } as const;
    if (count < 3) await db.insertInto('contactParty').values(lead).execute();
    const facts = {
      desk: 'TELEMARKETING',
      merchantNo,
      phone,
      listType: 'LEAD',
      marketingTarget: 'FIRST_LOAN',
    } as const;
    await db
      .insertInto('callEntry')
      .values({ ...facts, optInSource: 'WEBSITE', optInAt: new Date() })
      .execute();
  }
  [lead, other] = [await as(app, 'work.lead'), await as(app, 'work.other')];
  callers = [await as(app, 'work.one'), await as(app, 'work.two')];
});
afterAll(async () => await app[Symbol.asyncDispose]());

const form = () => ({
  merchantNo,
  taskName: 'Morning',
  purpose: 'MARKETING' as const,
  source: { listType: 'LEAD' },
  userNos,
  dialMode: 'CLICK' as const,
  hoursFrom: '08:00',
  hoursTo: '19:00',
  maxAttempts: 3,
  retryMinutes: 30,
  script: 'Good morning',
  validFrom: TODAY,
  validTo: addDays(TODAY, 7),
});

/** Approved texts that one may send about the entry that one works on; each passes the gate and is kept. */
async function texts(taskNo: string, entryId: string, one: Person, two: Person): Promise<void> {
  const { db } = app.database;
  const write = async (content: string, merchant = merchantNo) => {
    const facts = {
      merchantNo: merchant,
      templateName: content.slice(0, 20),
      scene: 'CAMPAIGN',
      language: 'en',
    } as const;
    const by = { createdBy: userNos[0] ?? '', updatedBy: userNos[0] ?? '', approvedBy: 'U000001' };
    const { templateNo } = await db
      .insertInto('smsMarketingTemplate')
      .values({ ...facts, ...by, content, templateStatus: 'ENABLED' })
      .returning('templateNo')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('smsMarketingText')
      .values({ templateNo, versionNo: 1, content, approvedBy: 'U000001', approvedAt: new Date() })
      .execute();
    return templateNo;
  };
  const plain = await write('Kituo: apply today in the app.');
  const named = await write('Kituo: {{firstName}}, apply today.');
  const campaign = await write('Kituo: apply at {{link}}.');
  const offered = (await one.call(dialTasks.smsTexts, { merchantNo })).map(({ value }) => value);
  expect(offered).toEqual(expect.arrayContaining([plain, named]));
  expect(offered).not.toContain(campaign);
  expect(await one.call(dialTasks.smsTexts, { merchantNo: 'M0003' })).toEqual([]);
  const request = { entryId, taskNo, templateNo: plain };
  expect((await two.refusalOf(dialTasks.sms, request)).error).toBe('CALL_LEASE_LOST');
  // Nobody's customer has no name to fill in.
  for (const templateNo of [named, campaign, await write('Other: hello', 'M0003')]) {
    expect(await one.refusalOf(dialTasks.sms, { ...request, templateNo })).toMatchObject({
      error: 'MARKETING_TEMPLATE_NOT_ENABLED',
      fields: ['templateNo'],
    });
  }
  expect(await one.call(dialTasks.sms, request)).toEqual({
    isSent: true,
    gate: { isAllowed: true, text: null, nextAllowedAt: null },
  });
  const sent = await db
    .selectFrom('contactAttempt as a')
    .innerJoin('contactDispatch as d', 'd.attemptId', 'a.attemptId')
    .select(['a.purpose', 'a.channel', 'a.templateCode', 'd.payload'])
    .where('a.templateCode', '=', plain)
    .execute();
  const text = 'Kituo: apply today in the app. STOP to opt out';
  expect(sent).toEqual([{ purpose: 'TELEMARKETING', channel: 'SMS', templateCode: plain, payload: { text } }]);
  const { lease } = await one.call(dialTasks.next, { taskNo });
  expect(lease?.followUps).toMatchObject([{ willingness: null, content: `SMS: ${text}` }]);
  const phone = await db
    .selectFrom('callEntry')
    .select('phone')
    .where('entryId', '=', entryId)
    .executeTakeFirstOrThrow();
  const block = { ...phone, blockKind: 'OPT_OUT', merchantNo } as const;
  const { blockId } = await db.insertInto('contactBlock').values(block).returning('blockId').executeTakeFirstOrThrow();
  expect(await one.call(dialTasks.sms, request)).toMatchObject({ isSent: false, gate: { isAllowed: false } });
  await db.updateTable('contactBlock').set({ liftedAt: new Date() }).where('blockId', '=', blockId).execute();
}

it('takes what a saved view of the list finds when it is saved, and no view of another list', async () => {
  const viewOf = (filters: object) => ({ ...form(), source: { savedFilter: { viewName: 'Mine', filters } } });
  const none = await lead.refusalOf(dialTasks.save, viewOf({ willingness: 'WILLING' }));
  expect(none).toMatchObject({ error: 'CALL_TASK_EMPTY', fields: ['source'] });
  const foreign = await lead.refusalOf(dialTasks.save, viewOf({ appName: 'Haraka' }));
  expect(foreign).toMatchObject({ error: 'BAD_REQUEST', fields: ['source.savedFilter'] });
  // Two of the three have agreed, so two may be called now.
  const callable = viewOf({ callableNow: true, listStatus: 'POOL' });
  const { taskNo, entryCount } = await lead.call(dialTasks.save, callable);
  expect(entryCount).toBe(2);
  const { row } = await lead.call(dialTasks.detail, { taskNo });
  expect(row.source).toEqual(callable.source);
  await app.database.db.deleteFrom('callTaskEntry').where('taskNo', '=', taskNo).execute();
  await app.database.db.deleteFrom('callTask').where('taskNo', '=', taskNo).execute();
});

it('leases each entry to one person at a time, keeps off whom the gate refuses, and ends with the last', async () => {
  const [one, two] = callers;
  if (one === undefined || two === undefined) throw new Error('nobody calls');
  const stranger = await lead.refusalOf(dialTasks.save, { ...form(), userNos: ['U000001'] });
  expect(stranger.error).toBe('CALL_TASK_PEOPLE');
  expect((await lead.refusalOf(dialTasks.save, { ...form(), taskName: '' })).fields).toEqual(['taskName']);
  const { taskNo, entryCount } = await lead.call(dialTasks.save, form());
  expect(entryCount).toBe(3);
  expect((await lead.refusalOf(dialTasks.save, form())).error).toBe('CALL_TASK_EMPTY');
  expect((await one.refusalOf(dialTasks.next, { taskNo })).error).toBe('ILLEGAL_TRANSITION');
  await lead.call(dialTasks.start, { taskNo });
  await app.database.db.updateTable('callTask').set({ hoursFrom: '00:00', hoursTo: '24:00' }).execute();
  const both = await Promise.all([one.call(dialTasks.next, { taskNo }), two.call(dialTasks.next, { taskNo })]);
  const [first, second] = both.map(({ lease }) => lease?.entryId);
  expect(new Set([first, second]).size).toBe(2);
  expect(first && second).toBeTruthy();
  expect((await one.call(dialTasks.next, { taskNo })).lease?.entryId).toBe(first);
  await texts(taskNo, first ?? '', one, two);
  const said = { entryId: first, taskNo, content: 'Wants one next week' };
  expect((await two.refusalOf(dialTasks.follow, { ...said, willingness: 'NO_DEMAND' })).error).toBe('CALL_LEASE_LOST');
  expect((await one.refusalOf(dialTasks.follow, { ...said, willingness: 'WILLING' })).fields).toEqual(['nextCallAt']);
  expect((await one.refusalOf(dialTasks.follow, { ...said, content: ' ' })).fields).toContain('content');
  expect(await one.call(dialTasks.follow, { ...said, willingness: 'UNWILLING' })).toEqual({ listStatus: 'ABANDONED' });
  const done = { entryId: second, taskNo, content: 'Stop calling', willingness: 'NO_DEMAND', doNotCall: true } as const;
  expect(await two.call(dialTasks.follow, done)).toEqual({ listStatus: 'ABANDONED' });
  const after = await one.call(dialTasks.next, { taskNo });
  expect(after).toEqual({ lease: null, waiting: 0 });
  expect((await one.refusalOf(dialTasks.next, { taskNo })).error).toBe('ILLEGAL_TRANSITION');
  const { rows } = (await lead.post(dialTasks.page, listOf())).data;
  expect(rows).toMatchObject([
    { taskNo, taskStatus: 'DONE', entryCount: 3, gateRefusedCount: 1, callerNames: ['work.one', 'work.two'] },
  ]);
  expect((await lead.post(marketingBlacklist.page, listOf())).data.rows).toMatchObject([
    { blacklistReason: 'OPT_OUT', blacklistSource: 'AGENT' },
  ]);
});

it('blocks a number for offers at once, and lets it go with an approver alone', async () => {
  const phone = '254733310009';
  const facts = { desk: 'TELEMARKETING', merchantNo, phone, listType: 'LEAD', marketingTarget: 'FIRST_LOAN' } as const;
  await app.database.db
    .insertInto('callEntry')
    .values({ ...facts, optInSource: 'WEBSITE', optInAt: new Date() })
    .execute();
  expect(await lead.call(marketingBlacklist.check, { phone })).toMatchObject({ isListed: false, entries: 1 });
  const asked = { phone, blacklistReason: 'OPT_OUT', channels: ['CALL'], expireOn: null, remark: null } as const;
  const added = await lead.call(marketingBlacklist.save, { ...asked, channels: [...asked.channels] });
  expect(added.abandoned).toBe(1);
  expect((await lead.refusalOf(marketingBlacklist.save, asked)).error).toBe('BLACKLIST_EXISTS');
  const { rows } = (await lead.post(callList.page, listOf({ phone }))).data;
  expect(rows).toEqual([]);
  const { blacklistNo } = added;
  expect((await lead.call(marketingBlacklist.authors, {})).map(({ label }) => label)).toContain('work.lead');
  const request = { blacklistNo, reason: 'Agreed again', voucherIds: [] };
  expect((await lead.refusalOf(marketingBlacklist.remove, request)).fields).toEqual(['voucherIds']);
  const made = { ...request, voucherIds: ['AT000001'] };
  expect((await lead.refusalOf(marketingBlacklist.remove, made)).error).toBe('ATTACHMENT_NOT_FOUND');
  const certificate = { attachmentNo: 'AT000001', subjectType: 'marketingConsent', subjectNo: blacklistNo };
  await attachCertificate(app.database.db, { ...certificate, userNo: userNos[0] ?? '' });
  await lead.call(marketingBlacklist.remove, made);
  const decision = { blacklistNo, isApproved: true };
  expect((await lead.refusalOf(marketingBlacklist.approve, decision)).error).toBe('MAKER_IS_CHECKER');
  expect(await other.call(marketingBlacklist.approve, decision)).toMatchObject({ rowStatus: 'DELETED' });
  expect((await other.refusalOf(marketingBlacklist.approve, decision)).error).toBe('BLACKLIST_NOT_FOUND');
  const grave = await lead.call(marketingBlacklist.save, {
    ...asked,
    channels: ['SMS'],
    phone: '254733310010',
    blacklistReason: 'DECEASED',
  });
  const kept = { blacklistNo: grave.blacklistNo, reason: 'Wrong', voucherIds: [] };
  expect((await lead.refusalOf(marketingBlacklist.remove, kept)).error).toBe('BLACKLIST_KEPT');
});

it('gives an entry back to who had it last, nothing new to whoever is frozen, and ends with its last day', async () => {
  const [one, two] = callers;
  if (one === undefined || two === undefined) throw new Error('nobody calls');
  const { db } = app.database;
  const lead1 = { merchantNo, partyName: 'Lead', consentedAt: new Date(), partyKind: 'LEAD' } as const;
  const facts = { desk: 'TELEMARKETING', merchantNo, listType: 'LEAD', marketingTarget: 'FIRST_LOAN' } as const;
  for (const phone of ['254733310021', '254733310022']) {
    await db
      .insertInto('contactParty')
      .values({ ...lead1, phone })
      .execute();
    await db
      .insertInto('callEntry')
      .values({ ...facts, phone, batchNo: 'LB00000021', optInSource: 'WEBSITE', optInAt: new Date() })
      .execute();
  }
  const { taskNo } = await lead.call(dialTasks.save, { ...form(), source: { batchNo: 'LB00000021' } });
  await lead.call(dialTasks.start, { taskNo });
  await db.updateTable('callTask').set({ hoursFrom: '00:00', hoursTo: '24:00' }).where('taskNo', '=', taskNo).execute();
  const entryId = (await one.call(dialTasks.next, { taskNo })).lease?.entryId ?? '';
  const past = { leasedUntil: new Date(Date.now() - 1000) };
  await db.updateTable('callEntry').set(past).where('entryId', '=', entryId).execute();
  const said = { entryId, taskNo, content: 'A long talk', willingness: 'NO_DEMAND' } as const;
  expect((await one.refusalOf(dialTasks.follow, said)).error).toBe('CALL_LEASE_LOST');
  expect((await two.refusalOf(dialTasks.next, { taskNo, entryId })).error).toBe('CALL_LEASE_LOST');
  expect((await one.call(dialTasks.next, { taskNo, entryId })).lease).toMatchObject({ entryId, isOwn: false });
  expect(await one.call(dialTasks.follow, said)).toEqual({ listStatus: 'POOL' });
  expect((await one.refusalOf(dialTasks.next, { taskNo, entryId })).error).toBe('CALL_LEASE_LOST');
  await db
    .updateTable('personnel')
    .set({ personnelStatus: 'FROZEN' })
    .where('userNo', '=', userNos[1] ?? '')
    .execute();
  expect((await two.refusalOf(dialTasks.next, { taskNo })).error).toBe('CALL_NOTHING_NEW');
  const own = { ownerUserNo: userNos[1] ?? '', listStatus: 'ASSIGNED' } as const;
  await db.updateTable('callEntry').set(own).where('phone', '=', '254733310022').execute();
  expect((await two.call(dialTasks.next, { taskNo })).lease).toMatchObject({ isOwn: true });
  const turn = async (now: Date) => await endTasks({ db, log: createLogger('silent') }, now);
  expect(await turn(new Date())).toBe(0);
  expect(await turn(new Date(Date.now() + 9 * 86_400_000))).toBe(1);
  expect((await lead.call(dialTasks.detail, { taskNo })).row.taskStatus).toBe('DONE');
});
