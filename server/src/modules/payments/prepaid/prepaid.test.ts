import { approval, change as changeCalls, job, prepaid } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import readXlsxFile from 'read-excel-file/node';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Tx } from '../../../db/database.ts';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, listOf, type Person } from '../../../../testing/test-calls.ts';
import { addressed } from '../../platform/exports/index.ts';
import { createLogger } from '../../platform/health/index.ts';
import { startJobWorker } from '../../platform/jobs/index.ts';
import { trialBalance } from '../../platform/ledger/index.ts';
import { businessDateOf } from '../../platform/policy/index.ts';
import { refuseUnlisted } from '../payments/testing/unlisted-pairs.ts';
import { attachFile } from '../../platform/files/testing/attach-file.ts';
import { chargeMerchant } from './index.ts';
import { merchantConsumptionMachine } from './merchant-consumption.machine.ts';
import { merchantRechargeMachine } from './merchant-recharge.machine.ts';

let app: TestApp;
let maker: Person;
let checker: Person;
let elsewhere: Person;
let merchantNo: string;
let serial = 0;
const CODES = ['recharge:apply', 'recharge:reverse', 'recharge:audit', 'consumption:reverse'].map(
  (code) => `merchant:${code}`,
);
const PAGES = ['RechargeRecord', 'ConsumptionRecord'].map((name) => `/AdminContent/MerchantSystem/${name}`);

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  ({ merchantNo } = await db
    .selectFrom('merchant')
    .select('merchantNo')
    .orderBy('merchantNo')
    .limit(1)
    .executeTakeFirstOrThrow());
  for (const name of ['pre.maker', 'pre.checker', 'pre.elsewhere']) {
    const { userNo } = await addPerson(app.database, name, { codes: CODES, pages: PAGES });
    if (name !== 'pre.elsewhere') await db.insertInto('userMerchant').values({ userNo, merchantNo }).execute();
  }
  [maker, checker, elsewhere] = [
    await as(app, 'pre.maker'),
    await as(app, 'pre.checker'),
    await as(app, 'pre.elsewhere'),
  ];
});
beforeAll(async () => {
  await attachFile(app.database.db, {
    attachmentNo: 'AT000001',
    subjectType: 'merchantVoucher',
    subjectNo: merchantNo,
  });
});
afterAll(async () => await app[Symbol.asyncDispose]());

const within = <T>(work: (tx: Tx) => Promise<T>) => app.database.db.transaction().execute(work);
const apply = (amountCents: number, more: object = {}, who = maker) => {
  serial += 1;
  return who.post(prepaid.rechargeApply, {
    merchantNo,
    amountCents,
    paymentChannel: 'BANK',
    paymentCode: `RTGS${serial}`,
    payerAccount: '0110123456',
    paidAt: '2026-11-01T09:00:00.000Z',
    voucherIds: ['AT000001'],
    ...more,
  });
};
const audit = (rechargeNo: string, isApproved = true, who = checker) =>
  who.post(prepaid.rechargeAudit, { rechargeNo, isApproved, ...(!isApproved && { remark: 'Not on the statement' }) });
const charge = (causeNo: string, unitPriceCents: number, quantity = 1) =>
  within((tx) =>
    chargeMerchant(tx, {
      merchantNo,
      consumptionType: 'DATA_QUERY',
      causeNo,
      quantity,
      unitPriceCents,
      at: new Date(),
    }),
  );
const settle = (recordNo: string, isApproved: boolean, who = checker) =>
  who.post(prepaid.consumptionAudit, { recordNo, isApproved, remark: 'Looked at' });
const ask = (recordNo: string, more: object = {}) =>
  maker.post(prepaid.consumptionReverse, { recordNo, reverseReason: 'WRONG', remark: 'Charged for a test', ...more });

/** The balance, and that it is what the postings say. */
async function balance(): Promise<number> {
  const { rows } = await sql<{ cached: number; posted: number }>`
    select coalesce((select balance_cents from merchant_prepaid where merchant_no = ${merchantNo}), 0)::bigint as cached,
      (select coalesce(-sum(amount_cents), 0)::bigint from posting
        where account_code = 'MERCHANT_PREPAID' and merchant_no = ${merchantNo}) as posted`.execute(app.database.db);
  expect(rows[0]?.cached).toBe(rows[0]?.posted);
  expect((await trialBalance(app.database.db)).differenceCents).toBe(0);
  return rows[0]?.cached ?? 0;
}

it('stands in the inbox of whoever may decide it, with the way there, and not of who asked', async () => {
  const inboxOf = async (person: Person) => (await person.call(approval.list, {})).queues;
  expect(await inboxOf(checker)).toEqual([]);
  const { rechargeNo } = (await apply(1_000_00)).data;
  expect(await inboxOf(checker)).toEqual([
    {
      key: 'recharges',
      title: 'Merchant recharges',
      count: 1,
      path: '/AdminContent/MerchantSystem/RechargeRecord?rechargeStatus=PENDING',
    },
  ]);
  expect(await checker.call(approval.counts, {})).toMatchObject({
    total: 1,
    pages: [{ path: '/AdminContent/MerchantSystem/RechargeRecord', approvalKind: 'DECISION', count: 1 }],
  });
  expect(await inboxOf(maker)).toEqual([]);
  expect(await inboxOf(elsewhere)).toEqual([]);
  await audit(rechargeNo, false);
  expect(await inboxOf(checker)).toEqual([]);
});

it('lets a recharge be spent once another person checked it, and takes it back by two', async () => {
  const before = await balance();
  const { rechargeNo } = (await apply(10_000_50)).data;
  expect(await balance()).toBe(before);
  expect((await audit(rechargeNo, true, maker)).data.error).toBe('MAKER_IS_CHECKER');
  expect((await audit(rechargeNo, true, elsewhere)).data.error).toBe('RECHARGE_NOT_FOUND');
  expect((await audit(rechargeNo)).data).toMatchObject({
    rechargeStatus: 'APPROVED',
    balanceAfterCents: before + 10_000_50,
  });
  expect((await audit(rechargeNo)).data.error).toBe('ILLEGAL_TRANSITION');
  expect(await balance()).toBe(before + 10_000_50);

  const { changeNo } = (await maker.post(prepaid.rechargeReverse, { rechargeNo, reason: 'Another merchant’s money' }))
    .data;
  expect(await balance()).toBe(before + 10_000_50);
  expect(
    (await maker.post(changeCalls.changeFamilies.merchantRecharge.approve, { changeNo })).data.error,
  ).toBeDefined();
  expect((await checker.post(changeCalls.changeFamilies.merchantRecharge.approve, { changeNo })).code).toBe(0);
  expect(await balance()).toBe(before);
  const { data } = await checker.get(prepaid.recharge, { rechargeNo });
  expect(data.row).toMatchObject({ rechargeStatus: 'REVERSED', allowedActions: [], payerAccount: '01******56' });
  expect(data.journals).toHaveLength(2);
  const again = await maker.post(prepaid.rechargeReverse, { rechargeNo, reason: 'Again' });
  expect(again.data.error).toBe('ILLEGAL_TRANSITION');
});

it('counts a serial number once, unless it was rejected', async () => {
  const first = await apply(500_00, { paymentCode: 'ONCE1' });
  expect((await apply(500_00, { paymentCode: 'ONCE1' })).data).toMatchObject({
    error: 'SERIAL_REPEATED',
    fields: [{ field: 'paymentCode' }],
  });
  expect((await audit(first.data.rechargeNo, false)).data.rechargeStatus).toBe('REJECTED');
  expect((await audit(first.data.rechargeNo)).data.error).toBe('ILLEGAL_TRANSITION');
  expect((await apply(500_00, { paymentCode: 'ONCE1' })).code).toBe(0);
});

it('refuses what cannot be, beside its field, and writes nothing', async () => {
  const count = async () =>
    (await app.database.db.selectFrom('merchantRecharge').select('rechargeNo').execute()).length;
  const before = await count();
  for (const [answer, error, field] of [
    [await apply(0), 'BAD_REQUEST', 'amountCents'],
    [await apply(100, { voucherIds: [] }), 'BAD_REQUEST', 'voucherIds'],
    [await apply(100, { voucherIds: ['AT999999'] }), 'ATTACHMENT_NOT_FOUND', 'voucherIds'],
    [await apply(100, { paidAt: '2999-01-01T00:00:00.000Z' }), 'BAD_REQUEST', 'paidAt'],
    [await apply(100, { paymentCode: ' ' }), 'BAD_REQUEST', 'paymentCode'],
    [await apply(100, {}, elsewhere), 'REFERENCE_UNKNOWN', 'merchantNo'],
  ] as const) {
    expect(answer.data).toMatchObject({ error, fields: [{ field }] });
  }
  expect(await count()).toBe(before);
});

it('charges a cause once, within balance and credit line', async () => {
  const { rechargeNo } = (await apply(1_000_00)).data;
  await audit(rechargeNo);
  const before = await balance();
  expect(await charge('Q1', 150, 2)).toMatch(/^CM/);
  expect(await charge('Q1', 150, 2)).toBeNull();
  expect(await balance()).toBe(before - 300);
  await expect(charge('Q2', before)).rejects.toMatchObject({ error: 'PREPAID_SHORT' });
  await expect(charge('Q2', 0)).rejects.toMatchObject({ error: 'AMOUNT_INVALID' });
  const { db } = app.database;
  await db.updateTable('merchantPrepaid').set({ creditLineCents: 300 }).where('merchantNo', '=', merchantNo).execute();
  expect(await charge('Q2', before)).toMatch(/^CM/);
  expect(await balance()).toBe(-300);
  const reversal = await maker.post(prepaid.rechargeReverse, { rechargeNo, reason: 'Gone by now' });
  expect(reversal.data.error).toBe('PREPAID_SHORT');
  await audit((await apply(5_000_00)).data.rechargeNo);
  const { data } = await maker.post(prepaid.consumptionSummary, { filters: { consumptionType: 'DATA_QUERY' } });
  expect(data).toMatchObject({ records: 2, amountCents: 300 + before, reversedCents: 0 });
});

it('takes in each state what its machines list, and else moves no row', async () => {
  const { db } = app.database;
  const tables = ['merchant_recharge', 'merchant_consumption', 'merchant_prepaid', 'change_request'];
  const { rechargeNo } = (await apply(2_000_00)).data;
  const { journalId } = await db.selectFrom('journal').select('journalId').limit(1).executeTakeFirstOrThrow();
  const recharges = await refuseUnlisted({
    db,
    machine: merchantRechargeMachine,
    tables,
    put: async (rechargeStatus) => {
      const isBooked = rechargeStatus === 'APPROVED' || rechargeStatus === 'REVERSED';
      const change = { rechargeStatus, journalId: isBooked ? journalId : null };
      await db.updateTable('merchantRecharge').set(change).where('rechargeNo', '=', rechargeNo).execute();
    },
    commands: {
      approve: { gives: ['approve'], call: () => audit(rechargeNo) },
      reject: { gives: ['reject'], call: () => audit(rechargeNo, false) },
      reverse: { gives: ['reverse'], call: () => maker.post(prepaid.rechargeReverse, { rechargeNo, reason: 'No' }) },
    },
  });
  expect(recharges).toBe(9);
  const back = { rechargeStatus: 'PENDING', journalId: null } as const;
  await db.updateTable('merchantRecharge').set(back).where('rechargeNo', '=', rechargeNo).execute();
  expect((await audit(rechargeNo)).code).toBe(0);
  const recordNo = (await charge('PAIRS', 100)) ?? '';
  const { userNo } = await db
    .selectFrom('appUser')
    .select('userNo')
    .where('userName', '=', 'pre.maker')
    .executeTakeFirstOrThrow();
  const charges = await refuseUnlisted({
    db,
    machine: merchantConsumptionMachine,
    tables,
    put: async (consumptionStatus) => {
      const change = { consumptionStatus, applicantUserNo: userNo };
      await db.updateTable('merchantConsumption').set(change).where('recordNo', '=', recordNo).execute();
    },
    commands: {
      ask: { gives: ['requestReversal'], call: () => ask(recordNo) },
      agree: { gives: ['confirmReversal'], call: () => settle(recordNo, true) },
      refuse: { gives: ['refuseReversal'], call: () => settle(recordNo, false) },
    },
  });
  expect(charges).toBe(6);
  const charged = { consumptionStatus: 'CHARGED', applicantUserNo: null } as const;
  await db.updateTable('merchantConsumption').set(charged).where('recordNo', '=', recordNo).execute();
});

it('charges a cause once though it comes eight times at once', async () => {
  const before = await balance();
  const charged = await Promise.all(Array.from({ length: 8 }, () => charge('TWICE', 100)));
  expect(charged.filter((recordNo) => recordNo !== null)).toHaveLength(1);
  expect(await balance()).toBe(before - 100);
});

it('takes a charge back by two people, or leaves it', async () => {
  const recordNo = (await charge('R1', 700)) ?? '';
  const before = await balance();
  expect((await ask(recordNo, { remark: ' ' })).data.fields).toMatchObject([{ field: 'remark' }]);
  expect((await settle(recordNo, true)).data.error).toBe('ILLEGAL_TRANSITION');
  expect((await ask(recordNo)).data.consumptionStatus).toBe('REVERSING');
  expect((await ask(recordNo)).data.error).toBe('ILLEGAL_TRANSITION');
  expect((await settle(recordNo, true, maker)).data.error).toBe('MAKER_IS_CHECKER');
  expect((await settle(recordNo, true, elsewhere)).data.error).toBe('CONSUMPTION_NOT_FOUND');
  expect((await settle(recordNo, false)).data.consumptionStatus).toBe('CHARGED');
  expect(await balance()).toBe(before);
  await ask(recordNo);
  expect((await settle(recordNo, true)).data.consumptionStatus).toBe('REVERSED');
  expect(await balance()).toBe(before + 700);
  expect([(await ask(recordNo)).data.error, (await settle(recordNo, true)).data.error]).toEqual([
    'ILLEGAL_TRANSITION',
    'ILLEGAL_TRANSITION',
  ]);
  expect((await checker.get(prepaid.consumption, { recordNo })).data.journals).toHaveLength(2);
  const { data } = await maker.post(prepaid.consumptionPage, listOf({ recordNo }));
  expect(data.rows).toMatchObject([{ consumptionStatus: 'REVERSED', allowedActions: [] }]);
});

it('requests the reversal of many charges of one merchant by a job', async () => {
  const nos = [(await charge('MANY1', 100)) ?? '', (await charge('MANY2', 200)) ?? ''];
  const body = { recordNos: nos, reverseReason: 'CHARGED_TWICE', remark: 'Sent twice' };
  expect((await elsewhere.post(prepaid.consumptionReverseMany, body)).data.error).toBe('CONSUMPTION_NOT_FOUND');
  const worker = await startJobWorker({ db: app.database.db, services: app.services, log: createLogger('silent') });
  const { jobNo } = (await maker.post(prepaid.consumptionReverseMany, body)).data;
  const status = async () => (await maker.get(job.detail, { jobNo })).data.jobStatus;
  await expect.poll(status).toBe('SUCCESS');
  await worker();
  for (const recordNo of nos) {
    expect((await checker.get(prepaid.consumption, { recordNo })).data.row).toMatchObject({
      consumptionStatus: 'REVERSING',
      allowedActions: ['approve', 'reject'],
    });
  }
});

it('refuses a selection across merchants', async () => {
  const { db } = app.database;
  const other = await db
    .selectFrom('merchant')
    .select('merchantNo')
    .where('merchantNo', '<>', merchantNo)
    .limit(1)
    .executeTakeFirstOrThrow();
  const { userNo } = await db
    .selectFrom('appUser')
    .select('userNo')
    .where('userName', '=', 'pre.maker')
    .executeTakeFirstOrThrow();
  await db.insertInto('userMerchant').values({ userNo, merchantNo: other.merchantNo }).execute();
  const elsewhereNo = await within(async (tx) => {
    await tx
      .insertInto('merchantPrepaid')
      .values({ merchantNo: other.merchantNo, creditLineCents: 1_000 })
      .onConflict((conflict) => conflict.column('merchantNo').doUpdateSet({ creditLineCents: 100_000_00 }))
      .execute();
    const use = { merchantNo: other.merchantNo, consumptionType: 'SMS_SENT', causeNo: 'MIXED', quantity: 1 } as const;
    return await chargeMerchant(tx, { ...use, unitPriceCents: 100, at: new Date() });
  });
  const recordNos = [(await charge('MIXED', 100)) ?? '', elsewhereNo ?? ''];
  const { data } = await maker.post(prepaid.consumptionReverseMany, {
    recordNos,
    reverseReason: 'OTHER',
    remark: 'Both',
  });
  expect(data).toMatchObject({ error: 'MERCHANTS_MIXED', fields: [{ field: 'recordNos' }] });
  await db.deleteFrom('userMerchant').where('userNo', '=', userNo).where('merchantNo', '=', other.merchantNo).execute();
});

it('reverses no charge older than 60 days', async () => {
  const at = new Date(Date.now() - 61 * 86_400_000);
  const recordNo = await within((tx) =>
    chargeMerchant(tx, {
      merchantNo,
      consumptionType: 'SMS_SENT',
      causeNo: 'OLD',
      quantity: 1,
      unitPriceCents: 100,
      at,
    }),
  );
  expect((await ask(recordNo ?? '')).data.error).toBe('REVERSAL_TOO_LATE');
});

it('states a month from its opening to its closing balance, as a workbook and on paper', async () => {
  const { rechargeNo } = (await apply(700_00)).data;
  await audit(rechargeNo);
  const recordNo = await charge('STATED', 150_00);
  const month = businessDateOf(new Date()).slice(0, 7);
  const file = async (format: 'pdf' | 'xlsx', who = maker, of = month) =>
    await who.get(prepaid.statement, { merchantNo, month: of, format });
  const workbook = await file('xlsx');
  const rows = (await readXlsxFile(await addressed(workbook.body)))[0]?.data ?? [];
  const [opening, closing] = ['Opening balance', 'Closing balance'].map(
    (what) => rows.find((row) => row[1] === what)?.[4],
  );
  const lines = rows.filter((row) => /^(RC|CM)/.test(String(row[2])));
  expect(lines).toContainEqual([expect.any(String), 'Recharge', rechargeNo, 700, expect.any(Number)]);
  expect(lines).toContainEqual([expect.any(String), expect.any(String), recordNo, -150, expect.any(Number)]);
  const moved = lines.reduce((sum, row) => sum + Math.round(Number(row[3]) * 100), 0);
  expect(Math.round(Number(opening) * 100) + moved).toBe(Math.round(Number(closing) * 100));
  expect(Math.round(Number(closing) * 100)).toBe(await balance());
  const paper = await file('pdf');
  expect(paper.headers['content-type']).toBe('application/pdf');
  expect(paper.body.subarray(0, 5).toString()).toBe('%PDF-');
  expect((await file('pdf', elsewhere)).data.error).toBe('NOT_FOUND');
  expect((await file('pdf', maker, '2099-01')).data.fields).toMatchObject([{ field: 'month' }]);
});
