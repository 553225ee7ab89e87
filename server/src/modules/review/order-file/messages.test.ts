import { config, messagePoint, orderDetail } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, type Person } from '../../../../testing/test-calls.ts';
import { sendNotices } from '../../collections/node-notices/index.ts';
import { lend, makeProduct } from '../../lending/orders/testing/lend.ts';
import { addDays, businessDateOf } from '../../platform/policy/index.ts';

let app: TestApp;
let maker: Person;
let checker: Person;
let people: { maker: string; checker: string };
const today = businessDateOf(new Date());

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  const add = async (name: string, codes: readonly string[], role: object = {}) => {
    const { userNo, roleNo } = await addPerson(app.database, name, { pages: [messagePoint.BUSINESS_NODE_PAGE], codes });
    await db
      .updateTable('role')
      .set({ dataScope: 'ALL', ...role })
      .where('roleNo', '=', roleNo)
      .execute();
    return userNo;
  };
  people = {
    maker: await add('told.maker', ['operation:messagePoint:save'], { isDesensitization: false }),
    checker: await add('told.checker', ['operation:config:audit']),
  };
  await add('told.masked', [], { isDesensitization: true });
  await add('told.hidden', [], { orderDetailsHide: true });
  [maker, checker] = [await as(app, 'told.maker'), await as(app, 'told.checker')];
  await sql`insert into regulatory_policy (policy_key, effective_from, value)
    values ('contactHours', ${addDays(today, -1)}, '{"from": "00:00", "to": "24:00"}')`.execute(db);
});
afterAll(async () => await app[Symbol.asyncDispose]());

it('shows what an order’s customer was written, under the name that they see, and what became of it', async () => {
  const { db } = app.database;
  const { versionId, version } = await maker.call(config.save, {
    configKey: messagePoint.MESSAGE_POINT_KEY,
    subjectNo: 'ALL_DISBURSED',
    value: { isEnabled: true, templateCodes: ['DISBURSED'] },
    effectiveFrom: today,
    reason: 'Customers asked for it',
  });
  const submitted = await maker.call(config.submit, { versionId, version });
  await checker.call(config.approve, { versionId, version: submitted.version });
  const productNo = await makeProduct(db);
  const { orderNo } = await lend(db, { productNo, approvedCents: 400_000, ...people });
  const other = await lend(db, { productNo, approvedCents: 300_000, ...people });
  await sendNotices(db, app.services);
  const messagesOf = async (who = maker, of = orderNo) => await who.call(orderDetail.messages, { orderNo: of });
  const [sent, ...more] = await messagesOf();
  expect(more).toEqual([]);
  // No gateway is set up.
  expect(sent).toMatchObject({ channelType: 'SMS', nodeCode: 'DISBURSED', purpose: 'SERVICE', outcome: 'FAILED' });
  expect(sent).toMatchObject({ sender: null, text: expect.stringContaining('KES 4,000.00') });

  const attemptNo = sent?.messageId.split(' ')[1] ?? '';
  const account = { accountCode: 'OWN', provider: 'SERVER', senderId: 'HARAKA', unitPriceCents: 80 } as const;
  await db
    .insertInto('smsAccount')
    .values({ ...account, isEnabled: true })
    .execute();
  const { merchantNo } = await db
    .selectFrom('loanOrder')
    .select('merchantNo')
    .where('orderNo', '=', orderNo)
    .executeTakeFirstOrThrow();
  const own = { accountCode: 'OWN_SMS', merchantNo, channelType: 'SMS', smsAccountCode: 'OWN' } as const;
  await db
    .insertInto('messageAccount')
    .values({ ...own, sender: 'Haraka', isDefault: false, dailyCap: -1, isEnabled: true })
    .execute();
  await db
    .insertInto('messageSending')
    .values({ accountCode: 'OWN_SMS', source: 'CONTACT', sourceNo: attemptNo, outcome: 'SENT' })
    .execute();
  await db
    .insertInto('contactResult')
    .values({ attemptId: Number(attemptNo), outcome: 'DELIVERED', at: new Date() })
    .execute();
  expect(await messagesOf()).toMatchObject([{ sender: 'Haraka', outcome: 'DELIVERED' }]);
  // The same customer or not: what was written about another order is not here.
  expect((await messagesOf(maker, other.orderNo)).map(({ messageId }) => messageId)).not.toContain(sent?.messageId);

  const { customerName } = await db
    .selectFrom('loanOrder as o')
    .innerJoin('customer as c', 'c.customerNo', 'o.customerNo')
    .select('c.customerName')
    .where('o.orderNo', '=', orderNo)
    .executeTakeFirstOrThrow();
  const first = customerName.split(' ')[0] ?? '';
  expect(sent?.text).toContain(first);
  expect((await messagesOf(await as(app, 'told.masked')))[0]?.text).not.toContain(first);
  const hidden = await (await as(app, 'told.hidden')).refusalOf(orderDetail.messages, { orderNo });
  expect(hidden.error).toBe('ORDER_DETAILS_HIDDEN');
});
