import { change, payment } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, fieldOf, type Person } from '../../../../testing/test-calls.ts';
import { previewing } from '../../../../testing/test-previews.ts';
import { createLogger } from '../../platform/health/index.ts';
import { startJobWorker } from '../../platform/jobs/index.ts';
import { trialBalance } from '../../platform/ledger/index.ts';
import { lend, makeProduct } from '../../lending/orders/testing/lend.ts';
import { receiveFlow } from '../payments/index.ts';
import { everyRow } from '../payments/testing/every-row.ts';
import { writeOffImportKind } from './import.ts';

let app: TestApp;
let maker: ReturnType<typeof previewing>;
let checker: Person;
let elsewhere: Person;
let people: { maker: string; checker: string };
let productNo: string;
let merchantNo: string;
let serial = 0;
let stopWorker: () => Promise<unknown>;
const CODES = ['writeOff:import', 'writeOff:audit', 'writeOff:commit', 'writeOff:commitMulti'].map(
  (code) => `afterLoan:${code}`,
);
const PAGES = ['/AdminContent/AfterLoanSystem/RepaymentManagementNew'];

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  productNo = await makeProduct(db);
  ({ merchantNo } = await db
    .selectFrom('loanProduct')
    .select('merchantNo')
    .where('productNo', '=', productNo)
    .executeTakeFirstOrThrow());
  const add = async (name: string, isHere = true) => {
    const { userNo } = await addPerson(app.database, name, { codes: CODES, pages: PAGES });
    if (isHere) await db.insertInto('userMerchant').values({ userNo, merchantNo }).execute();
    return userNo;
  };
  people = { maker: await add('wo.maker'), checker: await add('wo.checker') };
  await add('wo.elsewhere', false);
  maker = previewing(app, await as(app, 'wo.maker'));
  [checker, elsewhere] = [await as(app, 'wo.checker'), await as(app, 'wo.elsewhere')];
  stopWorker = await startJobWorker({ db, services: app.services, log: createLogger('silent') });
});
afterAll(async () => {
  await stopWorker?.();
  await app[Symbol.asyncDispose]();
});

const loan = () => lend(app.database.db, { productNo, approvedCents: 300_000, ...people });
async function flow(amountCents: number): Promise<string> {
  serial += 1;
  const paymentCode = `IMPORT${serial}`;
  await app.database.db.transaction().execute((tx) =>
    receiveFlow(tx, {
      merchantNo,
      paymentChannel: 'MPESA',
      paymentCode,
      account: 'BANK.MPESA_PAYBILL',
      amountCents,
      repayTime: new Date(),
      receivedAt: new Date(),
      payerPhone: '254712345678',
      payerName: 'Wanjiku Test',
    }),
  );
  return paymentCode;
}
const rowOf = (orderNo: string, paymentCode: string, amountCents: number, more: object = {}) => ({
  orderNo,
  paymentCode,
  paymentChannel: 'MPESA',
  amountCents,
  repayType: 'GENERIC',
  ...more,
});
const send = (rows: readonly object[], who: Person = maker) =>
  who.post(payment.writeOffImport, { rows, reason: 'Statement of the 20th' });
const taskOf = (taskNo: string) =>
  app.database.db
    .selectFrom('writeOffTask')
    .select(['taskStatus', 'fault', 'makerUserNo'])
    .where('taskNo', '=', taskNo)
    .executeTakeFirstOrThrow();
const agree = (changeNo: string, who: Person = checker) =>
  who.post(change.changeFamilies.writeOffBatch.approve, { changeNo });
const ended = async (jobNo: string) =>
  await expect
    .poll(
      async () =>
        (
          await app.database.db
            .selectFrom('job')
            .select('jobStatus')
            .where('jobNo', '=', jobNo)
            .executeTakeFirstOrThrow()
        ).jobStatus,
    )
    .toMatch(/SUCCESS|FAILURE/);

it('commits a file of write-offs once an approver agreed, an item each, and keeps what failed for a retry', async () => {
  const { db } = app.database;
  const [one, two] = [await loan(), await loan()];
  const [first, second] = [await flow(40_000), await flow(50_000)];
  const answer = await send([
    rowOf(one.orderNo, first, 40_000),
    rowOf(two.orderNo, second, 50_000),
    rowOf(two.orderNo, 'NOSUCH', 100),
  ]);
  expect(answer.data.rows).toMatchObject([{ error: null }, { error: null }, { error: 'SERIAL_NOT_FOUND' }]);
  const { changeNo, rows } = answer.data;
  const taskNos: string[] = rows.map(({ taskNo }: { taskNo: string }) => taskNo);
  expect(await taskOf(taskNos[0] ?? '')).toMatchObject({ taskStatus: 'UNFINISHED', makerUserNo: people.maker });
  expect((await agree(changeNo, maker)).code).not.toBe(0);
  expect((await agree(changeNo, elsewhere)).code).not.toBe(0);
  // Between the asking and the agreeing somebody used the second payment by hand.
  const hand = {
    orderNo: two.orderNo,
    billNo: null,
    repayType: 'GENERIC',
    rows: [{ paymentCode: second, paymentChannel: 'MPESA', writeOffAmountCents: 50_000, isrecord: true }],
  };
  expect((await checker.post(payment.writeOffCommit, hand)).code).toBe(0);
  const jobNo = fieldOf((await agree(changeNo)).data.result, 'jobNo');
  await ended(jobNo);
  const job = await db
    .selectFrom('job')
    .select(['jobStatus', 'succeeded', 'failed'])
    .where('jobNo', '=', jobNo)
    .executeTakeFirstOrThrow();
  expect(job).toEqual({ jobStatus: 'PARTIAL_SUCCESS', succeeded: 1, failed: 2 });
  await expect.poll(async () => (await taskOf(taskNos[2] ?? '')).taskStatus).toBe('ERROR');
  expect((await taskOf(taskNos[0] ?? '')).taskStatus).toBe('DONE');
  expect(await taskOf(taskNos[1] ?? '')).toMatchObject({ taskStatus: 'ERROR', fault: expect.stringMatching(/\S/) });
  const applied = await db
    .selectFrom('paymentApplication')
    .select(['makerUserNo', 'checkerUserNo', 'taskNo'])
    .where('orderNo', '=', one.orderNo)
    .execute();
  expect(applied).toEqual([{ makerUserNo: people.maker, checkerUserNo: people.checker, taskNo: taskNos[0] }]);
  expect((await trialBalance(db)).differenceCents).toBe(0);
  // The payment comes back, and the task that failed goes through under its own key; a done one does not.
  await db
    .updateTable('writeOffTask')
    .set({
      rows: JSON.stringify([
        { paymentCode: await flow(70_000), paymentChannel: 'MPESA', writeOffAmountCents: 70_000, isrecord: true },
      ]),
    })
    .where('taskNo', '=', taskNos[2] ?? '')
    .execute();
  const retry = (taskNo: string | undefined, who: Person = maker) => who.post(payment.writeOffRetry, { taskNo });
  const before = await everyRow(db);
  expect((await retry(taskNos[1])).data.error).toBe('SERIAL_WRITTEN_OFF');
  expect((await retry(taskNos[0])).data.error).toBe('ILLEGAL_TRANSITION');
  expect((await retry(taskNos[2], elsewhere)).data.error).toBe('WRITE_OFF_NOT_FOUND');
  expect(await everyRow(db)).toEqual(before);
  expect((await retry(taskNos[2])).data).toMatchObject({ taskStatus: 'DONE', taskNo: taskNos[2] });
  expect((await retry(taskNos[2])).data.error).toBe('ILLEGAL_TRANSITION');
  expect((await trialBalance(db)).differenceCents).toBe(0);
});

it('says what is wrong with a file before anybody is asked', async () => {
  const { orderNo } = await loan();
  const before = await everyRow(app.database.db);
  expect((await send([rowOf(orderNo, 'NOSUCH1', 100)])).data.error).toBe('SERIAL_NOT_FOUND');
  expect((await send([rowOf(orderNo, 'X', 100)], elsewhere)).data).toMatchObject({
    error: 'ORDER_NOT_FOUND',
    fields: [{ field: 'rows.0.orderNo' }],
  });
  expect((await send([rowOf(orderNo, 'X', 100, { billNo: 'LB0' })])).data).toMatchObject({
    error: 'BILL_NOT_FOUND',
    fields: [{ field: 'rows.0.billNo' }],
  });
  expect((await send([])).data.fields).toMatchObject([{ field: 'rows' }]);
  expect(await everyRow(app.database.db)).toEqual(before);
});

it('reads a cell as money only where it is money', () => {
  const cents = (typed: string) => writeOffImportKind.toInput({ amountCents: typed });
  for (const [typed, amountCents] of [
    ['5,400.00', 540_000],
    ['0.5', 50],
    ['12', 1_200],
  ] as const) {
    expect(cents(typed)).toEqual({ amountCents });
  }
  for (const typed of ['01', '1.234', '-5', 'KES 5', '']) expect(cents(typed)).toEqual({ amountCents: null });
});
