import { config, type messageNodes, messagePoint, messageTemplate } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, type Person } from '../../../../testing/test-calls.ts';
import { lend, makeProduct } from '../../lending/orders/testing/lend.ts';
import { addDays, businessDateOf } from '../../platform/policy/index.ts';
import { sendNotices } from './index.ts';

let app: TestApp;
let maker: Person;
let checker: Person;
let elsewhere: Person;
let people: { maker: string; checker: string };
const today = businessDateOf(new Date());

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  const pages = [messageTemplate.MESSAGE_TEMPLATE_PAGE, messagePoint.BUSINESS_NODE_PAGE];
  const add = async (name: string, codes: readonly string[], isEverywhere = true) => {
    const { userNo, roleNo } = await addPerson(app.database, name, { pages, codes });
    if (isEverywhere) {
      await db.updateTable('role').set({ dataScope: 'ALL' }).where('roleNo', '=', roleNo).execute();
    }
    return userNo;
  };
  people = {
    maker: await add('line.maker', ['operation:messagePoint:save']),
    checker: await add('line.checker', ['operation:config:audit']),
  };
  await add('line.elsewhere', [], false);
  [maker, checker, elsewhere] = [
    await as(app, 'line.maker'),
    await as(app, 'line.checker'),
    await as(app, 'line.elsewhere'),
  ];
  await sql`insert into regulatory_policy (policy_key, effective_from, value)
    values ('contactHours', ${addDays(today, -1)}, '{"from": "00:00", "to": "24:00"}')`.execute(db);
});
afterAll(async () => await app[Symbol.asyncDispose]());

async function enable(nodeCode: messageNodes.NodeCode): Promise<void> {
  const { versionId, version } = await maker.call(config.save, {
    configKey: messagePoint.MESSAGE_POINT_KEY,
    subjectNo: `ALL_${nodeCode}`,
    value: { isEnabled: true, templateCodes: [nodeCode] },
    effectiveFrom: today,
    reason: 'Customers asked for it',
  });
  const submitted = await maker.call(config.submit, { versionId, version });
  await checker.call(config.approve, { versionId, version: submitted.version });
}

it('shows what an order was told and what it will be told while nobody pays, as its customer reads it', async () => {
  const { db } = app.database;
  await enable('DISBURSED');
  const { orderNo } = await lend(db, { productNo: await makeProduct(db), approvedCents: 400_000, ...people });
  await db
    .updateTable('loanOrder')
    .set({ reminderDays: [-3, -1] })
    .where('orderNo', '=', orderNo)
    .execute();
  const timeline = async () => await maker.call(messagePoint.timeline, { orderNo });
  await sendNotices(db, app.services);
  expect(await timeline()).toMatchObject([
    { nodeCode: 'DISBURSED', subjectNo: orderNo, momentStatus: 'SENT', channelType: 'SMS', fault: null },
  ]);
  await enable('BILL_DUE_IN_3');
  await enable('BILL_OVERDUE');
  const { billNo, dueDate } = await db
    .selectFrom('bill')
    .select(['billNo', 'dueDate'])
    .where('orderNo', '=', orderNo)
    .orderBy('dueDate')
    .executeTakeFirstOrThrow();
  const all = await timeline();
  const ofBill = all.filter(({ subjectNo }) => subjectNo.startsWith(billNo));
  expect(ofBill.map(({ nodeCode, subjectNo, momentStatus }) => [nodeCode, subjectNo, momentStatus])).toEqual([
    ['BILL_DUE_IN_3', billNo, 'COMING'],
    ['BILL_DUE_IN_3', `${billNo}/-1`, 'COMING'],
    ['BILL_OVERDUE', billNo, 'COMING'],
  ]);
  expect(businessDateOf(new Date(ofBill[1]?.at ?? ''))).toBe(addDays(dueDate, -1));
  expect(ofBill[0]?.text).toMatch(/KES 4,\d{3}\.\d{2}/);
  // What left keeps its words, with the name hidden from who may not read names.
  const { customerName } = await db
    .selectFrom('loanOrder as o')
    .innerJoin('customer as c', 'c.customerNo', 'o.customerNo')
    .select('c.customerName')
    .where('o.orderNo', '=', orderNo)
    .executeTakeFirstOrThrow();
  const first = customerName.split(' ')[0] ?? '';
  expect(all[0]?.text?.includes(first)).toBe(false);
  expect((await elsewhere.refusalOf(messagePoint.timeline, { orderNo })).error).toBe('NOT_FOUND');
});
