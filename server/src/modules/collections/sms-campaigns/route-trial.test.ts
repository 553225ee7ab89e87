import {
  marketingRouteTrial,
  marketingSmsRoute,
  smsMarketingTask,
  smsMarketingTemplate,
  userGroup,
} from '@kituo/sdk/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, type Person } from '../../../../testing/test-calls.ts';
import { addDays, businessDateOf, startOfBusinessDate } from '../../platform/policy/index.ts';
import type { RouteInForce } from '../../platform/sms-routes/index.ts';
import { endOf } from './route-end.ts';

const TOMORROW = addDays(businessDateOf(new Date()), 1);
const at = (day: string, hour: number, minute = 0) =>
  new Date(startOfBusinessDate(day).getTime() + (hour * 60 + minute) * 60_000);
const marketing = {
  isEnabled: true,
  accounts: [{ accountCode: 'PROMO_TEST', weight: 100 }],
  failoverAccountCode: null,
  failoverAfterSeconds: 30,
  dailyCap: -1,
  windowStart: '08:00',
  windowEnd: '19:00',
  perPhonePerDay: 1,
  perPhonePerWeek: 2,
  dailyBudgetCents: 1_000_000,
  optOutText: 'Jibu STOP',
};
const route = (more: object = {}, isPaused = false): RouteInForce => {
  const value = { ...marketing, ...more };
  return { routeNo: 'SR1', isPaused, isFailedOver: false, value, marketing: value };
};
const sending = {
  messages: 250,
  centsEach: 100,
  ratePerMinute: 10,
  from: at(TOMORROW, 10),
  today: { sent: 0, costCents: 0 },
};

it('ends within the hours, the cap, the budget and the rate, whichever is the narrowest', () => {
  expect(endOf(route(), sending)).toEqual({ days: 1, finishesAt: at(TOMORROW, 10, 25), boundBy: null });
  const third = addDays(TOMORROW, 2);
  expect(endOf(route({ dailyCap: 100 }), sending)).toEqual({
    days: 3,
    finishesAt: at(third, 8, 5),
    boundBy: 'CAP',
  });
  expect(endOf(route({ dailyBudgetCents: 10_000 }), sending)).toMatchObject({ days: 3, boundBy: 'BUDGET' });
  // Two minutes of the first day, then an hour a day.
  const hour = route({ windowStart: '09:02', windowEnd: '10:02' });
  expect(endOf(hour, { ...sending, ratePerMinute: 1 })).toEqual({
    days: 6,
    finishesAt: at(addDays(TOMORROW, 5), 9, 10),
    boundBy: 'RATE',
  });
});

it('takes what is left of today alone', () => {
  const today = businessDateOf(new Date());
  const used = { ...sending, messages: 60, from: at(today, 8), today: { sent: 50, costCents: 0 } };
  expect(endOf(route({ dailyCap: 100 }), used)).toMatchObject({ days: 2, boundBy: 'CAP' });
  expect(endOf(route({ dailyCap: 100 }), { ...used, messages: 50 })).toMatchObject({ days: 1, boundBy: null });
});

it('never ends where the route is paused or lets nobody through', () => {
  for (const shut of [route({}, true), route({ dailyCap: 0 }), route({ perPhonePerDay: 0 })]) {
    expect(endOf(shut, sending).finishesAt).toBeNull();
  }
  expect(endOf(route({}, true), { ...sending, messages: 0 })).toMatchObject({ days: 0, finishesAt: sending.from });
});

let app: TestApp;
let maker: Person;
let checker: Person;
let merchantNo: string;
let lender: string;
beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  const merchant = await db.selectFrom('merchant').selectAll().orderBy('merchantNo').limit(1).executeTakeFirstOrThrow();
  ({ merchantNo, merchantName: lender } = merchant);
  const codes = ['marketing:template:save', 'marketing:template:approve', 'marketing:smsTask:save'].concat([
    'operation:marketingSmsRouter:save',
  ]);
  const pages = [...marketingSmsRoute.page.access.page, ...smsMarketingTask.page.access.page];
  for (const name of ['trial.maker', 'trial.checker', 'trial.elsewhere']) {
    const { userNo } = await addPerson(app.database, name, { codes, pages });
    if (name !== 'trial.elsewhere') await db.insertInto('userMerchant').values({ userNo, merchantNo }).execute();
  }
  [maker, checker] = [await as(app, 'trial.maker'), await as(app, 'trial.checker')];
  await db
    .insertInto('smsAccount')
    .values({ accountCode: 'PROMO_TEST', provider: 'SERVER', senderId: 'PROMO', unitPriceCents: 80, isEnabled: true })
    .execute();
});
afterAll(async () => await app[Symbol.asyncDispose]());

/** A route that is in force, of the merchant or of all, for a network or for all. */
async function routeFor(network: 'AIRTEL' | null, more: object): Promise<string> {
  const { db } = app.database;
  const { routeNo, subjectNo } = await db
    .insertInto('smsRoute')
    .values({ smsKind: 'MARKETING', merchantNo, network, createdBy: 'U000001' })
    .returning(['routeNo', 'subjectNo'])
    .executeTakeFirstOrThrow();
  await db
    .insertInto('configVersion')
    .values({
      configKey: 'sms.marketingRoute',
      subjectNo,
      versionNo: 1,
      value: JSON.stringify({ ...marketing, ...more }),
      effectiveFrom: '2026-01-01',
      inForceFrom: new Date('2026-01-01T00:00:00+03:00'),
      storedStatus: 'IN_FORCE',
      makerUserNo: 'U000001',
      editorUserNos: ['U000001'],
      reason: 'Test',
    })
    .execute();
  return routeNo;
}

/** Customers of a county of their own: five of Safaricom, two of Airtel, one of either without consent. */
async function campaign(): Promise<string> {
  const { db } = app.database;
  const county = 'Trial town';
  const numbers = ['254701000001', '254701000002', '254701000003', '254701000004', '254701000005'];
  for (const [index, phone] of [...numbers, '254733000001', '254733000002'].entries()) {
    await db
      .insertInto('customer')
      .values({ customerName: 'Wanjiku Kamau', idCardNo: `${31_000_000 + index}`, merchantNo, phone, county })
      .execute();
    if (phone === '254701000005') continue;
    await db
      .insertInto('contactParty')
      .values({ partyKind: 'LEAD', merchantNo, phone, partyName: 'Lead', consentedAt: new Date() })
      .execute();
  }
  const { templateNo } = await maker.call(smsMarketingTemplate.save, {
    merchantNo,
    templateName: 'Come back',
    scene: 'DORMANT',
    language: 'en',
    content: `{{firstName}}, come back. ${lender}`,
  });
  await maker.call(smsMarketingTemplate.submit, { templateNo });
  await checker.call(smsMarketingTemplate.approve, { templateNo });
  const rules = {
    loanState: null,
    settledDaysFrom: null,
    settledDaysTo: null,
    maxDaysLate: null,
    minOnTimeCount: null,
    notAppliedDays: null,
    notContactedDays: null,
    county,
  };
  const { userGroupNo } = await maker.call(userGroup.save, { merchantNo, groupName: county, rules });
  const { checkToken } = await maker.call(userGroup.check, { userGroupNo });
  const { taskNo } = await maker.call(smsMarketingTask.save, {
    taskName: 'Campaign',
    userGroupNo,
    checkToken,
    arms: [{ templateNo, sharePercent: 100 }],
    holdOutPercent: 0,
    scheduledAt: at(TOMORROW, 12).toISOString(),
    ratePerMinute: 1,
    budgetCents: 1_000_000,
    attributionDays: 7,
  });
  return taskNo;
}

it('says of a campaign when the route is done with it, what that costs and who falls out', async () => {
  const taskNo = await campaign();
  const [wide, airtel] = [await routeFor(null, { dailyCap: 3 }), await routeFor('AIRTEL', {})];
  expect((await maker.call(marketingRouteTrial.tasks, {})).map((task) => task.taskNo)).toContain(taskNo);
  const tried = async (routeNo: string) => await maker.call(marketingRouteTrial.simulateTask, { routeNo, taskNo });
  expect(await tried(wide)).toEqual({
    people: 7,
    drops: [{ reason: 'NO_CONSENT', people: 1 }],
    elsewhere: 2,
    heldOut: 0,
    messages: 4,
    segments: 4,
    costCents: 320,
    waiting: 0,
    days: 2,
    finishesAt: at(addDays(TOMORROW, 1), 8, 1).toISOString(),
    boundBy: 'CAP',
  });
  expect(await tried(airtel)).toMatchObject({
    elsewhere: 4,
    messages: 2,
    days: 1,
    finishesAt: at(TOMORROW, 12, 2).toISOString(),
  });
  const { db } = app.database;
  await db.updateTable('smsRoute').set({ isPaused: true }).where('routeNo', '=', wide).execute();
  expect((await tried(wide)).finishesAt).toBeNull();
  const elsewhere = await as(app, 'trial.elsewhere');
  expect(await elsewhere.call(marketingRouteTrial.tasks, {})).toEqual([]);
  const request = { routeNo: wide, taskNo };
  expect((await elsewhere.refusalOf(marketingRouteTrial.simulateTask, request)).error).toBe('SMS_ROUTE_NOT_FOUND');
});
