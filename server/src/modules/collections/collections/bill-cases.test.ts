import { collection } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, type Person } from '../../../../testing/test-calls.ts';
import { createLogger } from '../../platform/health/index.ts';
import { lend, makeProduct } from '../../lending/orders/testing/lend.ts';
import { refuseUnlisted } from '../../payments/payments/testing/unlisted-pairs.ts';
import { addDays, businessDateOf } from '../../platform/policy/index.ts';
import { runCaseDay } from './index.ts';
import { caseMachine } from './case.machine.ts';
import { promiseToPayMachine } from './promise-to-pay.machine.ts';
import { bringCase } from './testing/case-states.ts';
import { makeCollector } from './testing/collectors.ts';

/* Collection bill by bill: a case of a bill takes what a case of an order does, and refuses the rest. */

const TODAY = businessDateOf(new Date());
const TABLES = [
  'collection_case',
  'case_assignment',
  'case_event',
  'promise_to_pay',
  'contact_attempt',
  'contact_dispatch',
];
const CODES = [
  'promise:save',
  'case:retain',
  'case:distribute',
  'case:redistribute',
  'case:recall',
  'badDebt:enter',
  'badDebt:cancel',
].map((code) => `collectionStage:${code}`);

let app: TestApp;
let desk: Person;
let worker: Person;
let workerNo: string;
let otherNo: string;
let productNo: string;
let people: { maker: string; checker: string };
let caseId: string;

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  people = {
    maker: (await addPerson(app.database, 'bill.maker')).userNo,
    checker: (await addPerson(app.database, 'bill.checker')).userNo,
  };
  productNo = await makeProduct(app.database.db, { collectionScope: 'BILL' });
  workerNo = await makeCollector(app.database, 'worker', {}, CODES);
  otherNo = await makeCollector(app.database, 'other');
  await makeCollector(app.database, 'desk', {}, CODES);
  [worker, desk] = [await as(app, 'collector.worker'), await as(app, 'collector.desk')];
});
beforeEach(async () => {
  const { db } = app.database;
  const { orderNo } = await lend(db, { productNo, approvedCents: 500_000, ...people });
  await sql`update bill set due_date = ${addDays(TODAY, -5)}, accrued_through = ${addDays(TODAY, -1)}
    where order_no = ${orderNo}`.execute(db);
  await runCaseDay(db, addDays(TODAY, -1), createLogger('silent'));
  const one = db.selectFrom('collectionCase').select(['caseNo', 'caseScope']).where('orderNo', '=', orderNo);
  const { caseNo, caseScope } = await one.executeTakeFirstOrThrow();
  expect(caseScope).toBe('BILL');
  caseId = caseNo;
});
afterAll(async () => await app[Symbol.asyncDispose]());

const bring = (state: Parameters<typeof bringCase>[0]) =>
  bringCase(state, { db: app.database.db, desk, caseId, collectorNo: workerNo, prefix: 'stage/' });

it('takes in each state what its machine lists, and else moves no row', async () => {
  const reason = 'Tried';
  const call =
    (path: string, more: object = {}) =>
    () =>
      desk.post(path, { caseIds: [caseId], ...more });
  const entry = { badDebtReason: 'DEATH', evidence: ['AT000001'], remark: 'Reported' };
  const other = { collectionUserNo: otherNo };
  const kept = { RETAINED: 'CASE_RETAINED' };
  const nobodys = { POOL: 'CASE_NOT_YOURS', CLOSED: 'CASE_NOT_YOURS' };
  const promise = {
    caseId,
    promiseAmountCents: 100_000,
    promisedRepaymentTime: addDays(TODAY, 2),
    promiseChannel: 'MPESA',
  };
  const refused = await refuseUnlisted({
    db: app.database.db,
    machine: caseMachine,
    tables: TABLES,
    put: bring,
    commands: {
      distribute: { gives: ['distribute'], call: call('caseAllot/stage/distribute', { ...other, mode: 'HAND' }) },
      redistribute: {
        gives: ['redistribute'],
        call: call('caseAllot/stage/redistribute', { ...other, reason }),
        refusals: kept,
      },
      recall: { gives: ['cancelAllocationToPool'], call: call('caseAllot/stage/recall'), refusals: kept },
      retain: { gives: ['retain'], call: call('caseAllot/stage/retain', { reason }) },
      cancelRetain: { gives: ['cancelRetention'], call: call('caseAllot/stage/cancelRetain') },
      enter: { gives: ['enterBadDebt'], call: call('badDebt/stage/enter', entry) },
      leave: { gives: ['leaveBadDebtToCollecting'], call: call('badDebt/stage/cancel', { reason }) },
      // A promise is made to whoever has the case, which the pool of bad debt leaves them.
      promise: {
        gives: ['retain', 'cancelRetention', 'leaveBadDebtToCollecting'],
        call: () => worker.post(collection.byBill.promiseSave, promise),
        refusals: nobodys,
      },
    },
  });
  expect(refused).toBe(29);
});

it('keeps a promise that is no longer open as it is', async () => {
  const { db } = app.database;
  await bring('COLLECTING');
  const promise = {
    caseId,
    promiseAmountCents: 100_000,
    promisedRepaymentTime: addDays(TODAY, 2),
    promiseChannel: 'MPESA',
  };
  const { promiseNo } = (await worker.post(collection.byBill.promiseSave, promise)).data;
  const cancel = () => worker.post(collection.byBill.promiseCancel, { promiseNo, reason: 'Twice' });
  const refused = await refuseUnlisted({
    db,
    machine: promiseToPayMachine,
    tables: TABLES,
    put: async (promiseStatus) =>
      await db.updateTable('promiseToPay').set({ promiseStatus }).where('promiseNo', '=', promiseNo).execute(),
    commands: { cancel: { gives: ['cancel'], call: cancel } },
  });
  expect(refused).toBe(3);
});
