import { deduction, payment } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, type Person } from '../../../../testing/test-calls.ts';
import { runCaseDay } from '../../collections/collections/index.ts';
import { lend, makeProduct } from '../../lending/orders/testing/lend.ts';
import { createLogger } from '../../platform/health/index.ts';
import { addDays, businessDateOf } from '../../platform/policy/index.ts';
import { receiveFlow } from '../payments/index.ts';

/* A waiver on one bill of several: older ones are paid first, and its approver sees them. */

const TODAY = businessDateOf(new Date());
let app: TestApp;
let collector: Person;
let orderNo: string;
let bills: { billNo: string; owed: number }[];

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  const { userNo, roleNo } = await addPerson(app.database, 'older.collector', {
    codes: [
      'afterLoan:writeOff:commit',
      ...['deduction:apply', 'deduction:audit'].map((code) => `collectionStage:${code}`),
    ],
    pages: ['/AdminContent/CollectionSystemNew/DeductionAmountManagementNew'],
  });
  const change = { deductionCapCents: 500_000, dataScope: 'ALL' as const };
  await db.updateTable('role').set(change).where('roleNo', '=', roleNo).execute();
  const people = { maker: userNo, checker: (await addPerson(app.database, 'older.checker')).userNo };
  collector = await as(app, 'older.collector');
  const productNo = await makeProduct(db, { collectionScope: 'BILL', installments: 3, termDays: 90 });
  ({ orderNo } = await lend(db, { productNo, approvedCents: 600_000, ...people }));
  await sql`update bill set due_date = ${addDays(TODAY, -25)}::date + (term_no - 1) * 10,
    interest_from = ${addDays(TODAY, -40)}, accrued_through = ${addDays(TODAY, -1)}
    where order_no = ${orderNo}`.execute(db);
  await runCaseDay(db, addDays(TODAY, -1), createLogger('silent'));
  const { rows } = await sql<{ billNo: string; owed: number }>`select b.bill_no, bb.outstanding_cents as owed
    from bill b join bill_balance bb on bb.bill_no = b.bill_no where b.order_no = ${orderNo} order by b.term_no`.execute(
    db,
  );
  bills = rows;
});
afterAll(async () => await app[Symbol.asyncDispose]());

const at = (term: 1 | 2 | 3) => {
  const one = bills[term - 1];
  if (!one) throw new Error(`no bill ${term}`);
  return one;
};
const form = (terms: readonly (1 | 2 | 3)[], expectedPayCents?: number) => ({
  orderNo,
  items: terms.map((term) => ({ billNo: at(term).billNo, component: 'SERVICE_FEE' as const, amountCents: 100 })),
  reason: 'HARDSHIP',
  remark: 'Lost the job',
  ...(expectedPayCents !== undefined && { expectedPayCents }),
});

it('is of no use where older bills are not covered, and says how much they owe', async () => {
  const uncovered = { error: 'DEDUCTION_OLDER_DUE', fields: ['expectedPayCents'] };
  expect(await collector.refusalOf(deduction.byBill.apply, form([2]))).toMatchObject(uncovered);
  const short = await collector.refusalOf(deduction.byBill.apply, form([2], at(1).owed - 1));
  expect(short).toMatchObject(uncovered);
  expect(short.msg).toContain((at(1).owed / 100).toFixed(2));
  await collector.call(deduction.byBill.apply, form([1]));
  const [deductionNo = ''] = (await collector.call(deduction.byBill.apply, form([2], at(1).owed))).deductionNos;
  const detail = await collector.call(deduction.byBill.detail, { deductionNo });
  expect(detail.orderBills.map(({ billNo }) => billNo)).toEqual(bills.map(({ billNo }) => billNo));
  expect(new Set(detail.parts.map(({ strategyCents }) => strategyCents))).toEqual(new Set([null]));
  expect(detail.like).toEqual({ approved: 0, applied: 0, lapsed: 0, averageCents: null });
});

it('compares it with what like bills were given, and whether they paid', async () => {
  const { db } = app.database;
  const { rows } = await collector.call(deduction.byBill.page, {
    filters: { orderNo },
    page: 1,
    pageSize: 20,
    sort: null,
  });
  const [first, second] = rows.toSorted((one, other) => one.termNo - other.termNo);
  if (!first || !second) throw new Error('two waivers');
  // The same level as the other, decided and not used.
  await sql`update deduction set deduction_status = 'LAPSED', decided_at = now(),
    decided_by = (select user_no from app_user where user_name = 'older.checker')
    where deduction_no = ${first.deductionNo}`.execute(db);
  await sql`update collection_case set case_level = (select c.case_level from case_bill k
      join collection_case c on c.case_no = k.case_no where k.bill_no = ${first.billNo})
    where case_no = ${second.caseNo}`.execute(db);
  const { like } = await collector.call(deduction.byBill.detail, { deductionNo: second.deductionNo });
  expect(like).toEqual({ approved: 1, applied: 0, lapsed: 1, averageCents: 100 });
});

it('is settled after the older bill: the refusal names it and what it owes', async () => {
  const { db } = app.database;
  const { merchantNo } = await db
    .selectFrom('loanOrder')
    .select('merchantNo')
    .where('orderNo', '=', orderNo)
    .executeTakeFirstOrThrow();
  const amountCents = at(2).owed;
  await db.transaction().execute((tx) =>
    receiveFlow(tx, {
      merchantNo,
      paymentChannel: 'MPESA',
      paymentCode: 'OLDER1',
      account: 'BANK.MPESA_PAYBILL',
      amountCents,
      repayTime: new Date(),
    }),
  );
  const refusal = await collector.refusalOf(payment.writeOffCommit, {
    orderNo,
    billNo: at(2).billNo,
    repayType: 'SETTLE',
    rows: [{ paymentCode: 'OLDER1', paymentChannel: 'MPESA', writeOffAmountCents: amountCents, isrecord: true }],
  });
  expect(refusal.error).toBe('EARLIER_BILL_OPEN');
  expect(refusal.msg).toBe(`Bill 1 of this order still owes KES ${(at(1).owed / 100).toFixed(2)} and is paid first`);
});
