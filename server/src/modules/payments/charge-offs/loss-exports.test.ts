import { aiHelp, chargeOff, job, refusedCallback, type Endpoint } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, listOf, type Person } from '../../../../testing/test-calls.ts';
import { createLogger } from '../../platform/health/index.ts';
import { startJobWorker } from '../../platform/jobs/index.ts';

const PAGES = [
  '/AdminContent/CollectionSystem/BadDebtManagement',
  '/AdminContent/CollectionSystemNew/BadDebtManagementNew',
  '/AdminContent/AfterLoanSystem/FlowRecordSupplement',
  '/AdminContent/CustomerServiceSystem/AiHelpUidDecrypt',
];
let app: TestApp;
let reader: Person;
let stranger: Person;
let stop: () => Promise<void>;

beforeAll(async () => {
  app = await createTestApp({ content: 'lending' });
  const { db } = app.database;
  const { userNo, roleNo } = await addPerson(app.database, 'losses.reader', {
    pages: PAGES,
    codes: ['afterLoan:repayment:export'],
  });
  await db.updateTable('role').set({ isDesensitization: true }).where('roleNo', '=', roleNo).execute();
  await db
    .insertInto('userMerchant')
    .values(['M0001', 'M0002', 'M0003'].map((merchantNo) => ({ userNo, merchantNo })))
    .execute();
  await addPerson(app.database, 'losses.stranger', { pages: PAGES, codes: ['afterLoan:repayment:export'] });
  await db
    .insertInto('aiHelpLog')
    .values({ operatorUserNo: userNo, uidCount: 1, results: ['FOUND'], customerNos: [], purpose: 'CALL_BACK' })
    .execute();
  await db.transaction().execute(async (tx) => {
    const { callbackId, receivedAt } = await tx
      .insertInto('gatewayCallback')
      .values({ topic: 'mpesa/c2b/confirmation', content: Buffer.from('{"FirstName":"ACHIENG"}'), contentType: 'json' })
      .returning(['callbackId', 'receivedAt'])
      .executeTakeFirstOrThrow();
    const state = { callbackStatus: 'REFUSED', fault: 'No amount', merchantNo: 'M0001' } as const;
    const topic = 'mpesa/c2b/confirmation';
    await tx
      .insertInto('gatewayCallbackState')
      .values({ ...state, contentHash: Buffer.from('one'), callbackId, receivedAt, topic, attempts: 1 })
      .execute();
  });
  [reader, stranger] = [await as(app, 'losses.reader'), await as(app, 'losses.stranger')];
  stop = await startJobWorker({ db, services: app.services, log: createLogger('silent') });
});
afterAll(async () => {
  await stop();
  await app[Symbol.asyncDispose]();
});

/** Without the head. */
async function linesOf(who: Person, path: string): Promise<string[]> {
  const { data } = await who.post(path, { format: 'csv', filters: {}, sort: null });
  await expect.poll(async () => (await who.get(job.detail, { jobNo: data.jobNo })).data.jobStatus).toBe('SUCCESS');
  const { body } = await who.get(job.file, { jobNo: data.jobNo });
  return body.toString().trim().split('\r\n').slice(1);
}

const { byOrder, byBill } = chargeOff;
const LISTS: readonly (readonly [name: string, page: Endpoint, file: Endpoint, key: string, isOfMerchants: boolean])[] =
  [
    ['losses by order', byOrder.page, byOrder.exportList, 'chargeOffNo', true],
    ['losses by bill', byBill.page, byBill.exportList, 'chargeOffNo', true],
    ['recoveries by order', byOrder.recoveries, byOrder.recoveryExport, 'applicationNo', true],
    ['recoveries by bill', byBill.recoveries, byBill.recoveryExport, 'applicationNo', true],
    ['refused messages', refusedCallback.page, refusedCallback.exportList, 'callbackNo', true],
    ['look-ups', aiHelp.logPage, aiHelp.logExport, 'operatorName', false],
  ];
it.each(LISTS)('the file of %s holds what its list shows, of the reader’s merchants', async (...of) => {
  const [, page, file, key, isOfMerchants] = of;
  const { rows } = (await reader.post(page.path, listOf())).data;
  const lines = await linesOf(reader, file.path);
  expect(lines).toHaveLength(rows.length);
  for (const row of rows) expect(lines.some((line) => line.includes(row[key]))).toBe(true);
  if (isOfMerchants) expect(await linesOf(stranger, file.path)).toEqual([]);
});

it('names are masked in a file as they are in its list', async () => {
  const rows = (
    await Promise.all([byOrder, byBill].map(async (of) => await reader.post(of.recoveries, listOf())))
  ).flatMap(({ data }) => data.rows);
  const names = await app.database.db.selectFrom('customer').select('customerName').execute();
  const text = (
    await Promise.all([byOrder, byBill].map(async (of) => await linesOf(reader, of.recoveryExport.path)))
  ).join();
  expect(rows.length).toBeGreaterThan(0);
  expect(names.filter(({ customerName }) => text.includes(customerName))).toEqual([]);
});
