import { payout } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { AppError } from '../../../http/app-error.ts';
import { tryItems } from '../../platform/batches/index.ts';
import { type ChangeKind, requestChange } from '../../platform/changes/index.ts';
import { importColumns, type ImportKind, instantIn } from '../../platform/imports/index.ts';
import { asCommand, createJob, defineJob, type JobRun } from '../../platform/jobs/index.ts';
import { reachOrder } from '../payments/index.ts';
import { offlineLoanKind } from './offline-loan.ts';

const AUDIT = 'afterLoan:offlineLoan:audit';
const row = payout.offlineLoanRow;
type Row = z.output<typeof row>;

/** A loan of a file, as the one command takes it: what proves it is the file. */
const formOf = (loan: Row, makerUserNo: string) => ({ ...loan, voucherIds: [], makerUserNo });

/** Loans of a file that another person approved: booked an item each. */
const bookMany = defineJob({
  kind: 'offlineLoans.bookMany',
  title: { en: 'Book offline disbursements', zh: '批量登记线下放款' },
  code: AUDIT,
  params: z.strictObject({ makerUserNo: z.string() }),
  async runItem({ input }, { makerUserNo }, run) {
    return (await offlineLoanKind.apply(formOf(row.parse(input), makerUserNo), asCommand(run))) ?? null;
  },
});

const payload = z.strictObject({ loans: z.array(row), makerUserNo: z.string() });

/** A file of loans that were paid without the channel, for another person to approve. */
const offlineLoansKind: ChangeKind<z.output<typeof payload>> = {
  kind: 'payout.offlineLoans',
  family: 'offlineLoan',
  title: { en: 'Book offline disbursements', zh: '批量登记线下放款' },
  checkerCode: AUDIT,
  lapsesAfterHours: 24,
  payload,
  async describe(db, { loans }, scope) {
    const orderNos = loans.map(({ orderNo }) => orderNo);
    const merchants = new Set<string>();
    for (const orderNo of orderNos) merchants.add((await reachOrder(db, scope, orderNo)).merchantNo);
    return {
      subjectNo: null,
      subjectName: orderNos.length === 1 ? (orderNos[0] ?? '') : `${orderNos[0] ?? ''} + ${orderNos.length - 1}`,
      before: null,
      after: { loans: loans.length, orderNos },
      concerns: [],
      merchantNos: [...merchants],
      state: null,
    };
  },
  async apply({ loans, makerUserNo }, call) {
    // Tried out at the asking by a person who need not hold what starting the job takes.
    if (!call.caller.codes.has(AUDIT)) return { jobNo: null };
    const items = loans.map((loan) => ({ subjectNo: loan.orderNo, input: loan }));
    return { jobNo: await createJob(bookMany, { makerUserNo }, call, items) };
  },
};

/** Each row is tried and taken back; those that pass are submitted together once the file is through. */
const importKind: ImportKind<Row> = {
  kind: 'offlineLoans.import',
  title: { en: 'Import of offline disbursements', zh: '导入线下放款' },
  code: 'afterLoan:offlineLoan:import',
  nameColumn: 'orderNo',
  columns: importColumns([
    ['orderNo', 'Order number', '订单号', true, 'LO0000000001'],
    ['approvalTime', 'Approved at (EAT)', '审批时间（EAT）', true, '2026-11-20 09:00'],
    ['lendingTime', 'Disbursed at (EAT)', '放款时间（EAT）', true, '2026-11-20 10:30'],
    ['loanerAccountId', 'Payout account', '放款账户', true, 'BANK.COOP'],
    ['disbursementCode', 'Disbursement code', '放款流水号', true, 'FT26325XK1'],
  ]),
  toInput: (cells) => ({
    orderNo: cells['orderNo']?.trim().toUpperCase() ?? '',
    approvalTime: instantIn(cells['approvalTime']),
    lendingTime: instantIn(cells['lendingTime']),
    loanerAccountId: cells['loanerAccountId']?.trim() ?? '',
    disbursementCode: cells['disbursementCode']?.trim() ?? '',
  }),
  form: row,
  unique: [['orderNo'], ['loanerAccountId', 'disbursementCode']],
  async check({ orderNo }, { db, caller }) {
    await reachOrder(db, caller.scope, orderNo).catch((error: unknown) => {
      throw error instanceof AppError ? new AppError(error.error, { fields: ['orderNo'] }) : error;
    });
  },
  async apply(loan, run) {
    const call = asCommand(run);
    const form = formOf(loan, run.caller.userNo);
    await tryItems([loan.orderNo], async () => await offlineLoanKind.apply(form, call), 'orderNo', call);
    return loan;
  },
  ended: submitPassed,
};

/** Asks an approver for the loans that passed. Run again after a process died over it, it asks for none twice. */
async function submitPassed(run: JobRun): Promise<void> {
  await run.db.transaction().execute(async (tx) => {
    const passed = await tx
      .selectFrom('jobItem')
      .select(['itemNo', 'result'])
      .where('jobNo', '=', run.jobNo)
      .where('itemStatus', '=', 'SUCCESS')
      .where(sql<boolean>`result ->> 'changeNo' is null`)
      .orderBy('itemNo')
      .forNoKeyUpdate()
      .execute();
    if (passed.length === 0) return;
    const loans = passed.map(({ result }) => row.parse(result));
    const asked = { loans, makerUserNo: run.caller.userNo };
    const changeNo = await requestChange(offlineLoansKind, asked, asCommand({ ...run, tx }), `File ${run.jobNo}`);
    const itemNos = passed.map(({ itemNo }) => itemNo);
    await tx
      .updateTable('jobItem')
      .set({ result: sql`result || jsonb_build_object('changeNo', ${changeNo}::text)` })
      .where('jobNo', '=', run.jobNo)
      .where('itemNo', 'in', itemNos)
      .execute();
  });
}

export const offlineImport = { importKind, jobKind: bookMany, changeKind: offlineLoansKind };
