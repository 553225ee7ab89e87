import { caseRollback } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, type Person } from '../../../../testing/test-calls.ts';
import { distributeCase, runCaseDay } from '../../collections/collections/index.ts';
import { makeCollector } from '../../collections/collections/testing/collectors.ts';
import { lend, makeProduct } from '../../lending/orders/testing/lend.ts';
import { createLogger } from '../../platform/health/index.ts';
import { addDays, businessDateOf } from '../../platform/policy/index.ts';
import { applyByHand, receiveFlow } from '../payments/index.ts';

/* A payment is undone: its case comes back to the pool, or at once to whoever had it last. */

const SYSTEMS = [
  { system: 'ORDER', area: 'collection', rollback: caseRollback.byOrder },
  { system: 'BILL', area: 'collectionStage', rollback: caseRollback.byBill },
] as const;
const TODAY = businessDateOf(new Date());
let app: TestApp;
let desk: Person;
let poor: Person;
let people: { maker: string; checker: string };

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const { database } = app;
  const codesOf = (...things: readonly string[]) =>
    SYSTEMS.flatMap(({ area }) => things.map((thing) => `${area}:${thing}`));
  const [maker, checker] = [
    await addPerson(database, 'return.desk', { codes: codesOf('rollback:full', 'case:distribute') }),
    await addPerson(database, 'return.poor', { codes: codesOf('rollback:full') }),
  ];
  people = { maker: maker.userNo, checker: checker.userNo };
  await database.db
    .updateTable('role')
    .set({ dataScope: 'ALL' })
    .where('roleNo', 'in', [maker.roleNo, checker.roleNo])
    .execute();
  [desk, poor] = [await as(app, 'return.desk'), await as(app, 'return.poor')];
});
afterAll(async () => await app[Symbol.asyncDispose]());

/** A late loan whose collector brought it home: its case is closed. */
async function settled(system: 'ORDER' | 'BILL', collector: string) {
  const { db } = app.database;
  const productNo = await makeProduct(db, { collectionScope: system });
  const { orderNo, merchantNo } = await lend(db, { productNo, approvedCents: 500_000, ...people });
  await sql`update bill set due_date = ${addDays(TODAY, -5)}, accrued_through = ${addDays(TODAY, -1)}
    where order_no = ${orderNo}`.execute(db);
  await runCaseDay(db, addDays(TODAY, -1), createLogger('silent'));
  const { caseNo } = await db
    .selectFrom('collectionCase')
    .select('caseNo')
    .where('orderNo', '=', orderNo)
    .executeTakeFirstOrThrow();
  const reach = { caseScope: system, caller: { scope: 'all', userNo: people.maker } } as const;
  const paid = { merchantNo, paymentChannel: 'MPESA', paymentCode: `RETURN${orderNo}` } as const;
  await db.transaction().execute(async (tx) => {
    await distributeCase(tx, caseNo, collector, reach, { by: people.maker, at: new Date() });
  });
  await db.transaction().execute(async (tx) => {
    const receipt = { ...paid, account: 'BANK.MPESA_PAYBILL', amountCents: 600_000, repayTime: new Date() } as const;
    const { flowNo } = await receiveFlow(tx, receipt);
    await applyByHand(tx, {
      orderNo,
      billNo: null,
      repayType: 'GENERIC',
      uses: [{ flowNo, amountCents: 600_000 }],
      acknowledged: ['SURPLUS_TO_CREDIT'],
      makerUserNo: people.maker,
      idempotencyKey: `return/${orderNo}`,
    });
  });
  return { orderNo, caseNo };
}
const caseOf = async (caseNo: string) =>
  await app.database.db
    .selectFrom('collectionCase')
    .select(['caseStatus', 'collectorUserNo'])
    .where('caseNo', '=', caseNo)
    .executeTakeFirstOrThrow();

it.each(SYSTEMS)('$system: a case goes back to its last collector, where they may have it', async (one) => {
  const { system, rollback } = one;
  const collector = await makeCollector(app.database, `return.${system}`);
  const { orderNo, caseNo } = await settled(system, collector);
  expect((await caseOf(caseNo)).caseStatus).toBe('CLOSED');
  const form = { orderNo, billNo: null, reason: 'Wrong order', returnsCases: true };
  // Whoever may not give cases out gives none back, and nothing is undone.
  expect((await poor.refusalOf(rollback.full, form)).error).toBe('FORBIDDEN');
  expect((await caseOf(caseNo)).caseStatus).toBe('CLOSED');
  const { returned } = await desk.call(rollback.full, form);
  expect(returned).toEqual([{ caseNo, collectorName: `collector.return.${system}`, error: null }]);
  expect(await caseOf(caseNo)).toEqual({ caseStatus: 'COLLECTING', collectorUserNo: collector });

  // Frozen meanwhile: the payment is undone all the same, and the case waits in the pool.
  const other = await settled(system, await makeCollector(app.database, `frozen.${system}`));
  await sql`update personnel p set personnel_status = 'FROZEN' from app_user u
    where u.user_no = p.user_no and u.user_name = ${`collector.frozen.${system}`}`.execute(app.database.db);
  const undone = await desk.call(rollback.full, { ...form, orderNo: other.orderNo });
  expect(undone.returned).toMatchObject([{ caseNo: other.caseNo, error: 'COLLECTOR_FROZEN' }]);
  expect(await caseOf(other.caseNo)).toEqual({ caseStatus: 'POOL', collectorUserNo: null });
});
