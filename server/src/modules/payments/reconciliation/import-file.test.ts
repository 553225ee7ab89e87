import { randomUUID } from 'node:crypto';
import { job, reconciliation } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, listOf, type Person } from '../../../../testing/test-calls.ts';
import { createLogger } from '../../platform/health/index.ts';
import { startJobWorker } from '../../platform/jobs/index.ts';
import { receiveFlow } from '../payments/index.ts';

const ACCOUNT = 'BANK.MPESA_PAYBILL';
const HEAD =
  'Receipt No.,Completion Time,Initiation Time,Details,Transaction Status,Paid In,Withdrawn,Balance,Balance Confirmed\n';

let app: TestApp;
let maker: Person;
let stopWorker: () => Promise<unknown>;
beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  const { roleNo } = await addPerson(app.database, 'recon.file', {
    codes: ['afterLoan:reconStatement:import'],
    pages: ['/AdminContent/AfterLoanSystem/ReconciliationManagement'],
  });
  await db.updateTable('role').set({ dataScope: 'ALL' }).where('roleNo', '=', roleNo).execute();
  maker = await as(app, 'recon.file');
  stopWorker = await startJobWorker({ db, services: app.services, log: createLogger('silent') });
});
afterAll(async () => {
  await stopWorker?.();
  await app[Symbol.asyncDispose]();
});

const lineOf = (serial: string, day: string, paidIn = '100.00') =>
  `${serial},${day} 10:15:22,${day} 10:15:21,Pay Bill,Completed,${paidIn},,1.00,TRUE\n`;
const serialOf = (index: number) => `SFL${String(index).padStart(7, '0')}`;
const send = async (content: string, businessDate: string, fileName = 'day.csv') =>
  await maker.bytes(
    `reconciliation/statement/importFile?accountId=${ACCOUNT}&businessDate=${businessDate}&fileName=${fileName}`,
    Buffer.from(content),
    { 'idempotency-key': randomUUID() },
  );
async function ended(jobNo: string) {
  const read = async () =>
    await app.database.db
      .selectFrom('job')
      .select(['jobStatus', 'total', 'succeeded', 'failed'])
      .where('jobNo', '=', jobNo)
      .executeTakeFirstOrThrow();
  await expect.poll(async () => (await read()).jobStatus, { timeout: 20_000 }).toMatch(/SUCCESS|FAILURE/);
  return await read();
}

it('takes a statement of 25,000 lines in by a job, part by part, and matches its day', async () => {
  const { db } = app.database;
  const { merchantNo } = await db.selectFrom('merchant').select('merchantNo').limit(1).executeTakeFirstOrThrow();
  await db.transaction().execute(async (tx) => {
    for (let index = 0; index < 5; index += 1) {
      await receiveFlow(tx, {
        merchantNo,
        paymentChannel: 'MPESA',
        paymentCode: serialOf(index),
        account: ACCOUNT,
        // The last of them came with another amount.
        amountCents: index === 4 ? 9_000 : 10_000,
        repayTime: new Date('2026-02-03T07:00:00Z'),
      });
    }
  });
  await db.updateTable('paymentFlow').set({ flowStatus: 'UNMATCHED' }).where('paymentCode', 'like', 'SFL%').execute();
  const count = 25_000;
  const content = HEAD + Array.from({ length: count }, (_, index) => lineOf(serialOf(index), '03-02-2026')).join('');
  const { data, code } = await send(content, '2026-02-03');
  expect([code, data.lines]).toEqual([0, count]);
  expect(await ended(data.jobNo)).toEqual({ jobStatus: 'SUCCESS', total: 26, succeeded: 26, failed: 0 });
  const { rows } = await maker.call(
    reconciliation.page,
    listOf({ accountId: ACCOUNT, businessDate: { from: '2026-02-03', to: '2026-02-03' } }),
  );
  expect(rows[0]).toMatchObject({ matchedCount: 4, diffCount: count - 4, reconStatus: 'DIFFERENT' });
  expect((await send(content, '2026-02-03')).data.error).toBe('STATEMENT_KNOWN');
}, 60_000);

it('takes nothing in where a part is wrong, and says which', async () => {
  const { db } = app.database;
  const mixed = Array.from({ length: 1_500 }, (_, index) =>
    lineOf(`SFM${index}XXXXXX`, index === 1_200 ? '05-02-2026' : '04-02-2026'),
  );
  const { data } = await send(HEAD + mixed.join(''), '2026-02-04');
  expect(await ended(data.jobNo)).toEqual({ jobStatus: 'PARTIAL_SUCCESS', total: 3, succeeded: 1, failed: 2 });
  const failed = await db
    .selectFrom('jobItem')
    .select(['subjectNo', 'reason'])
    .where('jobNo', '=', data.jobNo)
    .where('itemStatus', '=', 'FAILURE')
    .orderBy('itemNo')
    .execute();
  expect(failed).toEqual([
    { subjectNo: '1001–1500', reason: expect.stringContaining('SFM1200XXXXXX') },
    { subjectNo: `${ACCOUNT} 2026-02-04`, reason: expect.stringMatching(/1 part/) },
  ]);
  const kept = async () => await db.selectFrom('reconLine').select('lineId').where('serial', 'like', 'SFM%').execute();
  expect(await kept()).toEqual([]);
  // Tried again, the last item still knows the parts that passed before.
  const again = await maker.call(job.retry, { jobNo: data.jobNo });
  expect(await ended(again.jobNo)).toEqual({ jobStatus: 'FAILURE', total: 2, succeeded: 0, failed: 2 });
  expect(await kept()).toEqual([]);
});

it('refuses at once what is no statement', async () => {
  expect((await send('x', '2026-02-05')).data.error).toBe('STATEMENT_UNREADABLE');
  const noText = await maker.bytes(
    `reconciliation/statement/importFile?accountId=${ACCOUNT}&businessDate=2026-02-05&fileName=a.csv`,
    Buffer.from([0xff, 0xfe, 0xfd]),
    { 'idempotency-key': randomUUID() },
  );
  expect(noText.data.error).toBe('STATEMENT_UNREADABLE');
  const { data } = await maker.bytes(
    'reconciliation/statement/importFile?accountId=BANK.NONE&businessDate=2026-02-05&fileName=a.csv',
    Buffer.from('x'),
    { 'idempotency-key': randomUUID() },
  );
  expect(data.error).toBe('ACCOUNT_UNKNOWN');
});
