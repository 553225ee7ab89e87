import { caseSettle, change, job } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, fieldOf, listOf, type Person } from '../../../../testing/test-calls.ts';
import { previewing } from '../../../../testing/test-previews.ts';
import { lend, makeProduct } from '../../lending/orders/testing/lend.ts';
import { createLogger } from '../../platform/health/index.ts';
import { startJobWorker } from '../../platform/jobs/index.ts';
import { trialBalance } from '../../platform/ledger/index.ts';
import { receiveFlow } from '../payments/index.ts';
import { intoBadDebtPool } from '../payments/testing/lost-loan.ts';

const SYSTEMS = [
  { system: 'ORDER', of: caseSettle.byOrder, area: 'collection', ending: '', family: 'caseSettle' },
  { system: 'BILL', of: caseSettle.byBill, area: 'collectionStage', ending: 'New', family: 'caseSettleStage' },
] as const;

describe.each(SYSTEMS)('$system', ({ system, of, area, ending, family }) => {
  let app: TestApp;
  let maker: ReturnType<typeof previewing>;
  let checker: Person;
  let stop: () => Promise<void>;
  let staff: { maker: string; checker: string };
  let productNo: string;

  beforeAll(async () => {
    app = await createTestApp({ content: 'seeded' });
    const { db } = app.database;
    const rights = {
      pages: [`/AdminContent/CollectionSystem${ending}/CancelAfterVerificationManagement${ending}`],
      codes: ['writeOff:save', 'writeOff:commit', 'writeOff:import', 'bulk:check'].map((code) => `${area}:${code}`),
    };
    const made = [
      await addPerson(app.database, 'draft.maker', rights),
      await addPerson(app.database, 'draft.checker', rights),
    ];
    for (const { roleNo } of made)
      await db.updateTable('role').set({ dataScope: 'ALL' }).where('roleNo', '=', roleNo).execute();
    const [one, two] = made.map(({ userNo }) => userNo);
    staff = { maker: one ?? '', checker: two ?? '' };
    productNo = await makeProduct(db, { collectionScope: system });
    maker = previewing(app, await as(app, 'draft.maker'));
    checker = await as(app, 'draft.checker');
    stop = await startJobWorker({ db, services: app.services, log: createLogger('silent') });
  });
  afterAll(async () => {
    expect((await trialBalance(app.database.db)).differenceCents).toBe(0);
    await stop();
    await app[Symbol.asyncDispose]();
  });

  /** A draft of what a customer paid on an order that is in collection, or is not. */
  async function draft(paymentCode: string): Promise<string> {
    const { db } = app.database;
    const loan = await lend(db, { productNo, approvedCents: 300_000, ...staff });
    await intoBadDebtPool(db, loan);
    const { merchantNo, orderNo } = loan;
    const paid = { merchantNo, paymentChannel: 'MPESA', paymentCode, account: 'BANK.MPESA_PAYBILL' } as const;
    await db.transaction().execute((tx) => receiveFlow(tx, { ...paid, amountCents: 10_000, repayTime: new Date() }));
    const rows = [{ paymentCode, paymentChannel: 'MPESA', writeOffAmountCents: 10_000, isrecord: true }];
    const form = { orderNo, billNo: null, repayType: 'GENERIC' as const, rows };
    return (await maker.post(of.save, form)).data.taskNo;
  }

  it('asks an approver to commit the drafts that were selected, then commits each on its own', async () => {
    const taskNos = [await draft('DRAFT1'), await draft('DRAFT2')];
    const asked = await maker.post(of.submitMany, { taskNos, reason: 'Statement of the 20th' });
    expect(asked.data.items).toMatchObject(taskNos.map((subjectNo) => ({ subjectNo, error: null })));
    const drafts = await maker.post(of.page, listOf({ finishStatus: 'UNFINISHED' }));
    expect(drafts.data.total).toBe(2);
    expect((await maker.get(of.people)).data).toContainEqual({ userNo: staff.maker, realName: 'draft.maker' });
    const by = async (...createdBy: string[]) =>
      (await maker.post(of.page, listOf({ finishStatus: 'UNFINISHED', createdBy }))).data.total;
    expect([await by(staff.checker), await by(staff.checker, staff.maker)]).toEqual([0, 2]);
    const { changeNo } = asked.data;
    const own = await maker.post(change.changeFamilies[family].approve, { changeNo });
    expect(own.data.error).toBe('CHANGE_OWN');
    const done = await checker.post(change.changeFamilies[family].approve, { changeNo });
    const jobNo = fieldOf(done.data.result, 'jobNo');
    await expect
      .poll(async () => (await checker.call(job.detail, { jobNo })).jobStatus, { timeout: 20_000 })
      .toBe('SUCCESS');
    const list = await maker.post(of.page, listOf({ finishStatus: 'DONE' }));
    expect(list.data.rows).toMatchObject([{ importResult: 'SUCCESS' }, { importResult: 'SUCCESS' }]);
  });

  it('proposes the orders in collection of its system that an unmatched payment may be for', async () => {
    const { db } = app.database;
    const loan = await lend(db, { productNo, approvedCents: 300_000, ...staff });
    const { repaymentCode } = await db
      .selectFrom('loanOrder')
      .select('repaymentCode')
      .where('orderNo', '=', loan.orderNo)
      .executeTakeFirstOrThrow();
    const last = Number(repaymentCode.at(-1));
    const paid = { merchantNo: loan.merchantNo, paymentChannel: 'MPESA', account: 'BANK.MPESA_PAYBILL' } as const;
    const facts = { ...paid, paymentCode: `LIKELY-${system}`, amountCents: 10_000, repayTime: new Date() };
    await db.transaction().execute((tx) => receiveFlow(tx, facts));
    await db
      .updateTable('paymentFlow')
      .set({ flowStatus: 'UNMATCHED', accountReference: `${repaymentCode.slice(0, -1)}${(last + 1) % 10}` })
      .where('paymentCode', '=', facts.paymentCode)
      .execute();
    const likely = async (by = of) =>
      (await maker.call(by.unmatched, { ...listOf({ paymentCode: facts.paymentCode }), sort: null })).rows;
    const own = async () => (await likely())[0]?.candidates.filter(({ orderNo }) => orderNo === loan.orderNo);
    // Not in collection: it is not proposed.
    expect(await likely()).toMatchObject([{ allowedActions: ['apply'] }]);
    expect(await own()).toEqual([]);
    await intoBadDebtPool(db, loan, system);
    expect(await own()).toMatchObject([{ because: ['REFERENCE_NEAR'] }]);
    // The settlement desk of the other system does not see its page at all.
    const other = system === 'ORDER' ? caseSettle.byBill : caseSettle.byOrder;
    expect((await maker.post(other.unmatched, listOf({}))).data.error).toBe('FORBIDDEN');
    const rows = [
      { paymentCode: facts.paymentCode, paymentChannel: 'MPESA', writeOffAmountCents: 10_000, isrecord: true },
    ];
    const form = { orderNo: loan.orderNo, billNo: null, repayType: 'GENERIC' as const, rows };
    expect((await maker.post(of.commit, form)).data.applications).toHaveLength(1);
    expect(await likely()).toEqual([]);
  });

  it('takes no draft of an order that is not in collection', async () => {
    const taskNo = await draft('DRAFT3');
    const { db } = app.database;
    const { orderNo } = await db
      .selectFrom('writeOffTask')
      .select('orderNo')
      .where('taskNo', '=', taskNo)
      .executeTakeFirstOrThrow();
    await db
      .deleteFrom('caseBill')
      .where('caseNo', 'in', db.selectFrom('collectionCase').select('caseNo').where('orderNo', '=', orderNo))
      .execute();
    await db.deleteFrom('collectionCase').where('orderNo', '=', orderNo).execute();
    const no = await maker.post(of.submitMany, { taskNos: [taskNo], reason: 'Statement' });
    expect(no.data.error).toBe('ORDER_NOT_FOUND');
  });
});
