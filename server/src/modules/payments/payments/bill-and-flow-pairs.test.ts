import { change as changeCalls, chargeOff, coupon, deduction, flow, payment, transfer } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { statesOf } from '../../../state-machine/index.ts';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, type Person } from '../../../../testing/test-calls.ts';
import { billMachine, type BillStatus } from '../../lending/bills/index.ts';
import { attachFile } from '../../platform/files/testing/attach-file.ts';
import { driftedBills, trialBalance } from '../../platform/ledger/index.ts';
import { orderMachine } from '../../lending/orders/index.ts';
import { type LentLoan, lend, makeProduct } from '../../lending/orders/testing/lend.ts';
import { flowMachine, receiveFlow } from './index.ts';
import { expectRefusal } from './testing/every-row.ts';
import { intoBadDebtPool } from './testing/lost-loan.ts';
import { refuseUnlisted } from './testing/unlisted-pairs.ts';

/* A bill, a flow and a loan refuse each command of an endpoint in every state that does not list it. */

const TABLES = [
  'payment_application',
  'write_off_task',
  'deduction',
  'charge_off',
  'coupon_use',
  'collection_case',
  'cash_transfer',
  'change_request',
  'bill_balance',
  'posting',
];
const OWED_CENTS = 542_000;
const CODES = [
  'afterLoan:writeOff:commit',
  'afterLoan:rollback:settle',
  'afterLoan:rollback:full',
  'afterLoan:zeroSettle:settle',
  'afterLoan:coupon:use',
  'afterLoan:reconDifference:resolve',
  'afterLoan:reconDifference:audit',
  'afterLoan:flow:assign',
  'charge:transfer:submit',
  'collection:deduction:apply',
  'collection:deduction:audit',
  'collection:chargeOff:apply',
  'collection:chargeOff:audit',
];
const GENERIC_ONLY = { CHARGED_OFF: 'GENERIC_ONLY' };

let app: TestApp;
let maker: Person;
let checker: Person;
let people: { maker: string; checker: string };
let productNo: string;
let loan: LentLoan;
let billNo: string;
let serial = 0;

async function person(name: string): Promise<Person> {
  const { roleNo } = await addPerson(app.database, name, { codes: CODES });
  const rights = { dataScope: 'ALL', deductionCapCents: 50_000 } as const;
  await app.database.db.updateTable('role').set(rights).where('roleNo', '=', roleNo).execute();
  return await as(app, name);
}

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  [maker, checker] = [await person('pair.maker'), await person('pair.checker')];
  people = {
    maker: (await addPerson(app.database, 'pair.lender')).userNo,
    checker: (await addPerson(app.database, 'pair.approver')).userNo,
  };
  productNo = await makeProduct(app.database.db);
});
beforeEach(async () => {
  const { db } = app.database;
  loan = await lend(db, { productNo, approvedCents: 500_000, ...people });
  const bill = db.selectFrom('bill').select('billNo').where('orderNo', '=', loan.orderNo);
  ({ billNo } = await bill.executeTakeFirstOrThrow());
});
afterAll(async () => {
  expect((await trialBalance(app.database.db)).differenceCents).toBe(0);
  expect(await driftedBills(app.database.db)).toEqual([]);
  await app[Symbol.asyncDispose]();
});

async function receive(amountCents: number) {
  const paymentCode = `PAIR${(serial += 1)}`;
  const receipt = {
    merchantNo: loan.merchantNo,
    paymentChannel: 'MPESA',
    paymentCode,
    account: 'BANK.MPESA_PAYBILL',
  } as const;
  const paid = { amountCents, repayTime: new Date(), payerPhone: '254712345678' };
  const { flowNo } = await app.database.db.transaction().execute((tx) => receiveFlow(tx, { ...receipt, ...paid }));
  return { flowNo, paymentCode };
}

/** Money all of which is the customer's credit. */
async function credit(amountCents: number): Promise<string> {
  const { flowNo } = await receive(amountCents);
  const { customerNo } = loan;
  const change = { customerNo, creditedCents: amountCents, flowStatus: 'APPLIED' } as const;
  await setFlow(flowNo, change);
  return flowNo;
}

const setFlow = (flowNo: string, change: object) =>
  app.database.db.updateTable('paymentFlow').set(change).where('flowNo', '=', flowNo).execute();
const setBill = (billStatus: BillStatus) =>
  app.database.db.updateTable('bill').set({ billStatus }).where('billNo', '=', billNo).execute();

const writeOff = (repayType: string, paymentCode: string, writeOffAmountCents: number) =>
  maker.post(payment.writeOffCommit, {
    orderNo: loan.orderNo,
    billNo: repayType === 'GENERIC' ? null : billNo,
    repayType,
    rows: [{ paymentCode, paymentChannel: 'MPESA', writeOffAmountCents, isrecord: true }],
    acknowledged: ['SURPLUS_TO_CREDIT'],
  });
const spendCredit = (flowNo: string, repayType: string, amountCents: number) =>
  maker.post(payment.creditUse, {
    orderNo: loan.orderNo,
    billNo: repayType === 'GENERIC' ? null : billNo,
    repayType,
    flowNo,
    amountCents,
  });
const undo = () => maker.post(payment.rollbackSettle, { orderNo: loan.orderNo, billNo, reason: 'Wrong' });
const apply = (billNos?: string[]) =>
  maker.post(chargeOff.byOrder.apply, { orderNo: loan.orderNo, billNos, reason: 'Moved abroad' });
const check = (chargeOffNo: string) => checker.post(chargeOff.byOrder.check, { chargeOffNo, isApproved: true });

describe('a bill', () => {
  it('is paid, extended, lowered and lost while it is active alone', async () => {
    const { db } = app.database;
    const { paymentCode } = await receive(OWED_CENTS + 100_000);
    const creditNo = await credit(OWED_CENTS);
    const items = [{ billNo, component: 'SERVICE_FEE', amountCents: 100 }];
    const waive = () =>
      maker.post(deduction.byOrder.apply, { orderNo: loan.orderNo, items, reason: 'HARDSHIP', remark: 'Lost job' });
    await intoBadDebtPool(db, loan);
    const [deductionNo] = (await waive()).data.deductionNos;
    const { chargeOffNo } = (await apply()).data;
    const refused = await refuseUnlisted({
      db,
      machine: billMachine,
      tables: TABLES,
      put: setBill,
      commands: {
        settle: { gives: ['settle'], call: () => writeOff('SETTLE', paymentCode, OWED_CENTS), refusals: GENERIC_ONLY },
        partial: { gives: ['settle'], call: () => writeOff('PARTIAL', paymentCode, 1_000), refusals: GENERIC_ONLY },
        extend: {
          gives: ['rollOver'],
          call: () => writeOff('EXTENSION', paymentCode, 200_000),
          refusals: GENERIC_ONLY,
        },
        useCredit: {
          gives: ['settle'],
          call: () => spendCredit(creditNo, 'SETTLE', OWED_CENTS),
          refusals: GENERIC_ONLY,
        },
        zeroSettle: { gives: ['settle'], call: () => maker.post(payment.zeroSettle, { billNo }) },
        useCoupon: {
          gives: ['settle'],
          call: () => maker.post(coupon.couponUse, { billNo, couponNo: 'CP0000000001' }),
        },
        waive: { gives: ['settle'], call: waive },
        agreeToWaive: { gives: ['settle'], call: () => checker.post(deduction.byOrder.approve, { deductionNo }) },
        lose: { gives: ['chargeOff'], call: () => apply([billNo]) },
        loseAll: { gives: ['chargeOff'], call: () => apply() },
        agreeToLoss: { gives: ['chargeOff'], call: () => check(chargeOffNo) },
      },
    });
    expect(refused).toBe(44);
  });

  it('is taken back from its loss while it is lost alone', async () => {
    const { db } = app.database;
    await intoBadDebtPool(db, loan);
    const { chargeOffNo } = (await apply()).data;
    expect((await check(chargeOffNo)).code).toBe(0);
    expect((await maker.post(chargeOff.byOrder.cancel, { chargeOffNo, reason: 'Found' })).code).toBe(0);
    const refused = await refuseUnlisted({
      db,
      machine: billMachine,
      tables: TABLES,
      put: setBill,
      commands: {
        agreeToCancel: { gives: ['cancelChargeOff'], call: () => check(chargeOffNo) },
      },
    });
    expect(refused).toBe(4);
    await setBill('CHARGED_OFF');
  });

  it('is opened again by the rollback of what ended it alone', async () => {
    const { db } = app.database;
    const { paymentCode } = await receive(OWED_CENTS);
    expect((await writeOff('SETTLE', paymentCode, OWED_CENTS)).code).toBe(0);
    const since = { CHARGED_OFF: 'CHARGED_OFF_SINCE' };
    const refused = await refuseUnlisted({
      db,
      machine: billMachine,
      tables: TABLES,
      put: setBill,
      // Of an active bill a part payment is undone, which moves no state of it.
      commands: { undo: { gives: ['rollBack', 'settle'], call: undo, refusals: since } },
    });
    expect(refused).toBe(2);
    await setBill('SETTLED');
    expect((await undo()).code).toBe(0);
    expect((await undo()).data.error).toBe('NO_WRITE_OFF_RECORD');
  });
});

it('pays a loan that is paid out alone', async () => {
  const { db } = app.database;
  const { paymentCode } = await receive(100_000);
  const creditNo = await credit(100_000);
  const refused = await refuseUnlisted({
    db,
    machine: orderMachine,
    tables: TABLES,
    put: async (orderStatus) =>
      await db.updateTable('loanOrder').set({ orderStatus }).where('orderNo', '=', loan.orderNo).execute(),
    commands: {
      pay: { gives: ['close'], call: () => writeOff('GENERIC', paymentCode, 100_000) },
      useCredit: { gives: ['close'], call: () => spendCredit(creditNo, 'GENERIC', 100_000) },
    },
  });
  expect(refused).toBe(22);
});

describe('a flow', () => {
  const USED_UP = { APPLIED: 'SERIAL_WRITTEN_OFF' };
  const matched = (...states: string[]) => Object.fromEntries(states.map((state) => [state, 'FLOW_MATCHED']));
  const approve = (changeNo: string) => () =>
    checker.post(changeCalls.changeFamilies.reconDifference.approve, { changeNo });

  it('is applied, returned, taken over and booked again in the states that list it alone', async () => {
    const { db } = app.database;
    const { flowNo, paymentCode } = await receive(80_000);
    const adjust = (statementCents: number) => maker.post(flow.adjust, { flowNo, statementCents, reason: 'As stated' });
    const adjustNo = (await adjust(90_000)).data.changeNo;
    const { flowNo: reversedNo } = await receive(70_000);
    const reversal = await maker.post(flow.reverse, { flowNo: reversedNo, reason: 'Denied' });
    await attachFile(db, { attachmentNo: 'AT1', subjectType: 'chargeVoucher', subjectNo: 'M0001' });
    const common = { purpose: 'Back to its payer', voucherIds: ['AT1'] };
    const back = { transferType: 'RETURN_TO_PAYER', flowNo, amountCents: 10_000, ...common };
    const refused = await refuseUnlisted({
      db,
      machine: flowMachine,
      tables: TABLES,
      put: async (flowStatus) => {
        await setFlow(flowNo, { flowStatus });
        await setFlow(reversedNo, { flowStatus });
      },
      commands: {
        apply: { gives: ['applyPart'], call: () => writeOff('PARTIAL', paymentCode, 1_000), refusals: USED_UP },
        applyAll: { gives: ['applyAll'], call: () => writeOff('PARTIAL', paymentCode, 80_000), refusals: USED_UP },
        // One that no rule had placed yet is unmatched first.
        giveBack: {
          gives: ['returnRemainder', 'matchFail'],
          call: () => maker.post(transfer.submit, back),
          refusals: matched('APPLIED', 'REFUNDED', 'REVERSED'),
        },
        adjust: { gives: ['applyPart', 'rollBackPart'], call: () => adjust(85_000) },
        agreeToAdjust: { gives: ['applyPart', 'rollBackPart'], call: approve(adjustNo) },
        agreeToReverse: { gives: ['reverse'], call: approve(reversal.data.changeNo) },
      },
    });
    expect(refused).toBe(15);
    const take = () => maker.post(flow.assign, { flowNo, ownerUserNo: null });
    for (const flowStatus of statesOf(flowMachine).filter((state) => state !== 'UNMATCHED')) {
      await setFlow(flowNo, { flowStatus });
      await expectRefusal(db, TABLES, 'ILLEGAL_TRANSITION', take, `take ${flowStatus}`);
    }
    for (const no of [flowNo, reversedNo]) await setFlow(no, { flowStatus: 'UNMATCHED' });
  });

  it('gives credit and applications back in the states that list it alone', async () => {
    const { db } = app.database;
    const creditNo = await credit(50_000);
    const { flowNo, paymentCode } = await receive(100_000);
    expect((await writeOff('PARTIAL', paymentCode, 40_000)).code).toBe(0);
    const refused = await refuseUnlisted({
      db,
      machine: flowMachine,
      tables: TABLES,
      put: async (flowStatus) => {
        await setFlow(creditNo, { flowStatus });
        await setFlow(flowNo, { flowStatus });
      },
      commands: {
        useCredit: {
          gives: ['rollBackPart'],
          call: () => spendCredit(creditNo, 'PARTIAL', 10_000),
        },
        undo: { gives: ['rollBackPart', 'rollBackAll'], call: undo },
      },
    });
    expect(refused).toBe(6);
    await setFlow(flowNo, { flowStatus: 'PART_APPLIED' });
  });

  it('is open again where the statement shows more of it than went back to its payer', async () => {
    const { flowNo, paymentCode } = await receive(80_000);
    await setFlow(flowNo, { flowStatus: 'REFUNDED', returnedCents: 80_000 });
    const request = { flowNo, statementCents: 90_000, reason: 'As stated' };
    const { changeNo } = (await maker.post(flow.adjust, request)).data;
    expect((await approve(changeNo)()).code).toBe(0);
    expect((await writeOff('PARTIAL', paymentCode, 10_000)).code).toBe(0);
  });
});
