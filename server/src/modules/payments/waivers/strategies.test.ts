import { config, deduction, job, waiverStrategy } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, listOf, type Person } from '../../../../testing/test-calls.ts';
import { lend, makeProduct } from '../../lending/orders/testing/lend.ts';
import { runCaseDay } from '../../collections/collections/index.ts';
import { createLogger } from '../../platform/health/index.ts';
import { startJobWorker } from '../../platform/jobs/index.ts';
import { amounts } from '../../platform/ledger/index.ts';
import { addDays, businessDateOf } from '../../platform/policy/index.ts';
import { isWithin } from './strategies.ts';

let app: TestApp;
let collector: Person;
let lead: Person;
let checker: Person;
let people: { maker: string; checker: string };
let productNo: string;
let merchantNo: string;
const today = businessDateOf(new Date());

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  const pages = ['PenaltyInterestReductionStrategiesNew', 'DeductionAmountManagementNew'].map(
    (page) => `/AdminContent/CollectionSystemNew/${page}`,
  );
  const codes = ['strategy:save', 'strategy:audit', 'deduction:apply', 'deduction:audit'];
  const add = async (name: string) => {
    const of = { codes: codes.map((code) => `collectionStage:${code}`), pages };
    const { userNo, roleNo } = await addPerson(app.database, name, of);
    await db.updateTable('role').set({ deductionCapCents: 500_000 }).where('roleNo', '=', roleNo).execute();
    return userNo;
  };
  const userNos = [await add('strategy.collector'), await add('strategy.lead'), await add('strategy.checker')];
  productNo = await makeProduct(db, { collectionScope: 'BILL' });
  ({ merchantNo } = await db
    .selectFrom('loanProduct')
    .select('merchantNo')
    .where('productNo', '=', productNo)
    .executeTakeFirstOrThrow());
  await db
    .insertInto('userMerchant')
    .values(userNos.map((userNo) => ({ userNo, merchantNo })))
    .execute();
  const [maker = '', , second = ''] = userNos;
  people = { maker, checker: second };
  [collector, lead, checker] = [
    await as(app, 'strategy.collector'),
    await as(app, 'strategy.lead'),
    await as(app, 'strategy.checker'),
  ];
});
afterAll(async () => await app[Symbol.asyncDispose]());

const strategy: waiverStrategy.WaiverStrategy = {
  ruleName: 'Early cure',
  productNos: [],
  caseLevels: ['S0', 'S1', 'S2', 'S3'],
  dpdFrom: 0,
  dpdTo: 60,
  components: ['SERVICE_FEE'],
  rateBps: 5_000,
  payFirst: 'BILL_IN_FULL',
  capPerBillCents: 20_000,
  dailyBudgetCents: 20_000,
  timesPerYear: 2,
  approvalMode: 'PRE_APPROVED',
};
const save = async (changes: object = {}) =>
  (
    await lead.post(waiverStrategy.save, {
      merchantNo,
      value: { ...strategy, ...changes },
      effectiveFrom: today,
      reason: 'Trial',
    })
  ).data;
async function approve(ruleId: string, who = checker) {
  const subjectNo = `${merchantNo}_${ruleId}`;
  const { rows } = (await who.post(config.page.path, listOf({ configKey: 'collectionStage.strategy', subjectNo })))
    .data;
  const { versionId, version } = rows.find((row: { versionStatus: string }) => row.versionStatus === 'PENDING');
  return (await who.post(config.approve, { versionId, version })).data;
}
/** A loan by bills that is five days late, and what it owes. */
async function late() {
  const { db } = app.database;
  const { orderNo } = await lend(db, { productNo, approvedCents: 500_000, ...people });
  await sql`update bill set due_date = ${addDays(today, -5)}, accrued_through = ${addDays(today, -1)}
    where order_no = ${orderNo}`.execute(db);
  await runCaseDay(db, addDays(today, -1), createLogger('silent'));
  return await db
    .selectFrom('bill')
    .innerJoin('billBalance as b', 'b.billNo', 'bill.billNo')
    .select(['bill.billNo', 'bill.orderNo', 'b.outstandingCents'])
    .where('bill.orderNo', '=', orderNo)
    .executeTakeFirstOrThrow();
}
async function ask(amountCents: number, expects = true) {
  const { billNo, orderNo, outstandingCents } = await late();
  const asked = await collector.post(deduction.byBill.apply, {
    orderNo,
    items: [{ billNo, component: 'SERVICE_FEE', amountCents }],
    reason: 'HARDSHIP',
    remark: 'Lost the job',
    ...(expects && { expectedPayCents: outstandingCents + 100_000 }),
  });
  const [deductionNo] = asked.data.deductionNos;
  return (await checker.post(deduction.byBill.page, listOf({ deductionNo }))).data.rows[0];
}

it('approves a waiver within a pre-approved strategy at once, while its budget lasts', async () => {
  expect(await ask(5_000)).toMatchObject({ deductionStatus: 'PENDING', strategyName: null });
  const { ruleId } = await save();
  expect(await ask(5_000)).toMatchObject({ deductionStatus: 'PENDING', strategyName: null });
  expect((await approve(ruleId, lead)).error).toBe('CHANGE_OWN');
  await approve(ruleId);
  expect(await ask(12_000)).toMatchObject({
    deductionStatus: 'APPROVED',
    approvedCents: 12_000,
    strategyName: 'Early cure',
    strategyNo: ruleId,
    strategyCapCents: 20_000,
    approvalMode: 'PRE_APPROVED',
  });
  const [row] = (await lead.post(waiverStrategy.page, listOf())).data.rows;
  expect(row).toMatchObject({ ruleId, usedTodayCents: 12_000 });
  // Within the strategy, beyond what is left of today's budget: a person decides.
  const waits = await ask(9_000);
  expect(waits).toMatchObject({ deductionStatus: 'PENDING', strategyName: 'Early cure' });
  const { budget } = (await checker.get(deduction.byBill.detail, { deductionNo: waits.deductionNo })).data;
  expect(budget).toEqual({ dailyCents: 20_000, leftCents: 8_000 });
  // Outside: more than half of the fee, or without the promise to pay the rest.
  expect(await ask(12_501)).toMatchObject({ deductionStatus: 'PENDING', strategyName: null });
  expect(await ask(1_000, false)).toMatchObject({ deductionStatus: 'PENDING', strategyName: null });
  const names = async (filters: object) => {
    const { rows } = await checker.call(deduction.byBill.page, { ...listOf(filters), sort: null });
    return [...new Set(rows.map(({ strategyName }) => strategyName))];
  };
  expect(await names({ strategyNo: ruleId })).toEqual(['Early cure']);
  expect(await names({ outsideStrategy: true })).toEqual([null]);
  expect(await names({ outsideStrategy: false })).toEqual(['Early cure']);
});

it('refuses strategies that contradict themselves or one another', async () => {
  const fault = async (changes: object) => {
    const { error, fields } = await save(changes);
    return [error, fields?.[0]?.field];
  };
  expect(await fault({ dpdFrom: 61 })).toEqual(['BAD_REQUEST', 'value.dpdTo']);
  expect(await fault({ dailyBudgetCents: 19_999 })).toEqual(['BAD_REQUEST', 'value.dailyBudgetCents']);
  const above = { capPerBillCents: 1_000_000_000, dailyBudgetCents: 1_000_000_000 };
  expect(await fault(above)).toEqual(['STRATEGY_ABOVE_ROLE_CAP', 'value.capPerBillCents']);
  expect((await fault({ components: ['PRINCIPAL'] }))[0]).toBe('BAD_REQUEST');
  expect(await fault({ ruleName: 'Again', dpdFrom: 60, dpdTo: 90 })).toEqual(['RULE_OVERLAP', undefined]);
});

it('is within a strategy by share, cap, days and what is paid first', () => {
  const asked = {
    merchantNo,
    productNo,
    customerNo: 'C1',
    caseLevel: 'S1',
    dpd: 5,
    waived: amounts({ SERVICE_FEE: 10_000 }),
    outstanding: amounts({ SERVICE_FEE: 20_000, PRINCIPAL: 100_000 }),
    overdueCents: 300_000,
    expectedPayCents: 110_000,
  };
  const within = (changes: object = {}, of: object = {}) => isWithin({ ...strategy, ...of }, { ...asked, ...changes });
  expect(within()).toBe(true);
  expect(within({ waived: amounts({ SERVICE_FEE: 10_001 }), expectedPayCents: 120_000 })).toBe(false);
  expect(within({ waived: amounts({ INTEREST: 1 }), expectedPayCents: 120_000 })).toBe(false);
  expect(within({ dpd: 61 })).toBe(false);
  expect(within({ caseLevel: null })).toBe(false);
  expect(within({ expectedPayCents: 109_999 })).toBe(false);
  expect(within({}, { payFirst: 'ALL_OVERDUE' })).toBe(false);
  expect(within({ expectedPayCents: 290_000 }, { payFirst: 'ALL_OVERDUE' })).toBe(true);
  expect(within({}, { productNos: ['P-OTHER'] })).toBe(false);
});

it('says beforehand how much could be waived on open bills, and by day and collector what was', async () => {
  const { db } = app.database;
  const { orderNo } = await lend(db, { productNo, approvedCents: 500_000, ...people });
  await sql`update bill set due_date = ${addDays(today, -8)}, accrued_through = ${addDays(today, -1)}
    where order_no = ${orderNo}`.execute(db);
  await runCaseDay(db, addDays(today, -1), createLogger('silent'));
  const roomy = { capPerBillCents: 1_000_000, dailyBudgetCents: 10_000_000 };
  const value = { ...strategy, ...roomy, rateBps: 10_000, dpdTo: 90 };
  const all = await lead.call(waiverStrategy.simulate, { merchantNo, value });
  expect(all.bills).toBeGreaterThan(0);
  expect(all.waivedCents).toBeGreaterThan(0);
  expect(all.owedCents).toBeGreaterThan(all.waivedCents);
  // In duplum: whatever is waived, there is as much room to be charged as before.
  expect(all.frozenBills).toBe(0);
  await sql`update bill set in_duplum_base_cents = 100_000, in_duplum_charged_cents = 60_000
    where order_no = ${orderNo}`.execute(db);
  expect(await lead.call(waiverStrategy.simulate, { merchantNo, value })).toMatchObject({
    frozenBills: 1,
    roomCents: 40_000,
    fullBills: 0,
  });
  // A waiver that is asked for is counted apart, as is whoever has had as many as a year allows.
  await sql`insert into deduction (merchant_no, order_no, bill_no, amounts, total_cents, reason, applicant_user_no)
    select merchant_no, order_no, bill_no, '{"LATE_FEE": 1}', 1, 'HARDSHIP', ${people.maker} from bill
    where order_no = ${orderNo} order by term_no limit 1`.execute(db);
  const asked = await lead.call(waiverStrategy.simulate, { merchantNo, value });
  expect([asked.bills, asked.askedBills]).toEqual([all.bills - 1, all.askedBills + 1]);
  await sql`update deduction set deduction_status = 'APPLIED', decided_by = ${people.checker}
    where order_no = ${orderNo}`.execute(db);
  const once = await lead.call(waiverStrategy.simulate, { merchantNo, value: { ...value, timesPerYear: 1 } });
  expect(once.usedUpBills).toBeGreaterThan(0);
  await sql`delete from deduction where order_no = ${orderNo}`.execute(db);
  const half = await lead.call(waiverStrategy.simulate, { merchantNo, value: { ...value, rateBps: 5_000 } });
  expect(Math.abs(half.waivedCents * 2 - all.waivedCents)).toBeLessThanOrEqual(2 * all.bills);
  const capped = await lead.call(waiverStrategy.simulate, { merchantNo, value: { ...value, capPerBillCents: 1 } });
  expect([capped.waivedCents, capped.atCap]).toEqual([capped.bills, capped.bills]);
  const none = await lead.call(waiverStrategy.simulate, { merchantNo, value: { ...value, dpdFrom: 80 } });
  expect(none).toMatchObject({ bills: 0, waivedCents: 0, budgetDays: 0 });
  const foreign = await lead.refusalOf(waiverStrategy.simulate, { merchantNo: 'M9999', value });
  expect(foreign.fields).toEqual(['merchantNo']);
  const rules = await lead.call(waiverStrategy.page, { ...listOf(), sort: null });
  let waived = 0;
  for (const { ruleId, usedTodayCents } of rules.rows) {
    const { rows } = await lead.call(waiverStrategy.usagePage, { ...listOf({ ruleId }), sort: null });
    const ofToday = rows.filter(({ day }) => day === today);
    expect(ofToday.reduce((sum, one) => sum + one.waivedCents, 0)).toBe(usedTodayCents);
    waived += usedTodayCents;
  }
  expect(waived).toBeGreaterThan(0);
});

it('copies strategies to other products of their merchant for approval, and disables many', async () => {
  const { db } = app.database;
  const stop = await startJobWorker({ db, services: app.services, log: createLogger('silent') });
  const ended = async (jobNo: string) => {
    const read = async () => await lead.call(job.detail, { jobNo });
    await expect.poll(async () => (await read()).jobStatus, { timeout: 20_000 }).toMatch(/SUCCESS|FAILURE/);
    const { succeeded, failed } = await read();
    return { succeeded, failed };
  };
  const { ruleId } = await save({ ruleName: 'Very late', caseLevels: ['S5'], dpdFrom: 100, dpdTo: 200 });
  const form = { ruleIds: [ruleId], productNos: [productNo], effectiveFrom: today, reason: 'A second product' };
  const copied = await lead.call(waiverStrategy.copyMany, form);
  expect(await ended(copied.jobNo)).toEqual({ succeeded: 1, failed: 0 });
  const named = async () =>
    (
      await lead.call(waiverStrategy.page, {
        ...listOf({ ruleName: 'very LATE', component: 'SERVICE_FEE' }),
        sort: null,
      })
    ).rows;
  expect((await named()).map(({ productNos }) => productNos).toSorted()).toEqual([[], [productNo]]);
  // What speaks of the same bills as another is refused.
  const again = await lead.call(waiverStrategy.copyMany, form);
  expect(await ended(again.jobNo)).toEqual({ succeeded: 0, failed: 1 });
  await approve(ruleId);
  const off = await lead.call(waiverStrategy.stateMany, { ruleIds: [ruleId], isEnabled: false, reason: 'Too much' });
  expect(await ended(off.jobNo)).toEqual({ succeeded: 1, failed: 0 });
  expect((await named()).find((one) => one.ruleId === ruleId)).toMatchObject({ ruleStatus: 'DISABLED' });
  await stop();
});

it('ends a strategy with its last day, shows it as expired, and finds it by the days it was in force', async () => {
  const { db } = app.database;
  const onlyS1 = { ruleName: 'To an end', caseLevels: ['S1'], dpdFrom: 61, dpdTo: 70 };
  const reversed = await save({ ...onlyS1, effectiveTo: addDays(today, -1) });
  expect([reversed.error, reversed.fields]).toMatchObject(['BAD_REQUEST', [{ field: 'value.effectiveTo' }]]);
  const { ruleId } = await save({ ...onlyS1, effectiveTo: today });
  await approve(ruleId);
  const ids = async (filters: object) =>
    (await lead.call(waiverStrategy.page, { ...listOf({ ruleName: 'To an end', ...filters }), sort: null })).rows.map(
      (row) => [row.ruleId, row.strategyStatus],
    );
  expect(await ids({ strategyStatus: 'ENABLED' })).toEqual([[ruleId, 'ENABLED']]);
  expect(await ids({ effectiveOn: { from: today, to: today } })).toHaveLength(1);
  expect(await ids({ effectiveOn: { from: addDays(today, 1) } })).toHaveLength(0);
  // The same two days later: its version began and ended before.
  await sql`alter table config_version disable trigger user`.execute(db);
  await sql`update config_version set effective_from = effective_from - 2,
      in_force_from = in_force_from - interval '2 days',
      value = jsonb_set(value, '{effectiveTo}', to_jsonb(${addDays(today, -1)}::text))
    where config_key = 'collectionStage.strategy' and subject_no = ${`${merchantNo}_${ruleId}`}`.execute(db);
  await sql`alter table config_version enable trigger user`.execute(db);
  expect(await ids({ strategyStatus: 'EXPIRED' })).toEqual([[ruleId, 'EXPIRED']]);
  expect(await ids({ strategyStatus: 'ENABLED' })).toHaveLength(0);
  expect(await ids({ effectiveOn: { from: today } })).toHaveLength(0);
  expect(await ids({ effectiveOn: { from: addDays(today, -2), to: addDays(today, -1) } })).toHaveLength(1);
  // What is over is in the way of no other.
  expect((await save({ ...onlyS1, ruleName: 'After it' })).error).toBeUndefined();
});
