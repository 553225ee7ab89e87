import { caseRepay, caseRollback, change, collection } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, type Person } from '../../../../testing/test-calls.ts';

const SYSTEMS = [
  { system: 'ORDER', area: 'collection', repay: caseRepay.byOrder, rollback: caseRollback.byOrder },
  { system: 'BILL', area: 'collectionStage', repay: caseRepay.byBill, rollback: caseRollback.byBill },
] as const;
const out = { ORDER: collection.byOrder, BILL: collection.byBill } as const;
const PAGES = [
  '/AdminContent/CollectionSystem/OutCollectionList',
  '/AdminContent/CollectionSystemNew/OutCollectionListNew',
  '/AdminContent/CollectionSystem/repaymentDetails',
  '/AdminContent/CollectionSystem/RollbackFlow',
  '/AdminContent/CollectionSystemNew/RepaymentDetailsNew',
  '/AdminContent/CollectionSystemNew/RollbackFlowNew',
];
const codesOf = (...things: readonly string[]) =>
  SYSTEMS.flatMap(({ area }) => things.map((thing) => `${area}:${thing}`));

let app: TestApp;
let desk: Person;
let checker: Person;
let blind: Person;

beforeAll(async () => {
  app = await createTestApp({ content: 'lending' });
  const { database } = app;
  const makes = codesOf('attribution:update', 'rollback:settle', 'rollback:full');
  const { roleNo } = await addPerson(database, 'desk', { pages: PAGES, codes: makes });
  const decides = await addPerson(database, 'checker', {
    pages: PAGES,
    codes: codesOf('attribution:audit', 'bulk:check', 'rollback:settle', 'rollback:full'),
  });
  await addPerson(database, 'blind', { pages: [], codes: [] });
  await database.db
    .updateTable('role')
    .set({ dataScope: 'ALL' })
    .where('roleNo', 'in', [roleNo, decides.roleNo])
    .execute();
  // The demonstration's past is a past month to a person's wages; here it is today.
  await sql`update repayment_line set applied_at = now()`.execute(database.db);
  desk = await as(app, 'desk');
  checker = await as(app, 'checker');
  blind = await as(app, 'blind');
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
});

const list = <Filters extends object>(filters: Filters) => ({ filters, page: 1, pageSize: 100 as const, sort: null });

it.each(SYSTEMS)('$system: a repayment says by what number its customer paid', async ({ repay }) => {
  const { db } = app.database;
  const [one] = (await desk.call(repay.page, list({ reversed: false }))).rows;
  if (!one) throw new Error('no repayment');
  const came = async () => (await desk.call(repay.detail, { lineNo: one.lineNo })).cameThrough;
  await sql`insert into virtual_account (virtual_no, order_no, merchant_no, account_id, made_by)
    select '90' || right(order_no, 6), order_no, merchant_no, (select min(account_id) from repay_account),
      (select min(user_no) from app_user)
    from loan_order where order_no = ${one.orderNo} on conflict do nothing`.execute(db);
  expect((await came()).virtualNo).toBeNull();
  await sql`update payment_flow set account_reference = (select virtual_no from virtual_account
    where order_no = ${one.orderNo}) where flow_no = ${one.flowNo}`.execute(db);
  expect(await came()).toMatchObject({ linkNo: null, virtualNo: expect.stringMatching(/^\d{7,13}$/) });
});

it.each(SYSTEMS)('$system: finds repayments by several people, and by the number they came through', async (of) => {
  const { repay, rollback } = of;
  const { rows } = await desk.call(repay.page, list({ reversed: false }));
  const credited = [...new Set(rows.flatMap(({ collectorUserNo }) => collectorUserNo ?? []))].slice(0, 2);
  expect(credited.length).toBeGreaterThan(0);
  const byPeople = await desk.call(repay.page, list({ collectorUserNos: credited, reversed: false }));
  const theirs = rows.filter(({ collectorUserNo }) => collectorUserNo !== null && credited.includes(collectorUserNo));
  expect(byPeople.rows.map(({ lineNo }) => lineNo)).toEqual(theirs.map(({ lineNo }) => lineNo));
  const through = rows.find(({ cameThroughNo }) => cameThroughNo !== null)?.cameThroughNo ?? '';
  const found = await desk.call(repay.page, list({ cameThroughNo: through }));
  expect(found.rows.length).toBeGreaterThan(0);
  for (const { cameThroughNo } of found.rows) expect(cameThroughNo).toBe(through);
  const undone = await desk.call(rollback.page, list({ reversed: true }));
  const operators = await desk.call(rollback.people, {});
  expect(new Set(undone.rows.map(({ operatorName }) => operatorName))).toEqual(
    new Set(operators.map(({ realName }) => realName)),
  );
  const all = list({ operatorUserNos: operators.map(({ userNo }) => userNo), reversed: true });
  if (operators.length > 0) expect((await desk.call(rollback.page, all)).total).toBe(undone.total);
});

it.each(SYSTEMS)(
  '$system: the lines of a repayment are its money, and sums are those of its rows',
  async ({ repay }) => {
    const { rows, total } = await desk.call(repay.page, list({ reversed: false }));
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) expect(row.principalCents + row.interestCents + row.feesCents).toBe(row.appliedCents);
    // The row says which contact went before, as its detail does.
    const worked = rows.find(({ contactBeforeName }) => contactBeforeName !== null);
    if (worked) {
      const { contact } = await desk.call(repay.detail, { lineNo: worked.lineNo });
      expect([worked.contactBeforeAt, worked.contactBeforeName]).toEqual([contact?.at, contact?.realName]);
    }
    const sums = await desk.call(repay.summary, { filters: {} });
    expect(sums.count).toBe(total);
    const [one] = rows;
    if (!one) throw new Error('no repayment');
    const detail = await desk.call(repay.detail, { lineNo: one.lineNo });
    expect(detail.row).toEqual(one);
    const bills = [...new Set(detail.parts.map(({ billNo }) => billNo))];
    expect(detail.parts.map(({ billNo }) => bills.indexOf(billNo))).toEqual(
      detail.parts.map(({ billNo }) => bills.indexOf(billNo)).toSorted((first, second) => first - second),
    );
    expect(detail.closers.every(({ amountCents }) => amountCents > 0)).toBe(true);
    const split = detail.parts.reduce((sum, { amountCents }) => sum + amountCents, detail.recoveredCents);
    expect(split).toBe(one.appliedCents + (one.billNo === null ? 0 : otherBills(detail)));
    for (const filters of [
      { orderNo: one.orderNo },
      { flowNo: one.flowNo },
      { splitPayments: true },
      { early: true },
    ]) {
      await desk.call(repay.page, list(filters));
    }
    expect(await blind.refusalOf(repay.page, list({}))).toMatchObject({ error: 'FORBIDDEN' });
  },
);

const otherBills = ({ row }: { readonly row: caseRepay.RepayRow }) =>
  row.lineNo === row.applicationNo ? 0 : row.appliedToSiblingsCents;

it('lines of an application add up to it, whichever system', async () => {
  const { rows } = await sql<{ applicationNo: string }>`
    select a.application_no from payment_application a
    left join repayment_line l on l.application_no = a.application_no
    where a.case_scope <> 'NONE'
    group by a.application_no, a.applied_cents having coalesce(sum(l.applied_cents), 0) <> a.applied_cents`.execute(
    app.database.db,
  );
  expect(rows).toEqual([]);
});

it.each(SYSTEMS)(
  '$system: one line a payment names each application once, with what it paid elsewhere',
  async ({ repay }) => {
    const { rows } = await desk.call(repay.page, list({}));
    const whole = await desk.call(repay.page, list({ onePerPayment: true }));
    const named = whole.rows.map(({ applicationNo }) => applicationNo);
    expect(new Set(named).size).toBe(named.length);
    expect(new Set(named)).toEqual(new Set(rows.map(({ applicationNo }) => applicationNo)));
    for (const row of whole.rows) {
      const lines = rows.filter(({ applicationNo, billNo }) => applicationNo === row.applicationNo && billNo !== null);
      if (lines.length < 2) continue;
      const all = lines.reduce((sum, { appliedCents }) => sum + appliedCents, 0);
      expect(row.appliedCents + row.appliedToSiblingsCents).toBe(all);
    }
  },
);

it.each(SYSTEMS)('$system: credit goes to another holder of the case once somebody else agrees', async (one) => {
  const { repay, system } = one;
  const families = change.changeFamilies;
  const family = system === 'ORDER' ? families.caseAttribution : families.caseAttributionStage;
  const { rows } = await desk.call(repay.page, list({ reversed: false }));
  const row = rows.find(({ collectorUserNo, allowedActions }) => collectorUserNo && allowedActions.length > 0);
  if (!row?.caseNo) throw new Error('no credited repayment');
  const { rows: others } = await sql<{ userNo: string }>`select user_no from app_user
    where user_no <> ${row.collectorUserNo} and user_no not in
      (select user_no from case_assignment where case_no = ${row.caseNo}) order by user_no limit 1`.execute(
    app.database.db,
  );
  const userNo = others[0]?.userNo ?? '';
  const ask = { lineNos: [row.lineNo], collectionUserNo: userNo, reason: 'They made the call' };
  expect(await desk.refusalOf(repay.correct, ask)).toMatchObject({ error: 'ATTRIBUTION_NOT_HELD' });
  const same = { ...ask, collectionUserNo: row.collectorUserNo ?? '' };
  expect(await desk.refusalOf(repay.correct, same)).toMatchObject({ error: 'ATTRIBUTION_SAME' });
  await sql`insert into case_assignment (case_no, user_no, cause, case_level, assigned_at, ended_at, end_cause)
    values (${row.caseNo}, ${userNo}, 'DISTRIBUTED', 'S1', now() - interval '2 day', now() - interval '1 day',
      'REDISTRIBUTED')`.execute(app.database.db);
  const shift = async (days: number) =>
    await sql`update repayment_line set applied_at = applied_at + make_interval(days => ${days}::int)
      where line_no = ${row.lineNo}`.execute(app.database.db);
  await shift(-40);
  expect(await desk.refusalOf(repay.correct, ask)).toMatchObject({ error: 'PERIOD_CLOSED' });
  await shift(40);
  const held = await desk.call(repay.collectors, { lineNos: [row.lineNo] });
  expect(held.map((person) => person.userNo)).toContain(userNo);
  const { changeNo } = await desk.call(repay.correct, ask);
  expect(await desk.refusalOf(repay.correct, ask)).toMatchObject({ error: 'CHANGE_WAITING' });
  // A case that left collection says how what came in on it is credited.
  await sql`with left_by as (update case_assignment set ended_at = now(), end_cause = 'CLOSED'
      where case_no = ${row.caseNo} and ended_at is null)
    update collection_case set case_status = 'CLOSED', out_reason = 'SETTLED', closed_at = now(), dpd_at_out = 0,
    collector_user_no = null where case_no = ${row.caseNo}`.execute(app.database.db);
  const creditOf = async () =>
    (await desk.call(out[system].outPage, list({ caseNo: row.caseNo ?? '' }))).rows.map(
      (left) => left.attributionStatus,
    );
  expect(await creditOf()).toEqual(['PENDING']);
  expect(await desk.refusalOf(family.approve, { changeNo })).toMatchObject({ error: 'FORBIDDEN' });
  await checker.call(family.approve, { changeNo });
  expect((await desk.call(repay.detail, { lineNo: row.lineNo })).row.collectorUserNo).toBe(userNo);
  expect(await creditOf()).toEqual(['CORRECTED']);
});

it.each(SYSTEMS)('$system: many are undone once somebody else agrees', async ({ rollback, system }) => {
  const families = change.changeFamilies;
  const family = system === 'ORDER' ? families.caseRollback : families.caseRollbackStage;
  const { rows } = await desk.call(rollback.page, list({ reversed: false }));
  const row = rows.find(({ allowedActions }) => allowedActions.includes('fullRollback'));
  const no = system === 'ORDER' ? row?.orderNo : row?.billNo;
  // A bill is named by its number, or by its order and instalment.
  const named = system === 'ORDER' ? no : `${row?.orderNo ?? ''}-${row?.termNo ?? 0}`;
  const ask = { rollbackType: 'FULL' as const, nos: [named ?? ''], reason: 'Booked twice' };
  const { changeNo, items } = await desk.call(rollback.bulk, ask);
  expect(items).toEqual([{ subjectNo: no, error: null, text: null }]);
  const unknown = { ...ask, nos: ['B99999999999'] };
  expect((await desk.refusalOf(rollback.bulk, unknown)).error).toMatch(/_NOT_FOUND$/);
  const { result } = await checker.call(family.approve, { changeNo });
  expect(result).toMatchObject({ jobNo: expect.any(String) });
});

it.each(SYSTEMS)(
  '$system: the newest write-off is undone as it was previewed, orders of the other system are not',
  async (one) => {
    const { rollback, system } = one;
    const { rows } = await desk.call(rollback.page, list({ reversed: false }));
    const row = rows.find(({ allowedActions }) => allowedActions.includes('settleRollback'));
    if (!row) throw new Error('nothing to undo');
    const form = { orderNo: row.orderNo, billNo: system === 'BILL' ? row.billNo : null, reason: 'Wrong order' };
    const { db } = app.database;
    const [kept] = (
      await sql<{ promiseNo: string }>`insert into promise_to_pay (case_no, order_no, merchant_no, amount_cents,
          promised_on, promise_channel, case_level, made_by, made_at, promise_status)
        select case_no, order_no, merchant_no, 100, '2099-01-01', 'CALL', case_level, 'U000001', '2020-01-01', 'KEPT'
        from collection_case where order_no = ${row.orderNo} limit 1 returning promise_no`.execute(db)
    ).rows;
    const casesNow = async () =>
      (
        await sql<{ caseNo: string; at: string }>`select case_no, case_status || ' ' || case_level as at
          from collection_case where order_no = ${row.orderNo} order by case_no`.execute(db)
      ).rows;
    const before = await casesNow();
    const preview = await desk.call(rollback.preview, { ...form, kind: 'SETTLE' });
    expect(preview.postings.length).toBeGreaterThan(0);
    const compared = await desk.call(rollback.whatIf, { orderNo: row.orderNo, billNo: row.billNo, kind: 'SETTLE' });
    const owedNow = async () =>
      (
        await sql<{ billNo: string; cents: number }>`select b.bill_no, bb.outstanding_cents as cents from bill b
          join bill_balance bb on bb.bill_no = b.bill_no where b.order_no = ${row.orderNo} and b.bill_status <> 'VOID'
          order by b.due_date, b.bill_no`.execute(db)
      ).rows;
    // Nothing of the comparison is left behind, and the same money reaches the same order.
    expect(compared.bills.map(({ billNo, nowCents }) => ({ billNo, cents: nowCents }))).toEqual(await owedNow());
    const total = (field: 'undoneCents' | 'againCents') => compared.bills.reduce((sum, bill) => sum + bill[field], 0);
    expect(compared.flows.every(({ error }) => error === null)).toBe(true);
    expect(total('undoneCents')).toBeGreaterThan(total('againCents'));
    const undoneCents = compared.bills.map((bill) => ({ billNo: bill.billNo, cents: bill.undoneCents }));
    const other = system === 'ORDER' ? caseRollback.byBill : caseRollback.byOrder;
    expect(await desk.refusalOf(other.settle, form)).toMatchObject({ error: 'ORDER_NOT_FOUND' });
    const undone = await desk.call(rollback.settle, form);
    expect(undone.applications.map(({ applicationNo }) => applicationNo)).toContain(row.applicationNo);
    expect(preview.reply).toEqual(undone);
    expect(undoneCents).toEqual(await owedNow());
    // Its cases and promises were said, as they are now: what opened again, and how much of a kept promise is left.
    const moved = (await casesNow()).filter(({ at }, index) => at !== before[index]?.at);
    const opens = before.every(({ at }) => at.startsWith('CLOSED')) && undone.inCollection.length > 0;
    expect(moved.length > 0 || !opens).toBe(true);
    expect(undone.cases.map(({ caseNo, toStatus, toLevel }) => ({ caseNo, at: `${toStatus} ${toLevel}` }))).toEqual(
      moved,
    );
    const { rows: left } = await sql<{ cents: number }>`select coalesce(sum(applied_cents), 0)::bigint as cents
      from payment_application where order_no = ${row.orderNo} and application_status = 'LIVE'`.execute(db);
    expect(undone.promises.find(({ promiseNo }) => promiseNo === kept?.promiseNo)).toMatchObject({
      promiseStatus: 'KEPT',
      amountCents: 100,
      paidCents: left[0]?.cents,
    });
    // What is owed again is back in collection, at the level of its days past due.
    const reopened = undone.inCollection.map(({ billNo }) => billNo);
    if (row.billNo !== null) expect(reopened).toContain(row.billNo);
    else expect(reopened.length).toBeGreaterThan(0);
    const after = await desk.call(rollback.page, list({ rollbackType: 'SETTLE' as const, orderNo: row.orderNo }));
    const [reversed] = after.rows.filter(({ lineNo }) => lineNo === row.lineNo);
    expect(reversed).toMatchObject({ applicationStatus: 'ROLLED_BACK', reason: 'Wrong order', allowedActions: [] });
    const late = { lineNos: [row.lineNo], collectionUserNo: 'U000001', reason: 'Too late' };
    expect(await desk.refusalOf(one.repay.correct, late)).toMatchObject({ error: 'REPAYMENT_REVERSED' });
  },
);
