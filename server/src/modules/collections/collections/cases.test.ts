import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../../tests/support/database.ts';
import { lockWaits } from '../../../../../tests/support/lock-waits.ts';
import type { Tx } from '../../../db/database.ts';
import { addPerson } from '../../../../testing/test-app.ts';
import { createLogger } from '../../platform/health/index.ts';
import { lend, makeProduct } from '../../lending/orders/testing/lend.ts';
import { rollBack } from '../../payments/payments/index.ts';
import { addDays, businessDateOf, startOfBusinessDate } from '../../platform/policy/index.ts';
import { makeCollector } from './testing/collectors.ts';
import { owedOn, payOn } from './testing/paying.ts';
import {
  cancelAllocation,
  cancelPromise,
  cancelRetention,
  distributeCase,
  divideCase,
  enterBadDebt,
  leaveBadDebt,
  makePromise,
  redistributeCase,
  retainCase,
  runCaseDay,
  sendBackCases,
} from './index.ts';

const TODAY = businessDateOf(new Date());
const YESTERDAY = addDays(TODAY, -1);
const log = createLogger('silent');

/* One suite for both collection systems: an order of one bill is the same case in either. */

describe.each(['ORDER', 'BILL'] as const)('%s', (system) => {
  let database: TestDatabase;
  let people: { maker: string; checker: string };
  let collectors: string[];
  let productNo: string;
  const reach = { caseScope: system, caller: { scope: 'all', userNo: 'U0' } } as const;

  beforeAll(async () => {
    database = await createTestDatabase('seeded');
    const { db } = database;
    people = {
      maker: (await addPerson(database, 'case.maker')).userNo,
      checker: (await addPerson(database, 'case.checker')).userNo,
    };
    productNo = await makeProduct(db, { installments: 1, termDays: 14, collectionScope: system });
    collectors = [];
    for (const name of ['one', 'two', 'three']) collectors.push(await makeCollector(database, name));
  });
  afterAll(() => database.drop());

  const [A, B] = [0, 1];
  const collector = (at: number) => collectors[at] ?? '';
  const handing = () => ({ by: people.maker, at: new Date() });

  /** A loan whose bill is so many days past due, and the case that the end of day opened for it. */
  async function caseAt(dpd: number, product = productNo): Promise<{ caseNo: string; orderNo: string }> {
    const { db } = database;
    const { orderNo } = await lend(db, { productNo: product, approvedCents: 500_000, ...people });
    await age(orderNo, dpd);
    await runCaseDay(db, YESTERDAY, log);
    const { caseNo } = await db
      .selectFrom('collectionCase')
      .select('caseNo')
      .where('orderNo', '=', orderNo)
      .executeTakeFirstOrThrow();
    return { caseNo, orderNo };
  }

  async function age(orderNo: string, dpd: number): Promise<void> {
    const { db } = database;
    await sql`update bill set due_date = ${addDays(TODAY, -dpd)}::date + (term_no - 1) * 30,
    interest_from = ${addDays(TODAY, -dpd - 14)}, accrued_through = ${YESTERDAY}
    where order_no = ${orderNo}`.execute(db);
    await sql`delete from bill_step where bill_no in (select bill_no from bill where order_no = ${orderNo})`.execute(
      db,
    );
    await sql`update collection_case set levelled_on = ${YESTERDAY} where order_no = ${orderNo}`.execute(db);
  }

  const inTx = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => database.db.transaction().execute(work);

  async function stateOf(caseNo: string) {
    const { db } = database;
    const row = await db
      .selectFrom('collectionCase')
      .select(['caseStatus', 'caseLevel', 'collectorUserNo'])
      .where('caseNo', '=', caseNo)
      .executeTakeFirstOrThrow();
    const open = await db
      .selectFrom('caseAssignment')
      .select('userNo')
      .where('caseNo', '=', caseNo)
      .where('endedAt', 'is', null)
      .execute();
    return { ...row, open: open.map(({ userNo }) => userNo) };
  }

  const pay = (orderNo: string, amountCents: number | 'all') => payOn(database.db, orderNo, amountCents);

  it('leaves collection no earlier than it entered, whatever the clock of the payment says', async () => {
    const { caseNo, orderNo } = await caseAt(4);
    await payOn(database.db, orderNo, 'all', new Date(Date.now() - 60_000));
    const { openedAt, closedAt } = await database.db
      .selectFrom('collectionCase')
      .select(['openedAt', 'closedAt'])
      .where('caseNo', '=', caseNo)
      .executeTakeFirstOrThrow();
    expect(closedAt).toEqual(openedAt);
  });

  describe('the end of day', () => {
    it('opens a case once, moves its level with the days, and does the same day once', async () => {
      const { caseNo, orderNo } = await caseAt(-3);
      expect(await stateOf(caseNo)).toMatchObject({ caseStatus: 'POOL', caseLevel: 'S0', open: [] });
      expect(await runCaseDay(database.db, YESTERDAY, log)).toEqual({ cases: 0, promises: 0 });
      await age(orderNo, 9);
      expect((await runCaseDay(database.db, YESTERDAY, log)).cases).toBe(1);
      expect(await stateOf(caseNo)).toMatchObject({ caseLevel: 'S2' });
    });

    it('opens a case with the first reminder day of the loan’s due-date rule, a week ahead at most', async () => {
      const { db } = database;
      const casesOf = async (reminderDays: number[] | null) => {
        const { orderNo } = await lend(db, { productNo, approvedCents: 500_000, ...people });
        await db.updateTable('loanOrder').set({ reminderDays }).where('orderNo', '=', orderNo).execute();
        await age(orderNo, -6);
        await runCaseDay(db, YESTERDAY, log);
        return await db.selectFrom('collectionCase').select('caseLevel').where('orderNo', '=', orderNo).execute();
      };
      expect(await casesOf([-6, -1])).toEqual([{ caseLevel: 'S0' }]);
      expect(await casesOf([-5])).toEqual([]);
      expect(await casesOf(null)).toEqual([]);
    });

    it('leaves a retained case at its level through any number of days', async () => {
      const { caseNo, orderNo } = await caseAt(3);
      await inTx((tx) => distributeCase(tx, caseNo, collector(A), reach, handing()));
      await inTx((tx) => retainCase(tx, caseNo, reach, handing()));
      for (const dpd of [9, 20, 40, 70]) {
        await age(orderNo, dpd);
        await runCaseDay(database.db, YESTERDAY, log);
        expect(await stateOf(caseNo)).toMatchObject({ caseLevel: 'S1', caseStatus: 'RETAINED' });
      }
      await inTx((tx) => cancelRetention(tx, caseNo, reach, handing()));
      await age(orderNo, 71);
      await runCaseDay(database.db, YESTERDAY, log);
      expect(await stateOf(caseNo)).toMatchObject({ caseLevel: 'S5', open: [collector(A)] });
    });

    it('opens one case a bill where the product says so', async () => {
      const byBill = await makeProduct(database.db, { installments: 3, termDays: 60, collectionScope: 'BILL' });
      const { orderNo } = await caseAt(35, byBill);
      const rows = await database.db
        .selectFrom('collectionCase')
        .select(['caseLevel', 'caseScope'])
        .where('orderNo', '=', orderNo)
        .orderBy('oldestDueOn')
        .execute();
      expect(rows).toEqual([
        { caseLevel: 'S4', caseScope: 'BILL' },
        { caseLevel: 'S1', caseScope: 'BILL' },
      ]);
    });
  });

  describe('a case', () => {
    it('goes back to whom it was taken from, one allocation at a time', async () => {
      const { caseNo } = await caseAt(5);
      await inTx((tx) => distributeCase(tx, caseNo, collector(A), reach, handing()));
      const again = inTx((tx) => redistributeCase(tx, caseNo, collector(A), reach, handing()));
      await expect(again).rejects.toMatchObject({ error: 'CASE_SAME_COLLECTOR' });
      await inTx((tx) => redistributeCase(tx, caseNo, collector(B), reach, handing()));
      expect(await stateOf(caseNo)).toMatchObject({ open: [collector(B)] });
      await inTx((tx) => cancelAllocation(tx, caseNo, reach, handing()));
      expect(await stateOf(caseNo)).toMatchObject({ caseStatus: 'COLLECTING', open: [collector(A)] });
      await inTx((tx) => cancelAllocation(tx, caseNo, reach, handing()));
      expect(await stateOf(caseNo)).toMatchObject({ caseStatus: 'POOL', open: [] });
    });

    it('closes when it is paid and opens again when that is undone', async () => {
      const { caseNo, orderNo } = await caseAt(5);
      await inTx((tx) => distributeCase(tx, caseNo, collector(A), reach, handing()));
      await pay(orderNo, 'all');
      expect(await stateOf(caseNo)).toMatchObject({ caseStatus: 'CLOSED', open: [], collectorUserNo: null });
      await inTx((tx) => rollBack(tx, { orderNo, kind: 'SETTLE_ROLLBACK', idempotencyKey: `back-${orderNo}` }));
      expect(await stateOf(caseNo)).toMatchObject({ caseStatus: 'POOL', open: [] });
    });

    it('comes out of the pool of bad debt as it went in', async () => {
      const { caseNo } = await caseAt(20);
      await inTx((tx) => distributeCase(tx, caseNo, collector(A), reach, handing()));
      await inTx((tx) => retainCase(tx, caseNo, reach, handing()));
      const entry = { badDebtReason: 'DEATH', remark: 'Death certificate', ...handing() };
      const early = inTx((tx) => enterBadDebt(tx, caseNo, reach, { ...entry, evidence: [] }));
      await expect(early).rejects.toMatchObject({ error: 'BAD_DEBT_TOO_EARLY' });
      await inTx((tx) => enterBadDebt(tx, caseNo, reach, { ...entry, evidence: ['A1'] }));
      expect(await stateOf(caseNo)).toMatchObject({ caseStatus: 'BAD_DEBT_POOL' });
      await inTx((tx) => leaveBadDebt(tx, caseNo, reach, handing()));
      expect(await stateOf(caseNo)).toMatchObject({ caseStatus: 'RETAINED', open: [collector(A)] });
    });

    it('has exactly one collector while it is worked, whatever is written past the commands', async () => {
      const { caseNo } = await caseAt(5);
      await inTx((tx) => distributeCase(tx, caseNo, collector(A), reach, handing()));
      const { db } = database;
      const lost = sql`update case_assignment set ended_at = now() where case_no = ${caseNo}`;
      await expect(lost.execute(db)).rejects.toThrow(/held by/);
      const twice = db
        .insertInto('caseAssignment')
        .values({ caseNo, userNo: collector(B), cause: 'DIVIDED', caseLevel: 'S1' });
      await expect(twice.execute()).rejects.toThrow(/case_assignment_one_open/);
      const changed = sql`update case_assignment set user_no = ${collector(B)} where case_no = ${caseNo}`;
      await expect(changed.execute(db)).rejects.toThrow(/kept/);
    });

    it('given and taken back by fifty at once ends with one collector or in the pool', async () => {
      const { caseNo } = await caseAt(5);
      const commands = Array.from({ length: 50 }, (_, at) =>
        inTx(async (tx) => {
          if (at % 3 === 0) return await cancelAllocation(tx, caseNo, reach, handing());
          if (at % 3 === 1) return await distributeCase(tx, caseNo, collector(at % 2), reach, handing());
          return await redistributeCase(tx, caseNo, collector((at + 1) % 2), reach, handing());
        }).then(
          () => 'done',
          (error: unknown) => (error instanceof Error && 'error' in error ? 'refused' : error),
        ),
      );
      const answers = await Promise.all(commands);
      expect(new Set(answers)).toEqual(new Set(['done', 'refused']));
      const { caseStatus, open } = await stateOf(caseNo);
      expect(open).toHaveLength(caseStatus === 'COLLECTING' ? 1 : 0);
    });
  });

  describe('who gets a case', () => {
    it('is refused by name: frozen, left, of another merchant, off shift, over the cap', async () => {
      const { caseNo } = await caseAt(5);
      const { db } = database;
      const give = (userNo: string) => inTx((tx) => distributeCase(tx, caseNo, userNo, reach, handing()));
      const frozen = await makeCollector(database, 'frozen', { personnelStatus: 'FROZEN' });
      await expect(give(frozen)).rejects.toMatchObject({ error: 'COLLECTOR_FROZEN' });
      const full = await makeCollector(database, 'full', { dailyCap: 0 });
      await expect(give(full)).rejects.toMatchObject({ error: 'COLLECTOR_OVER_CAP' });
      const away = await makeCollector(database, 'away');
      await db.deleteFrom('personnelMerchant').where('userNo', '=', away).execute();
      await expect(give(away)).rejects.toMatchObject({ error: 'COLLECTOR_OTHER_MERCHANT' });
      await expect(give(people.maker)).rejects.toMatchObject({ error: 'COLLECTOR_NOT_FOUND' });
      const off = await makeCollector(database, 'off');
      const startsAt = startOfBusinessDate(TODAY);
      await db
        .insertInto('personnelShift')
        .values({ userNo: off, startsAt, endsAt: new Date(Date.now() - 1) })
        .execute();
      await expect(give(off)).rejects.toMatchObject({ error: 'COLLECTOR_OFF_SHIFT' });
      expect(await stateOf(caseNo)).toMatchObject({ caseStatus: 'POOL' });
    });

    it('automatically is the least loaded, and no two divisions overfill one person', async () => {
      const { db } = database;
      await db.updateTable('personnel').set({ joinAutoAllot: false }).execute();
      const busy = await makeCollector(database, 'auto1', { dailyCap: 2 });
      const idle = await makeCollector(database, 'auto2', { dailyCap: 2 });
      const cases = [];
      for (let at = 0; at < 5; at += 1) cases.push((await caseAt(5)).caseNo);
      const answers = await Promise.allSettled(
        cases.map((caseNo) => inTx((tx) => divideCase(tx, caseNo, reach, { by: null, at: new Date() }))),
      );
      const held = async (userNo: string) =>
        (await db.selectFrom('collectionCase').select('caseNo').where('collectorUserNo', '=', userNo).execute()).length;
      expect([await held(busy), await held(idle)]).toEqual([2, 2]);
      expect(answers.filter(({ status }) => status === 'rejected')).toMatchObject([
        { reason: { error: 'COLLECTOR_NONE' } },
      ]);
    });

    it('is somebody else once a collector is frozen; retained cases go to the principal', async () => {
      const leaving = await makeCollector(database, 'leaving');
      const [worked, kept] = [await caseAt(5), await caseAt(5)];
      for (const { caseNo } of [worked, kept]) {
        await inTx((tx) => distributeCase(tx, caseNo, leaving, reach, handing()));
      }
      await inTx((tx) => retainCase(tx, kept.caseNo, reach, handing()));
      const done = await inTx((tx) => sendBackCases(tx, leaving, { ...handing(), principalUserNo: collector(A) }));
      expect(done).toEqual({ toPool: 1, handedOver: 0, retained: 1 });
      expect(await stateOf(worked.caseNo)).toMatchObject({ caseStatus: 'POOL', open: [] });
      expect(await stateOf(kept.caseNo)).toMatchObject({
        caseStatus: 'RETAINED',
        open: [collector(A)],
      });
    });
  });

  describe('a promise to pay', () => {
    const promise = (amountCents: number, days: number) => ({
      amountCents,
      promisedOn: addDays(TODAY, days),
      promiseChannel: 'MPESA',
      ...handing(),
    });

    it('is for at most seven days, no more than is owed, one at a time', async () => {
      const { caseNo, orderNo } = await caseAt(5);
      const owed = await owedOn(database.db, orderNo);
      const make = (cents: number, days: number) => inTx((tx) => makePromise(tx, caseNo, reach, promise(cents, days)));
      await expect(make(100, 1)).rejects.toMatchObject({ error: 'ILLEGAL_TRANSITION' });
      await inTx((tx) => distributeCase(tx, caseNo, collector(A), reach, handing()));
      await expect(make(100, 8)).rejects.toMatchObject({ error: 'PROMISE_TOO_LATE' });
      await expect(make(100, -1)).rejects.toMatchObject({ error: 'PROMISE_TOO_LATE' });
      await expect(make(owed + 1, 1)).rejects.toMatchObject({ error: 'PROMISE_ABOVE_PAYOFF' });
      await make(owed, 7);
      await expect(make(100, 1)).rejects.toMatchObject({ error: 'PROMISE_OPEN' });
    });

    it('is kept by the payment that makes it good, and broken by the end of its day', async () => {
      const { db } = database;
      const { caseNo, orderNo } = await caseAt(5);
      await inTx((tx) => distributeCase(tx, caseNo, collector(A), reach, handing()));
      const states = async () =>
        (
          await db
            .selectFrom('promiseToPay')
            .select('promiseStatus')
            .where('caseNo', '=', caseNo)
            .orderBy('promiseNo')
            .execute()
        ).map(({ promiseStatus }) => promiseStatus);
      await inTx((tx) => makePromise(tx, caseNo, reach, promise(30_000, 0)));
      await pay(orderNo, 20_000);
      expect(await states()).toEqual(['OPEN']);
      await pay(orderNo, 10_000);
      expect(await states()).toEqual(['KEPT']);
      for (const broken of [1, 2]) {
        await inTx((tx) => makePromise(tx, caseNo, reach, promise(30_000, 0)));
        await runCaseDay(db, TODAY, log);
        expect((await states()).filter((state) => state === 'BROKEN')).toHaveLength(broken);
      }
      const third = inTx((tx) => makePromise(tx, caseNo, reach, promise(30_000, 0)));
      await expect(third).rejects.toMatchObject({ error: 'PROMISES_ENDED' });
      const told = await db
        .selectFrom('domainEvent')
        .select('topic')
        .where('subjectType', '=', 'promise')
        .orderBy('eventId')
        .execute();
      expect(told.slice(-3).map(({ topic }) => topic)).toEqual(['promise.keep', 'promise.break', 'promise.break']);
    });

    it('is made while a payment that has the order waits for the case: neither waits for the other in a circle', async () => {
      const { db } = database;
      const { caseNo, orderNo } = await caseAt(5);
      await inTx((tx) => distributeCase(tx, caseNo, collector(A), reach, handing()));
      let paying: Promise<unknown> = Promise.resolve();
      await inTx(async (tx) => {
        await sql`select from collection_case where case_no = ${caseNo} for update`.execute(tx);
        paying = pay(orderNo, 20_000);
        await expect.poll(() => lockWaits(db)).toBe(1);
        await makePromise(tx, caseNo, reach, promise(30_000, 1));
      });
      await paying;
      const { promiseStatus } = await db
        .selectFrom('promiseToPay')
        .select('promiseStatus')
        .where('caseNo', '=', caseNo)
        .executeTakeFirstOrThrow();
      expect(promiseStatus).toBe('OPEN');
    });

    it('is taken back while a payment waits for its case: neither waits for the other in a circle', async () => {
      const { db } = database;
      const { caseNo, orderNo } = await caseAt(5);
      await inTx((tx) => distributeCase(tx, caseNo, collector(A), reach, handing()));
      const promiseNo = await inTx((tx) => makePromise(tx, caseNo, reach, promise(30_000, 0)));
      let paying: Promise<unknown> = Promise.resolve();
      await inTx(async (tx) => {
        await sql`select from collection_case where case_no = ${caseNo} for update`.execute(tx);
        paying = pay(orderNo, 30_000);
        await expect.poll(() => lockWaits(db)).toBe(1);
        await cancelPromise(tx, promiseNo, reach, { ...handing(), reason: 'Said by mistake' });
      });
      await paying;
      const { promiseStatus } = await db
        .selectFrom('promiseToPay')
        .select('promiseStatus')
        .where('promiseNo', '=', promiseNo)
        .executeTakeFirstOrThrow();
      expect(promiseStatus).toBe('CANCELLED');
    });
  });
});
