import { caseRepay, payment, repayment } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, type Person } from '../../../../testing/test-calls.ts';

const PAGES = ['RepaymentManagement', 'RepaymentManagementNew', 'RepaymentManagementMerge'].map(
  (page) => `/AdminContent/AfterLoanSystem/${page}`,
);
const CODES = [
  'writeOff:commit',
  'writeOff:commitMulti',
  'writeOff:save',
  'writeOff:update',
  'zeroSettle:settle',
  'rollback:settle',
  'rollback:full',
  'repayment:export',
].map((code) => `afterLoan:${code}`);
const CREDIT = ['collection:attribution:update', 'collectionStage:attribution:update'];

let app: TestApp;
let desk: Person;
let elsewhere: Person;
let blind: Person;

beforeAll(async () => {
  app = await createTestApp({ content: 'lending' });
  const { database } = app;
  const rights = { pages: PAGES, codes: CODES };
  const { roleNo } = await addPerson(database, 'desk', { ...rights, codes: [...CODES, ...CREDIT] });
  await addPerson(database, 'elsewhere', rights);
  await addPerson(database, 'blind', { pages: [], codes: [] });
  // Who sees phones masked finds by them on a budget.
  const mayFind = { dailyRevealBudget: 50, revealFields: ['phone'] };
  await database.db
    .updateTable('role')
    .set({ dataScope: 'ALL', ...mayFind })
    .where('roleNo', '=', roleNo)
    .execute();
  desk = await as(app, 'desk');
  elsewhere = await as(app, 'elsewhere');
  blind = await as(app, 'blind');
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
});

const list = <Filters extends object>(filters: Filters) => ({ filters, page: 1, pageSize: 20 as const, sort: null });

it('bills are listed with what each owes, as their plan says it', async () => {
  const { rows, total } = await desk.call(repayment.billPage, list({}));
  expect(total).toBeGreaterThan(20);
  const active = await desk.call(repayment.billPage, list({ billStatus: 'ACTIVE' as const }));
  const [one] = active.rows;
  if (!one) throw new Error('no active bill');
  expect(new Set(active.rows.map(({ billStatus }) => billStatus))).toEqual(new Set(['ACTIVE']));
  expect(one.allowedActions).toContain('writeOff');
  expect(one.phone).toMatch(/\*/);
  const plan = await desk.call(payment.billsOfOrder, { orderNo: one.orderNo });
  const bill = plan.bills.find(({ billNo }) => billNo === one.billNo);
  expect(one.unpaidPrincipalCents).toBe(bill?.outstanding.PRINCIPAL);
  expect(one.actualPaidCents).toBe(bill?.paidCents);
  expect(rows[0]?.dueDate && rows[1]?.dueDate && rows[0].dueDate >= rows[1].dueDate).toBe(true);
  const detail = await desk.call(repayment.bill, { billNo: one.billNo });
  expect(detail.row).toEqual(one);
});

it('proposes a split of a customer’s payments over their bills, of what each has and owes', async () => {
  const { rows } = await desk.call(repayment.billPage, list({ hasWritable: true, billStatus: 'ACTIVE' as const }));
  const bill = rows.find(({ allowedActions }) => allowedActions.includes('bestSplit'));
  if (!bill) throw new Error('nobody with a payment and an open bill');
  const { loans, settledCount, usedCents, leftCents } = await desk.call(repayment.bestSplit, { billNo: bill.billNo });
  expect(usedCents + leftCents).toBe(bill.customerWritableCents);
  expect(usedCents).toBeGreaterThan(0);
  for (const { orderNo, uses, bills } of loans) {
    const plan = await desk.call(payment.billsOfOrder, { orderNo });
    for (const { billNo, beforeCents } of bills) {
      const known = plan.bills.find((one) => one.billNo === billNo);
      expect(beforeCents).toBe((known?.payoffCents ?? 0) + (known?.claimCents ?? 0));
    }
    const paidCents = bills.reduce((sum, { beforeCents, afterCents }) => sum + beforeCents - afterCents, 0);
    expect(uses.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(paidCents);
    for (const { amountCents, writableCents } of uses) expect(amountCents).toBeLessThanOrEqual(writableCents);
  }
  const settled = loans.flatMap(({ bills }) => bills).filter(({ afterCents }) => afterCents === 0);
  expect(settled).toHaveLength(settledCount);
  expect(await elsewhere.refusalOf(repayment.bestSplit, { billNo: bill.billNo })).toMatchObject({
    error: 'BILL_NOT_FOUND',
  });
});

it('every filter of bills answers with rows that meet it', async () => {
  const { rows } = await desk.call(repayment.billPage, list({ overdueDays: '1-400' }));
  expect(rows.length).toBeGreaterThan(0);
  for (const { overdueDays } of rows) expect(overdueDays).toBeGreaterThan(0);
  const [late] = rows;
  if (!late) throw new Error('no late bill');
  const { phone } = await app.database.db
    .selectFrom('customer')
    .select('phone')
    .where('customerNo', '=', late.customerNo)
    .executeTakeFirstOrThrow();
  const byPhone = await desk.call(repayment.billPage, list({ phone }));
  expect(byPhone.rows.map(({ billNo }) => billNo)).toContain(late.billNo);
  const byDue = await desk.call(
    repayment.billPage,
    list({ dueDate: { from: late.dueDate, to: late.dueDate }, orderNo: late.orderNo, termNo: String(late.termNo) }),
  );
  expect(byDue.rows.map(({ billNo }) => billNo)).toContain(late.billNo);
  const applied = await app.database.db
    .selectFrom('paymentApplication as a')
    .innerJoin('paymentFlow as f', 'f.flowNo', 'a.flowNo')
    .select(['a.orderNo', 'f.paymentCode'])
    .limit(1)
    .executeTakeFirstOrThrow();
  const bySerial = await desk.call(repayment.billPage, list({ paymentCode: applied.paymentCode }));
  expect(new Set(bySerial.rows.map(({ orderNo }) => orderNo))).toEqual(new Set([applied.orderNo]));
  for (const filters of [{ hasWritable: true }, { inDraft: false }, { caseLevel: 'S5' as const }]) {
    await desk.call(repayment.billPage, list(filters));
  }
  const some = await desk.call(repayment.billPage, list({ hasWritable: true }));
  for (const { customerWritableCents } of some.rows) expect(customerWritableCents).toBeGreaterThan(0);
  const drafts = await desk.call(repayment.billPage, list({ finishStatus: 'UNFINISHED' as const }));
  for (const { finishStatus } of drafts.rows) expect(finishStatus).toBe('UNFINISHED');
  expect(await desk.refusalOf(repayment.billPage, list({ overdueDays: 'many' }))).toMatchObject({
    fields: ['filters.overdueDays'],
  });
});

it('loans sum their bills, and quote a payoff for each of 14 days', async () => {
  const { rows } = await desk.call(repayment.orderPage, list({ orderStatus: 'DISBURSED' as const }));
  expect(rows.length).toBeGreaterThan(0);
  for (const row of rows) {
    const plan = await desk.call(payment.billsOfOrder, { orderNo: row.orderNo });
    const live = plan.bills.filter(({ billStatus }) => billStatus !== 'VOID');
    // What the dialog of zero settlement asks to waive.
    const open = live.find(({ billNo }) => billNo === row.openBillNo);
    const owed = open && Object.values(open.outstanding).reduce((sum, cents) => sum + cents, open.claimCents);
    expect(row.openBillDueCents).toBe(owed ?? 0);
    expect(row.unpaidPrincipalCents).toBe(live.reduce((sum, { outstanding }) => sum + (outstanding.PRINCIPAL ?? 0), 0));
  }
  const late = rows.find(({ overdueFlag }) => overdueFlag);
  if (!late) throw new Error('no late loan');
  const { row, payoffs } = await desk.call(repayment.order, { orderNo: late.orderNo });
  expect(row).toEqual(late);
  expect(payoffs).toHaveLength(14);
  const amounts = payoffs.map(({ payoffCents }) => payoffCents);
  expect(amounts).toEqual(amounts.toSorted((left, right) => left - right));
  expect((await desk.call(repayment.order, { orderNo: late.orderNo })).row).toEqual(late);
  const found = await desk.call(
    repayment.orderPage,
    list({ overdueDays: `${late.overdueDays}`, repaymentCode: late.repaymentCode, merchantNo: late.merchantNo }),
  );
  expect(found.rows.map(({ orderNo }) => orderNo)).toEqual([late.orderNo]);
  const credited = await desk.call(repayment.orderPage, list({ hasOverpayment: true }));
  for (const { overpaymentCents } of credited.rows) expect(overpaymentCents).toBeGreaterThan(0);
});

it('repayments prove themselves by the ledger, whatever is filtered', async () => {
  const { rows, total } = await desk.call(repayment.mergePage, list({}));
  expect(rows.length).toBeGreaterThan(0);
  for (const row of rows) expect(row.principalCents + row.interestCents + row.feesCents).toBe(row.appliedCents);
  const filters = [
    {},
    { reversed: false },
    { reversed: true },
    { source: 'AUTO' as const },
    { caseScope: 'NONE' as const },
  ];
  for (const one of filters) {
    const sums = await desk.call(repayment.mergeSummary, { filters: one });
    expect(sums).toMatchObject({ differenceCents: 0, applicationNos: [] });
  }
  expect((await desk.call(repayment.mergeSummary, { filters: {} })).count).toBe(total);
  const worked = await desk.call(repayment.mergePage, list({ caseScope: 'ORDER' as const }));
  const credited = worked.rows.find(({ collectorUserNo }) => collectorUserNo !== null) ?? worked.rows[0];
  const applicationNo = credited?.applicationNo ?? rows[0]?.applicationNo ?? '';
  const detail = await desk.call(repayment.merged, { applicationNo });
  const split = detail.parts.reduce((sum, { amountCents }) => sum + amountCents, 0);
  expect(split + detail.recoveredCents).toBe(detail.row.appliedCents);
});

it('the credit of a repayment is corrected in the system that worked it, and nowhere else', async () => {
  const systems = { ORDER: caseRepay.byOrder, BILL: caseRepay.byBill } as const;
  let found = 0;
  for (const caseScope of ['ORDER', 'BILL'] as const) {
    const { rows } = await desk.call(repayment.mergePage, list({ caseScope, reversed: false }));
    const row = rows.find(({ allowedActions }) => allowedActions.includes('correctCredit'));
    if (!row) continue;
    found += 1;
    const { lineNos } = row;
    const held = await desk.call(systems[caseScope].collectors, { lineNos });
    if (row.collectorUserNo !== null) expect(held.map(({ userNo }) => userNo)).toContain(row.collectorUserNo);
    const other = systems[caseScope === 'ORDER' ? 'BILL' : 'ORDER'];
    expect(await desk.refusalOf(other.collectors, { lineNos })).toMatchObject({ error: 'NOT_FOUND' });
    // Several at once are named by their applications, of one system alone.
    const applicationNos = [row.applicationNo];
    expect(await desk.call(systems[caseScope].collectors, { applicationNos })).toEqual(held);
    const refused = { error: 'CREDIT_OTHER_SYSTEM' };
    expect(await desk.refusalOf(other.collectors, { applicationNos })).toMatchObject(refused);
    const collectionUserNo = row.collectorUserNo ?? '';
    const asked = { applicationNos, collectionUserNo, reason: 'Same again' };
    expect(await desk.refusalOf(systems[caseScope].correct, asked)).toMatchObject({
      error: row.collectorUserNo === null ? 'BAD_REQUEST' : 'ATTRIBUTION_SAME',
    });
  }
  expect(found).toBeGreaterThan(0);
  const unworked = (await desk.call(repayment.mergePage, list({ caseScope: 'NONE' as const }))).rows;
  for (const { lineNos, allowedActions } of unworked) {
    expect([lineNos, allowedActions.includes('correctCredit')]).toEqual([[], false]);
  }
  const reversed = (await desk.call(repayment.mergePage, list({ reversed: true }))).rows;
  for (const { allowedActions } of reversed) expect(allowedActions).toEqual([]);
});

it('credits repayments of both systems in one go, or none of them', async () => {
  const { db } = app.database;
  const worked = async (caseScope: 'ORDER' | 'BILL') => {
    const { rows } = await desk.call(repayment.mergePage, list({ caseScope, reversed: false }));
    const row = rows.find(({ allowedActions }) => allowedActions.includes('correctCredit'));
    if (!row) throw new Error(`nothing was worked by ${caseScope}`);
    const { lineNos } = row;
    // Paid this month, and credited to nobody yet.
    await db
      .updateTable('repaymentLine')
      .set({ collectorUserNo: null, appliedAt: new Date() })
      .where('lineNo', 'in', lineNos)
      .execute();
    const endpoints = caseScope === 'ORDER' ? caseRepay.byOrder : caseRepay.byBill;
    const [holder] = await desk.call(endpoints.collectors, { lineNos });
    return { applicationNo: row.applicationNo, holder: holder?.userNo ?? '' };
  };
  const [byOrder, byBill] = [await worked('ORDER'), await worked('BILL')];
  const applicationNos = [byOrder.applicationNo, byBill.applicationNo];
  const form = { applicationNos, orderCollectorUserNo: byOrder.holder, reason: 'They made the call' };
  const requests = async () =>
    (await db.selectFrom('changeRequest').select('changeNo').where('kind', 'like', 'caseRepay%.attribution').execute())
      .length;
  const before = await requests();
  expect(await desk.refusalOf(caseRepay.correctBoth, form)).toMatchObject({
    error: 'BAD_REQUEST',
    fields: ['billCollectorUserNo'],
  });
  expect(await requests()).toBe(before);
  const { changeNos } = await desk.call(caseRepay.correctBoth, { ...form, billCollectorUserNo: byBill.holder });
  const asked = await db
    .selectFrom('changeRequest')
    .select(['kind', 'changeState'])
    .where('changeNo', 'in', changeNos)
    .orderBy('kind')
    .execute();
  expect(asked).toEqual([
    { kind: 'caseRepay.attribution', changeState: 'PENDING' },
    { kind: 'caseRepayStage.attribution', changeState: 'PENDING' },
  ]);
  const [unworked] = (await desk.call(repayment.mergePage, list({ caseScope: 'NONE' as const }))).rows;
  const mixed = { ...form, applicationNos: [byOrder.applicationNo, unworked?.applicationNo ?? 'AP-NONE'] };
  expect((await desk.refusalOf(caseRepay.correctBoth, mixed)).error).toBe(
    unworked ? 'CREDIT_OTHER_SYSTEM' : 'NOT_FOUND',
  );
});

it('collectors are named by department, to whom the list is filtered', async () => {
  const groups = await desk.call(repayment.collectors, {});
  const known = new Set(groups.flatMap(({ people }) => people.map(({ userNo }) => userNo)));
  const { rows } = await desk.call(repayment.mergePage, list({}));
  const credited = rows.flatMap(({ collectorUserNo }) => collectorUserNo ?? []);
  expect(credited.filter((userNo) => !known.has(userNo))).toEqual([]);
  expect(await elsewhere.call(repayment.collectors, {})).toEqual([]);
});

it('others see nothing, and files need the code', async () => {
  expect((await elsewhere.call(repayment.billPage, list({}))).rows).toEqual([]);
  expect((await elsewhere.call(repayment.orderPage, list({}))).rows).toEqual([]);
  expect((await elsewhere.call(repayment.mergePage, list({}))).rows).toEqual([]);
  const [bill] = (await desk.call(repayment.billPage, list({}))).rows;
  expect(await elsewhere.refusalOf(repayment.bill, { billNo: bill?.billNo })).toMatchObject({
    error: 'BILL_NOT_FOUND',
  });
  expect(await blind.refusalOf(repayment.billPage, list({}))).toMatchObject({ error: 'FORBIDDEN' });
  const asked = { format: 'csv', filters: {}, sort: null };
  for (const endpoint of [repayment.billExport, repayment.orderExport, repayment.mergeExport]) {
    expect((await desk.post(endpoint.path, asked)).data.jobNo).toMatch(/\w/);
    expect(await blind.refusalOf(endpoint, asked)).toMatchObject({ error: 'FORBIDDEN' });
  }
});
