import { flow, job, payoutOrder, refund, type ReplyOf, repayment, wallet } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import readXlsxFile from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, type Person } from '../../../../testing/test-calls.ts';
import { createLogger } from '../../platform/health/index.ts';
import { addressed } from '../../platform/exports/index.ts';
import { startJobWorker } from '../../platform/jobs/index.ts';

/*
 * The files of the money desk are read by one statement each, the pages by another: here each cell of a file is what the
 * page's row says, for people who see names and for those who do not.
 */
const PAGES = [
  'AfterLoanSystem/RepaymentManagement',
  'AfterLoanSystem/RepaymentManagementNew',
  'AfterLoanSystem/RepaymentManagementMerge',
  'AfterLoanSystem/LoanManagement',
  'AfterLoanSystem/FlowRecordSupplement',
  'AfterLoanSystem/WalletRecords',
  'ChargeToAnAccountSystem/ClientRefundManagement',
].map((page) => `/AdminContent/${page}`);
const CODES = [
  'afterLoan:repayment:export',
  'afterLoan:payout:export',
  'afterLoan:wallet:export',
  'charge:refund:export',
];

let app: TestApp;
let stop: () => Promise<void>;
let seeing: Person;
let masked: Person;
let elsewhere: Person;

beforeAll(async () => {
  app = await createTestApp({ content: 'lending' });
  const { db } = app.database;
  for (const name of ['seeing', 'masked', 'elsewhere']) {
    const { roleNo } = await addPerson(app.database, name, { pages: PAGES, codes: CODES });
    await db
      .updateTable('role')
      .set({ dataScope: name === 'elsewhere' ? 'MERCHANTS' : 'ALL', isDesensitization: name !== 'seeing' })
      .where('roleNo', '=', roleNo)
      .execute();
  }
  [seeing, masked, elsewhere] = [await as(app, 'seeing'), await as(app, 'masked'), await as(app, 'elsewhere')];
  await db
    .updateTable('customer')
    .set({ customerName: '=Wanjiru, "Mama\\Njeri"' })
    .where('customerNo', 'in', db.selectFrom('bill').select('customerNo').orderBy('billNo').limit(3))
    .execute();
  // A small book has hardly a wallet.
  await sql`insert into wallet (customer_no, merchant_no) select customer_no, merchant_no from customer
    on conflict do nothing`.execute(db);
  await sql`insert into wallet_reward (customer_no, merchant_no, reward_type, cause_no, invitee_phone, amount_cents,
      wallet_balance_cents, grant_time)
    select customer_no, merchant_no, (array['INVITATION', 'TASK'])[1 + (row_number() over ()) % 2], customer_no, phone,
      100 * row_number() over (), 50, now() - interval '1 hour' * row_number() over ()
    from customer order by customer_no limit 40`.execute(db);
  await sql`insert into wallet_withdrawal (customer_no, merchant_no, amount_cents, e_wallet_account, payee_name,
      withdraw_status, create_time, success_time)
    select customer_no, merchant_no, 100 * row_number() over (), phone, customer_name,
      (array['REQUESTED', 'SUCCESS'])[1 + (row_number() over ()) % 2], now() - interval '1 hour' * row_number() over (),
      now() - interval '1 minute' from customer order by customer_no limit 40`.execute(db);
  stop = await startJobWorker({ db, services: app.services, log: createLogger('silent') });
});
afterAll(async () => {
  await stop();
  await app[Symbol.asyncDispose]();
});

const kes = (cents: number | null) => (cents === null ? null : (cents / 100).toFixed(2));
const eat = (instant: string | null) =>
  instant === null ? null : new Date(Date.parse(instant) + 3 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
const flag = (is: boolean | null) => (is === null ? null : is ? 'Yes' : 'No');

type Cells = Readonly<Record<string, string | number | null>>;
interface Figures {
  readonly amountDueCents: number;
  readonly unpaidPrincipalCents: number;
  readonly interestCents: number;
  readonly lateFeeCents: number;
  readonly managementFeeCents: number;
  readonly serviceFeeCents: number;
  readonly exciseCents: number;
  readonly liquidatedDamagesCents: number;
  readonly extensionServiceFeeCents: number;
  readonly actualPaidCents: number;
}

const figures = (row: Figures): Cells => ({
  'Amount due (KES)': kes(row.amountDueCents),
  'Principal outstanding (KES)': kes(row.unpaidPrincipalCents),
  'Interest (KES)': kes(row.interestCents),
  'Late fee (KES)': kes(row.lateFeeCents),
  'Management fee (KES)': kes(row.managementFeeCents),
  'Service fee (KES)': kes(row.serviceFeeCents),
  'Excise (KES)': kes(row.exciseCents),
  'Liquidated damages (KES)': kes(row.liquidatedDamagesCents),
  'Extension fee (KES)': kes(row.extensionServiceFeeCents),
  'Paid (KES)': kes(row.actualPaidCents),
});

/** What a file says of a row, but for codes in words: those are of the dictionaries. */
const ofBill = (row: repayment.BillRow): Cells => ({
  Bill: row.billNo,
  Order: row.orderNo,
  Instalment: row.termNo,
  Customer: row.customerName,
  Phone: row.phone,
  'Due date': row.dueDate,
  'Days overdue': row.overdueDays,
  ...figures(row),
  'Unallocated payments (KES)': kes(row.customerWritableCents),
});
const ofLoan = (row: repayment.OrderRow): Cells => ({
  Order: row.orderNo,
  Merchant: row.merchantNo,
  Customer: row.customerName,
  Phone: row.phone,
  Instalments: row.installments,
  'Bill amount (KES)': kes(row.billAmountCents),
  ...figures(row),
  'Coupons (KES)': kes(row.couponWrittenOffCents),
  'Waived (KES)': kes(row.deductionCents),
  'Overpaid (KES)': kes(row.overpaymentCents),
  'Due date': row.dueDate,
  'Paid on': row.actualDate,
  'Days overdue': row.overdueDays,
  Extensions: row.rolloverCount,
  'Repayment code': row.repaymentCode,
  'Latest serial number': row.paymentCode,
  'Disbursed (EAT)': eat(row.lendingTime),
});
const ofApplication = (row: repayment.MergeRow): Cells => ({
  Repayment: row.applicationNo,
  Order: row.orderNo,
  Bill: row.billNo,
  Customer: row.customerName,
  'Serial number': row.paymentCode,
  'Allocated (KES)': kes(row.appliedCents),
  'Principal (KES)': kes(row.principalCents),
  'Interest (KES)': kes(row.interestCents),
  'Fees (KES)': kes(row.feesCents),
  'Surplus (KES)': kes(row.surplusCents),
  'Case level': row.levelAtRepay,
  Collector: row.collectorName,
  'Promise kept': flag(row.promiseKept),
  'Paid (EAT)': eat(row.repayTime),
  'Allocated (EAT)': eat(row.appliedAt),
});
const PAYOUT = {
  IN_PROGRESS: 'In progress',
  UNKNOWN: 'In progress, no response yet',
  SUCCESS: 'Success',
  FAILURE: 'Failure',
};
const HOLD = { NO_ROUTE: 'No route', LIMIT_REACHED: 'Limit reached', FLOAT_LOW: 'Float too low' };
const ofOrder = (row: payoutOrder.PayoutOrderRow): Cells => ({
  'Order number': row.orderNo,
  'Third-party order number': row.thirdPartyOrderNo,
  Merchant: row.merchantName,
  Customer: row.customerName,
  Phone: row.phone,
  'Payout account': row.payoutAccount,
  'Approved (KES)': kes(row.approvedAmountCents),
  'Disbursed (KES)': kes(row.actualLoanAmountCents),
  Channel: row.lendingChannel,
  'Payout status': row.payoutStatus && PAYOUT[row.payoutStatus],
  Failure: row.failReason,
  'On hold because': row.holdReason && HOLD[row.holdReason],
  Attempts: row.attemptCount,
  'Approved at (EAT)': eat(row.auditTime),
  'Disbursed at (EAT)': eat(row.lendingTime),
});

const ofFlow = (row: ReplyOf<typeof flow.page>['rows'][number]): Cells => ({
  Flow: row.flowNo,
  'Serial number': row.paymentCode,
  Channel: row.paymentChannel,
  Payer: row.payerName,
  'Payer phone': row.payerPhone,
  Reference: row.accountReference,
  'Amount (KES)': kes(row.flowAmountCents),
  'Available (KES)': kes(row.writableCents),
  'Paid (EAT)': eat(row.repayTime),
  Owner: row.ownerName,
  'Order number': row.orderNo,
});

const ofRefund = (row: ReplyOf<typeof refund.page>['rows'][number]): Cells => ({
  Refund: row.refundNo,
  Order: row.orderNo,
  Merchant: row.merchantNo,
  Customer: row.customerName,
  Phone: row.phone,
  Transaction: row.paymentCode,
  Payee: row.payeeName,
  'Payee account': row.payeeAccount,
  'Amount (KES)': kes(row.amountCents),
  Decision: { PENDING: 'Awaiting approval', APPROVED: 'Approved', REJECTED: 'Rejected' }[row.auditStatus],
  Payout: { CREATED: 'Not started', IN_PROGRESS: 'In progress', SUCCESS: 'Refunded', FAILURE: 'Failed' }[
    row.refundStatus
  ],
  Failure: row.failReason,
  'Requested by': row.applicantName,
  'Requested (EAT)': eat(row.applyTime),
  'Decided by': row.checkerName,
  'Paid (EAT)': eat(row.successTime),
});
const ofWithdrawal = (row: ReplyOf<typeof wallet.withdrawalPage>['rows'][number]): Cells => ({
  Withdrawal: row.withdrawNo,
  Merchant: row.merchantNo,
  Customer: row.customerName,
  Phone: row.phone,
  'Paid to': row.eWalletAccount,
  'Amount (KES)': kes(row.amountCents),
  Failure: row.failReason,
  Attempts: row.attemptCount,
  'Requested (EAT)': eat(row.createTime),
  'Paid (EAT)': eat(row.successTime),
});
const ofReward = (row: ReplyOf<typeof wallet.rewardPage>['rows'][number]): Cells => ({
  Reward: row.rewardNo,
  Merchant: row.merchantNo,
  Customer: row.customerName,
  Invitee: row.inviteePhone,
  'Order number': row.sourceOrderNo,
  'Amount (KES)': kes(row.amountCents),
  'Wallet balance (KES)': kes(row.walletBalanceCents),
  'Granted (EAT)': eat(row.grantTime),
  'Taken back': flag(row.isTakenBack),
});

/** Cells as CSV has them, quotes and line ends within them too; a formula has an apostrophe before it. */
function rowsOf(file: Buffer): Record<string, string>[] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain = '', end] of file
    .toString()
    .replace(/^\uFEFF/, '')
    .matchAll(/(?:"((?:[^"]|"")*)"|([^,"\r\n]*))(,|\r\n|$)/g)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === '\r\n') rows.push([]);
  }
  const [head = [], ...body] = rows.slice(0, -1);
  return body.map((cells) => Object.fromEntries(head.map((name, column) => [name, cells[column] ?? ''])));
}

const written = (cell: string | number | null) => {
  const text = String(cell ?? '');
  return /^[=+\-@\t\r]/.test(text) && typeof cell === 'string' ? `'${text}` : text;
};

const LISTS = {
  orders: { page: payoutOrder.page, file: payoutOrder.exportList, cells: ofOrder, key: 'Order number' },
  loans: { page: repayment.orderPage, file: repayment.orderExport, cells: ofLoan, key: 'Order' },
  bills: { page: repayment.billPage, file: repayment.billExport, cells: ofBill, key: 'Bill' },
  flows: { page: flow.page, file: flow.exportList, cells: ofFlow, key: 'Flow' },
  applications: { page: repayment.mergePage, file: repayment.mergeExport, cells: ofApplication, key: 'Repayment' },
  refunds: { page: refund.page, file: refund.exportList, cells: ofRefund, key: 'Refund' },
  withdrawals: { page: wallet.withdrawalPage, file: wallet.withdrawalExport, cells: ofWithdrawal, key: 'Withdrawal' },
  rewards: { page: wallet.rewardPage, file: wallet.rewardExport, cells: ofReward, key: 'Reward' },
} as const;
type Name = keyof typeof LISTS;

interface Wanted {
  readonly filters: object;
  readonly sort: object | null;
  readonly ids?: readonly string[];
}

async function fileOf(who: Person, name: Name, wanted: Wanted, format = 'csv'): Promise<Buffer> {
  const { data } = await who.post(LISTS[name].file.path, { format, ...wanted });
  const status = async () => (await who.call(job.detail, { jobNo: data.jobNo })).jobStatus;
  await expect.poll(status).toBe('SUCCESS');
  return (await who.get(job.file, { jobNo: data.jobNo })).body;
}

/** Every row of the page, as its file is to say them. */
async function cellsOf(who: Person, name: Name, { filters, sort }: Wanted): Promise<Cells[]> {
  const all: Cells[] = [];
  for (let page = 1; ; page += 1) {
    const { data } = await who.post(LISTS[name].page.path, { filters, sort, page, pageSize: 100 });
    all.push(...data.rows.map(LISTS[name].cells));
    if (data.rows.length < 100) return all;
  }
}

async function expectSame(who: Person, name: Name, wanted: Wanted, rows: readonly Cells[]): Promise<void> {
  const file = rowsOf(await fileOf(who, name, wanted));
  expect(file.map((row) => row[LISTS[name].key])).toEqual(rows.map((row) => row[LISTS[name].key]));
  for (const [index, cells] of rows.entries()) {
    const expected = Object.fromEntries(Object.entries(cells).map(([head, cell]) => [head, written(cell)]));
    expect(file[index]).toMatchObject(expected);
  }
}

const ALL: Wanted = { filters: {}, sort: null };

describe.each(Object.keys(LISTS) as Name[])('the file of %s', (name) => {
  test.each([
    ['sees names', () => seeing],
    ['sees them masked', () => masked],
  ])('says of every row what the page says to who %s', async (_, who) => {
    const rows = await cellsOf(who(), name, ALL);
    expect(rows.length).toBeGreaterThan(name === 'refunds' ? 1 : 20);
    await expectSame(who(), name, ALL, rows);
  });

  test('holds the selected rows alone, and of another merchant none', async () => {
    const rows = await cellsOf(masked, name, ALL);
    const some = rows.filter((_, index) => index % 7 === 1);
    const ids = some.map((row) => String(row[LISTS[name].key]));
    await expectSame(masked, name, { ...ALL, ids }, some);
    await expectSame(elsewhere, name, ALL, []);
  });
});

test.each([
  [
    'orders',
    {
      filters: { orderStatus: 'DISBURSED', lendingTime: { from: '2020-01-01' } },
      sort: { field: 'lendingTime', direction: 'asc' },
    },
  ],
  ['loans', { filters: { overdueDays: '1-400' }, sort: { field: 'lendingTime', direction: 'asc' } }],
  ['bills', { filters: { billStatus: 'ACTIVE', hasWritable: false }, sort: { field: 'dueDate', direction: 'asc' } }],
  ['flows', { filters: { flowStatus: 'UNMATCHED' }, sort: { field: 'repayTime', direction: 'asc' } }],
  ['applications', { filters: { reversed: true }, sort: { field: 'appliedAt', direction: 'asc' } }],
  ['refunds', { filters: { refundStatus: 'SUCCESS' }, sort: { field: 'applyTime', direction: 'asc' } }],
  ['withdrawals', { filters: { withdrawStatus: 'SUCCESS' }, sort: { field: 'amountCents', direction: 'asc' } }],
  ['rewards', { filters: { rewardType: 'INVITATION' }, sort: { field: 'amountCents', direction: 'desc' } }],
] as const)('what %s are filtered and sorted by holds for the file', async (name, wanted) => {
  const rows = await cellsOf(seeing, name, wanted);
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.length).toBeLessThan((await cellsOf(seeing, name, ALL)).length);
  await expectSame(seeing, name, wanted, rows);
});

test('codes are said in words, in the reader’s language, and a workbook has numbers as numbers', async () => {
  const [bill] = rowsOf(await fileOf(seeing, 'bills', { filters: { billStatus: 'ACTIVE' }, sort: null }));
  expect(bill?.['Status']).toMatch(/^[A-Z][a-z]/);
  const book = await readXlsxFile(await addressed(await fileOf(seeing, 'loans', ALL, 'xlsx')));
  const [head, first] = book[0]?.data ?? [];
  const cell = (name: string) => first?.[head?.indexOf(name) ?? -1];
  expect(cell('Instalments')).toBeTypeOf('number');
  expect(cell('Amount due (KES)')).toMatch(/^\d+\.\d\d$/);
});
