import { change, flow } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, fieldOf, found, listOf, type Person } from '../../../../testing/test-calls.ts';
import { previewing } from '../../../../testing/test-previews.ts';
import { attachFile } from '../../platform/files/testing/attach-file.ts';
import { driftedBills, trialBalance } from '../../platform/ledger/index.ts';
import { type LentLoan, lend, makeProduct } from '../../lending/orders/testing/lend.ts';
import { makerCheckerRequestMachine } from '../../platform/policy/index.ts';
import { applyPayment, flowMachine, receiveFlow } from '../payments/index.ts';
import { everyRow, expectRefusal } from '../payments/testing/every-row.ts';
import { recordedActions } from '../payments/testing/recorded.ts';
import { refuseUnlisted } from '../payments/testing/unlisted-pairs.ts';

const FOLDER = '/AdminContent/AfterLoanSystem';
const PAGES = [`${FOLDER}/FlowRecordSupplement`, `${FOLDER}/ReconciliationManagement`];
const CODES = ['flow:save', 'flow:update', 'flow:commit', 'flow:assign', 'flow:audit'];
const MORE = ['reconDifference:resolve', 'reconDifference:audit'];

let app: TestApp;
let maker: Person;
let checker: Person;
let stranger: Person;
let checkerNo: string;
let lenders: { maker: string; checker: string };
let productNo: string;
let loan: LentLoan;
let phone: string;
let serial = 0;

async function person(name: string, dataScope: 'ALL' | 'MERCHANTS') {
  const codes = [...CODES, ...MORE].map((code) => `afterLoan:${code}`);
  const made = await addPerson(app.database, name, { pages: PAGES, codes, dailyRevealBudget: 20 });
  const { db } = app.database;
  await db.updateTable('role').set({ dataScope }).where('roleNo', '=', made.roleNo).execute();
  return { userNo: made.userNo, calls: previewing(app, await as(app, name)) };
}

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  ({ calls: maker } = await person('flow.maker', 'ALL'));
  ({ calls: checker, userNo: checkerNo } = await person('flow.checker', 'ALL'));
  ({ calls: stranger } = await person('flow.stranger', 'MERCHANTS'));
  lenders = {
    maker: (await addPerson(app.database, 'flow.lender')).userNo,
    checker: (await addPerson(app.database, 'flow.approver')).userNo,
  };
  productNo = await makeProduct(app.database.db);
  await attachFile(app.database.db, { attachmentNo: 'F-1', subjectType: 'order', subjectNo: 'LO1' });
});
beforeEach(async () => {
  loan = await lend(app.database.db, { productNo, approvedCents: 500_000, ...lenders });
  const customer = await app.database.db
    .selectFrom('customer')
    .select('phone')
    .where('customerNo', '=', loan.customerNo)
    .executeTakeFirstOrThrow();
  ({ phone } = customer);
});
afterAll(async () => {
  expect((await trialBalance(app.database.db)).differenceCents).toBe(0);
  expect(await driftedBills(app.database.db)).toEqual([]);
  await app[Symbol.asyncDispose]();
});

const form = (more: object = {}) => ({
  orderNo: loan.orderNo,
  phone,
  paymentChannel: 'MPESA',
  paymentCode: `SUP${(serial += 1)}`,
  accountId: 'BANK.MPESA_PAYBILL',
  amountCents: 250_000,
  repayTime: new Date().toISOString(),
  voucherIds: ['F-1'],
  remark: 'the callback never came',
  ...more,
});

async function refused(work: () => Promise<{ data: { error: string } }>, error: string) {
  const before = await everyRow(app.database.db);
  expect((await work()).data.error).toBe(error);
  expect(await everyRow(app.database.db)).toEqual(before);
}

/** A flow without a home. */
async function received(amountCents: number, accountReference?: string): Promise<string> {
  return await app.database.db.transaction().execute(async (tx) => {
    const { flowNo } = await receiveFlow(tx, {
      merchantNo: loan.merchantNo,
      paymentChannel: 'MPESA',
      paymentCode: `UNM${(serial += 1)}`,
      account: 'BANK.MPESA_PAYBILL',
      amountCents,
      repayTime: new Date(),
      accountReference,
    });
    const change = { flowStatus: 'UNMATCHED' } as const;
    await tx.updateTable('paymentFlow').set(change).where('flowNo', '=', flowNo).execute();
    return flowNo;
  });
}

const flowOf = async (flowNo: string) => (await maker.get(flow.detail, { flowNo })).data;

it('records a flow that an approver agrees to, once', async () => {
  const found = await maker.post(flow.checkPhone, { phone });
  expect(found.data.orders[0]).toMatchObject({ orderNo: loan.orderNo, outstandingCents: 542_000 });
  const nowhere = await maker.post(flow.save, form({ voucherIds: ['F-2'] }));
  expect(nowhere.data).toMatchObject({ error: 'ATTACHMENT_NOT_FOUND', fields: [{ field: 'voucherIds' }] });
  const bare = await maker.post(flow.save, form({ voucherIds: [] }));
  const { draftNo, version } = bare.data;
  await refused(() => maker.post(flow.commit, { draftNo }), 'BAD_REQUEST');
  const whole = { ...form(), draftNo, version };
  expect((await maker.post(flow.update, whole)).data.version).toBe(version + 1);
  await refused(() => maker.post(flow.update, whole), 'STALE');
  const foreign = { ...whole, version: version + 1 };
  for (const gone of [
    () => maker.post(flow.update, { ...foreign, draftNo: 'FD-none' }),
    () => maker.post(flow.commit, { draftNo: 'FD-none' }),
    () => stranger.post(flow.update, foreign),
    () => stranger.post(flow.commit, { draftNo }),
  ]) {
    const tables = ['flow_draft', 'change_request'];
    await expectRefusal(app.database.db, tables, 'FLOW_DRAFT_NOT_FOUND', gone);
  }
  const { changeNo } = (await maker.post(flow.commit, { draftNo })).data;
  await refused(() => maker.post(flow.commit, { draftNo }), 'ILLEGAL_TRANSITION');
  await refused(() => maker.post(change.changeFamilies.flow.approve, { changeNo }), 'CHANGE_OWN');
  await refused(() => stranger.post(change.changeFamilies.flow.approve, { changeNo }), 'CHANGE_NOT_FOUND');
  const done = await checker.post(change.changeFamilies.flow.approve, { changeNo });
  const flowNo = fieldOf(done.data.result, 'flowNo');
  expect(await flowOf(flowNo)).toMatchObject({
    flowStatus: 'UNMATCHED',
    source: 'SUPPLEMENT',
    writableCents: 250_000,
    ownerName: 'flow.maker',
    orderNo: loan.orderNo,
  });
  const { paymentCode } = whole;
  await refused(() => maker.post(flow.save, form({ paymentCode })), 'SERIAL_REPEATED');
});

it('amends a draft for its own customer without the number, for another one only with theirs', async () => {
  const { draftNo, version } = (await maker.post(flow.save, form())).data;
  const known = await maker.post(flow.checkPhone, { draftNo });
  expect(known.data.orders.map(({ orderNo }) => orderNo)).toEqual([loan.orderNo]);
  expect((await stranger.post(flow.checkPhone, { draftNo })).data).toMatchObject({ error: 'FLOW_DRAFT_NOT_FOUND' });
  const { phone: _checked, ...rest } = form({ amountCents: 260_000 });
  expect((await maker.post(flow.update, { ...rest, draftNo, version })).data).toMatchObject({ version: version + 1 });
  const kept = app.database.db.selectFrom('flowDraft').select(['payerPhone', 'amountCents']);
  expect(await kept.where('draftNo', '=', draftNo).executeTakeFirst()).toEqual({
    payerPhone: phone,
    amountCents: 260_000,
  });
  const other = await lend(app.database.db, { productNo, approvedCents: 500_000, ...lenders });
  const moved = { ...rest, paymentCode: `SUP${(serial += 1)}`, orderNo: other.orderNo, draftNo, version: version + 1 };
  await refused(() => maker.post(flow.update, moved), 'BAD_REQUEST');
});

it('gives a draft back that nobody agreed to', async () => {
  const { draftNo } = (await maker.post(flow.save, form())).data;
  const { changeNo } = (await maker.post(flow.commit, { draftNo })).data;
  const no = { changeNo, reason: 'no such payment' };
  expect((await checker.post(change.changeFamilies.flow.reject, no)).code).toBe(0);
  const list = await maker.post(flow.drafts, listOf({ orderNo: loan.orderNo }));
  expect(list.data.rows[0]).toMatchObject({ draftNo, draftStatus: 'DRAFT', allowedActions: ['update', 'commit'] });
});

it('writes nothing down that cannot have happened', async () => {
  const save = (more: object) => () => maker.post(flow.save, form(more));
  await refused(save({ phone: '254700000000' }), 'BAD_REQUEST');
  await refused(save({ amountCents: 0 }), 'ZERO_AMOUNT_FIELD');
  await refused(save({ paymentCode: loan.orderNo }), 'SERIAL_EQUALS_ORDER_NO');
  await refused(save({ repayTime: new Date(Date.now() + 60_000).toISOString() }), 'PAID_IN_FUTURE');
  await refused(save({ repayTime: '2020-01-01T00:00:00Z' }), 'BEFORE_LOAN_DATE');
  await refused(save({ accountId: 'SUSPENSE' }), 'BAD_REQUEST');
  await refused(() => stranger.post(flow.save, form()), 'ORDER_NOT_FOUND');
});

it('proposes whom a flow may belong to, and lets one person look after it', async () => {
  const { repaymentCode } = await app.database.db
    .selectFrom('loanOrder')
    .select('repaymentCode')
    .where('orderNo', '=', loan.orderNo)
    .executeTakeFirstOrThrow();
  const last = Number(repaymentCode.at(-1));
  const typo = repaymentCode.slice(0, -1) + String((last + 1) % 10);
  const flowNo = await received(542_000, typo);
  const inbox = await maker.post(flow.unmatched, listOf({ isWithoutOwner: true }));
  const row = found(inbox.data.rows.find((one) => one.flowNo === flowNo));
  const own = row.candidates.find((one) => one.orderNo === loan.orderNo);
  expect(own).toMatchObject({ because: ['REFERENCE_NEAR', 'EQUALS_PAYOFF'], payoffCents: 542_000 });
  expect(row.allowedActions).toEqual(['take', 'adjust', 'reverse']);
  const take = { flowNo, ownerUserNo: checkerNo };
  expect((await maker.post(flow.assign, take)).code).toBe(0);
  const mine = await checker.post(flow.unmatched, listOf({ ownerUserNo: checkerNo }));
  expect(mine.data.rows[0].allowedActions).toContain('handOver');
  await refused(() => stranger.post(flow.assign, take), 'SERIAL_NOT_FOUND');
  const nobody = { flowNo, ownerUserNo: 'U-none' };
  await refused(() => maker.post(flow.assign, nobody), 'USER_NOT_FOUND');
});

it('books what the statement shows, never below what is in use, and a reversal of what is not', async () => {
  const flowNo = await received(100_000);
  const adjust = (statementCents: number) => ({ flowNo, statementCents, reason: 'statement' });
  await app.database.db.transaction().execute((tx) =>
    applyPayment(tx, {
      orderNo: loan.orderNo,
      billNo: null,
      repayType: 'GENERIC',
      flowNo,
      amountCents: 60_000,
      idempotencyKey: `flows-test/${flowNo}`,
    }),
  );
  await refused(() => maker.post(flow.adjust, adjust(59_999)), 'ABOVE_WRITABLE');
  await refused(() => maker.post(flow.adjust, adjust(100_000)), 'NOTHING_CHANGES');
  const reverse = { flowNo, reason: 'denied' };
  await refused(() => maker.post(flow.reverse, reverse), 'FLOW_HAS_APPLICATIONS');
  const { changeNo } = (await maker.post(flow.adjust, adjust(60_000))).data;
  const approve = 'reconciliation/difference/change/approve';
  expect((await checker.post(approve, { changeNo })).code).toBe(0);
  expect(await flowOf(flowNo)).toMatchObject({ flowStatus: 'APPLIED', writableCents: 0 });

  const other = await received(70_000);
  const asked = await maker.post(flow.reverse, { flowNo: other, reason: 'denied' });
  expect((await checker.post(approve, { changeNo: asked.data.changeNo })).code).toBe(0);
  expect(await flowOf(other)).toMatchObject({ flowStatus: 'REVERSED', writableCents: 0, allowedActions: [] });
  const again = { flowNo: other, reason: 'again' };
  await refused(() => maker.post(flow.reverse, again), 'FLOW_HAS_APPLICATIONS');
});

it('books no reversal of a flow whose state does not list it, and moves no row', async () => {
  const { db } = app.database;
  const flowNo = await received(80_000);
  const refused = await refuseUnlisted({
    db,
    machine: flowMachine,
    tables: ['change_request'],
    put: async (flowStatus) =>
      await db.updateTable('paymentFlow').set({ flowStatus }).where('flowNo', '=', flowNo).execute(),
    commands: {
      reverse: { gives: ['reverse'], call: () => maker.post(flow.reverse, { flowNo, reason: 'Denied' }) },
    },
  });
  expect(refused).toBe(4);
  await db.updateTable('paymentFlow').set({ flowStatus: 'UNMATCHED' }).where('flowNo', '=', flowNo).execute();
});

it('decides a change that waits alone, and else moves no row', async () => {
  const { db } = app.database;
  const { draftNo } = (await maker.post(flow.save, form())).data;
  const { changeNo } = (await maker.post(flow.commit, { draftNo })).data;
  const { payload, makerUserNo } = await db
    .selectFrom('changeRequest')
    .select(['payload', 'makerUserNo'])
    .where('changeNo', '=', changeNo)
    .executeTakeFirstOrThrow();
  const decide =
    (name: string, by: Person, more: object = {}) =>
    () =>
      by.post(`rePayManage/flow/change/${name}`, { changeNo, ...more });
  const refused = await refuseUnlisted({
    db,
    machine: makerCheckerRequestMachine,
    tables: ['change_request', 'flow_draft'],
    put: async (changeState) => {
      const waits = changeState === 'PENDING';
      const decidedBy = changeState === 'WITHDRAWN' ? makerUserNo : checkerNo;
      await db
        .updateTable('changeRequest')
        .set({ changeState, payload: waits ? JSON.stringify(payload) : null, decidedBy: waits ? null : decidedBy })
        .where('changeNo', '=', changeNo)
        .execute();
    },
    commands: {
      approve: { gives: ['approve'], call: decide('approve', checker) },
      reject: { gives: ['reject'], call: decide('reject', checker, { reason: 'No' }) },
      withdraw: { gives: ['withdraw'], call: decide('withdraw', maker) },
    },
  });
  expect(refused).toBe(12);
});

it('leaves a record of each command', async () => {
  const commands = [
    'flow.save',
    'flow.update',
    'flow.assign',
    'flow.commit.requested',
    'flow.recorded',
    'flow.adjusted',
    'flow.reversed',
  ];
  expect(await recordedActions(app.database.db)).toEqual(expect.arrayContaining(commands));
});
