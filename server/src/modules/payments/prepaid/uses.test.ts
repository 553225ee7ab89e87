import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { seedRule } from '../../../seed/rules.ts';
import { lend, makeProduct } from '../../lending/orders/testing/lend.ts';
import { chargeUse, chargeUses } from './index.ts';

let app: TestApp;
let merchantNo: string;
let orderNo: string;
let makerUserNo: string;
let checkerUserNo: string;
beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  ({ userNo: makerUserNo } = await addPerson(app.database, 'use.maker', {}));
  ({ userNo: checkerUserNo } = await addPerson(app.database, 'use.checker', {}));
  const people = { maker: makerUserNo, checker: checkerUserNo };
  ({ orderNo, merchantNo } = await lend(db, { productNo: await makeProduct(db), approvedCents: 300_000, ...people }));
});
afterAll(async () => await app[Symbol.asyncDispose]());

const price = async (consumptionType: string, unitPriceCents: number, freeQuota = 0) => {
  const value = { ruleName: consumptionType, consumptionType, unitPriceCents, freeQuota, tiers: [] };
  const rule = { configKey: 'merchant.consumptionPrice', merchantNo, value, makerUserNo, checkerUserNo };
  await app.database.db.transaction().execute(async (tx) => await seedRule(tx, rule));
};
const fill = async (balanceCents: number) => {
  const { db } = app.database;
  await sql`insert into merchant_prepaid (merchant_no, balance_cents) values (${merchantNo}, ${balanceCents})
    on conflict (merchant_no) do update set balance_cents = excluded.balance_cents, credit_line_cents = 0`.execute(db);
};
const message = async (sentAt: Date | null, of: string | null = merchantNo) => {
  const { rows } = await sql<{ messageNo: string }>`insert into message
    (kind, channel, destination, subject, body, message_status, sent_at, merchant_no) values ('order.passed', 'SMS',
    '254712345678', 'Yes', 'Yes', ${sentAt === null ? 'QUEUED' : 'SENT'}, ${sentAt}, ${of}) returning message_no`.execute(
    app.database.db,
  );
  return rows[0]?.messageNo ?? '';
};
const charges = async (consumptionType: string) =>
  await app.database.db
    .selectFrom('merchantConsumption')
    .select(['causeNo', 'amountCents', 'balanceAfterCents'])
    .where('merchantNo', '=', merchantNo)
    .where('consumptionType', '=', sql<'SMS_SENT'>`${consumptionType}`)
    .orderBy('recordNo')
    .execute();
const run = async () => await chargeUses(app.database.db, new Date());
const now = () => new Date(Date.now() + 1000);

it('charges each SMS that left once, at the price of its moment, and none that was sent before', async () => {
  await fill(100_00);
  await price('SMS_SENT', 1_50);
  await message(new Date(Date.now() - 86_400_000 * 2));
  await message(null);
  await message(now(), null);
  expect(await run()).toBe(0);
  const messageNo = await message(now());
  // Two servers at once charge once.
  const both = await Promise.all([run(), run()]);
  expect(both.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(0);
  expect(await charges('SMS_SENT')).toEqual([{ causeNo: messageNo, amountCents: 1_50, balanceAfterCents: 98_50 }]);
  expect(await run()).toBe(0);
});

it('charges an answered face check and data query, free ones first', async () => {
  const { db } = app.database;
  await price('FACE_CHECK', 8_00);
  await price('DATA_QUERY', 20_00, 1);
  const deliver = async (topic: 'FACE' | 'OPERATOR' | 'BVN') =>
    await sql`insert into order_evidence (order_no, topic, delivered_at, content)
      values (${orderNo}, ${topic}, now(), '{}')`.execute(db);
  await deliver('FACE');
  await deliver('OPERATOR');
  // Two servers at once: what was free for one is not charged by the other.
  await Promise.all([run(), run()]);
  expect(await charges('FACE_CHECK')).toEqual([
    { causeNo: `${orderNo}-FACE`, amountCents: 8_00, balanceAfterCents: 90_50 },
  ]);
  expect(await charges('DATA_QUERY')).toEqual([]);
  // The quota of the month is used up by the free one.
  await deliver('BVN');
  await run();
  expect(await charges('DATA_QUERY')).toMatchObject([{ causeNo: `${orderNo}-BVN`, amountCents: 20_00 }]);
});

it('counts free orders towards the quota too', async () => {
  const { db } = app.database;
  await price('LOAN_DISBURSED', 35_00, 1);
  const use = { merchantNo, consumptionType: 'LOAN_DISBURSED', at: new Date() } as const;
  const charged = async (causeNo: string) =>
    await db.transaction().execute(async (tx) => await chargeUse(tx, { ...use, causeNo }));
  expect(await charged('LO1')).toBeNull();
  expect(await charged('LO1')).toBeNull();
  expect(await charged('LO2')).not.toBeNull();
});

it('never goes below the line: what cannot be paid waits for the recharge, and is charged once', async () => {
  await fill(1_00);
  const waiting = await message(now());
  await run();
  expect((await charges('SMS_SENT')).map(({ causeNo }) => causeNo)).not.toContain(waiting);
  await fill(2_00);
  await run();
  await run();
  expect((await charges('SMS_SENT')).filter(({ causeNo }) => causeNo === waiting)).toEqual([
    { causeNo: waiting, amountCents: 1_50, balanceAfterCents: 50 },
  ]);
});
