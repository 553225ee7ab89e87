import { change, imports } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, listOf, type Person } from '../../../../testing/test-calls.ts';
import { createLogger } from '../../platform/health/index.ts';
import { startJobWorker } from '../../platform/jobs/index.ts';
import { windUpAgain } from '../../platform/jobs/testing/run-job.ts';
import { driftedBills, trialBalance } from '../../platform/ledger/index.ts';
import { approved, makeProduct } from '../../lending/orders/testing/lend.ts';

const PAGES = ['/AdminContent/AfterLoanSystem/LoanManagement'];

let app: TestApp;
let operator: Person;
let auditor: Person;
let orderNos: readonly string[];
let stop: () => Promise<void>;

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  stop = await startJobWorker({ db, services: app.services, log: createLogger('silent') });
  const person = async (name: string, ...codes: string[]) => {
    const { roleNo } = await addPerson(app.database, name, {
      pages: PAGES,
      codes: codes.map((code) => `afterLoan:offlineLoan:${code}`),
    });
    await db.updateTable('role').set({ dataScope: 'ALL' }).where('roleNo', '=', roleNo).execute();
    return await as(app, name);
  };
  operator = await person('file.operator', 'import');
  auditor = await person('file.auditor', 'audit');
  const productNo = await makeProduct(db);
  const maker = (await addPerson(app.database, 'file.reviewer')).userNo;
  const checker = (await addPerson(app.database, 'file.allocator')).userNo;
  const made: string[] = [];
  for (let index = 0; index < 3; index += 1) {
    made.push((await approved(db, { productNo, approvedCents: 500_000, maker, checker })).orderNo);
  }
  orderNos = made;
  await sql`update loan_order set audit_time = now() - interval '3 hours' where order_no = any(${made}::text[])`.execute(
    db,
  );
});
afterAll(async () => {
  await stop();
  expect((await trialBalance(app.database.db)).differenceCents).toBe(0);
  expect(await driftedBills(app.database.db)).toEqual([]);
  await app[Symbol.asyncDispose]();
});

const ended = async (jobNo: string) => {
  const read = () =>
    app.database.db
      .selectFrom('job')
      .select(['jobStatus', 'succeeded', 'failed'])
      .where('jobNo', '=', jobNo)
      .executeTakeFirstOrThrow();
  await expect.poll(async () => (await read()).jobStatus).toMatch(/SUCCESS|FAILURE/);
  return await read();
};
const statuses = async () =>
  (
    await app.database.db
      .selectFrom('loanOrder')
      .select(['orderNo', 'orderStatus'])
      .where('orderNo', 'in', orderNos)
      .orderBy('orderNo')
      .execute()
  ).map(({ orderStatus }) => orderStatus);
/** An hour that is over, as people type it. */
const eat = (hoursAgo: number) =>
  new Date(Date.now() + (3 - hoursAgo) * 3_600_000).toISOString().slice(0, 16).replace('T', ' ');
const rowOf = (orderNo: string, disbursementCode: string, more: object = {}) => ({
  orderNo,
  approvalTime: eat(2),
  lendingTime: eat(1),
  loanerAccountId: 'BANK.MAIN',
  disbursementCode,
  ...more,
});
const waiting = async () =>
  (await auditor.call(change.changeFamilies.offlineLoan.page, listOf({ changeState: 'PENDING' }))).rows;

it('books a file of offline loans once another person approved it, an item each', async () => {
  const [one = '', two = '', three = ''] = orderNos;
  const rows = [
    rowOf(one, 'EFT100'),
    rowOf(two, 'EFT101'),
    rowOf(three, 'EFT102', { loanerAccountId: 'BANK.NOWHERE' }),
    rowOf('LO9999999999', 'EFT103'),
  ];
  const { jobNo } = await operator.call(imports.apply, { kind: 'offlineLoans.import', rows });
  expect(await ended(jobNo)).toMatchObject({ jobStatus: 'PARTIAL_SUCCESS', succeeded: 2, failed: 2 });
  // Tried out and taken back: nothing is paid before somebody agrees.
  expect(await statuses()).toEqual(orderNos.map(() => 'PENDING_DISBURSEMENT'));
  expect(await waiting()).toHaveLength(1);
  await windUpAgain({ db: app.database.db, services: app.services, log: createLogger('silent') }, jobNo);
  expect(await ended(jobNo)).toMatchObject({ jobStatus: 'PARTIAL_SUCCESS' });
  expect(await waiting()).toHaveLength(1);
  const [request] = await waiting();
  expect(request?.after).toMatchObject({ loans: 2, orderNos: [one, two] });
  const changeNo = request?.changeNo ?? '';
  const { approve } = change.changeFamilies.offlineLoan;
  expect((await operator.post(approve.path, { changeNo })).code).not.toBe(0);
  const { result } = await auditor.call(approve, { changeNo });
  const { jobNo: booking } = result as { jobNo: string };
  expect(await ended(booking)).toMatchObject({ jobStatus: 'SUCCESS', succeeded: 2 });
  expect((await statuses()).toSorted()).toEqual(['DISBURSED', 'DISBURSED', 'PENDING_DISBURSEMENT']);
  const attempts = await app.database.db
    .selectFrom('payoutAttempt')
    .select(['channelReference', 'attemptStatus', 'accountCode'])
    .where('subjectNo', 'in', [one, two])
    .orderBy('channelReference')
    .execute();
  const paid = { attemptStatus: 'SUCCESS', accountCode: 'BANK.MAIN' };
  expect(attempts).toEqual([
    { channelReference: 'EFT100', ...paid },
    { channelReference: 'EFT101', ...paid },
  ]);
});

it('submits nothing of a file of which nothing passes', async () => {
  const rows = [rowOf(orderNos[2] ?? '', 'EFT200', { lendingTime: 'yesterday' })];
  const { jobNo } = await operator.call(imports.apply, { kind: 'offlineLoans.import', rows });
  expect(await ended(jobNo)).toMatchObject({ jobStatus: 'FAILURE', failed: 1 });
  expect(await waiting()).toEqual([]);
});
