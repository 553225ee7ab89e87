import { caseSettle, change, job } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, fieldOf, listOf, type Person } from '../../../../testing/test-calls.ts';
import { previewing } from '../../../../testing/test-previews.ts';
import { runCaseDay } from '../../collections/collections/index.ts';
import { lend, makeProduct } from '../../lending/orders/testing/lend.ts';
import { createLogger } from '../../platform/health/index.ts';
import { startJobWorker } from '../../platform/jobs/index.ts';
import { driftedBills, trialBalance } from '../../platform/ledger/index.ts';
import { addDays, businessDateOf } from '../../platform/policy/index.ts';
import { receiveFlow } from '../payments/index.ts';

/* One suite for both collection systems: received payments, put on orders, or on bills, that are in collection. */

const TODAY = businessDateOf(new Date());
const log = createLogger('silent');
const SYSTEMS = [
  { system: 'ORDER', of: caseSettle.byOrder, others: caseSettle.byBill, area: 'collection', ending: '' },
  { system: 'BILL', of: caseSettle.byBill, others: caseSettle.byOrder, area: 'collectionStage', ending: 'New' },
] as const;

describe.each(SYSTEMS)('$system', ({ system, of, others, area, ending }) => {
  const page = `/AdminContent/CollectionSystem${ending}/CancelAfterVerificationManagement${ending}`;
  const family = change.changeFamilies[system === 'ORDER' ? 'caseSettle' : 'caseSettleStage'];
  let app: TestApp;
  let desk: Person;
  let checker: Person;
  let blind: Person;
  let people: { maker: string; checker: string };
  let productNo: string;
  let stop: () => Promise<void>;
  let serial = 0;

  beforeAll(async () => {
    app = await createTestApp({ content: 'seeded' });
    const { db } = app.database;
    stop = await startJobWorker({ db, services: app.services, log });
    const does = ['save', 'update', 'commit', 'commitMulti', 'import'].map((action) => `${area}:writeOff:${action}`);
    const made = [
      await addPerson(app.database, 'settle.desk', { codes: does, pages: [page] }),
      await addPerson(app.database, 'settle.checker', { codes: [`${area}:bulk:check`, ...does], pages: [page] }),
    ];
    await addPerson(app.database, 'settle.blind', { codes: [], pages: [page] });
    await db
      .updateTable('role')
      .set({ dataScope: 'ALL' })
      .where(
        'roleNo',
        'in',
        made.map(({ roleNo }) => roleNo),
      )
      .execute();
    const [maker, second] = made;
    people = { maker: maker?.userNo ?? '', checker: second?.userNo ?? '' };
    productNo = await makeProduct(db, { collectionScope: system, installments: 2, termDays: 60 });
    desk = previewing(app, await as(app, 'settle.desk'));
    [checker, blind] = [await as(app, 'settle.checker'), await as(app, 'settle.blind')];
  });
  afterAll(async () => {
    expect((await trialBalance(app.database.db)).differenceCents).toBe(0);
    expect(await driftedBills(app.database.db)).toEqual([]);
    await stop();
    await app[Symbol.asyncDispose]();
  });

  /** An order of two bills, 25 and 15 days late, with a payment of its customer. */
  async function late(flowCents: number, isInCollection = true) {
    const { db } = app.database;
    const { orderNo, merchantNo } = await lend(db, { productNo, approvedCents: 600_000, ...people });
    await sql`update bill set due_date = ${addDays(TODAY, -25)}::date + (term_no - 1) * 10,
      interest_from = ${addDays(TODAY, -40)}, accrued_through = ${addDays(TODAY, -1)}
      where order_no = ${orderNo}`.execute(db);
    if (isInCollection) await runCaseDay(db, addDays(TODAY, -1), log);
    serial += 1;
    const paymentCode = `SETTLE${serial}`;
    await db.transaction().execute((tx) =>
      receiveFlow(tx, {
        merchantNo,
        paymentChannel: 'MPESA',
        paymentCode,
        account: 'BANK.MPESA_PAYBILL',
        amountCents: flowCents,
        repayTime: new Date(),
      }),
    );
    const { rows: bills } = await sql<{ billNo: string; owed: number }>`select b.bill_no, bb.outstanding_cents as owed
      from bill b join bill_balance bb on bb.bill_no = b.bill_no
      where b.order_no = ${orderNo} order by b.term_no`.execute(db);
    return { orderNo, paymentCode, bills };
  }
  const rowsOf = (paymentCode: string, writeOffAmountCents: number) => [
    { paymentCode, paymentChannel: 'MPESA', writeOffAmountCents, isrecord: true },
  ];
  const generic = (orderNo: string, paymentCode: string, cents: number) => ({
    orderNo,
    billNo: null,
    repayType: 'GENERIC' as const,
    rows: rowsOf(paymentCode, cents),
  });
  const found = async (filters: object) => (await desk.call(of.page, { ...listOf(filters), sort: null })).rows;
  async function ended(jobNo: string) {
    await expect.poll(async () => (await checker.call(job.detail, { jobNo })).jobStatus).not.toMatch(/QUEUED|RUNNING/);
  }

  it('is kept as a draft, amended, and committed: the oldest bill first, each bill by component', async () => {
    const { orderNo, paymentCode, bills } = await late(50_000);
    const { taskNo, version } = await desk.call(of.save, generic(orderNo, paymentCode, 10_000));
    expect(await found({ orderNo })).toMatchObject([
      { taskNo, taskStatus: 'UNFINISHED', writeOffAmountCents: 10_000, allowedActions: ['commit', 'update'] },
    ]);
    const amended = await desk.call(of.update, { ...generic(orderNo, paymentCode, 50_000), taskNo, version });
    expect((await desk.refusalOf(of.update, { ...generic(orderNo, paymentCode, 1), taskNo, version })).error).toBe(
      'STALE',
    );
    expect((await blind.refusalOf(of.commit, generic(orderNo, paymentCode, 50_000))).error).toBe('FORBIDDEN');
    const done = await desk.call(of.commit, { ...generic(orderNo, paymentCode, 50_000), taskNo });
    expect([amended.taskNo, done.taskStatus]).toEqual([taskNo, 'DONE']);
    const { row, matrix, journals } = await desk.call(of.detail, { taskNo });
    expect(row).toMatchObject({ taskStatus: 'DONE', allowedActions: [] });
    expect(journals.length).toBeGreaterThan(0);
    expect(matrix.reduce((sum, { paidCents }) => sum + paidCents, 0)).toBe(50_000);
    expect(new Set(matrix.map(({ billNo }) => billNo))).toEqual(new Set([bills[0]?.billNo]));
    expect(await found({ orderNo, finishStatus: 'DONE' })).toHaveLength(1);
  });

  it('refuses a later bill while an older one owes, what is not in collection, and the other system’s orders', async () => {
    const { orderNo, paymentCode, bills } = await late(2_000_000);
    const [first, second] = bills;
    if (!first || !second) throw new Error('two bills');
    const settle = {
      ...generic(orderNo, paymentCode, second.owed),
      billNo: second.billNo,
      repayType: 'SETTLE' as const,
    };
    const { error, msg } = await desk.refusalOf(of.commit, settle);
    expect(error).toBe('EARLIER_BILL_OPEN');
    expect(msg).toContain(`Bill 1 of this order still owes KES ${(first.owed / 100).toFixed(2)}`);
    const elsewhere = await late(1_000, false);
    const outside = generic(elsewhere.orderNo, elsewhere.paymentCode, 1_000);
    expect((await desk.refusalOf(of.commit, outside)).error).toBe('ORDER_NOT_FOUND');
    expect((await desk.refusalOf(others.commit, settle)).error).toBe('FORBIDDEN');
    // Paid in their order both are settled.
    const pay = async (bill: { billNo: string; owed: number }) =>
      await desk.call(of.commit, { ...settle, billNo: bill.billNo, rows: rowsOf(paymentCode, bill.owed) });
    expect((await pay(first)).settledBillNos).toEqual([first.billNo]);
    expect((await pay(second)).settledBillNos).toEqual([second.billNo]);
    const open = await app.database.db
      .selectFrom('collectionCase')
      .select('caseNo')
      .where('orderNo', '=', orderNo)
      .where('caseStatus', '<>', 'CLOSED')
      .execute();
    expect(open).toEqual([]);
  });

  it('goes by a file to an approver who is another, then a job, an item each; what failed is tried again', async () => {
    const [one, other] = [await late(40_000), await late(30_000)];
    const row = (orderNo: string, paymentCode: string, amountCents: number) => ({
      orderNo,
      paymentCode,
      paymentChannel: 'MPESA' as const,
      amountCents,
      repayType: 'GENERIC' as const,
    });
    const outside = await late(1_000, false);
    const strange = { rows: [row(outside.orderNo, outside.paymentCode, 1_000)], reason: 'Statement' };
    expect(await desk.refusalOf(of.importRows, strange)).toMatchObject({
      error: 'ORDER_NOT_FOUND',
      fields: ['rows.0.orderNo'],
    });
    const rows = [row(one.orderNo, one.paymentCode, 40_000), row(other.orderNo, other.paymentCode, 30_000)];
    const { changeNo } = await desk.call(of.importRows, { rows, reason: 'Statement' });
    expect((await desk.refusalOf(family.approve, { changeNo })).error).toBe('FORBIDDEN');
    // Meanwhile the second payment is used by hand.
    await desk.call(of.commit, generic(other.orderNo, other.paymentCode, 30_000));
    const { data } = await checker.post(family.approve, { changeNo });
    await ended(fieldOf(data.result, 'jobNo'));
    const [done] = await found({ orderNo: one.orderNo });
    expect(done).toMatchObject({ taskStatus: 'DONE', importResult: 'SUCCESS' });
    const failed = (await found({ orderNo: other.orderNo })).find(({ taskStatus }) => taskStatus === 'ERROR');
    expect(failed).toMatchObject({ importResult: 'FAILURE', allowedActions: ['retry'] });
    const again = await desk.refusalOf(of.retry, { taskNo: failed?.taskNo ?? '' });
    expect(again.error).not.toBe('ILLEGAL_TRANSITION');
    expect((await desk.refusalOf(of.retry, { taskNo: done?.taskNo ?? '' })).error).toBe('ILLEGAL_TRANSITION');
  });
});
