import { autoCancel } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, type Person } from '../../../../testing/test-calls.ts';
import { createLogger } from '../../platform/health/index.ts';
import { disburseOrder } from '../../lending/orders/index.ts';
import { putLimit } from '../../lending/lending-limits/testing/put-limit.ts';
import { approved, makeProduct, silentMoney, SUBJECTS } from '../../lending/orders/testing/lend.ts';
import { markUnknown, resolveAttempt, sendPayout } from '../../lending/payouts/index.ts';
import { putRule } from '../../platform/rules/testing/put-rule.ts';
import { cancelUnpaid } from './index.ts';

let app: TestApp;
let saver: Person;
let people: { maker: string; checker: string };
let productNo: string;
let merchantNo: string;
const HOUR = 3_600_000;
const log = createLogger('silent');
const soon = (hours: number) => new Date(Date.now() + hours * HOUR);

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  productNo = await makeProduct(db);
  ({ merchantNo } = await db
    .selectFrom('loanProduct')
    .select('merchantNo')
    .where('productNo', '=', productNo)
    .executeTakeFirstOrThrow());
  const rights = {
    codes: ['afterLoan:autoCancel:save', 'afterLoan:autoCancel:audit'],
    pages: ['/AdminContent/AfterLoanSystem/AutomaticLoanCancelConfig'],
  };
  const add = async (name: string) => {
    const { userNo } = await addPerson(app.database, name, rights);
    await db.insertInto('userMerchant').values({ userNo, merchantNo }).execute();
    return userNo;
  };
  people = { maker: await add('void.maker'), checker: await add('void.checker') };
  saver = await as(app, 'void.maker');
});
afterAll(async () => await app[Symbol.asyncDispose]());

const order = async () => (await approved(app.database.db, { productNo, approvedCents: 300_000, ...people })).orderNo;
const statusOf = async (orderNo: string) =>
  (
    await app.database.db
      .selectFrom('loanOrder')
      .select('orderStatus')
      .where('orderNo', '=', orderNo)
      .executeTakeFirstOrThrow()
  ).orderStatus;
async function sent(orderNo: string): Promise<string> {
  const { db } = app.database;
  const attemptNo = await db
    .transaction()
    .execute((tx) => disburseOrder(tx, orderNo, { makerUserNo: people.maker, checkerUserNo: people.checker }));
  await sendPayout({ db, money: silentMoney, subjects: SUBJECTS, log }, attemptNo);
  return attemptNo;
}
const fail = async (orderNo: string, failCode = '2001') => {
  const attemptNo = await sent(orderNo);
  await app.database.db
    .transaction()
    .execute((tx) => resolveAttempt(tx, SUBJECTS, attemptNo, { isPaid: false, failCode, failReason: 'No' }));
};
const PENDING = {
  ruleName: 'Not sent',
  productNos: [] as string[],
  orderStatus: 'PENDING_DISBURSEMENT',
  waitHours: 48,
  failCodes: [] as string[],
  maxAttempts: null as number | null,
};
const FAILED = {
  ...PENDING,
  ruleName: 'Failed twice',
  orderStatus: 'DISBURSE_FAILED',
  waitHours: 24,
  failCodes: ['2001'],
  maxAttempts: 2,
};
const dryRun = async (value: object, of = merchantNo) => await saver.post(autoCancel.dryRun, { merchantNo: of, value });

it('voids nothing before a rule is agreed to, and says beforehand what one would', async () => {
  const orderNo = await order();
  expect(await cancelUnpaid(app.database.db, soon(1_000))).toBe(0);
  await app.database.db
    .updateTable('loanOrder')
    .set({ orderStatus: 'PENDING_DISBURSEMENT' })
    .where('orderNo', '=', orderNo)
    .execute();
  expect((await dryRun(PENDING)).data).toMatchObject({ matched: 0, matchedInForce: 0 });
  const wrong = await dryRun({ ...PENDING, waitHours: 721 });
  expect(wrong.data.fields).toMatchObject([{ field: 'value.waitHours' }]);
  expect((await dryRun({ ...FAILED, maxAttempts: null })).data.fields).toMatchObject([{ field: 'value.maxAttempts' }]);
  expect((await dryRun(PENDING, 'M9999')).data.error).toBe('REFERENCE_UNKNOWN');
});

it('voids what waited long enough, and never what a payout may still reach', async () => {
  const { db } = app.database;
  const rule = { configKey: 'afterLoan.autoCancel', merchantNo, ...people };
  const ruleId = await putRule(db, { ...rule, value: PENDING });
  await putRule(db, { ...rule, value: FAILED });
  const [waiting, once, twice, otherCode, inDoubt] = [
    await order(),
    await order(),
    await order(),
    await order(),
    await order(),
  ];
  await fail(once);
  for (const orderNo of [twice, twice]) await fail(orderNo);
  for (const orderNo of [otherCode, otherCode]) await fail(orderNo, '9');
  const attemptNo = await sent(inDoubt);
  await db.transaction().execute((tx) => markUnknown(tx, attemptNo));
  expect(await cancelUnpaid(db, soon(23))).toBe(0);
  await cancelUnpaid(db, soon(25));
  expect([await statusOf(twice), await statusOf(once), await statusOf(otherCode), await statusOf(waiting)]).toEqual([
    'VOIDED',
    'DISBURSE_FAILED',
    'DISBURSE_FAILED',
    'PENDING_DISBURSEMENT',
  ]);
  await cancelUnpaid(db, soon(49));
  expect([await statusOf(waiting), await statusOf(inDoubt), await statusOf(once)]).toEqual([
    'VOIDED',
    'DISBURSING',
    'DISBURSE_FAILED',
  ]);
  expect(await cancelUnpaid(db, soon(49))).toBe(0);
  const event = await db
    .selectFrom('orderEvent')
    .select(['command', 'remark'])
    .where('orderNo', '=', waiting)
    .orderBy('eventId', 'desc')
    .executeTakeFirstOrThrow();
  expect(event).toEqual({ command: 'autoCancel', remark: `Not sent (${ruleId}, version 1)` });
  const postings = await db.selectFrom('journal').select('journalId').where('causeNo', '=', waiting).execute();
  expect(postings).toEqual([]);
});

it('shows what patience was worth: orders by how long they waited, and those that a rule would have given up', async () => {
  const { db } = app.database;
  const of = { merchantNo, orderStatus: 'DISBURSE_FAILED' as const, productNos: [], waitHours: 24 };
  const before = await saver.call(autoCancel.patience, of);
  const ended = async (toStatus: 'DISBURSED' | 'VOIDED', hours: number) => {
    const orderNo = await order();
    await db
      .insertInto('orderEvent')
      .values([
        { orderNo, command: 'fail', fromStatus: 'DISBURSING', toStatus: 'DISBURSE_FAILED', at: soon(-100) },
        { orderNo, command: 'succeed', fromStatus: 'DISBURSING', toStatus, at: soon(-100 + hours) },
      ])
      .execute();
    await db.updateTable('loanOrder').set({ orderStatus: toStatus }).where('orderNo', '=', orderNo).execute();
  };
  await ended('DISBURSED', 2);
  await ended('DISBURSED', 30);
  await ended('VOIDED', 49);
  const { waits, beyond } = await saver.call(autoCancel.patience, of);
  const added = waits.map(({ untilHours, paidCount, voidedCount }, index) => [
    untilHours,
    paidCount - (before.waits[index]?.paidCount ?? 0),
    voidedCount - (before.waits[index]?.voidedCount ?? 0),
  ]);
  expect(added.filter(([, paid, voided]) => paid || voided)).toEqual([
    [3, 1, 0],
    [48, 1, 0],
    [72, 0, 1],
  ]);
  expect(beyond.paidCount - before.beyond.paidCount).toBe(1);
  expect(beyond.paidCents - before.beyond.paidCents).toBe(300_000);
  expect(await saver.refusalOf(autoCancel.patience, { ...of, merchantNo: 'M9999' })).toMatchObject({
    error: 'REFERENCE_UNKNOWN',
  });
});

it('voids what its merchant’s limit holds as if nothing held it', async () => {
  const { db } = app.database;
  await putRule(db, { configKey: 'afterLoan.autoCancel', merchantNo, ...people, value: PENDING });
  await putLimit(db, `${merchantNo}_FIRST`, people, { dailyAmountLimitCents: 0 });
  const held = await order();
  await expect(sent(held)).rejects.toMatchObject({ error: 'LIMIT_REACHED' });
  await cancelUnpaid(db, soon(47));
  expect(await statusOf(held)).toBe('PENDING_DISBURSEMENT');
  await cancelUnpaid(db, soon(49));
  expect(await statusOf(held)).toBe('VOIDED');
});
