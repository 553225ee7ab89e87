import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../../tests/support/database.ts';
import type { Tx } from '../../../db/database.ts';
import { openDatabase, type OpenDatabase } from '../../../db/pool.ts';
import { AppError } from '../../../http/app-error.ts';
import { addPerson } from '../../../../testing/test-app.ts';
import { cancelAllocation, distributeCase, redistributeCase, syncCases } from '../../collections/collections/index.ts';
import { makeCollector } from '../../collections/collections/testing/collectors.ts';
import { createLogger } from '../../platform/health/index.ts';
import { runEndOfDay } from '../../lending/end-of-day/index.ts';
import { driftedBills, trialBalance } from '../../platform/ledger/index.ts';
import { disburseOrder } from '../../lending/orders/index.ts';
import { approved, lend, type LentLoan, makeProduct } from '../../lending/orders/testing/lend.ts';
import { addDays, businessDateOf } from '../../platform/policy/index.ts';
import { applyForRefund } from '../refunds/index.ts';
import { applyPayment, receiveFlow, rollBack } from './index.ts';
import { expectNoFault, lookAtLoan } from './testing/invariants.ts';

/*
 * Fifty clients, each with a connection of its own, at the same rows at the same moment. Whatever order the
 * database finds, the books have to look as if they had come one after the other.
 */
const CLIENTS = 50;

let database: TestDatabase;
let opened: OpenDatabase;
let people: { maker: string; checker: string };
let productNo: string;
let count = 0;

beforeAll(async () => {
  database = await createTestDatabase('seeded');
  const room = { maxConnections: CLIENTS, connectWithinMs: 60_000 };
  opened = openDatabase(database.url, { ...room, preparesAll: true });
  const maker = await addPerson(database, 'fifty.maker');
  const checker = await addPerson(database, 'fifty.checker');
  people = { maker: maker.userNo, checker: checker.userNo };
  productNo = await makeProduct(database.db, { installments: 3, termDays: 60 });
});
afterAll(async () => {
  await opened.close();
  await database.drop();
});

const inTx = <T>(work: (tx: Tx) => Promise<T>) => opened.db.transaction().execute(work);
const loanOf = (approvedCents = 500_000) => lend(opened.db, { productNo, approvedCents, ...people });
const clients = Array.from({ length: CLIENTS }, (_, client) => client);

/** What the engine refused, by name; a fault of another kind fails the test. */
async function atOnce<T>(work: (client: number) => Promise<T>): Promise<{
  readonly done: readonly T[];
  readonly refused: readonly string[];
}> {
  const results = await Promise.allSettled(clients.map(work));
  const refused = results.flatMap((result) => {
    if (result.status === 'fulfilled') return [];
    if (result.reason instanceof AppError) return [result.reason.error];
    throw result.reason;
  });
  return { done: results.flatMap((r) => (r.status === 'fulfilled' ? [r.value] : [])), refused };
}

async function receive(loan: LentLoan, amountCents: number, serial?: string): Promise<string> {
  count += 1;
  const paymentCode = serial ?? `FIFTY${count}`;
  const { flowNo } = await inTx((tx) =>
    receiveFlow(tx, {
      merchantNo: loan.merchantNo,
      paymentChannel: 'MPESA',
      paymentCode,
      account: 'BANK.MPESA_PAYBILL',
      amountCents,
      repayTime: new Date(),
    }),
  );
  return flowNo;
}

const apply = (loan: LentLoan, flowNo: string, amountCents: number, key: string) =>
  inTx((tx) =>
    applyPayment(tx, {
      orderNo: loan.orderNo,
      billNo: null,
      repayType: 'GENERIC',
      flowNo,
      amountCents,
      acknowledged: ['SURPLUS_TO_CREDIT'],
      idempotencyKey: key,
    }),
  );

describe('fifty at once', () => {
  it('tell of one payment: one flow, one receipt', async () => {
    const loan = await loanOf();
    const { done } = await atOnce(() => receive(loan, 70_000, 'FIFTYSAME'));
    expect(new Set(done).size).toBe(1);
    const receipts = await opened.db
      .selectFrom('journal')
      .select('journalId')
      .where('causeNo', '=', done[0] ?? '')
      .execute();
    expect(receipts).toHaveLength(1);
  });

  it('apply the same money to two loans: it is spent once', async () => {
    const loans = [await loanOf(), await loanOf()] as const;
    const flowNo = await receive(loans[0], 90_000);
    const { done, refused } = await atOnce((client) =>
      apply(loans[client % 2 === 0 ? 0 : 1], flowNo, 90_000, `twice/${flowNo}/${client}`),
    );
    expect(done).toHaveLength(1);
    expect(refused).toHaveLength(CLIENTS - 1);
    for (const { orderNo } of loans) expectNoFault(await lookAtLoan(opened.db, orderNo));
  });

  it('send the same command: one effect', async () => {
    const loan = await loanOf();
    const flowNo = await receive(loan, 200_000);
    const { done, refused } = await atOnce(() => apply(loan, flowNo, 4_000, `same/${flowNo}`));
    expect(done).toHaveLength(1);
    expect(new Set(refused)).toEqual(new Set(['IDEMPOTENCY_KEY_REUSED']));
    const flow = await opened.db
      .selectFrom('paymentFlow')
      .select('appliedCents')
      .where('flowNo', '=', flowNo)
      .executeTakeFirstOrThrow();
    expect(flow.appliedCents).toBe(4_000);
  });

  it('pay the loan off from both ends: nobody pays what another has paid', async () => {
    const loan = await loanOf(300_000);
    const flows = await Promise.all(clients.map(() => receive(loan, 20_000)));
    const { done } = await atOnce((client) => {
      const flowNo = flows[client] ?? '';
      return apply(loan, flowNo, 20_000, `ends/${flowNo}`);
    });
    // What came after the last cent became the customer's credit.
    const { rows } = await totals(loan.orderNo);
    expect(rows).toEqual({ owed: 0, ofCustomer: done.length * 20_000 });
    expectNoFault(await lookAtLoan(opened.db, loan.orderNo));
  });

  it('pay, roll back and close the day on three loans: every invariant holds', async () => {
    const loans = [await loanOf(), await loanOf(), await loanOf()];
    const through = addDays(businessDateOf(new Date()), 3);
    const log = createLogger('silent');
    await atOnce(async (client) => {
      const loan = loans[client % loans.length];
      if (!loan) return;
      if (client % 10 === 9) {
        await runEndOfDay(opened.db, through, log);
        return;
      }
      const flowNo = await receive(loan, 30_000 + client);
      await apply(loan, flowNo, 30_000 + client, `mixed/${flowNo}`);
      if (client % 4 !== 3) return;
      const { orderNo } = loan;
      const kind = client % 8 === 7 ? 'FULL_ROLLBACK' : 'SETTLE_ROLLBACK';
      await inTx((tx) => rollBack(tx, { orderNo, kind, idempotencyKey: `mixed/${flowNo}/back` }));
    });
    for (const { orderNo } of loans) expectNoFault(await lookAtLoan(opened.db, orderNo));
    const behind = await opened.db
      .selectFrom('bill')
      .select('billNo')
      .where('billStatus', '=', 'ACTIVE')
      .where('accruedThrough', '<', through)
      .execute();
    expect(behind).toEqual([]);
    expect(await driftedBills(opened.db)).toEqual([]);
    expect((await trialBalance(opened.db)).differenceCents).toBe(0);
  });

  it('ask the same credit back: not a cent more than there is', async () => {
    const loan = await loanOf(300_000);
    const flowNo = await receive(loan, 1_000_000);
    await apply(loan, flowNo, 1_000_000, `credit/${flowNo}`);
    const { creditedCents } = await opened.db
      .selectFrom('paymentFlow')
      .select('creditedCents')
      .where('flowNo', '=', flowNo)
      .executeTakeFirstOrThrow();
    const amountCents = 100_000;
    const payee = { refundChannel: 'MPESA', payeePhone: '254712345678', payeeName: 'Wanjiku Test' } as const;
    const { done } = await atOnce(() =>
      inTx((tx) => applyForRefund(tx, { flowNo, amountCents, payee, applicantUserNo: people.maker })),
    );
    expect(done).toHaveLength(Math.floor(creditedCents / amountCents));
  });

  it('distribute a case and take it back: one assignment while it is worked, none in the pool', async () => {
    const { orderNo } = await loanOf();
    const at = new Date();
    const options = { today: addDays(businessDateOf(at), 90), at, isEndOfDay: true };
    await inTx((tx) => syncCases(tx, [orderNo], options));
    const mine = opened.db.selectFrom('collectionCase').where('orderNo', '=', orderNo);
    const { caseNo } = await mine.select('caseNo').executeTakeFirstOrThrow();
    const collectors = [await makeCollector(database, 'one'), await makeCollector(database, 'two')];
    const reach = { caseScope: 'ORDER' as const, caller: { scope: 'all' as const, userNo: people.maker } };
    const handing = { by: people.maker, at };
    const { done } = await atOnce((client) =>
      inTx(async (tx) => {
        const to = collectors[client % collectors.length] ?? '';
        if (client % 5 === 3) return await redistributeCase(tx, caseNo, to, reach, handing);
        if (client % 2 === 0) return await distributeCase(tx, caseNo, to, reach, handing);
        return await cancelAllocation(tx, caseNo, reach, handing);
      }),
    );
    expect(done.length).toBeGreaterThan(0);
    const { caseStatus, collectorUserNo } = await mine.selectAll().executeTakeFirstOrThrow();
    const assignments = opened.db.selectFrom('caseAssignment').where('caseNo', '=', caseNo);
    const open = await assignments.select('userNo').where('endedAt', 'is', null).execute();
    expect(open).toEqual(caseStatus === 'COLLECTING' ? [{ userNo: collectorUserNo }] : []);
    const steps = opened.db.selectFrom('caseEvent').where('caseNo', '=', caseNo).where('fromStatus', 'is not', null);
    expect(await steps.select('command').execute()).toHaveLength(done.length);
  });

  it('send one loan out: one attempt', async () => {
    const { orderNo } = await approved(opened.db, { productNo, approvedCents: 500_000, ...people });
    const makers = { makerUserNo: people.maker, checkerUserNo: people.checker };
    const { done } = await atOnce(() => inTx((tx) => disburseOrder(tx, orderNo, makers)));
    expect(done).toHaveLength(1);
  });
});

async function totals(orderNo: string) {
  const { owed } = await opened.db
    .selectFrom('billBalance')
    .innerJoin('bill', 'bill.billNo', 'billBalance.billNo')
    .select((eb) => eb.fn.sum<number>('outstandingCents').as('owed'))
    .where('orderNo', '=', orderNo)
    .executeTakeFirstOrThrow();
  const { used } = await opened.db
    .selectFrom('paymentFlow')
    .select((eb) => eb.fn.sum<number>(eb('appliedCents', '+', eb.ref('creditedCents'))).as('used'))
    .where('orderNo', '=', orderNo)
    .executeTakeFirstOrThrow();
  return { rows: { owed: Number(owed), ofCustomer: Number(used) } };
}
