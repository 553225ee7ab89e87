import { change, prepaid, reconciliation } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, type Person } from '../../../../testing/test-calls.ts';
import { attachFile } from '../../platform/files/testing/attach-file.ts';
import { trialBalance } from '../../platform/ledger/index.ts';
import { receiveFlow, takeReceipt } from '../payments/index.ts';
import { matchAfter } from './match-after.ts';

const PAGES = ['AfterLoanSystem/ReconciliationManagement', 'MerchantSystem/RechargeRecord'].map(
  (name) => `/AdminContent/${name}`,
);
const CODES = [
  'afterLoan:reconStatement:import',
  'afterLoan:reconDifference:resolve',
  'merchant:recharge:apply',
  'merchant:recharge:reverse',
];
const DAY = '2026-11-12';
const paidAt = new Date(`${DAY}T10:00:00+03:00`);

let app: TestApp;
let maker: Person;
let checker: Person;
let merchantNo: string;
beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  ({ merchantNo } = await db
    .selectFrom('merchant')
    .select('merchantNo')
    .orderBy('merchantNo')
    .limit(1)
    .executeTakeFirstOrThrow());
  await addPerson(app.database, 'paid.maker', { codes: CODES, pages: PAGES });
  await addPerson(app.database, 'paid.checker', {
    codes: ['merchant:recharge:audit', 'afterLoan:reconDifference:audit'],
    pages: PAGES,
  });
  await db.updateTable('role').set({ dataScope: 'ALL' }).where('roleName', 'like', 'role of %').execute();
  [maker, checker] = [await as(app, 'paid.maker'), await as(app, 'paid.checker')];
  await attachFile(db, { attachmentNo: 'AT000001', subjectType: 'merchantVoucher', subjectNo: merchantNo });
});
afterAll(async () => await app[Symbol.asyncDispose]());

/** Hands on whatever was told so far. */
async function tell(): Promise<void> {
  const events = await app.database.db.selectFrom('domainEvent').selectAll().orderBy('eventId').execute();
  await matchAfter(app.database.db).take(events);
}
const dayOf = async (runId: string) => await maker.call(reconciliation.detail, { runId });
const recharged = async (paymentChannel: 'MPESA' | 'BANK', paymentCode: string, amountCents: number) =>
  await maker.call(prepaid.rechargeApply, {
    merchantNo,
    amountCents,
    paymentChannel,
    paymentCode,
    paidAt: paidAt.toISOString(),
    voucherIds: ['AT000001'],
  });
const approve = async (rechargeNo: string) =>
  await checker.call(prepaid.rechargeAudit, { rechargeNo, isApproved: true });

it('finds a recharge on the statement of its account from its approval to its reversal', async () => {
  const content = [
    'Transaction Date,Value Date,Reference,Narration,Debit,Credit,Balance',
    '12/11/2026,12/11/2026,RTGSREC1,Top-up,,"5,000.00",9',
  ].join('\n');
  const file = { accountId: 'BANK.MAIN', businessDate: DAY, fileName: 'main.csv', content };
  const { runId, ...run } = await maker.call(reconciliation.importStatement, file);
  expect(run).toMatchObject({ reconStatus: 'DIFFERENT', diffCount: 1 });
  const { rechargeNo } = await recharged('BANK', 'RTGSREC1', 500_000);
  await tell();
  expect(await dayOf(runId)).toMatchObject({ reconStatus: 'DIFFERENT', diffCount: 1 });
  await approve(rechargeNo);
  await tell();
  expect(await dayOf(runId)).toMatchObject({ reconStatus: 'BALANCED', diffCount: 0, matchedCount: 1 });

  const second = await recharged('BANK', 'RTGSREC2', 70_000);
  await approve(second.rechargeNo);
  const missing = await maker.call(reconciliation.run, { runId });
  expect(missing).toMatchObject({ diffCount: 1 });
  const { rows } = await maker.call(reconciliation.differencePage, {
    filters: { runId },
    page: 1,
    pageSize: 20,
    sort: null,
  });
  expect(rows).toMatchObject([{ diffType: 'MISSING_THERE', serial: 'RTGSREC2', details: second.rechargeNo }]);
  const back = { rechargeNo: second.rechargeNo, reason: 'It never arrived' };
  const { changeNo } = await maker.call(prepaid.rechargeReverse, back);
  await checker.call(change.changeFamilies.merchantRecharge.approve, { changeNo });
  await tell();
  expect(await dayOf(runId)).toMatchObject({ reconStatus: 'BALANCED', diffCount: 0 });
});

it('books a payment that was taken for a customer’s to the merchant, once', async () => {
  const { db } = app.database;
  const receive = async (paymentCode: string, amountCents: number) =>
    await db.transaction().execute((tx) =>
      receiveFlow(tx, {
        merchantNo,
        paymentChannel: 'MPESA',
        paymentCode,
        account: 'BANK.MPESA_PAYBILL',
        amountCents,
        repayTime: paidAt,
      }),
    );
  const inBank = async () => {
    const { sum } = await db
      .selectFrom('posting')
      .select(({ fn }) => fn.sum<string>('amountCents').as('sum'))
      .where('accountCode', '=', 'BANK.MPESA_PAYBILL')
      .executeTakeFirstOrThrow();
    return Number(sum);
  };
  const { flowNo } = await receive('SGRREC0001', 300_000);
  const before = await inBank();
  const wrong = await recharged('MPESA', 'SGRREC0001', 250_000);
  const refused = await checker.refusalOf(prepaid.rechargeAudit, { rechargeNo: wrong.rechargeNo, isApproved: true });
  expect(refused.error).toBe('RECHARGE_PAYMENT_DIFFERS');
  await checker.call(prepaid.rechargeAudit, { rechargeNo: wrong.rechargeNo, isApproved: false, remark: 'Amount' });
  const { rechargeNo } = await recharged('MPESA', 'SGRREC0001', 300_000);
  await approve(rechargeNo);
  expect(await inBank()).toBe(before);
  expect((await trialBalance(db)).differenceCents).toBe(0);
  const { flowStatus } = await db
    .selectFrom('paymentFlow')
    .select('flowStatus')
    .where('flowNo', '=', flowNo)
    .executeTakeFirstOrThrow();
  expect(flowStatus).toBe('REVERSED');
  const HEAD = 'Receipt No.,Completion Time,Details,Transaction Status,Paid In,Withdrawn,Balance';
  const run = await maker.call(reconciliation.importStatement, {
    accountId: 'BANK.MPESA_PAYBILL',
    businessDate: DAY,
    fileName: 'paybill.csv',
    content: `${HEAD}\nSGRREC0001,12-11-2026 10:15:22,Pay Bill,Completed,3000.00,,9`,
  });
  expect(run.matchedCount).toBe(1);
});

it('knows a payment of a recharge when the channel tells of it later', async () => {
  const { db } = app.database;
  const { rechargeNo } = await recharged('MPESA', 'SGRREC0009', 80_000);
  await approve(rechargeNo);
  const told = async (amountCents: number) =>
    await db.transaction().execute((tx) =>
      takeReceipt(tx, {
        transactionId: 'SGRREC0009',
        paidAt,
        amountCents,
        accountReference: merchantNo,
        payerPhone: null,
        payerName: null,
      }),
    );
  await told(80_000);
  const flows = await db.selectFrom('paymentFlow').select('flowNo').where('paymentCode', '=', 'SGRREC0009').execute();
  expect(flows).toEqual([]);
  await expect(told(90_000)).rejects.toThrow(rechargeNo);
});

it('is not recorded as a payment as well where it was approved while that waited', async () => {
  const content = [
    'Transaction Date,Value Date,Reference,Narration,Debit,Credit,Balance',
    '13/11/2026,13/11/2026,RTGSREC5,Top-up,,"900.00",9',
  ].join('\n');
  const file = { accountId: 'BANK.MAIN', businessDate: '2026-11-13', fileName: 'main.csv', content };
  const { runId } = await maker.call(reconciliation.importStatement, file);
  const place = { page: 1, pageSize: 20, sort: null } as const;
  const { rows } = await maker.call(reconciliation.differencePage, { filters: { runId }, ...place });
  const line = rows.find(({ serial }) => serial === 'RTGSREC5');
  const { changeNo } = await maker.call(reconciliation.resolve, {
    diffId: line?.diffId ?? '',
    reason: 'As it is there',
  });
  const { rechargeNo } = await recharged('BANK', 'RTGSREC5', 90_000);
  await approve(rechargeNo);
  const refused = await checker.refusalOf(change.changeFamilies.reconDifference.approve, { changeNo });
  expect(refused.error).toBe('SERIAL_REPEATED');
});
