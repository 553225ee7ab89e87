import { balance, flow, imports } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, listOf, type Person } from '../../../../testing/test-calls.ts';
import { createLogger } from '../../platform/health/index.ts';
import { startJobWorker } from '../../platform/jobs/index.ts';
import { lend, makeProduct } from '../../lending/orders/testing/lend.ts';
import { receiveFlow } from '../payments/index.ts';

const FOLDER = '/AdminContent/AfterLoanSystem';
const PAGES = [`${FOLDER}/FlowRecordSupplement`, `${FOLDER}/BalanceManagement`];
const CODES = ['flow:save', 'flow:update', 'flow:commit', 'flow:assign', 'balance:save'];

let app: TestApp;
let desk: Person;
let deskNo: string;
let orderNo: string;
let phone: string;
let merchantNo: string;
let stop: () => Promise<void>;

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  stop = await startJobWorker({ db, services: app.services, log: createLogger('silent') });
  const codes = CODES.map((code) => `afterLoan:${code}`);
  const made = await addPerson(app.database, 'files.desk', { codes, pages: PAGES });
  deskNo = made.userNo;
  await db.updateTable('role').set({ dataScope: 'ALL' }).where('roleNo', '=', made.roleNo).execute();
  desk = await as(app, 'files.desk');
  const maker = (await addPerson(app.database, 'files.lender')).userNo;
  const checker = (await addPerson(app.database, 'files.approver')).userNo;
  const loan = await lend(db, { productNo: await makeProduct(db), approvedCents: 500_000, maker, checker });
  ({ orderNo, merchantNo } = loan);
  ({ phone } = await db
    .selectFrom('customer')
    .select('phone')
    .where('customerNo', '=', loan.customerNo)
    .executeTakeFirstOrThrow());
});
afterAll(async () => {
  await stop();
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
const applied = async (kind: string, rows: Record<string, string>[]) =>
  await ended((await desk.call(imports.apply, { kind, rows })).jobNo);

it('missing payments of a file become drafts, a row each', async () => {
  const row = {
    orderNo,
    phone,
    paymentChannel: 'MPESA',
    paymentCode: 'FILE0001',
    accountId: 'BANK.MPESA_PAYBILL',
    amountCents: '2,500.00',
    repayTime: new Date(Date.now() + 3 * 3_600_000).toISOString().slice(0, 19).replace('T', ' '),
    payerName: '',
    remark: 'Missing in the portal',
  };
  const wrong = { ...row, paymentCode: 'FILE0002', amountCents: '01' };
  expect(await applied('flows.supplement', [row, wrong])).toMatchObject({ succeeded: 1, failed: 1 });
  const { rows } = await desk.call(flow.drafts, listOf({ orderNo }));
  expect(rows).toMatchObject([{ paymentCode: 'FILE0001', amountCents: 250_000, draftStatus: 'DRAFT' }]);
});

it('unmatched payments are handed to one person together', async () => {
  const { db } = app.database;
  const flowNos: string[] = [];
  for (const paymentCode of ['FILE0010', 'FILE0011']) {
    const account = 'BANK.MPESA_PAYBILL' as const;
    const receipt = {
      merchantNo,
      paymentChannel: 'MPESA',
      paymentCode,
      account,
      amountCents: 9_000,
      repayTime: new Date(),
    };
    flowNos.push((await db.transaction().execute((tx) => receiveFlow(tx, receipt))).flowNo);
  }
  await db.updateTable('paymentFlow').set({ flowStatus: 'UNMATCHED' }).where('flowNo', 'in', flowNos).execute();
  const { jobNo } = await desk.call(flow.assignMany, { flowNos, ownerUserNo: deskNo });
  expect(await ended(jobNo)).toMatchObject({ succeeded: 2, failed: 0 });
  const mine = (await desk.call(flow.unmatched, listOf({ ownerUserNo: deskNo }))).rows;
  expect(mine.map((one) => one.flowNo).toSorted()).toEqual(flowNos);
});

it('balances of a file are entries, by the name of their account', async () => {
  const accounts = (await desk.call(balance.page, listOf({}))).rows;
  const [account] = accounts;
  const row = {
    accountName: account?.accountName ?? '',
    entryDate: '20/11/2025',
    balanceCents: '-1,250.75',
    remark: 'Portal',
  };
  const unknown = { ...row, accountName: 'Nobody’s account' };
  expect(await applied('balances.import', [row, unknown])).toMatchObject({ succeeded: 1, failed: 1 });
  const again = await applied('balances.import', [row]);
  expect(again).toMatchObject({ succeeded: 0, failed: 1 });
  const entries = (await desk.call(balance.entryPage, listOf({ accountId: account?.accountId }))).rows;
  expect(entries).toContainEqual(expect.objectContaining({ entryDate: '2025-11-20', balanceCents: -125_075 }));
});
