import { config, loanLimit, payout } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, listOf, type Person } from '../../../../testing/test-calls.ts';
import { sendPassedOrders } from '../../review/decisions/index.ts';
import { createLogger } from '../../platform/health/index.ts';
import { narrowable } from '../../staff/menus/testing/narrowed.ts';
import { disburseOrder } from '../orders/index.ts';
import { approved, makeProduct, SUBJECTS } from '../orders/testing/lend.ts';
import { expectRefusal } from '../../payments/payments/testing/every-row.ts';
import { markSent, resolveAttempt } from '../payouts/index.ts';
import { addDays, businessDateOf, startOfBusinessDate } from '../../platform/policy/index.ts';
import { watchWarnings } from '../../console/warning-watch/index.ts';
import { lendingDays } from './index.ts';
import { OPEN_LIMIT, putLimit } from './testing/put-limit.ts';

const PAGE = '/AdminContent/OperationSystem/MerchantLoanAmountManagement';
const CODES = ['operation:loanLimit:save', 'operation:loanLimit:audit'];
const SUBJECT = 'M0001_FIRST';
const log = createLogger('silent');
let app: TestApp;
let maker: Person;
let checker: Person;
let sender: Person;
let people: { maker: string; checker: string };
let productNo: string;

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  const add = async (name: string, codes: readonly string[]) => {
    const { userNo } = await addPerson(app.database, name, { pages: [PAGE], codes });
    await db.insertInto('userMerchant').values({ userNo, merchantNo: 'M0001' }).execute();
    return userNo;
  };
  const sends = ['afterLoan:payout:send', 'afterLoan:payout:retry', 'afterLoan:payoutBatch:run'];
  people = { maker: await add('limits.maker', CODES), checker: await add('limits.checker', CODES) };
  await add('limits.sender', sends);
  [maker, checker, sender] = [
    await as(app, 'limits.maker'),
    await as(app, 'limits.checker'),
    await as(app, 'limits.sender'),
  ];
  productNo = await makeProduct(db);
  await sql`DELETE FROM warning`.execute(db);
});
afterAll(async () => await app[Symbol.asyncDispose]());

/** Each test has a day of its own: what was sent before counts no more, what waits is void. */
beforeEach(async () => {
  const { db } = app.database;
  await sql`UPDATE payout_attempt SET lent_on = NULL, lent_as = NULL, lent_cents = NULL`.execute(db);
  await sql`UPDATE loan_order SET order_status = 'VOIDED' WHERE order_status = 'PENDING_DISBURSEMENT'`.execute(db);
});

const passed = async (approvedCents: number) =>
  (await approved(app.database.db, { productNo, approvedCents, ...people })).orderNo;
const send = async (orderNo: string) => await sender.post(payout.disburse, { orderNo });
const limit = async (change: object) => await putLimit(app.database.db, SUBJECT, people, change);
const usage = async () => (await maker.post(loanLimit.usage, { merchantNo: 'M0001' })).data[0];
const heldNos = async (): Promise<string[]> =>
  (await usage()).heldOrders.map(({ orderNo }: { orderNo: string }) => orderNo);
const today = businessDateOf(new Date());
const save = async (change: object, effectiveFrom = today, who = maker) =>
  await who.post(config.save, {
    configKey: 'operation.loanLimit',
    subjectNo: SUBJECT,
    value: { ...OPEN_LIMIT, ...change },
    effectiveFrom,
    reason: 'The season',
  });
const act = async (
  who: Person,
  action: 'submit' | 'approve' | 'reject' | 'withdraw',
  { data }: { readonly data: config.ConfigVersion },
) => await who.post(config[action], { versionId: data.versionId, version: data.version });

it('lets nothing bound a merchant that has no limit', async () => {
  expect(await lendingDays(app.database.db, new Date())).toEqual([]);
  expect((await send(await passed(5_000_000))).data.orderStatus).toBe('DISBURSING');
});

it('is lowered by who asks for it, at once, and raised by two; several times a day', async () => {
  await limit({ dailyAmountLimitCents: 2_000_000 });
  const lowered = await act(maker, 'submit', await save({ dailyAmountLimitCents: 1_000_000 }));
  expect(lowered.data).toMatchObject({ versionStatus: 'IN_FORCE', checkerName: null });
  const raised = await act(maker, 'submit', await save({ dailyAmountLimitCents: 1_500_000 }));
  expect(raised.data.versionStatus).toBe('PENDING');
  expect((await act(maker, 'approve', raised)).data.error).toBe('CHANGE_OWN');
  expect((await usage()).limit.dailyAmountLimitCents).toBe(1_000_000);
  expect((await act(checker, 'approve', raised)).data.versionStatus).toBe('IN_FORCE');
  expect((await usage()).limit.dailyAmountLimitCents).toBe(1_500_000);
  // Lower than today, and looser than what will hold on its day: somebody looks.
  const tomorrow = addDays(today, 1);
  await act(maker, 'submit', await save({ dailyAmountLimitCents: 500_000 }, tomorrow));
  const later = await act(maker, 'submit', await save({ dailyAmountLimitCents: 900_000 }, addDays(today, 2)));
  expect(later.data.versionStatus).toBe('PENDING');
  expect((await act(checker, 'reject', { ...later, data: { ...later.data } })).data.error).toBe('BAD_REQUEST');
  await checker.post(config.reject, {
    versionId: later.data.versionId,
    version: later.data.version,
    reason: 'No',
  });
  expect((await save({}, tomorrow)).data.error).toBe('CONFIG_DATE_TAKEN');
  const wrong = await save({ minAmountCents: 300_000, maxAmountCents: 200_000 });
  expect(wrong.data.fields).toMatchObject([{ field: 'value.maxAmountCents' }]);
  expect((await save({ maxAmountCents: 900_000_000 })).data.error).toBe('LIMIT_OUTSIDE_PRODUCTS');
  const strange = {
    configKey: 'operation.loanLimit',
    subjectNo: 'M0001_THIRD',
    value: OPEN_LIMIT,
    effectiveFrom: today,
    reason: 'No such type',
  };
  expect((await maker.post(config.save, strange)).data.error).toBe('REFERENCE_UNKNOWN');
});

it('holds what passes it until the day is over or somebody raises it, oldest first', async () => {
  const { db } = app.database;
  await limit({ dailyAmountLimitCents: 1_000_000 });
  const [first, second, third] = [await passed(600_000), await passed(500_000), await passed(300_000)];
  expect(await heldNos()).toEqual([]);
  expect((await send(first)).code).toBe(0);
  // The third would fit; the second waits longer.
  expect(await heldNos()).toEqual([second, third]);
  expect(await usage()).toMatchObject({
    usedTodayCents: 6e5,
    usedOrders: 1,
    usedPercent: 60,
    limitStatus: 'REACHED',
    waitingOrders: 2,
    waitingCents: 8e5,
  });
  for (const orderNo of [second, third]) {
    await expectRefusal(db, ['payout_attempt', 'order_event'], 'LIMIT_REACHED', () => send(orderNo));
  }
  const dryRun = await sender.post(payout.disburse, { orderNo: third }, undefined, { 'kituo-dry-run': '1' });
  expect(dryRun.data.error).toBe('LIMIT_REACHED');
  // Tomorrow at 00:00 EAT nothing is used.
  const tomorrow = startOfBusinessDate(addDays(today, 1));
  const [next] = await lendingDays(db, tomorrow, ['M0001']);
  expect(next).toMatchObject({ use: { usedCents: 0 }, held: [], isReached: false });
  const makers = { makerUserNo: people.maker, checkerUserNo: people.checker };
  await db.transaction().execute((tx) => disburseOrder(tx, second, makers, tomorrow));
  expect((await send(third)).code).toBe(0);
});

it('gives back what failed, and counts it again where it is sent again', async () => {
  const { db } = app.database;
  await limit({ dailyAmountLimitCents: 1_000_000 });
  const [failing, other] = [await passed(600_000), await passed(700_000)];
  const { attemptNo } = (await send(failing)).data;
  await db.transaction().execute(async (tx) => {
    const { attemptStatus } = await tx
      .selectFrom('payoutAttempt')
      .select('attemptStatus')
      .where('attemptNo', '=', attemptNo)
      .executeTakeFirstOrThrow();
    if (attemptStatus === 'CREATED') await markSent(tx, SUBJECTS, attemptNo);
    await resolveAttempt(tx, SUBJECTS, attemptNo, {
      isPaid: false,
      failCode: '1',
      failReason: 'No',
    });
  });
  expect((await send(other)).code).toBe(0);
  const replay = { orderNo: failing };
  expect((await sender.post(payout.replay, replay)).data.error).toBe('LIMIT_REACHED');
  await limit({ dailyAmountLimitCents: 1_300_000 });
  expect((await sender.post(payout.replay, replay)).code).toBe(0);
});

it('keeps orders that leave automatically in their queue, and raises no alarm about the payout', async () => {
  const { db } = app.database;
  await limit({ dailyOrderLimit: 1 });
  const orders = [await passed(300_000), await passed(300_000), await passed(300_000)];
  for (const [index, orderNo] of orders.entries()) {
    const auditTime = new Date(Date.now() - (10 - index) * 60_000);
    await db.updateTable('loanOrder').set({ auditTime }).where('orderNo', '=', orderNo).execute();
  }
  const paying = {
    ...app.services.engine,
    gateways: { ...app.services.engine.gateways, money: app.services.engine.gateways.money ?? ({} as never) },
    send: async () => await Promise.resolve(),
  };
  const services = { ...app.services, engine: paying };
  const states = async () =>
    await Promise.all(
      orders.map(
        async (orderNo) =>
          (
            await db
              .selectFrom('loanOrder')
              .select('orderStatus')
              .where('orderNo', '=', orderNo)
              .executeTakeFirstOrThrow()
          ).orderStatus,
      ),
    );
  await sendPassedOrders(db, services, log);
  const WAITS = 'PENDING_DISBURSEMENT';
  expect(await states()).toEqual(['DISBURSING', WAITS, WAITS]);
  expect(await sendPassedOrders(db, services, log)).toBe(0);
  expect(await states()).toEqual(['DISBURSING', WAITS, WAITS]);
  await limit({ dailyOrderLimit: 2 });
  await sendPassedOrders(db, services, log);
  expect(await states()).toEqual(['DISBURSING', 'DISBURSING', WAITS]);
  expect(
    await db
      .selectFrom('warning')
      .select('subject')
      .where('sourceType', '=', 'PAYOUT_FAILED')
      .where('sourceKey', 'in', orders)
      .execute(),
  ).toEqual([]);
});

it('warns from its percentage on and when it is reached, and automatically no more once it is not', async () => {
  const { db } = app.database;
  await limit({ dailyAmountLimitCents: 1_000_000, alertPercent: 60 });
  const told = async () => {
    await watchWarnings(db, app.services);
    return await db
      .selectFrom('warning')
      .select(['subject', 'subjectZh', 'warningLevel', 'warningStatus', 'isSelfResolved', 'merchantNo', 'amountCents'])
      .where('sourceType', '=', 'LIMIT_REACHED')
      .orderBy('raisedAt', 'desc')
      .limit(1)
      .executeTakeFirst();
  };
  const [first, second] = [await passed(600_000), await passed(500_000)];
  expect(await told()).toBeUndefined();
  await db.updateTable('loanOrder').set({ orderStatus: 'VOIDED' }).where('orderNo', '=', second).execute();
  await send(first);
  expect(await told()).toMatchObject({ warningLevel: 'INFO', subject: expect.stringContaining('60%') as string });
  const third = await passed(500_000);
  expect(await told()).toMatchObject({
    warningLevel: 'ATTENTION',
    warningStatus: 'OPEN',
    merchantNo: 'M0001',
    amountCents: 5e5,
    subject: expect.stringContaining('reached today’s limit for first loans; 1 order waiting') as string,
    subjectZh: expect.stringContaining('首贷今日额度已满，1 笔订单等待') as string,
  });
  await limit({ dailyAmountLimitCents: 3_000_000, alertPercent: 60 });
  expect(await told()).toMatchObject({ warningStatus: 'RESOLVED', isSelfResolved: true });
  expect((await send(third)).code).toBe(0);
});

it('bounds what is approved, and is seen by those of the merchant alone', async () => {
  await limit({ minAmountCents: 200_000, maxAmountCents: 400_000 });
  await expect(passed(500_000)).rejects.toMatchObject({ error: 'AMOUNT_INVALID' });
  await expect(passed(100_000)).rejects.toMatchObject({ error: 'AMOUNT_INVALID' });
  await passed(400_000);
  const rights = { codes: CODES, pages: [PAGE] };
  const { person, narrow } = await narrowable(app, 'limits.narrow', 'M0002', rights);
  const seen = async () => (await person.post(loanLimit.usage, {})).data.length;
  const versions = async () =>
    (await person.post(config.page, listOf({ configKey: 'operation.loanLimit' }))).data.rows.length > 0;
  expect([await seen(), await versions()]).toEqual([1, true]);
  await narrow();
  expect([await seen(), await versions()]).toEqual([0, false]);
  expect((await save({ dailyOrderLimit: 5 }, addDays(today, 3), person)).data.error).toBe('REFERENCE_UNKNOWN');
});

it('is paused and resumed: nothing is sent meanwhile, whatever the day has left', async () => {
  const stop = { merchantNo: 'M0001', loanType: 'FIRST', reason: 'Float check' };
  await limit({ dailyAmountLimitCents: 1_000_000 });
  const [first, second] = [await passed(600_000), await passed(500_000)];
  expect((await maker.post(loanLimit.resume, stop)).data.error).toBe('NOTHING_CHANGES');
  expect((await maker.post(loanLimit.pause, stop)).data).toEqual({ limitStatus: 'PAUSED', waitingOrders: 2 });
  expect((await maker.post(loanLimit.pause, stop)).data.error).toBe('NOTHING_CHANGES');
  expect((await send(first)).data.error).toBe('LIMIT_REACHED');
  expect(await heldNos()).toEqual([first, second]);
  const listed = async (filters: object) => (await maker.post(loanLimit.page, listOf(filters))).data;
  expect((await listed({ limitStatus: 'PAUSED' })).rows).toMatchObject([
    { subjectNo: SUBJECT, waitingOrders: 2, readyOrders: 1, pauseReason: 'Float check' },
  ]);
  expect((await listed({ merchantNo: 'M0001', loanType: 'REPEAT' })).rows).toMatchObject([
    { limit: null, limitStatus: null, allowedActions: ['save'] },
  ]);
  expect((await sender.post(loanLimit.resume, stop)).data.error).toBe('FORBIDDEN');
  expect((await maker.post(loanLimit.resume, stop)).data.limitStatus).toBe('OPEN');
  expect((await send(first)).code).toBe(0);
  expect((await listed({ usedPercentFrom: '60' })).rows).toMatchObject([{ subjectNo: SUBJECT, usedPercent: 60 }]);
});

it('warns of limits above what the payout accounts keep, on the page and by a warning', async () => {
  const { db } = app.database;
  const fundsRow = async () => {
    const { data } = await maker.post(loanLimit.page, listOf({ merchantNo: 'M0001', loanType: 'FIRST' as const }));
    return data.rows[0];
  };
  await sql`DELETE FROM warning`.execute(db);
  await limit({ dailyAmountLimitCents: 0 });
  const { fundsCents } = await fundsRow();
  expect(fundsCents).toBeTypeOf('number');
  const told = async () => {
    await watchWarnings(db, app.services, new Date());
    return await db
      .selectFrom('warning')
      .select(['warningStatus', 'amountCents'])
      .where('sourceType', '=', 'LOW_BALANCE')
      .where('sourceKey', 'like', 'FUNDS-M0001%')
      .execute();
  };
  expect(await told()).toEqual([]);
  const above = Math.max(0, Math.ceil(fundsCents / 100) * 100) + 1_000_00;
  await limit({ dailyAmountLimitCents: above });
  expect(await told()).toEqual([{ warningStatus: 'OPEN', amountCents: above - fundsCents }]);
  // The other type of loan counts the merchant's same funds.
  const other = (await maker.post(loanLimit.page, listOf({ merchantNo: 'M0001', loanType: 'REPEAT' as const }))).data;
  expect(other.rows[0]).toMatchObject({ fundsCents, otherDailyCents: above });
  await limit({ dailyAmountLimitCents: -1 });
  expect(await told()).toMatchObject([{ warningStatus: 'RESOLVED' }]);
});
