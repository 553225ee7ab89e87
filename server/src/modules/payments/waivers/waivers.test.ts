import { caseRollback, chargeOff, deduction, payment } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, listOf, type Person } from '../../../../testing/test-calls.ts';
import { previewing } from '../../../../testing/test-previews.ts';
import { chargeOffApplicationMachine } from '../../lending/bills/index.ts';
import { deductionMachine } from '../../lending/deductions/index.ts';
import { driftedBills, trialBalance } from '../../platform/ledger/index.ts';
import { type LentLoan, lend, makeProduct } from '../../lending/orders/testing/lend.ts';
import { receiveFlow } from '../payments/index.ts';
import { everyRow } from '../payments/testing/every-row.ts';
import { intoBadDebtPool } from '../payments/testing/lost-loan.ts';
import { recordedActions } from '../payments/testing/recorded.ts';
import { refuseUnlisted } from '../payments/testing/unlisted-pairs.ts';

/* One suite for both collection systems: what may be waived and lost of an order, or of a bill. */

const SYSTEMS = [
  {
    system: 'ORDER',
    waivers: deduction.byOrder,
    others: deduction.byBill,
    losses: chargeOff.byOrder,
    rollback: caseRollback.byOrder,
    area: 'collection',
    ending: '',
    prefix: '',
  },
  {
    system: 'BILL',
    waivers: deduction.byBill,
    others: deduction.byOrder,
    losses: chargeOff.byBill,
    rollback: caseRollback.byBill,
    area: 'collectionStage',
    ending: 'New',
    prefix: 'stage/',
  },
] as const;

describe.each(SYSTEMS)('$system', ({ system, waivers, others, losses, rollback, area, ending, prefix }) => {
  const pages = ['DeductionAmountManagement', 'BadDebtManagement'].map(
    (name) => `/AdminContent/CollectionSystem${ending}/${name}${ending}`,
  );
  const codes = ['deduction:apply', 'deduction:audit', 'chargeOff:apply', 'chargeOff:audit', 'rollback:full'].map(
    (code) => `${area}:${code}`,
  );

  let app: TestApp;
  let maker: Person;
  let checker: Person;
  let poor: Person;
  let stranger: Person;
  let makerNo: string;
  let productNo: string;
  let people: { maker: string; checker: string };
  let loan: LentLoan;
  let billNo: string;

  async function person(name: string, dataScope: 'ALL' | 'MERCHANTS', capCents: number | null) {
    const rights = { pages, codes: [...codes, 'afterLoan:writeOff:commit'] };
    const made = await addPerson(app.database, name, rights);
    const change = { dataScope, deductionCapCents: capCents };
    const { db } = app.database;
    await db.updateTable('role').set(change).where('roleNo', '=', made.roleNo).execute();
    return { userNo: made.userNo, calls: previewing(app, await as(app, name)) };
  }

  beforeAll(async () => {
    app = await createTestApp({ content: 'seeded' });
    ({ calls: maker, userNo: makerNo } = await person('waive.maker', 'ALL', 50_000));
    ({ calls: checker } = await person('waive.checker', 'ALL', 50_000));
    ({ calls: poor } = await person('waive.poor', 'ALL', 100));
    ({ calls: stranger } = await person('waive.stranger', 'MERCHANTS', 50_000));
    people = {
      maker: makerNo,
      checker: (await addPerson(app.database, 'waive.lender')).userNo,
    };
    productNo = await makeProduct(app.database.db, { collectionScope: system });
  });
  beforeEach(async () => {
    // 5,000.00 lent, service fee 250.00, management fee 100.00, excise 70.00.
    loan = await lend(app.database.db, { productNo, approvedCents: 500_000, ...people });
    ({ billNo } = await bill());
  });
  afterAll(async () => {
    expect((await trialBalance(app.database.db)).differenceCents).toBe(0);
    expect(await driftedBills(app.database.db)).toEqual([]);
    await app[Symbol.asyncDispose]();
  });

  const bill = async () =>
    await app.database.db
      .selectFrom('bill')
      .innerJoin('billBalance', 'billBalance.billNo', 'bill.billNo')
      .select(['bill.billNo', 'billStatus', 'outstandingCents', 'claimCents'])
      .where('orderNo', '=', loan.orderNo)
      .executeTakeFirstOrThrow();

  const item = (component: string, amountCents: number) => ({ billNo, component, amountCents });
  const ask = (items: object[], by = maker) =>
    by.post(waivers.apply, {
      orderNo: loan.orderNo,
      items,
      reason: 'HARDSHIP',
      remark: 'lost the job',
    });

  async function refused(work: () => Promise<{ data: { error: string } }>, error: string) {
    const before = await everyRow(app.database.db);
    expect((await work()).data.error).toBe(error);
    expect(await everyRow(app.database.db)).toEqual(before);
  }

  const intoPool = () => intoBadDebtPool(app.database.db, loan, system);

  describe('a waiver', () => {
    it('takes a reason of its dictionary, and says beside the field that another is unknown', async () => {
      const asked = { orderNo: loan.orderNo, items: [item('SERVICE_FEE', 1_000)], remark: 'lost the job' };
      const no = await maker.post(waivers.apply, { ...asked, reason: 'NO_REASON' });
      expect(no.data).toMatchObject({ error: 'REFERENCE_UNKNOWN', fields: [{ field: 'reason' }] });
    });

    it('is requested by one, lowered and agreed to by another, and settles with the money', async () => {
      const asked = await ask([item('SERVICE_FEE', 20_000), item('MANAGEMENT_FEE', 5_000)]);
      const [deductionNo] = asked.data.deductionNos;
      const list = await checker.post(waivers.page, listOf({ orderNo: loan.orderNo }));
      expect(list.data.rows[0]).toMatchObject({
        deductionNo,
        requestedCents: 25_000,
        approvedCents: null,
        allowedActions: ['approve', 'reject'],
      });
      const own = await maker.get(waivers.detail, { deductionNo });
      expect(own.data.allowedActions).toEqual([]);
      await refused(() => maker.post(waivers.approve, { deductionNo }), 'MAKER_IS_CHECKER');
      const lowered = [{ component: 'SERVICE_FEE', amountCents: 10_000 }];
      const raised = [{ component: 'SERVICE_FEE', amountCents: 20_001 }];
      await refused(() => checker.post(waivers.approve, { deductionNo, items: raised }), 'DEDUCTION_ABOVE_COMPONENT');
      const agreed = await checker.post(waivers.approve, { deductionNo, items: lowered });
      expect(agreed.data).toMatchObject({ deductionStatus: 'APPROVED', approvedCents: 10_000 });
      await refused(() => checker.post(waivers.reject, { deductionNo, reason: 'no' }), 'ILLEGAL_TRANSITION');

      const paymentCode = 'SETTLE1';
      await app.database.db.transaction().execute((tx) =>
        receiveFlow(tx, {
          merchantNo: loan.merchantNo,
          paymentChannel: 'MPESA',
          paymentCode,
          account: 'BANK.MPESA_PAYBILL',
          amountCents: 532_000,
          repayTime: new Date(),
        }),
      );
      const done = await maker.post(payment.writeOffCommit, {
        orderNo: loan.orderNo,
        billNo,
        repayType: 'SETTLE',
        deductionNo,
        acknowledged: ['BELOW_PAYOFF'],
        rows: [{ paymentCode, paymentChannel: 'MPESA', writeOffAmountCents: 532_000, isrecord: true }],
      });
      expect(done.data.settledBillNos).toEqual([billNo]);
      const after = await checker.get(waivers.detail, { deductionNo });
      expect(after.data).toMatchObject({ deductionStatus: 'APPLIED', approvedCents: 10_000 });
      // Undone and applied again with the same waiver, it settles again; nothing of the comparison is left behind.
      const undo = { orderNo: loan.orderNo, billNo: system === 'BILL' ? billNo : null, kind: 'FULL' as const };
      const before = await everyRow(app.database.db);
      const compared = await maker.call(rollback.whatIf, undo);
      expect(compared.flows).toEqual([
        {
          flowNo: expect.any(String),
          amountCents: 532_000,
          error: null,
          waivedCents: 10_000,
          couponCents: 0,
          loweringRefused: null,
        },
      ]);
      expect(compared.bills).toMatchObject([{ isSettledNow: true, isSettledUndone: false, isSettledAgain: true }]);
      expect(await everyRow(app.database.db)).toEqual(before);
    });

    it('is refused for what nobody waives, too much, twice, and by whom may not', async () => {
      await refused(() => ask([item('PRINCIPAL', 1)]), 'DEDUCTION_COMPONENT');
      await refused(() => ask([item('EXCISE', 1)]), 'DEDUCTION_COMPONENT');
      await refused(() => ask([item('SERVICE_FEE', 25_001)]), 'DEDUCTION_ABOVE_COMPONENT');
      const beside = async (items: object[], by = maker) =>
        (await ask(items, by)).data.fields.map(({ field }: { field: string }) => field);
      const fine = item('MANAGEMENT_FEE', 1);
      expect(await beside([fine, item('SERVICE_FEE', 25_001)])).toEqual(['items.1.amountCents']);
      expect(await beside([item('PRINCIPAL', 1), fine])).toEqual(['items.0.amountCents']);
      expect(await beside([fine, item('SERVICE_FEE', 100)], poor)).toEqual([
        'items.0.amountCents',
        'items.1.amountCents',
      ]);
      await refused(() => ask([item('SERVICE_FEE', 0)]), 'ZERO_AMOUNT_FIELD');
      await refused(() => ask([item('SERVICE_FEE', 101)], poor), 'DEDUCTION_ABOVE_ROLE_CAP');
      await refused(() => ask([item('SERVICE_FEE', 1)], stranger), 'ORDER_NOT_FOUND');
      await refused(() => ask([{ ...item('SERVICE_FEE', 1), billNo: 'B-none' }]), 'BILL_NOT_FOUND');
      const made = await ask([item('SERVICE_FEE', 100)]);
      await refused(() => ask([item('SERVICE_FEE', 100)]), 'DEDUCTION_WAITING');
      const [deductionNo] = made.data.deductionNos;
      await refused(() => stranger.post(waivers.approve, { deductionNo }), 'DEDUCTION_NOT_FOUND');
      await refused(() => maker.post(others.approve, { deductionNo }), 'FORBIDDEN');
      const quote = await maker.post(waivers.quote, { orderNo: loan.orderNo });
      expect(quote.data).toMatchObject({
        capCents: 50_000,
        bills: [{ payoffCents: 542_000, openDeductionNo: deductionNo }],
      });
      const names = quote.data.bills[0].waivable.map(({ component }: { component: string }) => component);
      expect(names).toEqual(['MANAGEMENT_FEE', 'SERVICE_FEE']);
      const no = await checker.post(waivers.reject, { deductionNo, reason: 'no hardship' });
      expect(no.data).toMatchObject({ deductionStatus: 'REJECTED', approvedCents: null });
    });
  });

  describe('a loss', () => {
    it('is recognised and taken back by two people each time', async () => {
      const apply = { orderNo: loan.orderNo, reason: 'moved abroad' };
      await refused(() => maker.post(losses.apply, apply), 'CHARGE_OFF_NOT_IN_POOL');
      await intoPool();
      const first = (await maker.post(losses.apply, apply)).data.chargeOffNo;
      const no = { chargeOffNo: first, isApproved: false, reason: 'too early' };
      expect((await checker.post(losses.check, no)).data.chargeOffStatus).toBe('REJECTED');
      const { chargeOffNo } = (await maker.post(losses.apply, apply)).data;
      await refused(() => maker.post(losses.apply, apply), 'CHARGE_OFF_WAITING');
      const check = (isApproved: boolean, reason?: string) => ({ chargeOffNo, isApproved, reason });
      await refused(() => maker.post(losses.check, check(true)), 'MAKER_IS_CHECKER');
      await refused(() => checker.post(losses.check, check(false)), 'BAD_REQUEST');
      await refused(() => stranger.post(losses.check, check(true)), 'CHARGE_OFF_NOT_FOUND');
      const done = await checker.post(losses.check, check(true));
      expect(done.data).toEqual({ chargeOffNo, chargeOffStatus: 'APPROVED', lossCents: 542_000 });
      expect(await bill()).toMatchObject({ billStatus: 'CHARGED_OFF', claimCents: 542_000 });

      const cancel = { chargeOffNo, reason: 'found again' };
      expect((await maker.post(losses.cancel, cancel)).code).toBe(0);
      await refused(() => maker.post(losses.cancel, cancel), 'CANCEL_WAITING');
      await refused(() => maker.post(losses.check, check(true)), 'MAKER_IS_CHECKER');
      const list = await checker.post(losses.page, listOf({ isCancelWaiting: true }));
      expect(list.data.rows[0]).toMatchObject({
        chargeOffNo,
        recoveredCents: 0,
        cancelRequestedByName: 'waive.maker',
        allowedActions: ['approve', 'reject'],
      });
      const kept = await checker.post(losses.check, check(false, 'not sure'));
      expect(kept.data.chargeOffStatus).toBe('APPROVED');
      await maker.post(losses.cancel, cancel);
      const back = await checker.post(losses.check, check(true));
      expect(back.data.chargeOffStatus).toBe('CANCELLED');
      expect(await bill()).toMatchObject({ billStatus: 'ACTIVE', outstandingCents: 542_000 });
      await refused(() => maker.post(losses.cancel, cancel), 'ILLEGAL_TRANSITION');
    });
  });

  it('takes in each state what its machines list, and else moves no row', async () => {
    const { db } = app.database;
    const [deductionNo] = (await ask([item('SERVICE_FEE', 100)])).data.deductionNos;
    const decide =
      (path: string, more: object = {}) =>
      () =>
        checker.post(`caseExemption/${prefix}${path}`, { deductionNo, ...more });
    const waiverPairs = await refuseUnlisted({
      db,
      machine: deductionMachine,
      tables: ['deduction'],
      put: async (deductionStatus) =>
        await db.updateTable('deduction').set({ deductionStatus }).where('deductionNo', '=', deductionNo).execute(),
      commands: {
        approve: { gives: ['approve'], call: decide('approve') },
        reject: { gives: ['reject'], call: decide('reject', { reason: 'No' }) },
      },
    });
    expect(waiverPairs).toBe(10);
    await intoPool();
    const apply = { orderNo: loan.orderNo, reason: 'Moved abroad' };
    const { chargeOffNo } = (await maker.post(losses.apply, apply)).data;
    const check = (isApproved: boolean) => () =>
      checker.post(losses.check, { chargeOffNo, isApproved, reason: 'Looked at' });
    const lossPairs = await refuseUnlisted({
      db,
      machine: chargeOffApplicationMachine,
      tables: ['charge_off'],
      put: async (chargeOffStatus) =>
        await db.updateTable('chargeOff').set({ chargeOffStatus }).where('chargeOffNo', '=', chargeOffNo).execute(),
      commands: {
        approve: { gives: ['approve'], call: check(true) },
        reject: { gives: ['reject'], call: check(false) },
        cancel: {
          gives: ['cancel'],
          call: () => maker.post(losses.cancel, { chargeOffNo, reason: 'Found' }),
        },
      },
    });
    expect(lossPairs).toBe(9);
  });

  it('leaves a record of each command', async () => {
    const commands = [
      'deduction.apply',
      'deduction.approve',
      'deduction.reject',
      'chargeOff.apply',
      'chargeOff.approve',
      'chargeOff.reject',
      'chargeOff.cancel.apply',
      'chargeOff.cancel.approve',
    ];
    expect(await recordedActions(app.database.db)).toEqual(expect.arrayContaining(commands));
  });
});
