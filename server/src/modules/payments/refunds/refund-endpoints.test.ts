import { change, job, refund } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, fieldOf, listOf, type Person } from '../../../../testing/test-calls.ts';
import { previewing } from '../../../../testing/test-previews.ts';
import { attachFile } from '../../platform/files/testing/attach-file.ts';
import { createLogger } from '../../platform/health/index.ts';
import { startJobWorker } from '../../platform/jobs/index.ts';
import { driftedBills, trialBalance } from '../../platform/ledger/index.ts';
import { type LentLoan, lend, makeProduct } from '../../lending/orders/testing/lend.ts';
import { applyPayment, receiveFlow } from '../payments/index.ts';
import { everyRow } from '../payments/testing/every-row.ts';
import { recordedActions } from '../payments/testing/recorded.ts';
import { refuseUnlisted } from '../payments/testing/unlisted-pairs.ts';
import { markSent, resolveAttempt } from '../../lending/payouts/index.ts';
import { refundPayout } from './index.ts';
import { refundVerificationMachine } from '../../../state-machine/machines/refund-verification.machine.ts';
import { refundMachine } from '../../../state-machine/machines/refund.machine.ts';

const FOLDER = '/AdminContent/ChargeToAnAccountSystem';
const PAGES = [`${FOLDER}/ClientRefundManagement`, `${FOLDER}/ClientRefundAuditManagement`];
const CODES = ['submit', 'check', 'ignoreVerify', 'payout'].map((one) => `charge:refund:${one}`);
const BATCH = ['charge:refundBatch:run', 'charge:refundBatch:audit'];
const SUBJECTS = { REFUND: refundPayout };
const PAYER = '254711000222';
/** What the channel says of a phone that is no customer's. */
const registeredIdCardNo = '31234567';

let app: TestApp;
let maker: Person;
let checker: Person;
let third: Person;
let boss: Person;
let stop: () => Promise<void>;
let stranger: Person;
let lenders: { maker: string; checker: string };
let productNo: string;
let loan: LentLoan;
let flowNo: string;
let serial = 0;

async function person(name: string, dataScope: 'ALL' | 'MERCHANTS'): Promise<Person> {
  const codes = [...CODES, ...BATCH, 'charge:refundPayee:check'];
  const { roleNo } = await addPerson(app.database, name, { pages: PAGES, codes });
  const { db } = app.database;
  await db.updateTable('role').set({ dataScope }).where('roleNo', '=', roleNo).execute();
  return previewing(app, await as(app, name));
}

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  maker = await person('refund.maker', 'ALL');
  checker = await person('refund.checker', 'ALL');
  third = await person('refund.third', 'ALL');
  boss = await person('refund.boss', 'ALL');
  stop = await startJobWorker({ db: app.database.db, services: app.services, log: createLogger('silent') });
  stranger = await person('refund.stranger', 'MERCHANTS');
  lenders = {
    maker: (await addPerson(app.database, 'refund.lender')).userNo,
    checker: (await addPerson(app.database, 'refund.approver')).userNo,
  };
  productNo = await makeProduct(app.database.db);
  await attachFile(app.database.db, { attachmentNo: 'F1', subjectType: 'chargeVoucher', subjectNo: 'M0001' });
});
/** A loan paid with 350.00 too much by a known payer. */
beforeEach(async () => {
  loan = await lend(app.database.db, { productNo, approvedCents: 500_000, ...lenders });
  await app.database.db.transaction().execute(async (tx) => {
    ({ flowNo } = await receiveFlow(tx, {
      merchantNo: loan.merchantNo,
      paymentChannel: 'MPESA',
      paymentCode: `RF${(serial += 1)}`,
      account: 'BANK.MPESA_PAYBILL',
      amountCents: 577_000,
      repayTime: new Date(),
      payerPhone: PAYER,
      payerName: 'Grace Wanjiru Mwangi',
    }));
    await applyPayment(tx, {
      orderNo: loan.orderNo,
      billNo: null,
      repayType: 'GENERIC',
      flowNo,
      amountCents: 577_000,
      acknowledged: ['SURPLUS_TO_CREDIT'],
      idempotencyKey: `refund-test/${serial}`,
    });
  });
});
afterAll(async () => {
  await stop();
  expect((await trialBalance(app.database.db)).differenceCents).toBe(0);
  expect(await driftedBills(app.database.db)).toEqual([]);
  await app[Symbol.asyncDispose]();
});

const form = (amountCents: number, more: object = {}) => ({
  flowNo,
  amountCents,
  remark: 'paid twice',
  ...more,
});

async function refused(work: () => Promise<{ data: { error: string } }>, error: string) {
  const before = await everyRow(app.database.db);
  expect((await work()).data.error).toBe(error);
  expect(await everyRow(app.database.db)).toEqual(before);
}

async function end(attemptNo: string, isPaid: boolean): Promise<void> {
  const { db } = app.database;
  await db.transaction().execute((tx) => markSent(tx, SUBJECTS, attemptNo));
  const outcome = isPaid
    ? { isPaid, channelReference: `T${attemptNo}` }
    : { isPaid, failCode: '2001', failReason: 'wrong number' };
  await db.transaction().execute((tx) => resolveAttempt(tx, SUBJECTS, attemptNo, outcome));
}

it('goes back to the payer by two people, and again after a failure', async () => {
  const credit = await maker.post(refund.creditPage, { orderNo: loan.orderNo });
  expect(credit.data.rows[0]).toMatchObject({ flowNo, freeCents: 35_000, payerPhone: '25*******222' });
  const submitted = await maker.post(refund.submit, form(35_000));
  const { refundNo } = submitted.data;
  expect(submitted.data).toMatchObject({ refundStatus: 'CREATED', auditStatus: 'PENDING' });
  await refused(() => maker.post(refund.approve, { refundNo }), 'MAKER_IS_CHECKER');
  await refused(() => stranger.post(refund.approve, { refundNo }), 'REFUND_NOT_FOUND');
  await refused(() => checker.post(refund.payout, { refundNo }), 'ILLEGAL_TRANSITION');
  expect((await checker.post(refund.approve, { refundNo })).data.auditStatus).toBe('APPROVED');
  await refused(() => checker.post(refund.payout, { refundNo }), 'VERIFY_FIRST');
  const ignored = { refundNo, reason: 'seen the card' };
  await refused(() => checker.post(refund.ignoreVerify, ignored), 'IGNORE_NOT_ALLOWED');
  const wrong = await checker.post(refund.verify, { refundNo, registeredName: 'Otieno Ouma', registeredIdCardNo });
  expect(wrong.data.verifyStatus).toBe('FAILED');
  await refused(() => checker.post(refund.payout, { refundNo }), 'REFUND_VERIFICATION_FAILED');
  await checker.post(refund.verify, { refundNo, registeredName: 'MWANGI GRACE W', registeredIdCardNo });
  await refused(() => maker.post(refund.payout, { refundNo }), 'MAKER_IS_CHECKER');
  const list = await checker.post(refund.auditPage, listOf({ refundNo }));
  expect(list.data.rows[0]).toMatchObject({ nameMatch: true, allowedActions: ['payout'] });

  const paid = await checker.post(refund.payout, { refundNo });
  expect(paid.data.refundStatus).toBe('IN_PROGRESS');
  await refused(() => checker.post(refund.payout, { refundNo }), 'ILLEGAL_TRANSITION');
  await end(paid.data.attemptNo, false);
  const failed = await checker.get(refund.detail, { refundNo });
  expect(failed.data).toMatchObject({
    refundStatus: 'FAILURE',
    failReason: 'wrong number',
    creditCents: 35_000,
    allowedActions: ['reRefund'],
  });
  const again = await checker.post(refund.reRefund, { refundNo });
  await end(again.data.attemptNo, true);
  const done = await maker.post(refund.page, listOf({ refundStatus: 'SUCCESS' }));
  expect(done.data.rows[0]).toMatchObject({ refundNo, attemptCount: 2, creditCents: 0 });
  await refused(() => checker.post(refund.reRefund, { refundNo }), 'ILLEGAL_TRANSITION');
});

it('asks a third person, and a certificate, where somebody else is paid', async () => {
  const payee = {
    payoutType: 'MOBILE_MONEY',
    payoutSubType: 'MPESA',
    accountName: 'Brian Kiptoo',
    eWalletAccount: '254722333444',
  };
  const bare = await maker.post(refund.submit, form(20_000, { payee }));
  expect(bare.data.fields).toEqual([{ field: 'voucherIds', msg: 'Certificate cannot be empty' }]);
  const nowhere = await maker.post(refund.submit, form(20_000, { payee, voucherIds: ['F2'] }));
  expect(nowhere.data).toMatchObject({ error: 'ATTACHMENT_NOT_FOUND', fields: [{ field: 'voucherIds' }] });
  const submitted = await maker.post(refund.submit, form(20_000, { payee, voucherIds: ['F1'] }));
  const { refundNo } = submitted.data;
  await checker.post(refund.approve, { refundNo });
  await checker.post(refund.verify, { refundNo, registeredName: 'Brian Kiptoo', registeredIdCardNo });
  await refused(() => checker.post(refund.payout, { refundNo }), 'SECOND_CHECK_NEEDED');
  await refused(() => checker.post(refund.payeeCheck, { refundNo }), 'MAKER_IS_CHECKER');
  expect((await third.post(refund.payeeCheck, { refundNo })).code).toBe(0);
  await refused(() => third.post(refund.payeeCheck, { refundNo }), 'ILLEGAL_TRANSITION');
  expect((await checker.post(refund.payout, { refundNo })).code).toBe(0);
});

it('refuses amounts by name, beside the field, and a second refund of a payment', async () => {
  const submit = (cents: number) => () => maker.post(refund.submit, form(cents));
  await refused(submit(0), 'REFUND_ZERO');
  await refused(submit(1_999), 'REFUND_BELOW_MINIMUM');
  await refused(submit(35_100), 'REFUND_ABOVE_CREDIT');
  await refused(submit(2_050), 'WHOLE_SHILLINGS');
  await refused(() => stranger.post(refund.submit, form(20_000)), 'SERIAL_NOT_FOUND');
  const { data } = await submit(35_100)();
  expect(data).toMatchObject({ fields: [{ field: 'amountCents' }] });
  const first = await submit(20_000)();
  await refused(submit(2_000), 'REFUND_LIVE');
  const { refundNo } = first.data;
  await refused(() => checker.post(refund.reject, { refundNo }), 'BAD_REQUEST');
  const rejected = await checker.post(refund.reject, { refundNo, auditRemark: 'not theirs' });
  expect(rejected.data.auditStatus).toBe('REJECTED');
  const payee = {
    payoutType: 'BANK',
    payoutSubType: 'ACCOUNT',
    accountName: 'Grace Wanjiru Mwangi',
    bankCode: 'EQUITY',
    bankCardNo: '0180293344556',
  };
  const more = { payee, voucherIds: ['F1'] };
  const unknown = { ...more, payee: { ...payee, bankCode: 'NOBODY' } };
  await refused(() => maker.post(refund.submit, form(2_000, unknown)), 'BAD_REQUEST');
  const second = (await maker.post(refund.submit, form(2_000, more))).data.refundNo;
  const ignore = { refundNo: second, reason: 'seen the card' };
  await refused(() => maker.post(refund.ignoreVerify, ignore), 'MAKER_IS_CHECKER');
  expect((await checker.post(refund.ignoreVerify, ignore)).code).toBe(0);
  await checker.post(refund.approve, { refundNo: second });
  await third.post(refund.payeeCheck, { refundNo: second });
  await refused(() => boss.post(refund.payout, { refundNo: second }), 'GATEWAY_MISSING');
  expect((await checker.get(refund.detail, { refundNo: second })).data).toMatchObject({
    refundChannel: 'BANK',
    payeeBankCode: 'EQUITY',
    isVerifyIgnored: true,
    verifyIgnoredByName: 'refund.checker',
  });
});

it('tells where the credit came from, what else it could pay and what to look at twice', async () => {
  const { refundNo } = (await maker.post(refund.submit, form(20_000, { reasonCode: 'PAID_TWICE' }))).data;
  const { data } = await checker.get(refund.detail, { refundNo });
  expect(data).toMatchObject({
    reasonCode: 'PAID_TWICE',
    lineage: { paidCents: 577_000, surpluses: [{ orderNo: loan.orderNo, surplusCents: 35_000 }] },
    openBill: null,
    vouchers: [],
    journals: [],
  });
  const signals = data.signals.map(({ signal }: { signal: string }) => signal);
  expect(signals).toContain('SOON_AFTER_PAYMENT');
  expect(data.history.map(({ action }: { action: string }) => action)).toEqual(['refund.submit']);
  const today = new Date().toISOString().slice(0, 10);
  const found = async (filters: object) =>
    (await checker.post(refund.page, listOf({ refundNo, ...filters }))).data.rows.length;
  expect(await found({ refundChannel: 'MPESA', applyTime: { from: '2020-01-01' } })).toBe(1);
  expect(await found({ refundChannel: 'BANK' })).toBe(0);
  expect(await found({ successTime: { from: today } })).toBe(0);
  const people = (await checker.get(refund.people)).data;
  expect(people.map(({ realName }: { realName: string }) => realName)).toContain('refund.maker');
});

it('fails the check of a customer’s phone that is registered to another ID number', async () => {
  const { db } = app.database;
  const { customerNo } = await db
    .selectFrom('paymentFlow')
    .select('customerNo')
    .where('flowNo', '=', flowNo)
    .executeTakeFirstOrThrow();
  const { phone, idCardNo } = await db
    .selectFrom('customer')
    .select(['phone', 'idCardNo'])
    .where('customerNo', '=', customerNo)
    .executeTakeFirstOrThrow();
  await db.updateTable('paymentFlow').set({ payerPhone: phone }).where('flowNo', '=', flowNo).execute();
  const { refundNo } = (await maker.post(refund.submit, form(20_000))).data;
  const verify = async (idNumber: string | null) =>
    (await checker.post(refund.verify, { refundNo, registeredName: 'GRACE MWANGI', registeredIdCardNo: idNumber }))
      .data;
  expect(await verify(null)).toMatchObject({
    error: 'BAD_REQUEST',
    fields: [{ field: 'registeredIdCardNo', msg: 'Content cannot be blank' }],
  });
  expect((await verify(idCardNo === '11111111' ? '22222222' : '11111111')).verifyStatus).toBe('FAILED');
  expect((await verify(idCardNo ?? '')).verifyStatus).toBe('PASSED');
});

it('agrees to many and pays many in one batch by two people who applied for none of them', async () => {
  const { db } = app.database;
  const { refundNo } = (await maker.post(refund.submit, form(35_000))).data;
  const request = { refundNos: [refundNo], reason: 'Seen on the statement' };
  const nobodys = { ...request, refundNos: ['RF-none'] };
  await refused(() => stranger.post(refund.batchApprove, request), 'REFUND_NOT_FOUND');
  await refused(() => third.post(refund.batchApprove, nobodys), 'REFUND_NOT_FOUND');
  await refused(() => maker.post(refund.batchApprove, request), 'MAKER_IS_CHECKER');
  await refused(() => third.post(refund.batchPayout, request), 'ILLEGAL_TRANSITION');
  const row = async () => (await checker.get(refund.detail, { refundNo })).data;
  const inOneGo = async (action: string, by = boss, meanwhile?: () => Promise<unknown>) => {
    const { changeNo } = (await third.post(`refund/batch${action}`, request)).data;
    await meanwhile?.();
    const agreed = await by.post(change.changeFamilies.refundBatch.approve, { changeNo });
    const jobNo = fieldOf(agreed.data.result, 'jobNo');
    const ended = async () => (await by.get(job.detail, { jobNo })).data.jobStatus;
    await expect.poll(ended).toMatch(/SUCCESS|FAILURE/);
    return await ended();
  };
  // Whoever requested the batch applied for none of it, though another person agrees.
  const applicant = async (userName: string) =>
    await sql`update refund set applicant_user_no = (select user_no from app_user where user_name = ${userName}) where refund_no = ${refundNo}`.execute(
      db,
    );
  expect(await inOneGo('Approve', boss, () => applicant('refund.third'))).toBe('FAILURE');
  await applicant('refund.maker');
  expect(await inOneGo('Approve')).toBe('SUCCESS');
  expect(await row()).toMatchObject({
    auditStatus: 'APPROVED',
    checkerName: 'refund.boss',
    auditRemark: request.reason,
  });
  await refused(() => third.post(refund.batchPayout, request), 'VERIFY_FIRST');
  await checker.post(refund.verify, { refundNo, registeredName: 'MWANGI GRACE W', registeredIdCardNo });
  expect(await inOneGo('Payout')).toBe('SUCCESS');
  const newest = async () =>
    (
      await db
        .selectFrom('payoutAttempt')
        .select('attemptNo')
        .where('subjectNo', '=', refundNo)
        .orderBy('attemptCount', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow()
    ).attemptNo;
  await end(await newest(), false);
  expect(await inOneGo('ReRefund')).toBe('SUCCESS');
  await end(await newest(), true);
  expect(await row()).toMatchObject({ refundStatus: 'SUCCESS', attemptCount: 2, creditCents: 0 });
  await refused(() => third.post(refund.batchReRefund, request), 'ILLEGAL_TRANSITION');
});

it('takes in each state what its machines list, and else moves no row', async () => {
  const { db } = app.database;
  const { refundNo } = (await maker.post(refund.submit, form(20_000))).data;
  const put = (change: object) => db.updateTable('refund').set(change).where('refundNo', '=', refundNo).execute();
  const call =
    (path: string, more: object = {}) =>
    () =>
      checker.post(`refund/${path}`, { refundNo, ...more });
  const refusals = await refuseUnlisted({
    db,
    machine: refundMachine,
    tables: ['refund'],
    put: async (refundStatus) => await put({ refundStatus }),
    commands: {
      approve: { gives: ['approve'], call: call('approve') },
      reject: { gives: ['reject'], call: call('reject', { auditRemark: 'No' }) },
      payout: { gives: ['payOut'], call: call('payout') },
      reRefund: { gives: ['reRefund'], call: call('reRefund') },
    },
  });
  expect(refusals).toBe(20);
  await put({ refundStatus: 'PENDING' });
  const verified = await refuseUnlisted({
    db,
    machine: refundVerificationMachine,
    tables: ['refund'],
    put: async (verifyStatus) => await put({ verifyStatus }),
    commands: {
      verify: { gives: ['pass', 'fail'], call: call('verify', { registeredName: 'Otieno Ouma', registeredIdCardNo }) },
    },
  });
  expect(verified).toBe(1);
});

it('leaves a record of each command', async () => {
  const commands = [
    'refund.submit',
    'refund.verify',
    'refund.ignoreVerify',
    'refund.approve',
    'refund.reject',
    'refund.payeeCheck',
    'refund.payout',
    'refund.reRefund',
  ];
  expect(await recordedActions(app.database.db)).toEqual(expect.arrayContaining(commands));
});
