import { job, transfer } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { payoutSubjects } from '../../../open-engine.ts';
import { as, listOf, type Person } from '../../../../testing/test-calls.ts';
import { previewing } from '../../../../testing/test-previews.ts';
import { attachFile } from '../../platform/files/testing/attach-file.ts';
import { createLogger } from '../../platform/health/index.ts';
import { startJobWorker } from '../../platform/jobs/index.ts';
import { trialBalance } from '../../platform/ledger/index.ts';
import { lend, makeProduct, silentMoney } from '../../lending/orders/testing/lend.ts';
import { applyPayment, receiveFlow, rollBack } from '../payments/index.ts';
import { expectRefusal } from '../payments/testing/every-row.ts';
import { refuseUnlisted } from '../payments/testing/unlisted-pairs.ts';
import { resolveAttempt, sendPayout } from '../../lending/payouts/index.ts';

import { cashTransferMachine } from './cash-transfer.machine.ts';

let app: TestApp;
let maker: Person;
let checker: Person;
let makerNo: string;
let stop: () => Promise<void>;
let merchantNo: string;
let serial = 0;
const log = createLogger('silent');
const PAYER = { payerPhone: '254712345678', payerName: 'Otieno Stranger' };
const PAYBILL = 'BANK.MPESA_PAYBILL';
const FLOAT = 'BANK.MPESA_FLOAT';
const CODES = ['submit', 'giveUp', 'audit', 'payout', 'detail'].map((code) => `charge:transfer:${code}`);
const PAGES = ['CashTransferApplyFor', 'CashTransferAudit'].map(
  (name) => `/AdminContent/ChargeToAnAccountSystem/${name}`,
);

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  stop = await startJobWorker({ db, services: app.services, log });
  ({ merchantNo } = await db
    .selectFrom('merchant')
    .select('merchantNo')
    .orderBy('merchantNo')
    .limit(1)
    .executeTakeFirstOrThrow());
  await attachFile(db, { attachmentNo: 'AT000001', subjectType: 'chargeVoucher', subjectNo: merchantNo });
  const add = async (name: string) => {
    const { userNo } = await addPerson(app.database, name, { codes: CODES, pages: PAGES });
    await db.insertInto('userMerchant').values({ userNo, merchantNo }).execute();
    return userNo;
  };
  makerNo = await add('cash.maker');
  await add('cash.checker');
  maker = previewing(app, await as(app, 'cash.maker'));
  checker = previewing(app, await as(app, 'cash.checker'));
});
afterAll(async () => {
  await stop();
  await app[Symbol.asyncDispose]();
});

async function receive(amountCents: number, payer: object = PAYER): Promise<string> {
  serial += 1;
  const { flowNo } = await app.database.db.transaction().execute((tx) =>
    receiveFlow(tx, {
      merchantNo,
      paymentChannel: 'MPESA',
      paymentCode: `CASH${serial}`,
      account: PAYBILL,
      amountCents,
      repayTime: new Date(),
      receivedAt: new Date(),
      ...payer,
    }),
  );
  return flowNo;
}
const common = { purpose: 'Fill the float', voucherIds: ['AT000001'] };
const own = (amountCents: number, more: object = {}) =>
  maker.post(transfer.submit, {
    transferType: 'OWN_ACCOUNT',
    merchantNo,
    sourceAccountId: PAYBILL,
    targetAccountId: FLOAT,
    amountCents,
    ...common,
    ...more,
  });
const back = (flowNo: string, amountCents: number) =>
  maker.post(transfer.submit, { transferType: 'RETURN_TO_PAYER', flowNo, amountCents, ...common });
const approve = (transferNo: string, who = checker) => who.post(transfer.approve, { transferNo });
const release = (transferNo: string, who = checker) => who.post(transfer.release, { transferNo });

/** The channel takes the order on and says how it ended. */
async function end(attemptNo: string, isPaid: boolean): Promise<void> {
  const { db } = app.database;
  await sendPayout({ db, money: silentMoney, subjects: payoutSubjects, log }, attemptNo);
  const outcome = isPaid
    ? ({ isPaid, channelReference: `R${attemptNo}` } as const)
    : ({ isPaid, failCode: '1', failReason: 'The balance is insufficient' } as const);
  await db.transaction().execute((tx) => resolveAttempt(tx, payoutSubjects, attemptNo, outcome));
}
async function balance(accountCode: string): Promise<number> {
  const { rows } = await sql<{
    cents: number;
  }>`select coalesce(sum(amount_cents), 0)::bigint as cents
    from posting where account_code = ${accountCode}`.execute(app.database.db);
  return rows[0]?.cents ?? 0;
}
const flow = async (flowNo: string) =>
  await app.database.db
    .selectFrom('paymentFlow')
    .select(['flowStatus', 'writableCents', 'heldCents', 'returnedCents'])
    .where('flowNo', '=', flowNo)
    .executeTakeFirstOrThrow();

it('moves cash between own accounts by two people, and back into place where the channel fails', async () => {
  await receive(900_000_00);
  const [paybill, float] = [await balance(PAYBILL), await balance(FLOAT)];
  const { transferNo } = (await own(400_000_00)).data;
  expect((await approve(transferNo, maker)).data.error).toBe('MAKER_IS_CHECKER');
  expect((await approve(transferNo)).data.transferStatus).toBe('APPROVED');
  expect((await release(transferNo, maker)).data.error).toBe('MAKER_IS_CHECKER');
  const first = (await release(transferNo)).data;
  expect(first.transferStatus).toBe('RELEASING');
  expect((await release(transferNo)).data.error).toBe('ILLEGAL_TRANSITION');
  await end(first.attemptNo, false);
  expect([await balance(PAYBILL), await balance('CASH_IN_TRANSIT')]).toEqual([paybill, 0]);
  const second = (await release(transferNo)).data;
  await end(second.attemptNo, true);
  expect([await balance(PAYBILL), await balance(FLOAT)]).toEqual([paybill - 400_000_00, float + 400_000_00]);
  expect([await balance('CASH_IN_TRANSIT'), await balance('TRANSFER_CLEARING')]).toEqual([0, 0]);
  const { data } = await checker.get(transfer.detail, { transferNo });
  expect(data.row).toMatchObject({
    transferStatus: 'SUCCESS',
    releaseStatus: 'SUCCESS',
    attemptCount: 2,
    allowedActions: [],
  });
  const kinds = data.journals.map(({ journalKind }: { journalKind: string }) => journalKind);
  expect(kinds).toEqual(['PAYOUT_SENT', 'PAYOUT_SENT', 'PAYOUT_SENT', 'TRANSFER_ARRIVED', 'PAYOUT_SUCCEEDED']);
  expect(data.history.map(({ action }: { action: string }) => action)).toEqual([
    'transferApply.release',
    'transferApply.release',
    'transferApply.approve',
    'transferApply.submit',
  ]);
  expect((await trialBalance(app.database.db)).differenceCents).toBe(0);
});

it('returns an unmatched payment to its payer, held from write-off meanwhile', async () => {
  const flowNo = await receive(1_000_00);
  const { transferNo } = (await back(flowNo, 1_000_00)).data;
  expect(await flow(flowNo)).toMatchObject({ writableCents: 0, heldCents: 1_000_00 });
  expect((await back(flowNo, 100)).data.error).toBe('ABOVE_WRITABLE');
  expect((await checker.post(transfer.giveUp, { transferNo })).data.error).toBe('TRANSFER_NOT_FOUND');
  expect((await maker.post(transfer.giveUp, { transferNo })).data.transferStatus).toBe('GIVEN_UP');
  expect(await flow(flowNo)).toMatchObject({ writableCents: 1_000_00, heldCents: 0 });
  expect((await approve(transferNo)).data.error).toBe('ILLEGAL_TRANSITION');

  const again = (await back(flowNo, 1_000_00)).data.transferNo;
  const rejected = await checker.post(transfer.reject, { transferNo: again, auditRemark: ' ' });
  expect(rejected.data.fields).toMatchObject([{ field: 'auditRemark' }]);
  await approve(again);
  const { attemptNo } = (await release(again)).data;
  await end(attemptNo, true);
  expect(await flow(flowNo)).toEqual({
    flowStatus: 'REFUNDED',
    writableCents: 0,
    heldCents: 0,
    returnedCents: 1_000_00,
  });
  expect((await back(flowNo, 100)).data.error).toBe('FLOW_MATCHED');
  const { data } = await checker.post(transfer.auditPage, listOf({ transferNo: again }));
  expect(data.rows).toMatchObject([{ payeeAccount: '25*******678', payeeName: 'Ot***********er' }]);
});

it('lets what comes back of a payment be used again, whatever became of the rest of it', async () => {
  const { db } = app.database;
  const { userNo: lenderNo } = await addPerson(app.database, 'cash.lender');
  const lenders = { maker: makerNo, checker: lenderNo };
  const { orderNo } = await lend(db, { productNo: await makeProduct(db), approvedCents: 500_000, ...lenders });
  let key = 0;
  const pay = (flowNo: string, amountCents: number) =>
    db.transaction().execute((tx) =>
      applyPayment(tx, {
        orderNo,
        billNo: null,
        repayType: 'GENERIC',
        flowNo,
        amountCents,
        idempotencyKey: `cash-${(key += 1)}`,
      }),
    );
  const returned = await receive(1_000_00);
  await pay(returned, 400_00);
  const { transferNo } = (await back(returned, 600_00)).data;
  await approve(transferNo);
  await end((await release(transferNo)).data.attemptNo, true);
  expect(await flow(returned)).toMatchObject({ flowStatus: 'REFUNDED', writableCents: 0 });
  await db
    .transaction()
    .execute((tx) => rollBack(tx, { orderNo, kind: 'SETTLE_ROLLBACK', idempotencyKey: 'cash-undo' }));
  expect(await flow(returned)).toEqual({
    flowStatus: 'PART_APPLIED',
    writableCents: 400_00,
    heldCents: 0,
    returnedCents: 600_00,
  });
  await pay(returned, 400_00);
  expect(await flow(returned)).toMatchObject({ flowStatus: 'APPLIED', writableCents: 0 });

  const held = await receive(1_000_00);
  const waiting = (await back(held, 300_00)).data.transferNo;
  await pay(held, 700_00);
  expect(await flow(held)).toMatchObject({ flowStatus: 'APPLIED', heldCents: 300_00 });
  await maker.post(transfer.giveUp, { transferNo: waiting });
  expect(await flow(held)).toMatchObject({ flowStatus: 'PART_APPLIED', writableCents: 300_00, heldCents: 0 });
  expect((await back(held, 300_00)).code).toBe(0);
});

it('refuses what cannot be, beside its field, and writes nothing', async () => {
  const count = async () => (await app.database.db.selectFrom('cashTransfer').select('transferNo').execute()).length;
  const before = await count();
  const flowNo = await receive(400_000_00);
  for (const [answer, error, field] of [
    [await own(100_00, { targetAccountId: PAYBILL }), 'SAME_ACCOUNT', 'targetAccountId'],
    [await own(100_00, { targetAccountId: 'BANK.NOWHERE' }), 'ACCOUNT_UNKNOWN', 'targetAccountId'],
    [await own(99_000_000_00), 'SOURCE_SHORT', 'amountCents'],
    [await own(150), 'WHOLE_SHILLINGS', 'amountCents'],
    [await own(100_00, { voucherIds: [] }), 'BAD_REQUEST', 'voucherIds'],
    [await own(100_00, { voucherIds: ['AT000002'] }), 'ATTACHMENT_NOT_FOUND', 'voucherIds'],
    [await own(100_00, { purpose: ' ' }), 'BAD_REQUEST', 'purpose'],
    [await back(flowNo, 300_000_00), 'CHANNEL_CAP', 'amountCents'],
    [await back(flowNo, 500_000_00), 'ABOVE_WRITABLE', 'amountCents'],
  ] as const) {
    expect(answer.data).toMatchObject({ error, fields: [{ field }] });
  }
  expect(await count()).toBe(before);
  const nobodys = await receive(500_00, {});
  await expectRefusal(app.database.db, ['cash_transfer'], 'PAYER_UNKNOWN', () => back(nobodys, 500_00));
});

it('takes in each state what its machine lists, and else moves no row', async () => {
  const { db } = app.database;
  const { transferNo } = (await back(await receive(700_00), 700_00)).data;
  const refused = await refuseUnlisted({
    db,
    machine: cashTransferMachine,
    tables: ['cash_transfer'],
    put: async (transferStatus) =>
      await db.updateTable('cashTransfer').set({ transferStatus }).where('transferNo', '=', transferNo).execute(),
    commands: {
      approve: { gives: ['approve'], call: () => approve(transferNo) },
      reject: {
        gives: ['reject'],
        call: () => checker.post(transfer.reject, { transferNo, auditRemark: 'No' }),
      },
      giveUp: { gives: ['giveUp'], call: () => maker.post(transfer.giveUp, { transferNo }) },
      release: { gives: ['release', 'releaseAgain'], call: () => release(transferNo) },
    },
  });
  expect(refused).toBe(23);
});

it('previews both accounts, and the payment that would go back by either of its numbers', async () => {
  await receive(50_000_00);
  const asked = { transferType: 'OWN_ACCOUNT', merchantNo, sourceAccountId: PAYBILL, targetAccountId: FLOAT };
  const { source, target } = (await maker.post(transfer.preview, { ...asked, amountCents: 1_000_00 })).data;
  expect(source.afterCents).toBe(source.availableCents - 1_000_00);
  expect(target.afterCents).toBe(target.availableCents + 1_000_00);
  const accounts = (await maker.post(transfer.accounts, { merchantNo })).data;
  expect(accounts.map(({ accountId }: { accountId: string }) => accountId)).toContain(FLOAT);
  expect((await maker.post(transfer.accounts, { merchantNo: 'M9999' })).data.error).toBe('REFERENCE_UNKNOWN');

  const flowNo = await receive(700_00);
  const paymentCode = `CASH${serial}`;
  const found = (await maker.post(transfer.preview, { transferType: 'RETURN_TO_PAYER', flowNo: paymentCode })).data;
  expect(found.flow).toMatchObject({ flowNo, payeeAccount: '25*******678', writableCents: 700_00, orderNos: [] });
  const unknown = { transferType: 'RETURN_TO_PAYER', flowNo: 'NOT-THERE' };
  expect((await maker.post(transfer.preview, unknown)).data.error).toBe('SERIAL_NOT_FOUND');
  const { transferNo } = (await back(paymentCode, 700_00)).data;
  const { data } = await maker.get(transfer.detail, { transferNo });
  expect(data).toMatchObject({ flow: { paymentCode, heldCents: 700_00 }, row: { flowNo } });
  await maker.post(transfer.giveUp, { transferNo });
  const [row] = (await maker.post(transfer.page, listOf({ transferNo }))).data.rows;
  expect(row).toMatchObject({ transferStatus: 'GIVEN_UP', allowedActions: ['copy'], waitingSince: null });
});

it('finds what has waited too long, and who is in the list', async () => {
  await receive(50_000_00);
  const { transferNo } = (await own(1_000_00)).data;
  const waiting = async (waitingOver: number) =>
    (await checker.post(transfer.auditPage, listOf({ transferNo, waitingOver }))).data.rows.length;
  expect(await waiting(1)).toBe(0);
  await sql`update cash_transfer set apply_time = apply_time - interval '2 hours' where transfer_no = ${transferNo}`.execute(
    app.database.db,
  );
  expect(await waiting(1)).toBe(1);
  const people = (await checker.get(transfer.people)).data;
  expect(people.map(({ userNo }: { userNo: string }) => userNo)).toContain(makerNo);
  await maker.post(transfer.giveUp, { transferNo });
});

it('lets no two releases find the same money', async () => {
  await receive(100_000_00);
  const available = (await maker.post(transfer.auditPage, listOf({ sourceAccountId: PAYBILL }))).data.rows[0]
    .sourceBalanceCents;
  const share = Math.floor(available / 200) * 100;
  const asked = await Promise.all([own(share + 100), own(share + 100), own(share + 100)]);
  const answers = await Promise.all(asked.map(({ data }) => approve(data.transferNo)));
  expect(answers.map(({ data }) => data.error ?? 'done').toSorted()).toEqual(['SOURCE_SHORT', 'SOURCE_SHORT', 'done']);
});

it('releases all that is approved with one key, but one’s own, against the total that was seen', async () => {
  const flows = [await receive(2_000_00), await receive(3_000_00)];
  const mine: string[] = [];
  for (const flowNo of flows) {
    const { transferNo } = (await back(flowNo, 1_000_00)).data;
    await approve(transferNo);
    mine.push(transferNo);
  }
  const filters = { transferType: 'RETURN_TO_PAYER' };
  const own = await maker.post(transfer.oneKeyPreview, { filters });
  expect(own.data).toMatchObject({
    transferNos: [],
    totalCents: 0,
    leftOut: [{ error: 'MAKER_IS_CHECKER' }, { error: 'MAKER_IS_CHECKER' }],
  });
  const { data } = await checker.post(transfer.oneKeyPreview, { filters });
  expect(data).toMatchObject({
    transferNos: mine,
    totalCents: 2_000_00,
    sources: [{ sourceAccountId: FLOAT, transfers: 2 }],
  });
  const wrong = { transferNos: mine, totalCents: 1 };
  expect((await checker.post(transfer.oneKeyPayout, wrong)).data.error).toBe('TOTAL_MISMATCH');
  const { jobNo } = (await checker.post(transfer.oneKeyPayout, { ...wrong, totalCents: 2_000_00 })).data;
  const status = async () => (await checker.get(job.detail, { jobNo })).data.jobStatus;
  await expect.poll(status).toBe('SUCCESS');
  const live = await app.database.db
    .selectFrom('payoutAttempt')
    .select('attemptStatus')
    .where('subjectNo', 'in', mine)
    .execute();
  expect(live).toHaveLength(2);
  expect(makerNo).not.toBe('');
});
