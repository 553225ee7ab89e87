import { config, type messageNodes, messagePoint, messageTemplate } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, listOf, type Person } from '../../../../testing/test-calls.ts';
import { lend, makeProduct } from '../../lending/orders/testing/lend.ts';
import { addDays, businessDateOf } from '../../platform/policy/index.ts';
import { stopOffers } from '../contacts/index.ts';
import { sendNotices } from './index.ts';

let app: TestApp;
let maker: Person;
let checker: Person;
let people: { maker: string; checker: string };
let productNo: string;
const today = businessDateOf(new Date());

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  const pages = [messageTemplate.MESSAGE_TEMPLATE_PAGE, messagePoint.BUSINESS_NODE_PAGE];
  const userNos: string[] = [];
  for (const [name, held] of [
    ['terms.maker', ['messageTemplate:save', 'messagePoint:save']],
    ['terms.checker', ['config:audit']],
  ] as const) {
    const codes = held.map((code) => `operation:${code}`);
    const { userNo, roleNo } = await addPerson(app.database, name, { pages, codes });
    userNos.push(userNo);
    await db.updateTable('role').set({ dataScope: 'ALL' }).where('roleNo', '=', roleNo).execute();
  }
  const [first = '', second = ''] = userNos;
  people = { maker: first, checker: second };
  [maker, checker] = [await as(app, 'terms.maker'), await as(app, 'terms.checker')];
  productNo = await makeProduct(db);
  await sql`insert into regulatory_policy (policy_key, effective_from, value)
    values ('contactHours', ${addDays(today, -1)}, '{"from": "00:00", "to": "24:00"}')`.execute(db);
});
afterAll(async () => await app[Symbol.asyncDispose]());

const draft = (configKey: string, subjectNo: string, value: object) => ({
  configKey,
  subjectNo,
  value,
  effectiveFrom: today,
  reason: 'Customers asked for it',
});
/** A version that is in force at once, with a second person where the family asks for one. */
async function inForce(configKey: string, subjectNo: string, value: object): Promise<string> {
  const saved = await maker.call(config.save, draft(configKey, subjectNo, value));
  const { versionId } = saved;
  const submitted = await maker.call(config.submit, { versionId, version: saved.version });
  if (submitted.versionStatus !== 'PENDING') return submitted.versionStatus;
  return (await checker.call(config.approve, { versionId, version: submitted.version })).versionStatus;
}
const pointOf = (nodeCode: messageNodes.NodeCode, value: object) =>
  [
    messagePoint.MESSAGE_POINT_KEY,
    `ALL_${nodeCode}`,
    { isEnabled: true, templateCodes: [nodeCode], ...value },
  ] as const;
const setPoint = async (nodeCode: messageNodes.NodeCode, value: object) => await inForce(...pointOf(nodeCode, value));

const noticesOf = async (nodeCode: messageNodes.NodeCode, ...subjects: string[]) =>
  await app.database.db
    .selectFrom('nodeNotice')
    .select(['subjectNo', 'noticeStatus', 'fault'])
    .where('nodeCode', '=', nodeCode)
    .where('subjectNo', 'in', subjects)
    .orderBy('noticeId')
    .execute();
const textsTo = async (customerNo: string, templateCode: string) => {
  const found = await app.database.db
    .selectFrom('contactAttempt as a')
    .leftJoin('contactDispatch as d', 'd.attemptId', 'a.attemptId')
    .select(['a.content', 'a.refusedFor', 'd.payload'])
    .where('a.customerNo', '=', customerNo)
    .where('a.templateCode', '=', templateCode)
    .execute();
  return found;
};
const send = async (now = new Date()) => await sendNotices(app.database.db, app.services, now);
const loan = async () => await lend(app.database.db, { productNo, approvedCents: 400_000, ...people });
const firstBill = async (orderNo: string) =>
  await app.database.db.selectFrom('bill').selectAll().where('orderNo', '=', orderNo).executeTakeFirstOrThrow();

it('reminds on each day that the due-date rule of the loan names, and of other loans three days before', async () => {
  await setPoint('BILL_DUE_IN_3', {});
  const { db } = app.database;
  const [ruled, plain] = [await loan(), await loan()];
  await db
    .updateTable('loanOrder')
    .set({ reminderDays: [-5, -1] })
    .where('orderNo', '=', ruled.orderNo)
    .execute();
  const [bill, other] = [(await firstBill(ruled.orderNo)).billNo, (await firstBill(plain.orderNo)).billNo];
  const sentWith = async (daysLeft: number) => {
    await db
      .updateTable('bill')
      .set({ dueDate: addDays(today, daysLeft) })
      .where('billNo', 'in', [bill, other])
      .execute();
    await send();
    const subjects = [bill, `${bill}/-5`, `${bill}/-1`, other];
    return (await noticesOf('BILL_DUE_IN_3', ...subjects)).map(({ subjectNo }) => subjectNo);
  };
  expect(await sentWith(5)).toEqual([`${bill}/-5`]);
  expect(await sentWith(4)).toEqual([`${bill}/-5`]);
  expect(await sentWith(3)).toEqual([`${bill}/-5`, other]);
  expect(await sentWith(1)).toEqual([`${bill}/-5`, other, `${bill}/-1`]);
  expect(await textsTo(ruled.customerNo, 'BILL_DUE_IN_3')).toHaveLength(2);
});

it('speaks to customers so many days past due alone', async () => {
  await setPoint('DISBURSED', { dpdTo: 2 });
  const { db } = app.database;
  const [late, punctual] = [await loan(), await loan()];
  const { billNo } = await firstBill(late.orderNo);
  await db
    .updateTable('bill')
    .set({ dueDate: addDays(today, -3) })
    .where('billNo', '=', billNo)
    .execute();
  const count = async (dpdFrom: number) => {
    const asked = { nodeCode: 'DISBURSED', merchantNo: null, loanType: null, dpdFrom } as const;
    return (await maker.call(messagePoint.dryRun, asked)).messages;
  };
  expect((await count(0)) - (await count(3))).toBeGreaterThan(0);
  expect(await count(3)).toBe(1);
  await send();
  expect(await noticesOf('DISBURSED', late.orderNo)).toMatchObject([{ noticeStatus: 'SKIPPED' }]);
  expect(await noticesOf('DISBURSED', punctual.orderNo)).toMatchObject([{ noticeStatus: 'SENT' }]);
  const wrong = await maker.post(config.save, draft(...pointOf('DISBURSED', { dpdFrom: 3, dpdTo: 2 })));
  expect(wrong.data.fields).toMatchObject([{ field: 'value.dpdTo' }]);
});

it('drops a message that waits once the loan is settled or the customer wants no offers', async () => {
  await setPoint('DISBURSED', { delayMinutes: 60, stopWhen: ['SETTLED', 'OPTED_OUT'] });
  const { db } = app.database;
  const [settled, optedOut, running] = [await loan(), await loan(), await loan()];
  await send();
  await db.updateTable('loanOrder').set({ orderStatus: 'CLOSED' }).where('orderNo', '=', settled.orderNo).execute();
  const { phone, merchantNo } = await db
    .selectFrom('customer')
    .select(['phone', 'merchantNo'])
    .where('customerNo', '=', optedOut.customerNo)
    .executeTakeFirstOrThrow();
  await db.transaction().execute((tx) => stopOffers(tx, { phone, merchantNo }));
  await send(new Date(Date.now() + 61 * 60_000));
  expect(await noticesOf('DISBURSED', settled.orderNo)).toMatchObject([{ noticeStatus: 'DROPPED', fault: 'SETTLED' }]);
  expect(await noticesOf('DISBURSED', optedOut.orderNo)).toMatchObject([
    { noticeStatus: 'DROPPED', fault: 'OPTED_OUT' },
  ]);
  expect(await noticesOf('DISBURSED', running.orderNo)).toMatchObject([{ noticeStatus: 'SENT' }]);
});

it('shows a template as the customer of an order would read it, and what became of it', async () => {
  const { db } = app.database;
  const { orderNo } = await loan();
  const read = async (templateCode: string, no = orderNo) =>
    await maker.call(messageTemplate.preview, { templateCode, orderNo: no });
  const [en, sw] = await read('DISBURSED');
  expect(en?.text).toMatch(/^Dear Wa\*+ku, we sent you KES 4,000\.00\. .+ M-Pesa account \w+\.$/);
  expect(sw?.text).toMatch(/^Mpendwa Wa\*+ku, tumekutumia KES 4,000\.00\./);
  expect((await read('BILL_OVERDUE'))[0]?.text).toContain('was due on');
  // Nothing was paid yet, and a coupon is of no order.
  expect([await read('REPAID'), await read('COUPON_GRANTED')]).toEqual([[], []]);
  expect(await maker.refusalOf(messageTemplate.preview, { templateCode: 'DISBURSED', orderNo: 'LO0' })).toMatchObject({
    error: 'NOT_FOUND',
  });

  await setPoint('DISBURSED', {});
  const opted = await loan();
  await send();
  const { phone, merchantNo } = await db
    .selectFrom('customer')
    .select(['phone', 'merchantNo'])
    .where('customerNo', '=', opted.customerNo)
    .executeTakeFirstOrThrow();
  await db.transaction().execute((tx) => stopOffers(tx, { phone, merchantNo }));
  const { rows } = await maker.call(messageTemplate.page, listOf({ templateCode: 'DISBURSED' }));
  const [row] = rows.filter(({ templateCode }) => templateCode === 'DISBURSED');
  expect(row).toMatchObject({ usedByCount: 1, costPerThousandCents: expect.any(Number) });
  expect(row?.optOutPercent).toBeGreaterThan(0);
  const asked = { nodeCode: 'DISBURSED', templateCode: 'DISBURSED' } as const;
  expect((await maker.call(messagePoint.deliveries, asked)).length).toBeGreaterThan(0);
  expect(await maker.call(messagePoint.deliveries, { ...asked, templateCode: 'REPAID' })).toEqual([]);
});
