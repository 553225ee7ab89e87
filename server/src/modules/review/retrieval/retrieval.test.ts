import { job } from '@kituo/sdk/contracts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { statesOf } from '../../../state-machine/index.ts';
import { createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, listOf, type Person } from '../../../../testing/test-calls.ts';
import { createLogger } from '../../platform/health/index.ts';
import { startJobWorker } from '../../platform/jobs/index.ts';
import { trialBalance } from '../../platform/ledger/index.ts';
import {
  allocateOrder,
  disburseOrder,
  lapseReturned,
  loanPayout,
  lockOrder,
  orderMachine,
  type RetrievalTarget,
  retrieveOrder,
  returnOrder,
} from '../../lending/orders/index.ts';
import { approved, lend, makeProduct } from '../../lending/orders/testing/lend.ts';
import { refusedOrder, waitingOrder } from '../../lending/orders/testing/review.ts';
import { expectRefusal } from '../../payments/payments/testing/every-row.ts';
import { refuseUnlisted } from '../../payments/payments/testing/unlisted-pairs.ts';
import { markSent, markUnknown, resolveAttempt } from '../../lending/payouts/index.ts';

const BASE = 'loans/audit/retrieval';
const SUBJECTS = { LOAN: loanPayout };
const REVIEWER = 'U000002';
let app: TestApp;
let lead: Person;
let admin: Person;
let productNo: string;
let stop: () => Promise<void>;

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  [lead, admin] = [await as(app, 'wambui.gitau'), await as(app, 'admin')];
  const { db } = app.database;
  productNo = await makeProduct(db);
  stop = await startJobWorker({ db, services: app.services, log: createLogger('silent') });
});
afterAll(async () => {
  await stop();
  await app[Symbol.asyncDispose]();
});

const facts = { maker: REVIEWER, checker: 'U000012', approvedCents: 300_000 };
const refused = async () => await refusedOrder(app.database.db, { productNo, refuseCode: 'R01', byUserNo: REVIEWER });
/** An order whose payout ended the way it says. */
async function unpaid(end: 'FAILED' | 'UNKNOWN'): Promise<{ orderNo: string; attemptNo: string }> {
  const { db } = app.database;
  const { orderNo } = await approved(db, { productNo, ...facts });
  const attemptNo = await db.transaction().execute(async (tx) => {
    const people = { makerUserNo: facts.maker, checkerUserNo: facts.checker };
    const made = await disburseOrder(tx, orderNo, people);
    await markSent(tx, SUBJECTS, made);
    const failed = { isPaid: false, failCode: '2040', failReason: 'Not supported' } as const;
    if (end === 'UNKNOWN') await markUnknown(tx, made);
    else await resolveAttempt(tx, SUBJECTS, made, failed);
    return made;
  });
  return { orderNo, attemptNo };
}
const orderOf = async (orderNo: string) =>
  await app.database.db.selectFrom('loanOrder').selectAll().where('orderNo', '=', orderNo).executeTakeFirstOrThrow();
const statusOf = async (orderNo: string) => (await orderOf(orderNo)).orderStatus;
const send = async (targetStatus: string, orderNos: string[], more: object = {}, who = lead) =>
  await who.post(`${BASE}/submit`, { orderNos, targetStatus, reason: 'A rule was wrong', ...more });
async function ended(batchNo: string) {
  const read = async () => (await lead.get(`${BASE}/${batchNo}`)).data;
  await expect.poll(async () => (await read()).batchStatus).not.toMatch(/RUNNING|PENDING/);
  return await read();
}

describe('a retrieval', () => {
  it('returns refused orders to allocation, clears their reviewer, and back again while untouched', async () => {
    const [one, two] = [await refused(), await refused()];
    const check = await lead.post(`${BASE}/check`, {
      orderNos: [one, two, one, 'LO-nothing'],
      targetStatus: 'TO_ALLOCATE',
    });
    expect(check.data).toMatchObject({
      eligible: 2,
      faulty: 1,
      duplicates: 1,
      needsChecker: false,
    });
    expect(check.data.items[2].fault).toEqual({
      error: 'ORDER_NOT_FOUND',
      msg: 'Order not found',
    });
    const whole = await send('TO_ALLOCATE', [one, two, 'LO-nothing']);
    expect(whole.msg).toBe('1 of these orders cannot be returned. Check the rows again.');
    expect(await statusOf(one)).toBe('REFUSED');

    const { data } = await send('TO_ALLOCATE', [one, two]);
    const batch = await ended(data.batchNo);
    expect(batch).toMatchObject({ batchStatus: 'SUCCESS', successCount: 2, failCount: 0 });
    expect(await orderOf(one)).toMatchObject({
      orderStatus: 'TO_ALLOCATE',
      reviewerUserNo: null,
      refuseCode: null,
    });
    await app.database.db.transaction().execute((tx) => allocateOrder(tx, two, 'U000013', { userNo: 'U000012' }));
    const back = await lead.post(`${BASE}/reverse`, { batchNo: data.batchNo, reason: 'Too early' });
    expect(back.data.orders).toBe(1);
    await ended(back.data.batchNos[0]);
    expect(await orderOf(one)).toMatchObject({
      orderStatus: 'REFUSED',
      refuseCode: 'R01',
      reviewerUserNo: REVIEWER,
    });
    expect(await statusOf(two)).toBe('PENDING_REVIEW');
    const again = await lead.post(`${BASE}/reverse`, { batchNo: data.batchNo, reason: 'x' });
    expect(again.status).toBe(409);
  });

  it('to pending review hands the order to somebody; one that moved meanwhile stays and says why', async () => {
    const orderNo = await refused();
    const { data } = await send('PENDING_REVIEW', [orderNo]);
    await ended(data.batchNo);
    const order = await orderOf(orderNo);
    expect(order.orderStatus).toBe('PENDING_REVIEW');
    expect(order.auditorUserNo).not.toBeNull();
    expect(order.leaseEndsAt?.getTime()).toBeGreaterThan(Date.now());
  });

  it('asks an approver where money follows, who is never the maker', async () => {
    const { orderNo } = await unpaid('FAILED');
    const moving = await unpaid('FAILED');
    const { data } = await send('PENDING_DISBURSEMENT', [orderNo, moving.orderNo]);
    expect(data.jobNo).toBeNull();
    expect(await statusOf(orderNo)).toBe('DISBURSE_FAILED');
    const { version, totalCents } = (await lead.get(`${BASE}/${data.batchNo}`)).data;
    expect(totalCents).toBe(600_000);
    const own = await lead.post(`${BASE}/approve`, { batchNo: data.batchNo, version });
    expect([own.status, await statusOf(orderNo)]).toEqual([403, 'DISBURSE_FAILED']);
    await app.database.db
      .updateTable('loanOrder')
      .set((eb) => ({ version: eb('version', '+', 1) }))
      .where('orderNo', '=', moving.orderNo)
      .execute();
    const { code } = await admin.post(`${BASE}/approve`, { batchNo: data.batchNo, version });
    expect(code).toBe(0);
    const batch = await ended(data.batchNo);
    expect(batch).toMatchObject({
      batchStatus: 'PARTIAL_SUCCESS',
      makerName: 'Wambui Gitau',
      checkerName: 'Wanjiru Kamau',
    });
    expect(batch.items[1].fault.error).toBe('STATE_MOVED');
    expect(await statusOf(orderNo)).toBe('PENDING_DISBURSEMENT');
    expect(await statusOf(moving.orderNo)).toBe('DISBURSE_FAILED');
    const twice = await admin.post(`${BASE}/approve`, { batchNo: data.batchNo, version });
    expect(twice.status).toBe(409);
  });

  it('to disbursed posts the missing journals once, for a payout that succeeded after all', async () => {
    const { db } = app.database;
    const { orderNo, attemptNo } = await unpaid('FAILED');
    const times = {
      auditTime: new Date(Date.now() - 7_200_000).toISOString(),
      lendingTime: new Date(Date.now() - 3_600_000).toISOString(),
    };
    const missing = await send('DISBURSED', [orderNo]);
    expect(missing.data.fields[0]).toEqual({
      field: 'auditTime',
      msg: 'The approval time cannot be empty',
    });
    const turned = { auditTime: times.lendingTime, lendingTime: times.auditTime };
    expect((await send('DISBURSED', [orderNo], turned)).data.fields[0].msg).toBe(
      'Lending time shall not be earlier than the audit date',
    );
    const lines = { orderNos: [orderNo], targetStatus: 'DISBURSED' };
    const before = (await lead.post(`${BASE}/check`, lines)).data;
    expect(before.items[0].fault.error).toBe('RETRIEVAL_UNPAID');
    await db
      .updateTable('payoutAttempt')
      .set({ attemptStatus: 'SUCCESS' })
      .where('attemptNo', '=', attemptNo)
      .execute();
    const { data } = await send('DISBURSED', [orderNo], times);
    const { version } = (await lead.get(`${BASE}/${data.batchNo}`)).data;
    await admin.post(`${BASE}/approve`, { batchNo: data.batchNo, version });
    expect(await ended(data.batchNo)).toMatchObject({ batchStatus: 'SUCCESS' });
    expect((await orderOf(orderNo)).lendingTime?.toISOString()).toBe(times.lendingTime);
    const bills = await db
      .selectFrom('bill')
      .innerJoin('billBalance as b', 'b.billNo', 'bill.billNo')
      .select('b.principalCents')
      .where('orderNo', '=', orderNo)
      .where('billStatus', '=', 'ACTIVE')
      .execute();
    expect(bills).toEqual([{ principalCents: 300_000 }]);
    expect((await trialBalance(db)).differenceCents).toBe(0);
    expect((await send('DISBURSED', [orderNo], times)).code).not.toBe(0);
  });

  it('is refused with postings or a payout under way, and for orders of other merchants', async () => {
    const { orderNo } = await lend(app.database.db, { productNo, ...facts });
    const unknown = await unpaid('UNKNOWN');
    const { data } = await lead.post(`${BASE}/check`, {
      orderNos: [orderNo, unknown.orderNo],
      targetStatus: 'PENDING_DISBURSEMENT',
    });
    expect(data.items.map((item: { fault: { error: string } }) => item.fault.error)).toEqual([
      'ILLEGAL_TRANSITION',
      'ILLEGAL_TRANSITION',
    ]);
    // As if a failure had left its journal standing, or another try were under way.
    const failed = await unpaid('FAILED');
    await app.database.db
      .insertInto('payoutAttempt')
      .values({
        subjectType: 'LOAN',
        subjectNo: failed.orderNo,
        merchantNo: 'M0001',
        attemptCount: 2,
        payoutChannel: 'MPESA',
        accountCode: 'BANK.MPESA_FLOAT',
        amountCents: 3e5,
        attemptStatus: 'UNKNOWN',
      })
      .execute();
    const live = await send('PENDING_DISBURSEMENT', [failed.orderNo]);
    expect(live.status).toBe(409);
    const foreign = await as(app, 'halima.yusuf');
    expect((await foreign.post(`${BASE}/check`, { orderNos: [orderNo], targetStatus: 'REFUSED' })).status).toBe(403);
    const history = await lead.post(`${BASE}/page`, listOf({ batchStatus: 'SUCCESS' }));
    expect(history.data.rows.length).toBeGreaterThan(0);
  });
});

describe('a retrieval is refused by name, and no row moves', () => {
  const TABLES = ['retrieval_batch', 'retrieval_item', 'order_allotment'];
  const faultOf = async (orderNo: string, targetStatus: string) => {
    const form = { orderNos: [orderNo], targetStatus };
    return (await lead.post(`${BASE}/check`, form)).data.items[0].fault?.error;
  };
  const markPaid = async (attemptNo: string) =>
    await app.database.db
      .updateTable('payoutAttempt')
      .set({ attemptStatus: 'SUCCESS' })
      .where('attemptNo', '=', attemptNo)
      .execute();

  it('back to a refusal it did not come from, or over money that is out', async () => {
    const { db } = app.database;
    const never = await waitingOrder(db, { productNo });
    const { orderNo: paid, attemptNo } = await unpaid('FAILED');
    await markPaid(attemptNo);
    expect(await faultOf(never, 'REFUSED')).toBe('RETRIEVAL_ORIGIN');
    expect(await faultOf(paid, 'PENDING_DISBURSEMENT')).toBe('RETRIEVAL_POSTED');
    await expectRefusal(db, TABLES, 'RETRIEVAL_FAULTS', () => send('REFUSED', [never]));
    await expectRefusal(db, TABLES, 'RETRIEVAL_FAULTS', () => send('PENDING_DISBURSEMENT', [paid]));
  });

  it('from any state that does not lead there', async () => {
    const { db } = app.database;
    const orderNo = await refused();
    const at = new Date(Date.now() - 3_600_000).toISOString();
    const times = { auditTime: at, lendingTime: at };
    const refusals = Object.fromEntries(statesOf(orderMachine).map((state) => [state, 'RETRIEVAL_FAULTS']));
    const to = (target: RetrievalTarget, more: object = {}) => ({
      call: () => send(target, [orderNo], more),
      refusals,
    });
    const count = await refuseUnlisted({
      db,
      machine: orderMachine,
      tables: TABLES,
      put: async (orderStatus) =>
        await db.updateTable('loanOrder').set({ orderStatus }).where('orderNo', '=', orderNo).execute(),
      commands: {
        allocate: { gives: ['retrieveToAllocate'], ...to('TO_ALLOCATE') },
        review: { gives: ['retrieveToReview'], ...to('PENDING_REVIEW') },
        pending: { gives: ['retrieveToPendingDisbursement'], ...to('PENDING_DISBURSEMENT') },
        machine: { gives: ['retrieveToMachineRefused'], ...to('MACHINE_REFUSED') },
        refusal: { gives: ['retrieveToRefused'], ...to('REFUSED') },
        disbursed: { gives: ['retrieveToDisbursed'], ...to('DISBURSED', times) },
      },
    });
    expect(count).toBe(58);
  });

  it('to disbursed without its times', async () => {
    const { db } = app.database;
    const { orderNo, attemptNo } = await unpaid('FAILED');
    await markPaid(attemptNo);
    const how = { target: 'DISBURSED', userNo: 'U000012', reason: 'Paid after all' } as const;
    const call = async () =>
      await db
        .transaction()
        .execute(async (tx) => retrieveOrder(tx, await lockOrder(tx, orderNo), how))
        .then(
          () => ({ data: {} }),
          (error: { error: string }) => ({ data: error }),
        );
    await expectRefusal(db, TABLES, 'RETRIEVAL_TIMES', call);
  });

  it('to review where nobody may have it, and its batch once every order was touched', async () => {
    const { db } = app.database;
    const orderNo = await refused();
    const auditors = db.updateTable('personnel').where('personnelKind', '=', 'AUDITOR');
    const before = await orderOf(orderNo);
    await auditors.set({ personnelStatus: 'FROZEN' }).execute();
    const batch = await ended((await send('PENDING_REVIEW', [orderNo])).data.batchNo);
    await auditors.set({ personnelStatus: 'NORMAL' }).execute();
    expect(batch).toMatchObject({ batchStatus: 'FAILURE', items: [{ fault: { error: 'RETRIEVAL_NOBODY' } }] });
    expect(await orderOf(orderNo)).toEqual(before);

    const { batchNo, jobNo } = (await send('TO_ALLOCATE', [orderNo])).data;
    const jobStatus = async () => (await lead.get(job.detail, { jobNo })).data.jobStatus;
    await expect.poll(jobStatus).toBe('SUCCESS');
    await db.transaction().execute((tx) => allocateOrder(tx, orderNo, 'U000013', { userNo: 'U000012' }));
    const reverse = { batchNo, reason: 'Too early' };
    await expectRefusal(db, TABLES, 'RETRIEVAL_TOUCHED', () => lead.post(`${BASE}/reverse`, reverse));
  });
});

it('never leaves the pairs of the machine, whatever is asked of whatever order', async () => {
  const { db } = app.database;
  const targets: RetrievalTarget[] = [
    'TO_ALLOCATE',
    'PENDING_REVIEW',
    'PENDING_DISBURSEMENT',
    'MACHINE_REFUSED',
    'REFUSED',
    'DISBURSED',
  ];
  const orders = [
    await refused(),
    await waitingOrder(db, { productNo }),
    (await approved(db, { productNo, ...facts })).orderNo,
    (await unpaid('FAILED')).orderNo,
    (await unpaid('UNKNOWN')).orderNo,
    (await lend(db, { productNo, ...facts })).orderNo,
  ];
  const step = fc.tuple(fc.constantFrom(...orders), fc.constantFrom(...targets));
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 25 }), async (steps) => {
      for (const [orderNo, target] of steps) {
        const before = await orderOf(orderNo);
        const lease = { auditorUserNo: REVIEWER, endsAt: new Date(Date.now() + 60_000) };
        const moved = await db
          .transaction()
          .execute(async (tx) =>
            retrieveOrder(tx, await lockOrder(tx, orderNo), {
              target,
              userNo: 'U000012',
              reason: 'property',
              ...(target === 'PENDING_REVIEW' && { lease }),
            }),
          )
          .catch(() => null);
        const after = await orderOf(orderNo);
        if (moved === null) expect(after).toEqual(before);
        else {
          const pairs = Object.entries(orderMachine.transitions[before.orderStatus]);
          const way = pairs.find(([command, to]) => command.startsWith('retrieve') && to === target);
          expect([before.orderStatus, target, way?.[1]]).toEqual([before.orderStatus, target, after.orderStatus]);
        }
      }
    }),
    { numRuns: 4 },
  );
  expect((await trialBalance(db)).differenceCents).toBe(0);
});

it('a returned order that nobody handed in again is void after its days, once', async () => {
  const { db } = app.database;
  const orderNo = await waitingOrder(db, { productNo });
  await db.transaction().execute(async (tx) => {
    await allocateOrder(tx, orderNo, REVIEWER, { userNo: 'U000012' });
    await returnOrder(tx, orderNo, 'The picture cannot be read', { userNo: REVIEWER });
  });
  const { returnedUntil } = await orderOf(orderNo);
  const end = returnedUntil ?? new Date();
  expect(await lapseReturned(db, new Date(end.getTime() - 60_000))).toBe(0);
  const held = db.transaction().execute(async (tx) => {
    await sql`SELECT FROM loan_order WHERE order_no = ${orderNo} FOR UPDATE`.execute(tx);
    return await lapseReturned(db, end);
  });
  expect(await held).toBe(0);
  expect(await lapseReturned(db, end)).toBe(1);
  expect(await statusOf(orderNo)).toBe('VOIDED');
  expect(await lapseReturned(db, end)).toBe(0);
});
