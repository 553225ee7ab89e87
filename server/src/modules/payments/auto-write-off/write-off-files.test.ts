import { change, payment } from '@kituo/sdk/contracts';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, fieldOf, type Person } from '../../../../testing/test-calls.ts';
import { attachFile } from '../../platform/files/testing/attach-file.ts';
import { createLogger } from '../../platform/health/index.ts';
import { startJobWorker } from '../../platform/jobs/index.ts';
import { windUpAgain } from '../../platform/jobs/testing/run-job.ts';
import { trialBalance } from '../../platform/ledger/index.ts';
import { lend, makeProduct } from '../../lending/orders/testing/lend.ts';
import { receiveFlow } from '../payments/index.ts';

let app: TestApp;
let maker: Person;
let checker: Person;
let people: { maker: string; checker: string };
let productNo: string;
let merchantNo: string;
let serial = 0;
let stopWorker: () => Promise<unknown>;
const CODES = ['import', 'audit', 'commit', 'commitMulti'].map((code) => `afterLoan:writeOff:${code}`);
const HEAD = 'orderNo,billNo,paymentCode,paymentChannel,amountCents,repayType,repayTime,accountId';

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  productNo = await makeProduct(db);
  ({ merchantNo } = await db
    .selectFrom('loanProduct')
    .select('merchantNo')
    .where('productNo', '=', productNo)
    .executeTakeFirstOrThrow());
  const add = async (name: string) => {
    const { userNo } = await addPerson(app.database, name, {
      codes: CODES,
      pages: ['/AdminContent/AfterLoanSystem/RepaymentManagementNew'],
    });
    await db.insertInto('userMerchant').values({ userNo, merchantNo }).execute();
    return userNo;
  };
  people = { maker: await add('file.maker'), checker: await add('file.checker') };
  [maker, checker] = [await as(app, 'file.maker'), await as(app, 'file.checker')];
  stopWorker = await startJobWorker({ db, services: app.services, log: createLogger('silent') });
});
afterAll(async () => {
  await stopWorker?.();
  await app[Symbol.asyncDispose]();
});

const loan = () => lend(app.database.db, { productNo, approvedCents: 300_000, ...people });
async function flow(amountCents: number): Promise<string> {
  serial += 1;
  const paymentCode = `FILE${serial}`;
  await app.database.db.transaction().execute((tx) =>
    receiveFlow(tx, {
      merchantNo,
      paymentChannel: 'MPESA',
      paymentCode,
      account: 'BANK.MPESA_PAYBILL',
      amountCents,
      repayTime: new Date(),
    }),
  );
  return paymentCode;
}
const send = async (lines: readonly string[], key = randomUUID(), head = HEAD) =>
  await maker.bytes(
    `rePayManage/writeOff/importFile?fileName=statement.csv&reason=${encodeURIComponent('Statement of the 20th')}`,
    Buffer.from([head, ...lines].join('\n')),
    { 'idempotency-key': key },
  );
const jobOf = async (jobNo: string) =>
  await app.database.db
    .selectFrom('job')
    .select(['jobStatus', 'total', 'succeeded', 'failed'])
    .where('jobNo', '=', jobNo)
    .executeTakeFirstOrThrow();
const ended = async (jobNo: string) => {
  await expect.poll(async () => (await jobOf(jobNo)).jobStatus, { timeout: 20_000 }).toMatch(/SUCCESS|FAILURE/);
  return await jobOf(jobNo);
};
const itemsOf = async (jobNo: string) =>
  await app.database.db
    .selectFrom('jobItem')
    .select(['subjectNo', 'itemStatus', 'field', 'reason', 'result'])
    .where('jobNo', '=', jobNo)
    .orderBy('itemNo')
    .execute();
const changeOf = async (jobNo: string): Promise<string> => {
  await expect
    .poll(async () => (await itemsOf(jobNo)).find(({ itemStatus }) => itemStatus === 'SUCCESS')?.result)
    .toMatchObject({ changeNo: expect.stringMatching(/\S/) });
  const [passed] = (await itemsOf(jobNo)).filter(({ itemStatus }) => itemStatus === 'SUCCESS');
  return (passed?.result as { changeNo: string }).changeNo;
};
/** A line of a statement of the paybill, as an import leaves it. */
async function stated(paymentCode: string, amountCents: number, happenedAt: Date): Promise<void> {
  const { db } = app.database;
  const accountCode = 'BANK.MPESA_PAYBILL';
  const { runId } = await db
    .insertInto('reconDay')
    .values({ accountCode, businessDate: '2026-01-05' })
    .onConflict((conflict) => conflict.columns(['accountCode', 'businessDate']).doUpdateSet({ accountCode }))
    .returning('runId')
    .executeTakeFirstOrThrow();
  const line = { runId, accountCode, serial: paymentCode, kind: 'IN' as const, amountCents, happenedAt, details: '' };
  await db.insertInto('reconLine').values(line).execute();
}
const journalNumber = async () =>
  (await sql<{ lastValue: string }>`select last_value from journal_number`.execute(app.database.db)).rows[0]?.lastValue;
const minuteOf = (at: Date) => new Date(at.getTime() + 3 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ');

it('tries out each line of a file, says what is wrong beside it, and sends what passed to an approver', async () => {
  const { db } = app.database;
  const [one, two, three] = [await loan(), await loan(), await loan()];
  const [first, second] = [await flow(40_000), await flow(50_000)];
  const paidAt = new Date(Date.now() - 60_000);
  await stated('TYPED1', 60_000, paidAt);
  const at = minuteOf(paidAt);
  const lines = [
    `${one.orderNo},,${first},MPESA,400.00,GENERIC,,`,
    `${two.orderNo},,${second},MPESA,"500.00",GENERIC,${minuteOf(new Date())},`,
    `${three.orderNo},,TYPED1,MPESA,600.00,GENERIC,${at},BANK.MPESA_PAYBILL`,
    `LO-NONE,,${first},MPESA,1.00,GENERIC,,`,
    `${one.orderNo},,${first},MPESA,1.00,GENERIC,,`,
    `${one.orderNo},,${second},MPESA,01,GENERIC,,`,
    `${two.orderNo},,NOSUCH,MPESA,1.00,GENERIC,,`,
    `${two.orderNo},,${first},MPESA,1.00,GENERIC,2026-01-01 10:00,`,
    `${three.orderNo},,NOWHERE,MPESA,1.00,GENERIC,${at},`,
  ];
  const key = randomUUID();
  const numbered = await journalNumber();
  const { data, code } = await send(lines, key);
  expect(code).toBe(0);
  expect(data.rows).toBe(9);
  // The same file under the same key is the same job; another file under it is refused.
  expect((await send(lines, key)).data.jobNo).toBe(data.jobNo);
  expect((await send(lines.slice(1), key)).code).not.toBe(0);
  expect(await ended(data.jobNo)).toEqual({ jobStatus: 'PARTIAL_SUCCESS', total: 9, succeeded: 3, failed: 6 });
  // What each line would do is decided without posting it; only the typed payment was received on trial.
  expect(Number(await journalNumber()) - Number(numbered)).toBe(1);
  const saved = await db
    .selectFrom('domainEvent')
    .select('madeIn')
    .distinct()
    .where('requestId', '=', data.jobNo)
    .where('topic', '=', 'payment.writeOffSave')
    .execute();
  expect(saved).toHaveLength(1);
  const items = await itemsOf(data.jobNo);
  expect(items.map(({ itemStatus, field }) => [itemStatus, field])).toEqual([
    ['SUCCESS', null],
    ['SUCCESS', null],
    ['SUCCESS', null],
    ['FAILURE', 'orderNo'],
    ['FAILURE', 'paymentCode'],
    ['FAILURE', 'amountCents'],
    ['FAILURE', 'paymentCode'],
    ['FAILURE', 'repayTime'],
    ['FAILURE', 'paymentCode'],
  ]);
  expect(items[3]?.subjectNo).toBe('4 · LO-NONE');
  // Tried out alone: nothing is applied, and the typed payment is not recorded yet.
  expect(await db.selectFrom('paymentFlow').select('flowNo').where('paymentCode', '=', 'TYPED1').execute()).toEqual([]);
  const changeNo = await changeOf(data.jobNo);
  await windUpAgain({ db, services: app.services, log: createLogger('silent') }, data.jobNo);
  expect((await ended(data.jobNo)).jobStatus).toBe('PARTIAL_SUCCESS');
  const asked = await db.selectFrom('changeRequest').select('changeNo').where('kind', '=', 'writeOff.batch').execute();
  expect(asked).toEqual([{ changeNo }]);
  const agreed = await checker.post(change.changeFamilies.writeOffBatch.approve, { changeNo });
  expect(agreed.code).toBe(0);
  const jobNo = fieldOf(agreed.data.result, 'jobNo');
  expect(await ended(jobNo)).toEqual({ jobStatus: 'SUCCESS', total: 3, succeeded: 3, failed: 0 });
  const results = await db
    .selectFrom('writeOffTask')
    .select('settleResult')
    .where('settleResult', 'is not', null)
    .execute();
  expect(results.map(({ settleResult }) => settleResult)).toEqual(['SUCCESS', 'SUCCESS', 'SUCCESS']);
  const typed = await db
    .selectFrom('paymentFlow')
    .select(['flowStatus', 'source', 'amountCents', 'accountCode'])
    .where('paymentCode', '=', 'TYPED1')
    .executeTakeFirstOrThrow();
  expect(typed).toEqual({
    flowStatus: 'APPLIED',
    source: 'SUPPLEMENT',
    amountCents: 60_000,
    accountCode: 'BANK.MPESA_PAYBILL',
  });
  const applied = await db
    .selectFrom('paymentApplication')
    .select(['makerUserNo', 'checkerUserNo'])
    .where('orderNo', 'in', [one.orderNo, two.orderNo, three.orderNo])
    .execute();
  expect(applied).toEqual(Array(3).fill({ makerUserNo: people.maker, checkerUserNo: people.checker }));
  expect((await trialBalance(db)).differenceCents).toBe(0);
});

it('takes 10,000 rows and no more, and refuses what is no file of write-offs', async () => {
  const many = Array.from({ length: 10_001 }, (_, row) => `LO${row},,S${row},MPESA,1.00,GENERIC,,`);
  expect((await send(many)).data.error).toBe('IMPORT_TOO_LONG');
  expect((await send(['1,2'], randomUUID(), 'a,b')).data.error).toBe('IMPORT_COLUMNS');
  expect((await send([])).data.error).toBe('IMPORT_UNREADABLE');
  const named = `rePayManage/writeOff/importFile?fileName=${'s'.repeat(97)}.csv&reason=Bank`;
  const tooLong = await maker.bytes(named, Buffer.from(HEAD), { 'idempotency-key': randomUUID() });
  expect(tooLong.data.fields).toMatchObject([
    { field: 'fileName', msg: 'The file name exceeds 100 characters, please reselect' },
  ]);
  const { data } = await send(many.slice(0, 10_000));
  expect(data.rows).toBe(10_000);
  await app.database.db.updateTable('job').set({ jobStatus: 'CANCELLED' }).where('jobNo', '=', data.jobNo).execute();
});

it('records a typed row with its commit where the channel confirms it, and nothing else', async () => {
  const { orderNo } = await loan();
  const at = new Date(Date.now() - 120_000);
  await stated('TYPED2', 30_000, at);
  const row = { paymentChannel: 'MPESA', writeOffAmountCents: 20_000, isrecord: false };
  let voucherIds: string[] = [];
  const commit = async (rows: readonly object[]) =>
    (await maker.post(payment.writeOffCommit, { orderNo, billNo: null, repayType: 'GENERIC', rows, voucherIds })).data;
  const typed = { ...row, paymentCode: 'TYPED2', flowAmountCents: 30_000, repayTime: at.toISOString() };
  const unknown = { ...typed, paymentCode: 'UNHEARD' };
  expect((await commit([typed])).fields).toMatchObject([{ field: 'voucherIds', msg: 'Certificate cannot be empty' }]);
  voucherIds = [
    await attachFile(app.database.db, { attachmentNo: 'AT-typed', subjectType: 'order', subjectNo: orderNo }),
  ];
  expect(await commit([{ ...typed, repayTime: null }])).toMatchObject({
    error: 'FORM_INCOMPLETE',
    fields: [{ field: 'rows.0.repayTime' }],
  });
  expect(await commit([{ ...typed, flowAmountCents: 0 }])).toMatchObject({ error: 'ZERO_AMOUNT_FIELD' });
  expect((await commit([unknown])).error).toBe('SERIAL_NOT_CONFIRMED');
  expect(await commit([{ ...typed, flowAmountCents: 30_001 }])).toMatchObject({
    error: 'SERIAL_DIFFERS',
    fields: [{ field: 'rows.0.flowAmountCents' }],
  });
  const early = new Date(at.getTime() - 60_000).toISOString();
  expect((await commit([{ ...typed, repayTime: early }])).fields[0].field).toBe('rows.0.repayTime');
  expect((await commit([{ ...typed, accountId: 'BANK.OTHER' }])).error).toBe('SERIAL_NOT_CONFIRMED');
  expect((await commit([typed])).taskStatus).toBe('DONE');
  const kept = await app.database.db
    .selectFrom('paymentFlow')
    .select(['amountCents', 'appliedCents', 'writableCents', 'flowStatus'])
    .where('paymentCode', '=', 'TYPED2')
    .executeTakeFirstOrThrow();
  expect(kept).toEqual({
    amountCents: 30_000,
    appliedCents: 20_000,
    writableCents: 10_000,
    flowStatus: 'PART_APPLIED',
  });
  expect((await commit([typed])).error).toBe('SERIAL_REPEATED');
  expect((await trialBalance(app.database.db)).differenceCents).toBe(0);
});
