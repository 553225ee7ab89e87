import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import type { Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import { runCaseDay } from '../../collections/collections/index.ts';
import { cancelAllocation, distributeCase, redistributeCase } from '../../collections/collections/index.ts';
import { makeCollector } from '../../collections/collections/testing/collectors.ts';
import { lend, type LentLoan, makeProduct } from '../../lending/orders/testing/lend.ts';
import { createLogger } from '../../platform/health/index.ts';
import { addDays, businessDateOf } from '../../platform/policy/index.ts';
import { applyPayment, receiveFlow, rollBack } from '../payments/index.ts';

/*
 * Whatever is given, taken back, paid, applied late and undone: what is credited sums to the money that was applied, part by
 * part, and each part goes to whoever had its case as the customer paid.
 */

const TODAY = businessDateOf(new Date());
const MINUTE = 60_000;
let app: TestApp;
let staff: { maker: string; checker: string };
const collectors: string[] = [];
const products: Record<'ORDER' | 'BILL', string> = { ORDER: '', BILL: '' };

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  staff = {
    maker: (await addPerson(app.database, 'sum.maker')).userNo,
    checker: (await addPerson(app.database, 'sum.checker')).userNo,
  };
  const terms = { installments: 3, termDays: 90 };
  products.ORDER = await makeProduct(db, { ...terms, collectionScope: 'ORDER' });
  products.BILL = await makeProduct(db, { ...terms, collectionScope: 'BILL' });
  for (const name of ['one', 'two', 'three']) collectors.push(await makeCollector(app.database, `sum.${name}`));
});
afterAll(async () => await app[Symbol.asyncDispose]());

/** Somebody's hold of a case, as the test itself keeps it. */
interface Hold {
  readonly caseNo: string;
  readonly userNo: string;
  readonly from: number;
  to: number | null;
}
interface World {
  readonly scope: 'ORDER' | 'BILL';
  readonly loan: LentLoan;
  readonly cases: readonly { readonly caseNo: string; readonly billNos: readonly string[] }[];
  readonly holds: Hold[];
  /** When the customer paid, by flow. */
  readonly paid: Map<string, Date>;
  now: number;
  count: number;
}

async function openWorld(scope: 'ORDER' | 'BILL'): Promise<World> {
  const { db } = app.database;
  const loan = await lend(db, { productNo: products[scope], approvedCents: 600_000, ...staff });
  await sql`update bill set due_date = ${TODAY}::date - (40 - 10 * term_no)::int, accrued_through = ${addDays(TODAY, -1)}
    where order_no = ${loan.orderNo}`.execute(db);
  await runCaseDay(db, addDays(TODAY, -1), createLogger('silent'));
  // The history happens over the last two hours: nothing is paid ahead of now, nor before the loan.
  await sql`update loan_order set lending_time = now() - interval '1 day' where order_no = ${loan.orderNo}`.execute(db);
  const { rows } = await sql<
    World['cases'][number]
  >`select c.case_no, array_agg(b.bill_no order by b.bill_no) as bill_nos
    from collection_case c join case_bill b on b.case_no = c.case_no where c.order_no = ${loan.orderNo}
    group by c.case_no order by c.case_no`.execute(db);
  return { scope, loan, cases: rows, holds: [], paid: new Map(), now: Date.now() - 120 * MINUTE, count: 0 };
}

const step = fc.record({
  does: fc.constantFrom('give', 'give', 'hand on', 'take back', 'pay', 'pay', 'pay late', 'undo'),
  which: fc.nat(2),
  who: fc.nat(2),
  cents: fc.integer({ min: 100, max: 300_000 }),
  /** How many minutes ago the customer paid what is applied late. */
  ago: fc.integer({ min: 1, max: 40 }),
});
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

const liveHold = (world: World, caseNo: string) =>
  world.holds.find((hold) => hold.caseNo === caseNo && hold.to === null);
function begin(world: World, caseNo: string, userNo: string): void {
  const before = liveHold(world, caseNo);
  if (before) before.to = world.now;
  world.holds.push({ caseNo, userNo, from: world.now, to: null });
}

async function act(world: World, { does, which, who, cents, ago }: Step): Promise<void> {
  world.now += 5 * MINUTE;
  world.count += 1;
  const at = new Date(world.now);
  const caseNo = world.cases[which % world.cases.length]?.caseNo ?? '';
  const userNo = collectors[who] ?? '';
  const reach = { caseScope: world.scope, caller: { scope: 'all', userNo: 'U0' } } as const;
  const handing = { by: staff.maker, at, reason: 'law' };
  await app.database.db
    .transaction()
    .execute(async (tx) => {
      switch (does) {
        case 'give':
          await distributeCase(tx, caseNo, userNo, reach, handing);
          return begin(world, caseNo, userNo);
        case 'hand on':
          await redistributeCase(tx, caseNo, userNo, reach, handing);
          return begin(world, caseNo, userNo);
        case 'take back': {
          const { collectorUserNo } = await cancelAllocation(tx, caseNo, reach, handing);
          const held = liveHold(world, caseNo);
          if (held) held.to = world.now;
          if (collectorUserNo !== null) begin(world, caseNo, collectorUserNo);
          return;
        }
        case 'pay':
          return await pay(tx, world, cents, at);
        case 'pay late':
          return await pay(tx, world, cents, new Date(world.now - ago * MINUTE));
        case 'undo': {
          const idempotencyKey = `${world.loan.orderNo}/undo/${world.count}`;
          await rollBack(tx, { orderNo: world.loan.orderNo, kind: 'SETTLE_ROLLBACK', idempotencyKey, at: new Date() });
          return;
        }
      }
    })
    .catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error;
    });
}

async function pay(tx: Tx, world: World, amountCents: number, repayTime: Date): Promise<void> {
  const { loan, count } = world;
  const key = `${loan.orderNo}/${count}`;
  const { flowNo } = await receiveFlow(tx, {
    merchantNo: loan.merchantNo,
    paymentChannel: 'MPESA',
    paymentCode: key,
    account: 'BANK.MPESA_PAYBILL',
    amountCents,
    repayTime,
    receivedAt: new Date(),
  });
  await applyPayment(tx, {
    orderNo: loan.orderNo,
    flowNo,
    amountCents,
    repayType: 'GENERIC',
    billNo: null,
    acknowledged: ['SURPLUS_TO_CREDIT', 'BELOW_PAYOFF', 'BELOW_CORE'],
    makerUserNo: staff.maker,
    idempotencyKey: key,
    at: new Date(),
  });
  world.paid.set(flowNo, repayTime);
}

interface Line {
  readonly flowNo: string;
  readonly applicationNo: string;
  readonly caseNo: string | null;
  readonly collectorUserNo: string | null;
  readonly appliedCents: number;
}

/** Who had a case at a moment by the test's own record; nobody: whoever has it as it is applied. */
function holderAt(world: World, caseNo: string, at: number): string | undefined {
  return world.holds.findLast((hold) => hold.caseNo === caseNo && hold.from <= at && (hold.to === null || hold.to > at))
    ?.userNo;
}

async function expectCreditInOrder(world: World): Promise<void> {
  const { db } = app.database;
  const { orderNo } = world.loan;
  const { rows: sums } = await sql<{ applicationNo: string }>`select a.application_no from payment_application a
    left join repayment_line l on l.application_no = a.application_no
    where a.order_no = ${orderNo} and a.case_scope <> 'NONE'
    group by a.application_no, a.applied_cents having coalesce(sum(l.applied_cents), 0) <> a.applied_cents`.execute(db);
  expect(sums).toEqual([]);
  const { rows } = await sql<Line>`select l.flow_no, l.application_no, l.case_no, l.collector_user_no, l.applied_cents
    from repayment_line l where l.order_no = ${orderNo}`.execute(db);
  for (const { flowNo, caseNo, collectorUserNo } of rows) {
    const repaid = world.paid.get(flowNo);
    if (repaid === undefined || caseNo === null) continue;
    const held = holderAt(world, caseNo, repaid.getTime());
    if (held !== undefined) expect(collectorUserNo).toBe(held);
  }
  // By collector, what is credited for live applications is what they applied, to the cent.
  const { rows: all } = await sql<{ credited: number; applied: number }>`select
      (select coalesce(sum(l.applied_cents), 0)::bigint from repayment_line l
        join payment_application a on a.application_no = l.application_no
        where l.order_no = ${orderNo} and a.application_status = 'LIVE') as credited,
      (select coalesce(sum(a.applied_cents), 0)::bigint from payment_application a
        where a.order_no = ${orderNo} and a.application_status = 'LIVE' and a.case_scope <> 'NONE') as applied`.execute(
    db,
  );
  expect(all[0]?.credited).toBe(all[0]?.applied);
}

it.each(['ORDER', 'BILL'] as const)(
  '%s: credit sums to the money and goes to whoever had the case as it was paid',
  { timeout: 180_000 },
  async (scope) => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 12 }), async (steps) => {
        const world = await openWorld(scope);
        for (const one of steps) {
          await act(world, one);
          await expectCreditInOrder(world);
        }
      }),
      { numRuns: 10 },
    );
  },
);

it('credits a payment that is applied late to whoever had the case then', async () => {
  const world = await openWorld('ORDER');
  const caseNo = world.cases[0]?.caseNo ?? '';
  const to = (does: Step['does'], who: number, ago = 1): Step => ({ does, which: 0, who, cents: 10_000, ago });
  for (const one of [to('give', 0), to('hand on', 1), to('pay late', 0, 8), to('pay', 0)]) await act(world, one);
  const { rows } = await sql<{ collectorUserNo: string }>`select collector_user_no from repayment_line
    where case_no = ${caseNo} order by application_no`.execute(app.database.db);
  expect(rows.map(({ collectorUserNo }) => collectorUserNo)).toEqual([collectors[0], collectors[1]]);
});
