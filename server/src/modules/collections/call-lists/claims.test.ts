import { attributedOrder, callActivity, callTask, followApproval, home, inboundConfig } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, listOf, type Person } from '../../../../testing/test-calls.ts';
import { saveTemplate } from '../../lending/coupons/index.ts';
import { lend, makeProduct } from '../../lending/orders/testing/lend.ts';
import { businessDateOf } from '../../platform/policy/index.ts';
import { attributeOrders } from './attribution.ts';

const SECTION = '/AdminContent/TelemarketingSystem/';
const PAGES = ['MyIncoming', 'MyLoan', 'Approval', 'InboundOrderConfig'].map((page) => SECTION + page);
const LEAD = [
  'inbound:save',
  'inbound:approve',
  'activity:save',
  'activity:approve',
  'followApproval:approve',
  'followApproval:apply',
];
const WORK = ['call:dial', 'followUp:save', 'followApproval:apply'];
let app: TestApp;
let lead: Person;
let other: Person;
let first: Person;
let second: Person;
let orderNo: string;
let merchantNo: string;
let entryId: string;
let applied: Date;

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  await db.deleteFrom('inboundRule').execute();
  const staff = {
    maker: (await addPerson(app.database, 'claim.maker')).userNo,
    checker: (await addPerson(app.database, 'claim.checker')).userNo,
  };
  ({ orderNo } = await lend(db, { productNo: await makeProduct(db), approvedCents: 500_000, ...staff }));
  const order = await db
    .selectFrom('loanOrder as o')
    .innerJoin('customer as c', 'c.customerNo', 'o.customerNo')
    .select(['o.merchantNo', 'o.applyTime', 'c.phone'])
    .where('o.orderNo', '=', orderNo)
    .executeTakeFirstOrThrow();
  ({ merchantNo, applyTime: applied } = order);
  const person = async (name: string, codes: readonly string[]) => {
    const rights = { pages: PAGES, codes: codes.map((code) => `telemarketing:${code}`), dailyRevealBudget: 9 };
    const { userNo } = await addPerson(app.database, name, rights);
    await db.insertInto('userMerchant').values({ userNo, merchantNo }).execute();
    return userNo;
  };
  await person('claim.lead', LEAD);
  await person('claim.other', LEAD);
  const callers = [await person('claim.first', WORK), await person('claim.second', WORK)];
  const facts = { desk: 'TELEMARKETING', merchantNo, phone: order.phone, listType: 'LEAD' } as const;
  ({ entryId } = await db
    .insertInto('callEntry')
    .values({ ...facts, marketingTarget: 'FIRST_LOAN', optInSource: 'WEBSITE', optInAt: new Date() })
    .returning('entryId')
    .executeTakeFirstOrThrow());
  for (const [index, userNo] of callers.entries()) {
    const attemptId = 900_000 + index;
    const at = new Date(order.applyTime.getTime() - (index + 1) * 86_400_000);
    await db.insertInto('callMade').values({ attemptId, entryId, userNo, at }).execute();
    await db.insertInto('contactResult').values({ attemptId, outcome: 'ANSWERED', talkSeconds: 60 }).execute();
  }
  [lead, other] = [await as(app, 'claim.lead'), await as(app, 'claim.other')];
  [first, second] = [await as(app, 'claim.first'), await as(app, 'claim.second')];
});
afterAll(async () => await app[Symbol.asyncDispose]());

/** A template of the merchant that nobody approved yet. */
const couponTemplate = async (): Promise<string> => {
  const maker = { userNo: 'U000001', scope: 'all' } as const;
  const what = { couponContent: 'KES 100 off', couponType: 'DISCOUNT', amountCents: 10_000, validityDays: 7 } as const;
  return await app.database.db
    .transaction()
    .execute(async (tx) => await saveTemplate(tx, { ...what, merchantNo, useRule: {} }, maker));
};

const happened = async (topic: string) => {
  const event = { topic, subjectType: 'order', subjectNo: orderNo, eventId: 1, happenedAt: new Date() };
  const rest = { merchantNo, userNo: null, requestId: null, before: null, after: null };
  await attributeOrders(app.database.db).take([{ ...event, ...rest }]);
};

it('takes an activity for a merchant, a target and a period once, and only another approves it', async () => {
  const { db } = app.database;
  const day = businessDateOf(new Date());
  const form = {
    merchantNo,
    activityName: 'Long rains',
    marketingTargets: ['FIRST_LOAN'],
    periodFrom: '2020-01-01',
    periodTo: day,
    incomingBonusCents: 5_000,
    loanBonusCents: 20_050,
    couponTemplateNo: null,
    monthSteps: [
      { applications: 1, bonusCents: 30_000 },
      { applications: 4, bonusCents: 90_000 },
    ],
  };
  await db.updateTable('orderAttribution').set({ activityNo: null }).execute();
  await db.deleteFrom('callActivity').execute();
  const falls = { ...form, monthSteps: [...form.monthSteps].reverse() };
  const fallen = await lead.refusalOf(callActivity.save, falls);
  expect(fallen).toMatchObject({ error: 'BAD_REQUEST', fields: ['monthSteps.1.applications'] });
  const backwards = await lead.refusalOf(callActivity.save, { ...form, periodTo: '2019-12-31' });
  expect(backwards).toMatchObject({ error: 'BAD_REQUEST', fields: ['periodTo'] });
  const unknown = await lead.refusalOf(callActivity.save, { ...form, marketingTargets: ['NO_SUCH'] });
  expect(unknown).toMatchObject({ error: 'CALL_OPTION_UNKNOWN', fields: ['marketingTargets'] });
  const couponTemplateNo = await couponTemplate();
  const off = await lead.refusalOf(callActivity.save, { ...form, couponTemplateNo });
  expect(off).toMatchObject({ error: 'COUPON_TEMPLATE_OFF', fields: ['couponTemplateNo'] });
  expect(await lead.call(callActivity.coupons, {})).toEqual([]);
  await db.updateTable('couponTemplate').set({ templateStatus: 'ENABLED' }).execute();
  expect(await lead.call(callActivity.coupons, {})).toMatchObject([{ value: couponTemplateNo }]);
  const { activityNo } = await lead.call(callActivity.save, { ...form, couponTemplateNo });
  const twice = await lead.refusalOf(callActivity.save, { ...form, periodFrom: day, activityName: 'Another' });
  expect(twice).toMatchObject({ error: 'CALL_ACTIVITY_EXISTS', fields: ['periodFrom'] });
  const decision = { activityNo, isApproved: true };
  expect((await lead.refusalOf(callActivity.approve, decision)).error).toBe('MAKER_IS_CHECKER');
  await other.call(callActivity.approve, { activityNo, isApproved: false, reason: 'Too much' });
  const drafted = (await lead.call(callActivity.page, listOf({ merchantNo }))).rows[0];
  expect(drafted).toMatchObject({ activityState: 'DRAFT', decisionReason: 'Too much', allowedActions: ['update'] });
  const again = { ...form, couponTemplateNo, activityNo, version: drafted?.version ?? -1, loanBonusCents: 20_000 };
  await lead.call(callActivity.save, again);
  await other.call(callActivity.approve, decision);
  expect((await other.refusalOf(callActivity.approve, decision)).error).toBe('ILLEGAL_TRANSITION');
  await lead.call(callActivity.disable, { activityNo });
  await lead.call(callActivity.enable, { activityNo });
  expect(await first.call(callActivity.options, {})).toEqual([{ value: activityNo, label: 'Long rains' }]);
});

it('tries a rule on past orders, applies it once approved, and credits the last talk', async () => {
  const automatic = { autoDistribute: true, customerStatuses: ['0' as const, '2' as const], maxEntriesPerPerson: 40 };
  const terms = { merchantNo, attributionDays: 5, minTalkSeconds: 30, protectionDays: 7, ...automatic };
  const form = { ...terms, tieBreak: 'LAST_TALK' as const, effectiveFrom: businessDateOf(new Date()) };
  const past = await lead.refusalOf(inboundConfig.save, { ...form, effectiveFrom: '2020-01-01' });
  expect(past.fields).toEqual(['effectiveFrom']);
  const { ruleNo } = await lead.call(inboundConfig.save, form);
  expect((await lead.refusalOf(inboundConfig.save, form)).error).toBe('INBOUND_RULE_EXISTS');
  expect((await lead.refusalOf(inboundConfig.approve, { ruleNo, isApproved: true })).error).toBe('MAKER_IS_CHECKER');
  const tried = await lead.call(inboundConfig.simulate, { ruleNo });
  expect(tried.people).toContainEqual({ userName: 'claim.first', now: 0, then: 1 });
  await happened('order.applied');
  expect((await first.post(attributedOrder.myIncoming.page, listOf())).data.rows).toEqual([]);
  await other.call(inboundConfig.approve, { ruleNo, isApproved: true });
  const { db } = app.database;
  await db.updateTable('inboundRule').set({ effectiveFrom: '2020-01-01' }).execute();
  await happened('order.applied');
  await happened('order.applied');
  const mine = (await first.post(attributedOrder.myIncoming.page, listOf())).data.rows;
  expect(mine).toMatchObject([{ orderNo, attributedBy: 'RULE', telemarketerName: 'claim.first' }]);
  expect((await second.post(attributedOrder.myIncoming.page, listOf())).data.rows).toEqual([]);
  expect((await second.refusalOf(attributedOrder.myIncoming.detail, { orderNo })).error).toBe('ORDER_NOT_FOUND');
  await happened('order.payoutSucceed');
  const entry = await db.selectFrom('callEntry').select('listStatus').where('entryId', '=', entryId).executeTakeFirst();
  expect(entry?.listStatus).toBe('CONVERTED');
  const loan = await first.call(attributedOrder.myLoan.detail, { orderNo });
  expect(loan.row).toMatchObject({ loanState: 'OPEN', allowedActions: ['follow'] });
  // It counts for the activity of its day, with its own line and that of the application.
  expect(loan.row).toMatchObject({
    activityName: 'Long rains',
    estimatedBonusCents: 25_000,
    bonus: [
      { line: 'INCOMING', cents: 5_000 },
      { line: 'LOAN', cents: 20_000 },
    ],
  });
  // One application in the month of today, against steps of 1 and of 4.
  await db.updateTable('loanOrder').set({ applyTime: new Date() }).where('orderNo', '=', orderNo).execute();
  const callers = await db
    .selectFrom('appUser')
    .select('userNo')
    .where('userName', 'in', ['claim.first', 'claim.second'])
    .execute();
  for (const { userNo } of callers) {
    await db.insertInto('personnel').values({ personnelKind: 'TELEMARKETER', userNo, dailyCap: 9 }).execute();
    await db.insertInto('personnelMerchant').values({ personnelKind: 'TELEMARKETER', userNo, merchantNo }).execute();
  }
  const own = await first.call(attributedOrder.myIncoming.summary, {});
  const [counted] = own.activities;
  expect(counted).toMatchObject({ activityName: 'Long rains', today: 1, month: 1, reachedCents: 30_000 });
  expect(counted?.next).toMatchObject({ applications: 4, bonusCents: 90_000 });
  const nobodys = await second.call(attributedOrder.myIncoming.summary, {});
  expect(nobodys.activities).toMatchObject([{ month: 0, reachedCents: 0, next: { applications: 1, forToday: 1 } }]);
  await db.updateTable('loanOrder').set({ applyTime: applied }).where('orderNo', '=', orderNo).execute();
  // The event came twice; the coupon once.
  const coupons = await db
    .selectFrom('coupon as c')
    .innerJoin('orderAttribution as a', 'a.couponNo', 'c.couponNo')
    .select(['a.orderNo', 'c.couponStatus'])
    .execute();
  expect(coupons).toEqual([{ orderNo, couponStatus: 'PENDING_EFFECT' }]);
  const { issued } = await db
    .selectFrom('coupon as c')
    .innerJoin('loanOrder as o', 'o.customerNo', 'c.customerNo')
    .select((eb) => eb.fn.countAll<number>().as('issued'))
    .where('o.orderNo', '=', orderNo)
    .executeTakeFirstOrThrow();
  expect(issued).toBe(1);
  expect(loan.calls).toHaveLength(2);
  const loans = await first.call(attributedOrder.myLoan.summary, {});
  expect(loans).toMatchObject({ waiting: 0, onTimePercent: null });
  const may = async (mayBorrow: boolean) =>
    (await first.call(attributedOrder.myLoan.page, listOf({ mayBorrow }))).rows.map((row) => row.orderNo);
  expect([await may(true), await may(false)]).toEqual([[], [orderNo]]);
  const { dialTasks } = callTask;
  expect((await first.refusalOf(dialTasks.dial, { orderNo })).error).toBe('CALL_LOAN_OPEN');
  await first.call(dialTasks.follow, { orderNo, content: 'Paid on time so far' });
  expect((await first.call(attributedOrder.myLoan.detail, { orderNo })).followUps).toMatchObject([
    { content: 'Paid on time so far' },
  ]);
});

it('decides who follows whom with the calls beside it, never by who asked', async () => {
  const claim = { applyType: 'CLAIM_ORDER' as const, orderNo, reason: 'I called first' };
  expect((await first.refusalOf(followApproval.apply, claim)).error).toBe('CLAIM_OWN');
  expect((await lead.refusalOf(followApproval.apply, claim)).error).toBe('CLAIM_WINDOW');
  const unknown = await second.refusalOf(followApproval.apply, { ...claim, orderNo: 'LO99' });
  expect(unknown.error).toBe('ORDER_NOT_FOUND');
  const { applyNo } = await second.call(followApproval.apply, claim);
  expect((await second.refusalOf(followApproval.apply, claim)).error).toBe('FOLLOW_APPLY_EXISTS');
  expect((await second.post(followApproval.page, listOf())).data.rows).toMatchObject([
    { applyNo, callCount: 1, talkSeconds: 60, currentOwnerName: 'claim.first', allowedActions: ['withdraw'] },
  ]);
  const detail = await lead.call(followApproval.detail, { applyNo });
  expect(detail).toMatchObject({ ruleSaysName: 'claim.first', row: { allowedActions: ['approve', 'reject'] } });
  expect(await lead.call(followApproval.approve, { applyNo, remark: null })).toMatchObject({
    approvalStatus: 'APPROVED',
  });
  const theirs = (await second.post(attributedOrder.myIncoming.page, listOf())).data.rows;
  expect(theirs).toMatchObject([{ orderNo, attributedBy: 'APPROVAL' }]);
  // The one who lost it finds it on Home, with the reason, until it is read.
  const lost = async (person: Person) =>
    (await person.get(home.summary)).data.tiles.find(({ key }: { key: string }) => key === 'followApprovals.lost');
  expect(await lost(first)).toMatchObject({ count: 1 });
  expect((await lost(second))?.count ?? 0).toBe(0);
  expect((await first.call(followApproval.page, listOf({ isUnread: true }))).rows).toMatchObject([
    { applyNo, reason: claim.reason, allowedActions: ['read'] },
  ]);
  expect((await second.refusalOf(followApproval.read, { applyNo })).error).toBe('FOLLOW_APPLY_NOT_FOUND');
  await first.call(followApproval.read, { applyNo });
  expect((await lost(first))?.count ?? 0).toBe(0);
  expect((await first.refusalOf(followApproval.read, { applyNo })).error).toBe('NOTHING_CHANGES');
  expect((await first.refusalOf(followApproval.apply, claim)).error).toBe('CLAIM_DECIDED');
  const release = { applyType: 'RELEASE' as const, orderNo, reason: 'Not mine after all' };
  const asked = await second.call(followApproval.apply, release);
  expect((await first.refusalOf(followApproval.withdraw, { applyNo: asked.applyNo })).error).toBe('FORBIDDEN');
  await lead.call(followApproval.reject, { applyNo: asked.applyNo, reason: 'Keep it' });
  expect((await lead.refusalOf(followApproval.approve, { applyNo: asked.applyNo, remark: null })).error).toBe(
    'ILLEGAL_TRANSITION',
  );
});

it('keeps, claims and releases a customer by the number, of which a miss is on record', async () => {
  const { db } = app.database;
  const phone = '254733310777';
  const { userNo } = await db
    .selectFrom('appUser')
    .select('userNo')
    .where('userName', '=', 'claim.first')
    .executeTakeFirstOrThrow();
  const facts = { desk: 'TELEMARKETING', merchantNo, phone, listType: 'LEAD', marketingTarget: 'FIRST_LOAN' } as const;
  const owned = { listStatus: 'ASSIGNED', ownerUserNo: userNo } as const;
  const made = await db
    .insertInto('callEntry')
    .values({ ...facts, ...owned, optInSource: 'WEBSITE', optInAt: new Date() })
    .returning('entryId')
    .executeTakeFirstOrThrow();
  const reason = 'Asks for me by name';
  const keep = { applyType: 'KEEP' as const, phone, reason };
  expect((await second.refusalOf(followApproval.apply, keep)).error).toBe('FOLLOW_APPLY_UNFIT');
  expect((await first.refusalOf(followApproval.apply, { ...keep, orderNo })).fields).toEqual(['orderNo']);
  const { applyNo } = await first.call(followApproval.apply, keep);
  expect(await first.refusalOf(followApproval.apply, keep)).toMatchObject({
    error: 'FOLLOW_APPLY_EXISTS',
    fields: ['phone'],
  });
  const detail = await lead.call(followApproval.detail, { applyNo });
  expect(detail).toMatchObject({ ruleSaysName: null, protectedUntil: null, rule: { protectionDays: 7 } });
  await lead.call(followApproval.approve, { applyNo, keepDays: 3, remark: null });
  expect((await lead.call(followApproval.detail, { applyNo })).protectedUntil).not.toBeNull();
  const claim = await second.call(followApproval.apply, { ...keep, applyType: 'CLAIM_CUSTOMER' });
  await lead.call(followApproval.approve, { applyNo: claim.applyNo, remark: null });
  const release = { ...keep, applyType: 'RELEASE' as const };
  expect((await first.refusalOf(followApproval.apply, release)).error).toBe('FOLLOW_APPLY_UNFIT');
  const given = await second.call(followApproval.apply, release);
  await lead.call(followApproval.approve, { applyNo: given.applyNo, remark: null });
  const entry = db.selectFrom('callEntry').select(['listStatus', 'ownerUserNo']).where('entryId', '=', made.entryId);
  expect(await entry.executeTakeFirst()).toEqual({ listStatus: 'POOL', ownerUserNo: null });
  const unknown = await second.refusalOf(followApproval.apply, { ...keep, phone: '254733310778' });
  expect(unknown).toMatchObject({ error: 'CALL_ENTRY_NOT_FOUND', fields: ['phone'] });
  const misses = db.selectFrom('revealLog').select('outcome').where('kind', '=', 'search.followApproval.apply');
  expect(await misses.where('outcome', '=', 'EMPTY').execute()).toHaveLength(1);
});
